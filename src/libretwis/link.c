/* Addresses in a text, and how they are shown. */
#include "libretwis/link.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "libretwis/utf8.h"

#define LINK_MAX   2000 /* bytes; what is longer stays text */
#define SHOWN_MAX  40   /* code points */
#define SHOWN_HEAD 26
#define SHOWN_TAIL 12

/*
 * What looks like white space, brackets or the end of a sentence in any of the
 * larger scripts, and marks of direction, which could disguise an address.
 */
static bool ends_link(uint32_t code)
{
	return code <= ' ' ||
	       (code < 0x80 && strchr("\"<>\\^`{|}", (int)code)) ||
	       utf8_is_control(code) || utf8_is_blank(code) || code == 0xab ||
	       code == 0xbb || (code >= 0x2018 && code <= 0x201f) ||
	       (code >= 0x3000 && code <= 0x303f) ||
	       (code >= 0xff01 && code <= 0xff0f);
}

static size_t count(const char *s, size_t len, char c)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++)
		n += s[i] == c;
	return n;
}

/* A bracket that closes one within the address belongs to it. */
static bool is_trailing(const char *s, size_t len)
{
	switch (s[len - 1]) {
	case ')':
		return count(s, len, ')') > count(s, len, '(');
	case ']':
		return count(s, len, ']') > count(s, len, '[');
	default:
		return strchr(".,:;!?'*_~&", s[len - 1]) != NULL;
	}
}

/* Credentials before an @ only ever made people take one host for another. */
static bool is_host(const char *s, size_t len)
{
	size_t host = strcspn(s, "/?#");

	if (host > len)
		host = len;
	return host && !memchr(s, '@', host) &&
	       (isalnum((unsigned char)*s) || *s == '[' ||
		(unsigned char)*s >= 0x80);
}

static size_t scheme_length(const char *s)
{
	if (strncasecmp(s, "http://", 7) == 0)
		return 7;
	return strncasecmp(s, "https://", 8) == 0 ? 8 : 0;
}

static const char *shorten(struct arena *a, const char *s)
{
	size_t codes = utf8_count(s), head, tail;

	if (codes <= SHOWN_MAX)
		return s;
	head = utf8_bytes(s, SHOWN_HEAD);
	tail = utf8_bytes(s, codes - SHOWN_TAIL);
	return arena_printf(a, "%.*s…%s", (int)head, s, s + tail);
}

size_t link_length(const char *s)
{
	size_t scheme = scheme_length(s), len = scheme;

	if (!scheme)
		return 0;
	while (len <= LINK_MAX && s[len] && !ends_link(utf8_at(s + len)))
		len += utf8_step(s + len);
	if (len > LINK_MAX)
		return 0;
	while (len > scheme && is_trailing(s, len))
		len--;
	return is_host(s + scheme, len - scheme) ? len : 0;
}

const char *link_shown(struct arena *a, const char *s, size_t len)
{
	size_t scheme = scheme_length(s);
	const char *slash;

	s += scheme;
	len -= scheme;
	slash = memchr(s, '/', len);
	if (slash == s + len - 1)
		len--;
	return shorten(a, arena_strndup(a, s, len));
}
