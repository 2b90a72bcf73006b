#include "libretwis/text/words.h"

#include <string.h>
#include <unictype.h>

#include "base/utf8.h"
#include "libretwis/text/search_fold.h"

#define ZERO_WIDTH_SPACE 0x200b /* parts words, although nobody sees it */

/* ---- one word ---------------------------------------------------------- */

/* What is invisible does not end a word: a soft hyphen, a joiner. */
static bool word_has(uint32_t code)
{
	return utf8_is_letter(code) || utf8_is_mark(code) ||
	       (code && code != ZERO_WIDTH_SPACE &&
		uc_is_property_default_ignorable_code_point(code));
}

static const char *word_cut(struct arena *a, const char *s, size_t len)
{
	char *word = arena_strndup(a, s, len);

	word[utf8_bytes(word, WORD_LETTERS_MAX)] = '\0';
	return word;
}

/* A mark belongs to the letter before it, whatever its own script is. */
static size_t word_same_kind(const char *s)
{
	bool is_unspaced = utf8_is_unspaced(utf8_at(s));
	size_t len = utf8_step(s);

	while (s[len] && (utf8_is_mark(utf8_at(s + len)) ||
			  utf8_is_unspaced(utf8_at(s + len)) == is_unspaced))
		len += utf8_step(s + len);
	return len;
}

/* The next piece of a folded run; NULL at its end. */
static const char *word_next_piece(struct arena *a, const char **at)
{
	const char *s = *at;
	size_t len = *s ? word_same_kind(s) : 0, pair;

	if (!len)
		return NULL;
	if (!utf8_is_unspaced(utf8_at(s))) {
		*at += len;
		return word_cut(a, s, len);
	}
	pair = utf8_bytes(s, 2);
	if (pair > len)
		pair = len;
	/* The last pair ends its part of the run. */
	*at += pair == len ? len : utf8_step(s);
	return word_cut(a, s, pair);
}

static void word_spell(struct word *w, const char *spelling)
{
	size_t n = w->spelling[0] ? 1 : 0;

	if (!spelling || utf8_count(spelling) < WORD_LETTERS_MIN ||
	    (n && strcmp(w->spelling[0], spelling) == 0))
		return;
	w->spelling[n] = spelling;
}

/* ---- all words --------------------------------------------------------- */

/* Receives the words one by one, and returns false to get no more. */
typedef bool word_take(void *to, const struct word *word);

static bool words_of_run(struct arena *a, const char *run, word_take *take,
			 void *to)
{
	struct search_fold fold = search_fold(a, run);
	const char *plain = fold.plain, *replaced = fold.replaced;

	while (*plain || *replaced) {
		struct word w = { { NULL } };

		word_spell(&w, word_next_piece(a, &plain));
		word_spell(&w, word_next_piece(a, &replaced));
		if (w.spelling[0] && !take(to, &w))
			return false;
	}
	return true;
}

static void words_each(struct arena *a, const char *s, word_take *take,
		       void *to)
{
	while (*s) {
		size_t len = 0;

		while (s[len] && word_has(utf8_at(s + len)))
			len += utf8_step(s + len);
		if (len &&
		    !words_of_run(a, arena_strndup(a, s, len), take, to))
			return;
		s += len ? len : utf8_step(s);
	}
}

/* ---- finding them ------------------------------------------------------ */

static bool word_is(const struct word *one, const struct word *other)
{
	for (size_t i = 0; i < WORD_SPELLINGS; i++) {
		const char *a = one->spelling[i], *b = other->spelling[i];

		if (!a != !b || (a && strcmp(a, b) != 0))
			return false;
	}
	return true;
}

struct words_found {
	struct arena *a;
	struct words *words;
	size_t room, most;
};

static void words_make_room(struct words_found *f)
{
	struct words *words = f->words;
	struct word *before = words->v;

	if (words->n < f->room)
		return;
	f->room = f->room ? 2 * f->room : 32;
	words->v = arena_alloc(f->a, f->room * sizeof *words->v);
	if (words->n)
		memcpy(words->v, before, words->n * sizeof *before);
}

static bool words_add(void *to, const struct word *word)
{
	struct words_found *f = to;
	struct words *words = f->words;

	for (size_t i = 0; i < words->n; i++)
		if (word_is(&words->v[i], word))
			return true;
	words->more = words->n == f->most;
	if (words->more)
		return false;
	words_make_room(f);
	words->v[words->n++] = *word;
	return true;
}

void words_find(struct arena *a, const char *text, size_t most,
		struct words *words)
{
	struct words_found f = { .a = a, .words = words, .most = most };

	*words = (struct words){ 0 };
	words_each(a, text, words_add, &f);
}

/* ---- comparing them ---------------------------------------------------- */

struct words_sought {
	const struct words *words;
	bool *found;
	size_t left;
};

/* In one spelling at least. */
static bool word_matches(const struct word *one, const struct word *other)
{
	for (size_t i = 0; i < WORD_SPELLINGS; i++)
		for (size_t j = 0; j < WORD_SPELLINGS; j++)
			if (one->spelling[i] && other->spelling[j] &&
			    strcmp(one->spelling[i], other->spelling[j]) == 0)
				return true;
	return false;
}

static bool words_strike(void *to, const struct word *word)
{
	struct words_sought *s = to;

	for (size_t i = 0; i < s->words->n; i++)
		if (!s->found[i] && word_matches(&s->words->v[i], word)) {
			s->found[i] = true;
			s->left--;
		}
	return s->left;
}

bool words_are_in(struct arena *a, const struct words *words, const char *text)
{
	struct words_sought s = {
		.words = words,
		.found = arena_alloc(a, words->n * sizeof *s.found),
		.left = words->n,
	};

	if (s.left)
		words_each(a, text, words_strike, &s);
	return !s.left;
}
