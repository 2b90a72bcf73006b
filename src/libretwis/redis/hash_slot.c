#include "libretwis/redis/hash_slot.h"

#include <stdbool.h>
#include <string.h>

#include "libretwis/base/digits.h"

/* All that this project sends, and what a host may type. */
static const char *const slot_keyless[] = {
	"ACL",       "AUTH",   "BGREWRITEAOF", "CLIENT", "CLUSTER", "CONFIG",
	"DBSIZE",    "ECHO",   "FLUSHALL",     "INFO",   "LATENCY", "PING",
	"PUBLISH",   "PUBSUB", "ROLE",         "SCAN",   "SCRIPT",  "SLOWLOG",
	"SUBSCRIBE", "TIME",   "UNSUBSCRIBE",  "WAIT",
};

struct slot_word {
	const char *text;
	size_t len;
};

/* CRC16 as XMODEM has it, four bits at a time. */
static unsigned slot_crc16(const char *bytes, size_t len)
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
	return (int)(slot_crc16(key, len) % HASH_SLOTS);
}

/* Behind "*" or "$", and over the end of its line. */
static size_t slot_number(const char **at)
{
	const char *digits = *at + 1;
	uint64_t n = 0;

	digits_read(&digits, &n);
	*at = digits + 2;
	return n;
}

static struct slot_word slot_take(const char **at, size_t *left)
{
	struct slot_word word = { .len = slot_number(at) };

	word.text = *at;
	*at += word.len + 2;
	--*left;
	return word;
}

static bool slot_is(struct slot_word word, const char *text)
{
	return word.len == strlen(text) &&
	       memcmp(word.text, text, word.len) == 0;
}

static bool slot_is_keyless(struct slot_word name)
{
	for (size_t i = 0; i < sizeof slot_keyless / sizeof *slot_keyless; i++)
		if (slot_is(name, slot_keyless[i]))
			return true;
	return false;
}

/* A script has its text and the number of its keys before the first one. */
static int slot_of(const char **at, size_t *left)
{
	struct slot_word name = slot_take(at, left);
	struct slot_word key = { 0 };

	if (slot_is(name, "EVAL") && *left > 1) {
		slot_take(at, left);
		if (slot_is(slot_take(at, left), "0"))
			return SLOT_ANY;
	}
	if (!*left || slot_is_keyless(name))
		return SLOT_ANY;
	key = slot_take(at, left);
	return hash_slot(key.text, key.len);
}

int hash_slot_next(const char **text)
{
	size_t left = slot_number(text);
	int slot = slot_of(text, &left);

	while (left)
		slot_take(text, &left);
	return slot;
}
