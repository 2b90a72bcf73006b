/*
 * The words of a text, for the search; private to libretwis.
 *
 * A word is a run of letters and digits of any script, so a tag or a mention
 * is found without its mark.  It is folded as names are (search_fold.h), and
 * so has two spellings, which may be the same: "Müller" is muller and mueller.
 * Scripts that put no blanks between words are cut into all pairs of
 * neighbouring letters instead.
 */
#ifndef WORDS_H
#define WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

#define WORD_LETTERS_MIN 2  /* a shorter one is no word */
#define WORD_LETTERS_MAX 40 /* a longer one is cut off after these */
#define WORD_SPELLINGS   2

struct word {
	const char *spelling[WORD_SPELLINGS]; /* the second may be NULL */
};

struct words {
	struct word *v;
	size_t n;
	bool more; /* than were asked for */
};

/* The first `most` different words of a text; none if it is not UTF-8. */
void words_find(struct arena *a, const char *text, size_t most,
		struct words *words);

/*
 * Whether each of these words is one of the text, in any spelling; however
 * many words the text has.
 */
bool words_are_in(struct arena *a, const struct words *words,
		  const char *text);

#endif
