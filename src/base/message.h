/*
 * What people read, in the language of the site.  The source has it in English;
 * xgettext collects what is in _(), N_(), message_in() and message_plural() for
 * the translators, and `make` compiles what they write in po/.
 *
 * Until a program calls message_language(), all is in English: retwis-admin
 * and the logs stay so.
 *
 * What these functions return lives as long as the program.
 */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

#define _(english) message(english)
/* For a table: it is translated when it is shown, with _(). */
#define N_(english) english
/* The same for the two forms of a message with a number. */
#define FORMS_(one, many) one, many

/*
 * From now on messages are in the language of this folder: its messages.mo and
 * its `forms`.  What is missing there is in English.  Returns false if one of
 * the files can't be read, or isn't what it should be.  Call it once, before
 * there are threads.
 */
bool message_language(const char *folder);

/* The translation, or `english` if there is none. */
const char *message(const char *english);

/* The same for a word that has several meanings: both are literals. */
#define message_in(context, english)                                          \
	message_with_context(context "\004" english, english)
const char *message_with_context(const char *both, const char *english);

/* For a table: it is translated when it is shown, with message_of(). */
#define IN_(context, english) context "\004" english
const char *message_of(const char *both);

/* The form of the language for this number. */
const char *message_plural(const char *one, const char *many, uint64_t n);

/* The number of that form in the language, from 0 to MESSAGE_FORMS - 1. */
#define MESSAGE_FORMS 6
int message_form(uint64_t n);

/*
 * For scripts: the digits of message_form() for 0, 1, 2 and so on up to 100, of
 * which the last one is that of all others.  English has "101".
 */
const char *message_forms(void);

/* Whether the language is written from right to left. */
bool message_is_rtl(void);

/*
 * Replaces {name} by the value, for all pairs of names and values:
 *
 *	message_fill(a, _("Try again in {time}."), "time", time)
 *
 * Where an order of letters could be mixed up, the value is isolated by
 * U+2068 and U+2069.  The result is in the arena.
 */
#define message_fill(a, text, ...)                                            \
	message_fill_pairs(a, text, ##__VA_ARGS__, (const char *)NULL)
const char *message_fill_pairs(struct arena *a, const char *text, ...)
	__attribute__((sentinel));

/*
 * The same for values of ours that cannot mix up the order, and so aren't
 * isolated: numbers, and the parts of a date.
 */
#define message_join(a, text, ...)                                            \
	message_join_pairs(a, text, ##__VA_ARGS__, (const char *)NULL)
const char *message_join_pairs(struct arena *a, const char *text, ...)
	__attribute__((sentinel));

#endif
