#include "http/form.h"

#include <stdlib.h>
#include <string.h>

/* ---- percent-encoding -------------------------------------------------- */

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

/* ---- fields ------------------------------------------------------------ */

/* Only these may name several members or pictures at once. */
static bool may_repeat(const char *name)
{
	return strcmp(name, "approve") == 0 || strcmp(name, "refuse") == 0 ||
	       strcmp(name, "kept") == 0;
}

bool form_add(struct form *form, const char *name, const char *value)
{
	if (form->n == FORM_FIELDS_MAX ||
	    (form_get(form, name) && !may_repeat(name)))
		return false;
	form->field[form->n].name = name;
	form->field[form->n++].value = value;
	return true;
}

static bool add_field(struct arena *a, const char *text, size_t len,
		      bool is_query, struct form *form)
{
	const char *equals = memchr(text, '=', len);
	size_t name_len = equals ? (size_t)(equals - text) : len;
	const char *name = url_decode(a, text, name_len, true);
	const char *value =
		equals ? url_decode(a, equals + 1, len - name_len - 1, true)
		       : "";

	if (!name || !value)
		return false;
	if (is_query && form_get(form, name) && !may_repeat(name))
		return true;
	return form_add(form, name, value);
}

static bool add_fields(struct arena *a, const char *text, size_t len,
		       bool is_query, struct form *form)
{
	const char *end = text + len;

	form->n = 0;
	while (text < end) {
		const char *amp = memchr(text, '&', (size_t)(end - text));
		const char *stop = amp ? amp : end;

		if (stop > text &&
		    !add_field(a, text, (size_t)(stop - text), is_query, form))
			return false;
		text = stop + 1;
	}
	return true;
}

bool form_parse(struct arena *a, const char *text, size_t len,
		struct form *form)
{
	return add_fields(a, text, len, false, form);
}

bool form_parse_query(struct arena *a, const char *text, size_t len,
		      struct form *form)
{
	return add_fields(a, text, len, true, form);
}

const char *form_get(const struct form *form, const char *name)
{
	for (size_t i = 0; i < form->n; i++)
		if (strcmp(form->field[i].name, name) == 0)
			return form->field[i].value;
	return NULL;
}

const char *form_next(const struct form *form, const char *name, size_t *at)
{
	while (*at < form->n) {
		size_t i = (*at)++;

		if (strcmp(form->field[i].name, name) == 0)
			return form->field[i].value;
	}
	return NULL;
}

bool form_number(const char *text, uint64_t *number)
{
	size_t len = strspn(text, "0123456789");

	/* 18 digits always fit, and none of our counters gets that far. */
	if (len == 0 || len > 18 || text[len])
		return false;
	*number = strtoull(text, NULL, 10);
	return true;
}
