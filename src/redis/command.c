#include "redis/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"

/* The size of a number with its sign or type, and CRLF. */
#define NUMBER_MAX (DIGITS_MAX + 4)

/* A word is the fixed part of a key and a value, and seldom more. */
#define PIECES_MAX 4

/* Few pipelines need less, and growing in small steps costs more. */
#define BEGIN_SIZE ((size_t)1024)

/* Most pipelines are shorter; the memory of longer ones is freed. */
#define KEEP_MAX ((size_t)64 * 1024)

struct command_word {
	const char *piece[PIECES_MAX];
	size_t len[PIECES_MAX];
	char digits[PIECES_MAX][NUMBER_MAX];
	size_t pieces, total;
};

void command_append(struct command *c, const char *bytes, size_t len)
{
	if (c->size - c->len < len) {
		c->size = 2 * c->size + len + BEGIN_SIZE;
		c->text = realloc(c->text, c->size);
		if (!c->text)
			abort();
	}
	memcpy(c->text + c->len, bytes, len);
	c->sent = 0;
	c->len += len;
}

static void command_count(struct command *c, char type, size_t n)
{
	char text[NUMBER_MAX], *end = text + sizeof text, *start;

	*--end = '\n';
	*--end = '\r';
	start = digits_before(end, n);
	*--start = type;
	command_append(c, start, (size_t)(text + sizeof text - start));
}

static void command_add_piece(struct command_word *w, const char *bytes,
			      size_t len)
{
	w->piece[w->pieces] = bytes;
	w->len[w->pieces++] = len;
	w->total += len;
}

static void command_add_number(struct command_word *w, bool negative,
			       uint64_t n)
{
	char *end = w->digits[w->pieces] + NUMBER_MAX;
	char *start = digits_before(end, n);

	if (negative)
		*--start = '-';
	command_add_piece(w, start, (size_t)(end - start));
}

static void command_add_signed(struct command_word *w, long long n)
{
	command_add_number(w, n < 0, n < 0 ? -(uint64_t)n : (uint64_t)n);
}

/* Adds the value for the conversion at `*format`, and moves past it. */
static bool command_add_value(struct command_word *w, const char **format,
			      va_list *args)
{
	if (strncmp(*format, "%s", 2) == 0) {
		const char *s = va_arg(*args, const char *);

		if (!s)
			return false;
		command_add_piece(w, s, strlen(s));
		*format += 2;
	} else if (strncmp(*format, "%lu", 3) == 0) {
		command_add_number(w, false, va_arg(*args, unsigned long));
		*format += 3;
	} else if (strncmp(*format, "%llu", 4) == 0) {
		command_add_number(w, false,
				   va_arg(*args, unsigned long long));
		*format += 4;
	} else if (strncmp(*format, "%d", 2) == 0) {
		command_add_signed(w, va_arg(*args, int));
		*format += 2;
	} else if (strncmp(*format, "%lld", 4) == 0) {
		command_add_signed(w, va_arg(*args, long long));
		*format += 4;
	} else {
		return false;
	}
	return true;
}

static void command_pieces(struct command *c, const struct command_word *w)
{
	command_count(c, '$', w->total);
	for (size_t i = 0; i < w->pieces; i++)
		command_append(c, w->piece[i], w->len[i]);
	command_append(c, "\r\n", 2);
}

static void command_id(struct command *c, uint64_t id)
{
	struct command_word w;

	w.pieces = w.total = 0;
	command_add_number(&w, false, id);
	command_pieces(c, &w);
}

static bool command_word(struct command *c, const char **format, va_list *args)
{
	struct command_word w;

	w.pieces = w.total = 0;
	while (**format && **format != ' ') {
		size_t fixed = strcspn(*format, " %");

		if (w.pieces == PIECES_MAX)
			return false;
		if (fixed) {
			command_add_piece(&w, *format, fixed);
			*format += fixed;
		} else if (!command_add_value(&w, format, args)) {
			return false;
		}
	}
	command_pieces(c, &w);
	return true;
}

bool command_format(struct command *c, const char *format, va_list args)
{
	return command_format_ids(c, NULL, 0, format, args);
}

bool command_format_ids(struct command *c, const uint64_t *ids, size_t n,
			const char *format, va_list args)
{
	size_t words = 1, before = c->len;
	va_list values;
	bool ok = true;

	for (const char *at = format; *at; at++)
		words += *at == ' ';
	command_count(c, '*', words + n);
	va_copy(values, args);
	for (; ok && words; words--) {
		ok = command_word(c, &format, &values);
		format += *format == ' ';
	}
	va_end(values);
	for (size_t i = 0; i < n; i++)
		command_id(c, ids[i]);
	if (!ok)
		c->len = before;
	return ok;
}

void command_clear(struct command *c)
{
	size_t len = c->len;

	if (c->size > KEEP_MAX)
		command_free(c);
	else if (len)
		c->sent = len;
	c->len = 0;
}

void command_free(struct command *c)
{
	free(c->text);
	*c = (struct command){ 0 };
}
