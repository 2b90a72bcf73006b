#include "redis/hash_slot.h"

#include <stdbool.h>
#include <string.h>

#include "base/digits.h"

/* All that this project sends, and those that a host may type. */
static const char *const hash_slot_keyless[] = {
	"ACL",       "AUTH",   "BGREWRITEAOF", "CLIENT", "CLUSTER", "CONFIG",
	"DBSIZE",    "ECHO",   "FLUSHALL",     "INFO",   "LATENCY", "PING",
	"PUBLISH",   "PUBSUB", "ROLE",         "SCAN",   "SCRIPT",  "SLOWLOG",
	"SUBSCRIBE", "TIME",   "UNSUBSCRIBE",  "WAIT",
};

struct command_argument {
	const char *text;
	size_t len;
};

/* CRC16 (XMODEM), four bits at a time. */
static unsigned hash_slot_crc16(const char *bytes, size_t len)
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
	return (int)(hash_slot_crc16(key, len) % HASH_SLOTS);
}

/* Reads the number after "*" or "$", and moves past the end of its line. */
static size_t hash_slot_number(const char **at)
{
	const char *digits = *at + 1;
	uint64_t n = 0;

	digits_read(&digits, &n);
	*at = digits + 2;
	return n;
}

static struct command_argument hash_slot_word(const char **at, size_t *left)
{
	struct command_argument word = { .len = hash_slot_number(at) };

	word.text = *at;
	*at += word.len + 2;
	--*left;
	return word;
}

static bool hash_slot_is(struct command_argument word, const char *text)
{
	return word.len == strlen(text) &&
	       memcmp(word.text, text, word.len) == 0;
}

static bool hash_slot_is_keyless(struct command_argument name)
{
	for (size_t i = 0;
	     i < sizeof hash_slot_keyless / sizeof *hash_slot_keyless; i++)
		if (hash_slot_is(name, hash_slot_keyless[i]))
			return true;
	return false;
}

/* In EVAL, the script and the number of keys precede the first key. */
static int hash_slot_of(const char **at, size_t *left)
{
	struct command_argument name = hash_slot_word(at, left);
	struct command_argument key = { 0 };

	if (hash_slot_is(name, "EVAL") && *left > 1) {
		hash_slot_word(at, left);
		if (hash_slot_is(hash_slot_word(at, left), "0"))
			return SLOT_ANY;
	}
	if (!*left || hash_slot_is_keyless(name))
		return SLOT_ANY;
	key = hash_slot_word(at, left);
	return hash_slot(key.text, key.len);
}

int hash_slot_next(const char **text)
{
	size_t left = hash_slot_number(text);
	int slot = hash_slot_of(text, &left);

	while (left)
		hash_slot_word(text, &left);
	return slot;
}
