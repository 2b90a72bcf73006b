#include "http/url.h"

#include <string.h>

#define UNRESERVED                                                            \
	"abcdefghijklmnopqrstuvwxyz"                                          \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZ"                                          \
	"0123456789-._~"

size_t url_encode_byte(const char *bytes, size_t len, char code[URL_CODE_MAX])
{
	bool is_feed =
		len == strlen(URL_FEED) && memcmp(bytes, URL_FEED, len) == 0;
	char byte = *bytes;

	if (byte && strchr(UNRESERVED, byte) && !is_feed) {
		code[0] = byte;
		return 1;
	}
	code[0] = '%';
	code[1] = "0123456789ABCDEF"[(unsigned char)byte >> 4];
	code[2] = "0123456789ABCDEF"[byte & 15];
	return 3;
}

char *url_encode(struct arena *a, const char *s)
{
	char *encoded = arena_alloc(a, strlen(s) * URL_CODE_MAX + 1);
	char *to = encoded;

	for (size_t len = strlen(s); len; len--)
		to += url_encode_byte(s++, len, to);
	return encoded;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

char *url_decode(struct arena *a, const char *s, size_t len, bool plus)
{
	char *decoded = arena_alloc(a, len + 1), *to = decoded;

	for (size_t i = 0; i < len; i++) {
		char c = plus && s[i] == '+' ? ' ' : s[i];

		if (c == '%') {
			if (i + 2 >= len || hex_digit(s[i + 1]) < 0 ||
			    hex_digit(s[i + 2]) < 0)
				return NULL;
			c = (char)(hex_digit(s[i + 1]) * 16 +
				   hex_digit(s[i + 2]));
			i += 2;
		}
		*to++ = c ? c : '\x01';
	}
	return decoded;
}
