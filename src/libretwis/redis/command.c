#include "libretwis/redis/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libretwis/base/digits.h"

/* With a sign or a type, and CRLF. */
#define NUMBER_MAX (DIGITS_MAX + 4)

/* A word is a key's fixed part, a value, and seldom more. */
#define PIECES_MAX 4

struct word {
	const char *piece[PIECES_MAX];
	size_t len[PIECES_MAX];
	char digits[PIECES_MAX][NUMBER_MAX];
	size_t pieces, total;
};

static void append(struct command *c, const char *bytes, size_t len)
{
	if (c->size - c->len < len) {
		c->size = 2 * c->size + len;
		c->text = realloc(c->text, c->size);
		if (!c->text)
			abort();
	}
	memcpy(c->text + c->len, bytes, len);
	c->len += len;
}

static void append_count(struct command *c, char type, size_t n)
{
	char text[NUMBER_MAX], *end = text + sizeof text, *start;

	*--end = '\n';
	*--end = '\r';
	start = digits_before(end, n);
	*--start = type;
	append(c, start, (size_t)(text + sizeof text - start));
}

static void add_piece(struct word *w, const char *bytes, size_t len)
{
	w->piece[w->pieces] = bytes;
	w->len[w->pieces++] = len;
	w->total += len;
}

static void add_number(struct word *w, bool negative, uint64_t n)
{
	char *end = w->digits[w->pieces] + NUMBER_MAX;
	char *start = digits_before(end, n);

	if (negative)
		*--start = '-';
	add_piece(w, start, (size_t)(end - start));
}

static void add_signed(struct word *w, long long n)
{
	add_number(w, n < 0, n < 0 ? -(uint64_t)n : (uint64_t)n);
}

/* Takes the value of the conversion at `*format`, and steps over it. */
static bool add_value(struct word *w, const char **format, va_list *args)
{
	if (strncmp(*format, "%s", 2) == 0) {
		const char *s = va_arg(*args, const char *);

		add_piece(w, s, strlen(s));
		*format += 2;
	} else if (strncmp(*format, "%lu", 3) == 0) {
		add_number(w, false, va_arg(*args, unsigned long));
		*format += 3;
	} else if (strncmp(*format, "%llu", 4) == 0) {
		add_number(w, false, va_arg(*args, unsigned long long));
		*format += 4;
	} else if (strncmp(*format, "%d", 2) == 0) {
		add_signed(w, va_arg(*args, int));
		*format += 2;
	} else if (strncmp(*format, "%lld", 4) == 0) {
		add_signed(w, va_arg(*args, long long));
		*format += 4;
	} else {
		return false;
	}
	return true;
}

static void append_pieces(struct command *c, const struct word *w)
{
	append_count(c, '$', w->total);
	for (size_t i = 0; i < w->pieces; i++)
		append(c, w->piece[i], w->len[i]);
	append(c, "\r\n", 2);
}

static void append_id(struct command *c, uint64_t id)
{
	struct word w;

	w.pieces = w.total = 0;
	add_number(&w, false, id);
	append_pieces(c, &w);
}

static bool append_word(struct command *c, const char **format, va_list *args)
{
	struct word w;

	w.pieces = w.total = 0;
	while (**format && **format != ' ') {
		size_t fixed = strcspn(*format, " %");

		if (w.pieces == PIECES_MAX)
			return false;
		if (fixed) {
			add_piece(&w, *format, fixed);
			*format += fixed;
		} else if (!add_value(&w, format, args)) {
			return false;
		}
	}
	append_pieces(c, &w);
	return true;
}

bool command_format(struct command *c, const char *format, va_list args)
{
	return command_format_ids(c, NULL, 0, format, args);
}

bool command_format_ids(struct command *c, const uint64_t *ids, size_t n,
			const char *format, va_list args)
{
	va_list values;
	size_t words = 1;
	bool ok = true;

	for (const char *at = format; *at; at++)
		words += *at == ' ';
	c->len = 0;
	append_count(c, '*', words + n);
	va_copy(values, args);
	for (; ok && words; words--) {
		ok = append_word(c, &format, &values);
		format += *format == ' ';
	}
	va_end(values);
	for (size_t i = 0; i < n; i++)
		append_id(c, ids[i]);
	return ok;
}

void command_free(struct command *c)
{
	free(c->text);
	*c = (struct command){ 0 };
}
