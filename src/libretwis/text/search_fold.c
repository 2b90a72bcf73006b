#define _GNU_SOURCE /* mempcpy() */
#include "libretwis/text/search_fold.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unictype.h>

#include "base/normalize.h"
#include "base/utf8.h"

#define DIAERESIS 0x308
#define RING      0x30a

/* ---- letters and marks ------------------------------------------------- */

/*
 * The marks that people leave out: accents of Latin, Greek and Cyrillic, and
 * the points of Hebrew and Arabic.  In other scripts marks are letters.
 */
static bool fold_is_mark(uint32_t code)
{
	static const uint32_t range[][2] = {
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
	uint32_t code;
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

static const struct letter *fold_find_letter(uint32_t code)
{
	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
		if (letters[i].code == code)
			return &letters[i];
	return NULL;
}

/* What ä, ö, ü and å have as a second letter. */
static const char *fold_second(uint32_t letter, uint32_t mark)
{
	if (mark == DIAERESIS &&
	    (letter == 'a' || letter == 'o' || letter == 'u'))
		return "e";
	return mark == RING && letter == 'a' ? "a" : "";
}

/* ---- spellings --------------------------------------------------------- */

/* Joiners and whatever else is invisible. */
static bool fold_is_ignored(uint32_t code)
{
	return uc_is_property_default_ignorable_code_point(code);
}

/*
 * Nothing becomes longer, since each mark and each letter of the table has at
 * least two bytes.  In the end (NFC) a syllable of Hangul is one letter again.
 */
static const char *fold_spell(struct arena *a, const char *apart,
			      bool replaced)
{
	char *spelled = arena_alloc(a, strlen(apart) + 1), *to = spelled;
	uint32_t last = 0, code;

	for (size_t n; *apart; apart += n, last = code) {
		const struct letter *letter;

		n = utf8_step(apart);
		code = utf8_at(apart);
		letter = fold_find_letter(code);
		if (letter)
			to = stpcpy(to, replaced ? letter->replaced
						 : letter->plain);
		else if (fold_is_mark(code))
			to = stpcpy(to,
				    replaced ? fold_second(last, code) : "");
		else if (!fold_is_ignored(code))
			to = mempcpy(to, apart, n);
	}
	*to = '\0';
	return normalize_nfc(a, spelled);
}

/* A name of another Retwis may be no UTF-8, and is then not taken apart. */
struct search_fold search_fold(struct arena *a, const char *text)
{
	const char *apart = normalize_folded(a, utf8_fold(a, text));

	return (struct search_fold){ fold_spell(a, apart, false),
				     fold_spell(a, apart, true) };
}

const char *search_squeeze(struct arena *a, const char *plain)
{
	char *squeezed = arena_strdup(a, plain), *to = squeezed;

	for (; *plain; plain++) {
		*to++ = *plain;
		if ((strchr("aou", *plain) && plain[1] == 'e') ||
		    (*plain == 'a' && plain[1] == 'a'))
			plain++;
	}
	*to = '\0';
	return squeezed;
}
