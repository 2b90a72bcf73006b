#include "base/utf8.h"

#include <locale.h>
#include <string.h>
#include <wctype.h>

/* The length of the sequence that a first byte begins, and its payload bits. */
static size_t utf8_first(unsigned char byte, uint32_t *code)
{
	if (byte >= 0xc2 && byte < 0xe0) {
		*code = byte & 0x1f;
		return 2;
	}
	if (byte >= 0xe0 && byte < 0xf0) {
		*code = byte & 0x0f;
		return 3;
	}
	if (byte >= 0xf0 && byte < 0xf5) {
		*code = byte & 0x07;
		return 4;
	}
	return 0;
}

size_t utf8_read(const char *s, size_t len, uint32_t *code)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	uint32_t c = 0;
	size_t n;

	if (len && !(*s & 0x80)) {
		*code = (unsigned char)*s;
		return 1;
	}
	n = len ? utf8_first((unsigned char)*s, &c) : 0;

	if (n == 0 || n > len)
		return 0;
	for (size_t i = 1; i < n; i++) {
		unsigned char byte = (unsigned char)s[i];

		if ((byte & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (byte & 0x3f);
	}
	if (c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return 0;
	*code = c;
	return n;
}

uint32_t utf8_at(const char *s)
{
	uint32_t code = 0;

	return utf8_read(s, strnlen(s, 4), &code) ? code : 0;
}

size_t utf8_step(const char *s)
{
	uint32_t code;
	size_t n = utf8_read(s, strnlen(s, 4), &code);

	return n ? n : 1;
}

size_t utf8_bytes(const char *s, size_t n)
{
	const char *end = s;

	while (n-- && *end)
		end += utf8_step(end);
	return (size_t)(end - s);
}

size_t utf8_count(const char *s)
{
	size_t n = 0;

	for (; *s; s += utf8_step(s))
		n++;
	return n;
}

bool utf8_is_control(uint32_t code)
{
	return (code < 0x20 && code != '\n') || (code >= 0x7f && code < 0xa0);
}

bool utf8_is_layout_control(uint32_t code)
{
	return code == 0x61c || code == 0x200e || code == 0x200f ||
	       (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069);
}

bool utf8_is_blank(uint32_t code)
{
	static const uint32_t blank[] = {
		' ',    '\t',   '\n',   '\r',   0xa0,   0xad,   0x34f,
		0x61c,  0x115f, 0x1160, 0x1680, 0x17b4, 0x17b5, 0x2028,
		0x2029, 0x205f, 0x2800, 0x3000, 0x3164, 0xfeff, 0xffa0,
	};

	for (size_t i = 0; i < sizeof blank / sizeof *blank; i++)
		if (code == blank[i])
			return true;
	/* Spaces and direction marks; joiners, selectors and tags. */
	return (code >= 0x180b && code <= 0x180f) ||
	       (code >= 0x2000 && code <= 0x200f) ||
	       (code >= 0x202a && code <= 0x202f) ||
	       (code >= 0x2060 && code <= 0x206f) ||
	       (code >= 0xfe00 && code <= 0xfe0f) ||
	       (code >= 0xe0000 && code <= 0xe0fff);
}

/* ---- letters ----------------------------------------------------------- */

/* The Unicode tables of the C library, whatever the locale of the program. */
static locale_t utf8_locale(void)
{
	static locale_t locale;

	if (!locale)
		locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	return locale;
}

bool utf8_is_letter(uint32_t code)
{
	if (code < 0x80)
		return (code >= '0' && code <= '9') ||
		       ((code | 0x20) >= 'a' && (code | 0x20) <= 'z');
	return utf8_locale() && iswalnum_l(code, utf8_locale()) &&
	       !utf8_is_blank(code);
}

bool utf8_is_mark(uint32_t code)
{
	static wctype_t combining;

	if (code < 0x80 || !utf8_locale())
		return false;
	if (!combining)
		combining = wctype_l("combining", utf8_locale());
	return combining && iswctype_l(code, combining, utf8_locale()) &&
	       !utf8_is_blank(code);
}

bool utf8_is_word(uint32_t code)
{
	return code == '_' || utf8_is_letter(code) || utf8_is_mark(code);
}

bool utf8_is_unspaced(uint32_t code)
{
	return (code >= 0x0e00 && code <= 0x0eff) || /* Thai, Lao */
	       (code >= 0x1000 && code <= 0x109f) || /* Burmese */
	       (code >= 0x1780 && code <= 0x17ff) || /* Khmer */
	       (code >= 0x3000 && code <= 0x9fff) || /* Japanese, Chinese */
	       (code >= 0xac00 && code <= 0xd7ff) || /* Korean */
	       (code >= 0xf900 && code <= 0xfaff) ||
	       (code >= 0x20000 && code <= 0x3ffff);
}

bool utf8_all(const char *s, bool (*is)(uint32_t code))
{
	size_t left = strlen(s), n;
	uint32_t code;

	for (; left; s += n, left -= n) {
		n = utf8_read(s, left, &code);
		if (!n || !is(code))
			return false;
	}
	return true;
}

char *utf8_trim(struct arena *a, const char *s)
{
	static const char space[] = " \t\r\n";
	size_t len;

	s += strspn(s, space);
	len = strlen(s);
	while (len && strchr(space, s[len - 1]))
		len--;
	return arena_strndup(a, s, len);
}

char *utf8_strip(struct arena *a, const char *s, bool (*is)(uint32_t code))
{
	const char *end;

	while (*s && is(utf8_at(s)))
		s += utf8_step(s);
	end = s;
	for (const char *at = s; *at; at += utf8_step(at))
		if (!is(utf8_at(at)))
			end = at + utf8_step(at);
	return arena_strndup(a, s, (size_t)(end - s));
}

static size_t utf8_write(char *to, uint32_t code)
{
	static const unsigned char first[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
	size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

	for (size_t i = n - 1; i > 0; i--, code >>= 6)
		to[i] = (char)(0x80 | (code & 0x3f));
	to[0] = (char)(first[n] | code);
	return n;
}

const char *utf8_fold(struct arena *a, const char *s)
{
	size_t left = strlen(s), n;
	/*
	 * A lower-case letter may need one byte more, as that of U+023A does.
	 */
	char *copy = arena_alloc(a, 4 * left + 1), *to = copy;
	uint32_t code;

	for (; left; s += n, left -= n) {
		n = utf8_read(s, left, &code);
		if (n && utf8_locale())
			to += utf8_write(to, towlower_l(code, utf8_locale()));
		else
			*to++ = *s;
		n = n ? n : 1;
	}
	return copy;
}
