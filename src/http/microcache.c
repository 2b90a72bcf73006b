#include "http/microcache.h"

#include <string.h>

#define ADDRESSES 1024

/* A file in memory takes whole pages of it, and a head of nginx's own. */
#define FILE_BYTES ((size_t)8 * 1024)

/* Of this process, which has a thread for pages. */
static struct {
	int64_t second;
	size_t bytes; /* given away in that second */
	struct {
		uint32_t hash;
		int64_t second;
	} asked[ADDRESSES];
} microcache;

/* FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
static uint32_t address_hash(const char *address)
{
	uint32_t hash = 2166136261u;

	for (; *address; address++)
		hash = (hash ^ (unsigned char)*address) * 16777619u;
	return hash;
}

/* In this second or the one before it. */
static bool was_asked_lately(uint32_t hash, int64_t second)
{
	size_t at = hash % ADDRESSES;
	bool was_asked = microcache.asked[at].hash == hash &&
			 second - microcache.asked[at].second <= 1;

	microcache.asked[at].hash = hash;
	microcache.asked[at].second = second;
	return was_asked;
}

bool microcache_admits(const char *address, size_t bytes, int64_t second,
		       unsigned processes)
{
	size_t most = MICROCACHE_MAX / MICROCACHE_SECONDS /
		      MICROCACHE_PROGRAMS / processes;

	if (microcache.second != second)
		microcache.bytes = 0;
	microcache.second = second;
	bytes += strlen(address) + FILE_BYTES;
	if (!was_asked_lately(address_hash(address), second) ||
	    bytes > most - microcache.bytes)
		return false;
	microcache.bytes += bytes;
	return true;
}
