#include "picture/webp_strip.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* "RIFF", a length, "WEBP"; then chunks, each a name and a length, and even. */
#define FILE_HEAD  12
#define CHUNK_HEAD 8

/* In the flags of a VP8X: it has alpha.  The others are of what is dropped. */
#define FLAG_ALPHA 0x10

static size_t chunk_length(const unsigned char *chunk)
{
	size_t len = (size_t)chunk[4] | (size_t)chunk[5] << 8 |
		     (size_t)chunk[6] << 16 | (size_t)chunk[7] << 24;

	return CHUNK_HEAD + len + len % 2;
}

static bool chunk_is(const unsigned char *chunk, const char *name)
{
	return memcmp(chunk, name, 4) == 0;
}

static bool chunk_has_pixels(const unsigned char *chunk)
{
	return chunk_is(chunk, "VP8X") || chunk_is(chunk, "VP8 ") ||
	       chunk_is(chunk, "VP8L") || chunk_is(chunk, "ALPH");
}

size_t webp_strip(unsigned char *bytes, size_t len)
{
	size_t from = FILE_HEAD, to = FILE_HEAD, n;
	uint32_t rest;

	if (len < FILE_HEAD)
		return len;
	for (; from + CHUNK_HEAD <= len; from += n) {
		n = chunk_length(bytes + from);
		if (n > len - from)
			break;
		if (!chunk_has_pixels(bytes + from))
			continue;
		memmove(bytes + to, bytes + from, n);
		if (chunk_is(bytes + to, "VP8X") && n > CHUNK_HEAD)
			bytes[to + CHUNK_HEAD] &= FLAG_ALPHA;
		to += n;
	}
	rest = (uint32_t)to - CHUNK_HEAD;
	for (size_t i = 0; i < 4; i++)
		bytes[4 + i] = (unsigned char)(rest >> 8 * i);
	return to;
}
