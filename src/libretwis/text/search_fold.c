#include "libretwis/text/search_fold.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <utf8proc.h>

#include "base/utf8.h"

/*
 * Letters and marks apart (NFKD), in small letters, and without joiners.  This
 * also makes ss of ß, and plain letters of full-width ones.
 */
#define APART                                                                 \
	(UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |             \
	 UTF8PROC_CASEFOLD | UTF8PROC_IGNORE)

/* Together again (NFC): a syllable of Hangul is one letter. */
#define TOGETHER (UTF8PROC_STABLE | UTF8PROC_COMPOSE)

struct codes {
	int32_t *v;
	size_t n;
};

#define DIAERESIS 0x308
#define RING      0x30a

/* ---- letters and marks ------------------------------------------------- */

/*
 * The marks that people leave out: accents of Latin, Greek and Cyrillic, and
 * the points of Hebrew and Arabic.  In other scripts marks are letters.
 */
static bool fold_is_mark(int32_t code)
{
	static const int32_t range[][2] = {
		{ 0x300, 0x36f },   { 0x483, 0x487 },   { 0x591, 0x5bd },
		{ 0x5bf, 0x5bf },   { 0x5c1, 0x5c2 },   { 0x5c4, 0x5c5 },
		{ 0x5c7, 0x5c7 },   { 0x610, 0x61a },   { 0x64b, 0x65f },
		{ 0x670, 0x670 },   { 0x6d6, 0x6dc },   { 0x1ab0, 0x1aff },
		{ 0x1dc0, 0x1dff }, { 0x20d0, 0x20ff }, { 0xfe20, 0xfe2f },
	};

	for (size_t i = 0; i < sizeof range / sizeof *range; i++)
		if (code >= range[i][0] && code <= range[i][1])
			return true;
	return false;
}

/* Letters that Unicode doesn't take apart, and how they are typed. */
static const struct letter {
	int32_t code;
	const char *plain, *replaced;
} letters[] = {
	{ 0xe6, "ae", "ae" },  /* æ */
	{ 0xf0, "d", "d" },    /* ð */
	{ 0xf8, "o", "oe" },   /* ø */
	{ 0xfe, "th", "th" },  /* þ */
	{ 0x111, "d", "d" },   /* đ */
	{ 0x127, "h", "h" },   /* ħ */
	{ 0x131, "i", "i" },   /* ı */
	{ 0x142, "l", "l" },   /* ł */
	{ 0x153, "oe", "oe" }, /* œ */
	{ 0x167, "t", "t" },   /* ŧ */
};

static const struct letter *fold_find_letter(int32_t code)
{
	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
		if (letters[i].code == code)
			return &letters[i];
	return NULL;
}

/* What ä, ö, ü and å have as a second letter, or 0. */
static int32_t fold_second(int32_t letter, int32_t mark)
{
	if (mark == DIAERESIS &&
	    (letter == 'a' || letter == 'o' || letter == 'u'))
		return 'e';
	return mark == RING && letter == 'a' ? 'a' : 0;
}

/* ---- spellings --------------------------------------------------------- */

static void fold_append(struct codes *to, const char *text)
{
	while (*text)
		to->v[to->n++] = (unsigned char)*text++;
}

static void fold_spell(struct codes from, struct codes *to, bool replaced)
{
	to->n = 0;
	for (size_t i = 0; i < from.n; i++) {
		const struct letter *letter = fold_find_letter(from.v[i]);
		int32_t second = i ? fold_second(from.v[i - 1], from.v[i]) : 0;

		if (letter)
			fold_append(to, replaced ? letter->replaced
						 : letter->plain);
		else if (!fold_is_mark(from.v[i]))
			to->v[to->n++] = from.v[i];
		else if (replaced && second)
			to->v[to->n++] = second;
	}
}

/* Writes over the code points, which take at least as many bytes. */
static const char *fold_write(struct codes *c)
{
	utf8proc_ssize_t n =
		utf8proc_reencode(c->v, (utf8proc_ssize_t)c->n, TOGETHER);

	return n < 0 ? "" : (const char *)c->v;
}

static struct codes fold_read(struct arena *a, const char *text)
{
	size_t len = strlen(text);
	utf8proc_ssize_t n = utf8proc_decompose(
		(const uint8_t *)text, (utf8proc_ssize_t)len, NULL, 0, APART);
	struct codes c = { .n = n < 0 ? 0 : (size_t)n };

	c.v = arena_alloc(a, (c.n + 1) * sizeof *c.v);
	if (c.n)
		utf8proc_decompose((const uint8_t *)text,
				   (utf8proc_ssize_t)len, c.v, n, APART);
	return c;
}

/* A name of another Retwis may be anything, and is then not taken apart. */
struct search_fold search_fold(struct arena *a, const char *text)
{
	struct codes apart = fold_read(a, text), plain, replaced;
	size_t most = 2 * apart.n + 1;

	if (!apart.n) {
		text = utf8_fold(a, text);
		return (struct search_fold){ text, text };
	}
	plain.v = arena_alloc(a, most * sizeof *plain.v);
	replaced.v = arena_alloc(a, most * sizeof *replaced.v);
	fold_spell(apart, &plain, false);
	fold_spell(apart, &replaced, true);
	return (struct search_fold){ fold_write(&plain),
				     fold_write(&replaced) };
}
