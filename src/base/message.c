#define _GNU_SOURCE /* asprintf() */
#include "base/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/catalog.h"
#include "base/numerals.h"

/* Empty as long as all is in English. */
static struct catalog catalog;
static bool is_rtl;

/* ---- forms of a number ------------------------------------------------- */

/*
 * The form of each number up to 199, as `make` has found with Plural-Forms of the
 * .po file; of a larger one, it is that of 100 and its last two digits.
 */
#define LISTED 200
static char forms[LISTED + 1];

/* What scripts need of it. */
#define LISTED_FOR_SCRIPTS 101
static char script_forms[LISTED_FOR_SCRIPTS + 1] = "101";

static bool read_forms(const char *path)
{
	FILE *file = fopen(path, "re");
	size_t n = LISTED_FOR_SCRIPTS;

	if (!file)
		return false;
	forms[fread(forms, 1, LISTED, file)] = '\0';
	fclose(file);
	if (strspn(forms, "012345") != LISTED)
		return false;
	while (n > 1 && forms[n - 1] == forms[n - 2])
		n--;
	memcpy(script_forms, forms, n);
	script_forms[n] = '\0';
	return true;
}

int message_form(uint64_t n)
{
	if (!*forms)
		return n != 1;
	return forms[n < LISTED ? n : 100 + n % 100] - '0';
}

const char *message_forms(void)
{
	return script_forms;
}

/* ---- translations ------------------------------------------------------ */

bool message_language(const char *folder)
{
	char *file = NULL;
	bool is_there;

	if (asprintf(&file, "%s/forms", folder) < 0)
		return false;
	is_there = read_forms(file);
	free(file);
	if (!is_there || asprintf(&file, "%s/messages.mo", folder) < 0)
		return false;
	is_there = catalog_read(&catalog, file);
	free(file);
	if (!is_there)
		return false;
	is_rtl = strcmp(message_in("direction", "ltr"), "rtl") == 0;
	/*
	 * Translators: The ten digits of your language, from zero.  Arabic may
	 * have ٠١٢٣٤٥٦٧٨٩; most languages keep these.
	 */
	return numerals_set(message_in("digits", "0123456789"));
}

const char *message(const char *english)
{
	/* The empty text is the key of the head of a .po file. */
	const char *text =
		*english ? catalog_find(&catalog, english, 0) : NULL;

	return text ? text : english;
}

const char *message_with_context(const char *both, const char *english)
{
	const char *text = catalog_find(&catalog, both, 0);

	return text ? text : english;
}

const char *message_of(const char *both)
{
	return message_with_context(both, strchr(both, '\004') + 1);
}

const char *message_plural(const char *one, const char *many, uint64_t n)
{
	const char *text =
		catalog_find(&catalog, one, (unsigned)message_form(n));

	if (text)
		return text;
	return n == 1 ? one : many;
}

bool message_is_rtl(void)
{
	return is_rtl;
}

/* ---- values in a message ----------------------------------------------- */

#define ISOLATE     "\u2068"
#define END_ISOLATE "\u2069"

/*
 * Whether there may be letters from right to left: Hebrew, Arabic and their
 * neighbours are U+0590 to U+08FF, which begin with these bytes in UTF-8.
 */
static bool may_be_rtl(const char *s)
{
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if ((c >= 0xD6 && c <= 0xDF) ||
		    (c == 0xE0 && (unsigned char)s[1] < 0xA4))
			return true;
	}
	return false;
}

/* A text that grows; `at` is NULL while it is only measured. */
struct filled {
	char *at;
	size_t len;
};

static void put(struct filled *f, const char *text, size_t len)
{
	if (f->at)
		memcpy(f->at + f->len, text, len);
	f->len += len;
}

static void put_value(struct filled *f, const char *value, bool isolates)
{
	isolates = isolates && (is_rtl || may_be_rtl(value));
	if (isolates)
		put(f, ISOLATE, strlen(ISOLATE));
	put(f, value, strlen(value));
	if (isolates)
		put(f, END_ISOLATE, strlen(END_ISOLATE));
}

/* The value for {name}, which begins at `at`, or NULL. */
static const char *find_value(const char *at, va_list pairs)
{
	const char *name, *value, *found = NULL;
	va_list each;

	va_copy(each, pairs);
	while (!found && (name = va_arg(each, const char *))) {
		size_t len = strlen(name);

		value = va_arg(each, const char *);
		if (strncmp(at + 1, name, len) == 0 && at[1 + len] == '}')
			found = value;
	}
	va_end(each);
	return found;
}

static void put_filled(struct filled *f, const char *text, va_list pairs,
		       bool isolates)
{
	const char *at, *value;

	while ((at = strchr(text, '{'))) {
		put(f, text, (size_t)(at - text));
		if ((value = find_value(at, pairs)))
			put_value(f, value, isolates);
		else
			put(f, at, 1);
		text = value ? strchr(at, '}') + 1 : at + 1;
	}
	put(f, text, strlen(text) + 1);
}

/* Each post has such a text, and printf() would take much longer. */
static const char *filled(struct arena *a, const char *text, va_list pairs,
			  bool isolates)
{
	struct filled f = { 0 };

	put_filled(&f, text, pairs, isolates);
	f = (struct filled){ .at = arena_room(a, f.len) };
	put_filled(&f, text, pairs, isolates);
	return f.at;
}

const char *message_fill_pairs(struct arena *a, const char *text, ...)
{
	va_list pairs;

	va_start(pairs, text);
	text = filled(a, text, pairs, true);
	va_end(pairs);
	return text;
}

const char *message_join_pairs(struct arena *a, const char *text, ...)
{
	va_list pairs;

	va_start(pairs, text);
	text = filled(a, text, pairs, false);
	va_end(pairs);
	return text;
}
