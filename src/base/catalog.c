#include "base/catalog.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The format is in "The Format of GNU MO Files" of the manual of gettext: a head
 * of five numbers, and two tables of {length, place}, one of keys in the order of
 * strcmp(), one of their translations.  Each text ends with a NUL that its length
 * doesn't count; between the forms of a message there is one, too.
 */
#define MAGIC    0x950412de
#define HEAD_LEN 20
#define ROW_LEN  8

static uint32_t number_at(const struct catalog *c, size_t at)
{
	const unsigned char *b = c->bytes + at;

	return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 |
	       (uint32_t)b[3] << 24;
}

/* The text in that row of a table, and its length. */
static const char *text_at(const struct catalog *c, uint32_t table, uint32_t i,
			   size_t *len)
{
	size_t row = table + (size_t)i * ROW_LEN;

	*len = number_at(c, row);
	return (const char *)c->bytes + number_at(c, row + 4);
}

static bool is_within(const struct catalog *c, size_t at, size_t len)
{
	return at <= c->len && len <= c->len - at;
}

static bool is_table(const struct catalog *c, uint32_t table)
{
	if (!is_within(c, table, (size_t)c->n * ROW_LEN))
		return false;
	for (uint32_t i = 0; i < c->n; i++) {
		size_t row = table + (size_t)i * ROW_LEN;
		size_t len = number_at(c, row), at = number_at(c, row + 4);

		if (!is_within(c, at, len + 1) || c->bytes[at + len] != '\0')
			return false;
	}
	return true;
}

/* So nothing needs to be checked when a text is looked up. */
static bool is_catalog(struct catalog *c)
{
	if (c->len < HEAD_LEN || number_at(c, 0) != MAGIC)
		return false;
	c->n = number_at(c, 8);
	c->keys = number_at(c, 12);
	c->texts = number_at(c, 16);
	return is_table(c, c->keys) && is_table(c, c->texts);
}

static bool catalog_read_file(struct catalog *c, FILE *file)
{
	long len;

	if (fseek(file, 0, SEEK_END) || (len = ftell(file)) < 0)
		return false;
	rewind(file);
	c->len = (size_t)len;
	c->bytes = malloc(c->len + 1);
	if (!c->bytes)
		return false;
	errno = EINVAL;
	return fread(c->bytes, 1, c->len, file) == c->len && is_catalog(c);
}

bool catalog_read(struct catalog *c, const char *path)
{
	FILE *file = fopen(path, "re");
	struct catalog read = { 0 };
	bool is_good;

	if (!file)
		return false;
	is_good = catalog_read_file(&read, file);
	fclose(file);
	if (is_good)
		*c = read;
	else
		free(read.bytes);
	return is_good;
}

const char *catalog_find(const struct catalog *c, const char *key,
			 unsigned form)
{
	uint32_t from = 0, to = c->n;
	size_t len;

	while (from < to) {
		uint32_t i = from + (to - from) / 2;
		int order = strcmp(key, text_at(c, c->keys, i, &len));

		if (order == 0) {
			const char *text = text_at(c, c->texts, i, &len);
			const char *end = text + len;

			for (; form > 0 && text < end; form--)
				text += strlen(text) + 1;
			return text < end ? text : NULL;
		}
		if (order < 0)
			to = i;
		else
			from = i + 1;
	}
	return NULL;
}
