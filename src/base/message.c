#define _GNU_SOURCE /* asprintf() */
#include "base/message.h"

#include <fcntl.h>
#include <libintl.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/numerals.h"

#define DOMAIN "retwis"

/*
 * gettext translates only in a locale, and C.UTF-8 is in each Debian.  A locale
 * for the program would do, but then the C library would speak the language of
 * LANGUAGE, too, in its errors, and these go to the logs.  So it is ours alone,
 * around each call.
 */
static locale_t messages;
static bool is_rtl;

/* The form of each number, which is looked up once: pages have many. */
#define LISTED 101
static char forms[LISTED + 1] = "101";
static size_t forms_n = 3;

static bool catalog_exists(const char *folder, const char *language)
{
	char *path = NULL;
	int file;

	if (asprintf(&path, "%s/%s/LC_MESSAGES/" DOMAIN ".mo", folder,
		     language) < 0)
		return false;
	file = open(path, O_RDONLY | O_CLOEXEC);
	free(path);
	if (file >= 0)
		close(file);
	return file >= 0;
}

static int look_up_form(uint64_t n)
{
	/* Translators: Don't translate this: number your forms from 0. */
	const char *number = message_plural("0", "1", n);
	int form = *number - '0';

	return form >= 0 && form < MESSAGE_FORMS ? form : 0;
}

static void list_forms(void)
{
	for (forms_n = 0; forms_n < LISTED; forms_n++)
		forms[forms_n] = (char)('0' + look_up_form(forms_n));
	while (forms_n > 1 && forms[forms_n - 1] == forms[forms_n - 2])
		forms_n--;
	forms[forms_n] = '\0';
}

bool message_language(const char *folder, const char *language)
{
	if (!catalog_exists(folder, language) ||
	    setenv("LANGUAGE", language, true) ||
	    !bindtextdomain(DOMAIN, folder) ||
	    !bind_textdomain_codeset(DOMAIN, "UTF-8"))
		return false;
	messages = newlocale(LC_MESSAGES_MASK, "C.UTF-8", (locale_t)0);
	if (!messages)
		return false;
	list_forms();
	is_rtl = strcmp(message_in("direction", "ltr"), "rtl") == 0;
	/*
	 * Translators: The ten digits of your language, from zero.  Arabic may
	 * have ٠١٢٣٤٥٦٧٨٩; most languages keep these.
	 */
	return numerals_set(message_in("digits", "0123456789"));
}

static const char *translated(const char *english, const char *many,
			      uint64_t n)
{
	locale_t before;
	const char *text;

	if (!messages)
		return many && n != 1 ? many : english;
	before = uselocale(messages);
	text = many ? dngettext(DOMAIN, english, many, n)
		    : dgettext(DOMAIN, english);
	uselocale(before);
	return text;
}

const char *message(const char *english)
{
	return translated(english, NULL, 0);
}

const char *message_with_context(const char *both, const char *english)
{
	const char *text = translated(both, NULL, 0);

	return text == both ? english : text;
}

const char *message_of(const char *both)
{
	return message_with_context(both, strchr(both, '\004') + 1);
}

const char *message_plural(const char *one, const char *many, uint64_t n)
{
	return translated(one, many, n);
}

int message_form(uint64_t n)
{
	if (n >= LISTED)
		return look_up_form(n);
	return forms[n < forms_n ? n : forms_n - 1] - '0';
}

const char *message_forms(void)
{
	return forms;
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
