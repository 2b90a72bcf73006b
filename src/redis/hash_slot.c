#include "redis/hash_slot.h"

#include <stdbool.h>
#include <string.h>

#include "base/digits.h"

/* All that this project sends, and what a host may type. */
static const char *const hash_keyless[] = {
	"ACL",       "AUTH",   "BGREWRITEAOF", "CLIENT", "CLUSTER", "CONFIG",
	"DBSIZE",    "ECHO",   "FLUSHALL",     "INFO",   "LATENCY", "PING",
	"PUBLISH",   "PUBSUB", "ROLE",         "SCAN",   "SCRIPT",  "SLOWLOG",
	"SUBSCRIBE", "TIME",   "UNSUBSCRIBE",  "WAIT",
};

struct hash_word {
	const char *text;
	size_t len;
};

/* CRC16 as XMODEM has it, four bits at a time. */
static unsigned hash_crc16(const char *bytes, size_t len)
{
	static const uint16_t table[16] = {
		0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50a5, 0x60c6, 0x70e7,
		0x8108, 0x9129, 0xa14a, 0xb16b, 0xc18c, 0xd1ad, 0xe1ce, 0xf1ef,
	};
	unsigned crc = 0;

	for (; len; len--) {
		unsigned byte = (unsigned char)*bytes++;

		crc = (crc << 4 ^ table[(crc >> 12 ^ byte >> 4) & 15]) &
		      0xffff;
		crc = (crc << 4 ^ table[(crc >> 12 ^ byte) & 15]) & 0xffff;
	}
	return crc;
}

int hash_slot(const char *key, size_t len)
{
	const char *open = memchr(key, '{', len);
	const char *shut =
		open ? memchr(open, '}', (size_t)(key + len - open)) : NULL;

	if (shut && shut > open + 1) {
		key = open + 1;
		len = (size_t)(shut - key);
	}
	return (int)(hash_crc16(key, len) % HASH_SLOTS);
}

/* Behind "*" or "$", and over the end of its line. */
static size_t hash_number(const char **at)
{
	const char *digits = *at + 1;
	uint64_t n = 0;

	digits_read(&digits, &n);
	*at = digits + 2;
	return n;
}

static struct hash_word hash_slot_read(const char **at, size_t *left)
{
	struct hash_word word = { .len = hash_number(at) };

	word.text = *at;
	*at += word.len + 2;
	--*left;
	return word;
}

static bool hash_is(struct hash_word word, const char *text)
{
	return word.len == strlen(text) &&
	       memcmp(word.text, text, word.len) == 0;
}

static bool hash_is_keyless(struct hash_word name)
{
	for (size_t i = 0; i < sizeof hash_keyless / sizeof *hash_keyless; i++)
		if (hash_is(name, hash_keyless[i]))
			return true;
	return false;
}

/* A script has its text and the number of its keys before the first one. */
static int hash_of(const char **at, size_t *left)
{
	struct hash_word name = hash_slot_read(at, left);
	struct hash_word key = { 0 };

	if (hash_is(name, "EVAL") && *left > 1) {
		hash_slot_read(at, left);
		if (hash_is(hash_slot_read(at, left), "0"))
			return SLOT_ANY;
	}
	if (!*left || hash_is_keyless(name))
		return SLOT_ANY;
	key = hash_slot_read(at, left);
	return hash_slot(key.text, key.len);
}

int hash_slot_next(const char **text)
{
	size_t left = hash_number(text);
	int slot = hash_of(text, &left);

	while (left)
		hash_slot_read(text, &left);
	return slot;
}
