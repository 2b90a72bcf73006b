#include "libretwis/text/lookalike.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

/* What was typed, in UTF-16 as ICU has it, as a display name is at most. */
#define UNITS 256

struct text {
	UChar v[UNITS];
	int32_t n;
};

/* ---- steps ------------------------------------------------------------- */

/* A step that fails, as on a longer text, leaves the text as it was. */
static void text_replace(struct text *t, const UChar *by, int32_t n,
			 UErrorCode err)
{
	if (U_FAILURE(err) || n > UNITS)
		return;
	memcpy(t->v, by, (size_t)n * sizeof *by);
	t->n = n;
}

/* Full-width letters, and those in circles, become plain ones. */
static void text_normalize(struct text *t)
{
	UErrorCode err = U_ZERO_ERROR;
	const UNormalizer2 *nfkc = unorm2_getNFKCInstance(&err);
	UChar to[UNITS];
	int32_t n = unorm2_normalize(nfkc, t->v, t->n, to, UNITS, &err);

	text_replace(t, to, n, err);
}

/*
 * Letters in another style, for which Unicode has no plain form: white ones on
 * black, and small capitals, which many sites turn texts into.
 */
static UChar32 text_plain(UChar32 code)
{
	static const UChar32 small[] = {
		0x1d00, 0x299,  0x1d04, 0x1d05, 0x1d07, 0xa730, 0x262,
		0x29c,  0x26a,  0x1d0a, 0x1d0b, 0x29f,  0x1d0d, 0x274,
		0x1d0f, 0x1d18, 0xa7af, 0x280,  0xa731, 0x1d1b, 0x1d1c,
		0x1d20, 0x1d21, 'x',    0x28f,  0x1d22,
	};

	if (code >= 0x1f150 && code <= 0x1f169)
		return 'a' + code - 0x1f150;
	if (code >= 0x1f170 && code <= 0x1f189)
		return 'a' + code - 0x1f170;
	for (int i = 0; i < 26; i++)
		if (code == small[i])
			return 'a' + i;
	return code;
}

static bool text_is_letter(UChar32 code)
{
	return U_GET_GC_MASK(code) & (U_GC_L_MASK | U_GC_N_MASK | U_GC_M_MASK);
}

/*
 * Leaves out joiners and selectors, which are invisible, and whatever is no
 * letter if only these matter.
 */
static void text_reduce(struct text *t, bool letters)
{
	int32_t from = 0, to = 0;
	UChar32 code;

	while (from < t->n) {
		U16_NEXT(t->v, from, t->n, code);
		code = text_plain(code);
		if (u_hasBinaryProperty(code,
					UCHAR_DEFAULT_IGNORABLE_CODE_POINT) ||
		    (letters && !text_is_letter(code)))
			continue;
		U16_APPEND_UNSAFE(t->v, to, code);
	}
	t->n = to;
}

static void text_skeleton(struct text *t, const USpoofChecker *spoof)
{
	UErrorCode err = U_ZERO_ERROR;
	UChar to[UNITS];
	int32_t n = uspoof_getSkeleton(spoof, 0, t->v, t->n, to, UNITS, &err);

	text_replace(t, to, n, err);
}

static void text_fold(struct text *t)
{
	UErrorCode err = U_ZERO_ERROR;
	UChar to[UNITS];
	int32_t n = u_strFoldCase(to, UNITS, t->v, t->n, U_FOLD_CASE_DEFAULT,
				  &err);

	text_replace(t, to, n, err);
}

static void text_capitals(struct text *t)
{
	UErrorCode err = U_ZERO_ERROR;
	UChar to[UNITS];
	int32_t n = u_strToUpper(to, UNITS, t->v, t->n, "", &err);

	text_replace(t, to, n, err);
}

static const char *text_utf8(struct arena *a, const struct text *t)
{
	UErrorCode err = U_ZERO_ERROR;
	char *to = arena_alloc(a, 3 * UNITS + 1);

	u_strToUTF8(to, 3 * UNITS, NULL, t->v, t->n, &err);
	return U_FAILURE(err) ? "" : to;
}

/* ---- looks ------------------------------------------------------------- */

/*
 * The skeleton of HANNA with a Cyrillic H has a Latin one, which then becomes
 * small; and small letters have skeletons again, as m has.
 */
static const char *look_typed(struct arena *a, struct text t,
			      const USpoofChecker *spoof)
{
	text_skeleton(&t, spoof);
	text_fold(&t);
	text_skeleton(&t, spoof);
	return text_utf8(a, &t);
}

static const char *look_capital(struct arena *a, struct text t,
				const USpoofChecker *spoof)
{
	text_capitals(&t);
	text_skeleton(&t, spoof);
	return text_utf8(a, &t);
}

static struct look look_with(struct arena *a, const char *typed, bool letters,
			     const USpoofChecker *spoof)
{
	UErrorCode err = U_ZERO_ERROR;
	struct text t;

	u_strFromUTF8WithSub(t.v, UNITS, &t.n, typed, -1, 0xfffd, NULL, &err);
	if (U_FAILURE(err))
		return (struct look){ typed, typed };
	text_normalize(&t);
	text_reduce(&t, letters);
	return (struct look){ look_typed(a, t, spoof),
			      look_capital(a, t, spoof) };
}

static struct look look_open(struct arena *a, const char *text, bool letters)
{
	UErrorCode err = U_ZERO_ERROR;
	USpoofChecker *spoof = uspoof_open(&err);
	struct look look = { text, text };

	if (U_SUCCESS(err))
		look = look_with(a, text, letters, spoof);
	uspoof_close(spoof);
	return look;
}

struct look look_of(struct arena *a, const char *text)
{
	return look_open(a, text, false);
}

struct look look_of_letters(struct arena *a, const char *text)
{
	struct look look = look_open(a, text, true);

	return *look.typed ? look : look_of(a, text);
}

bool look_same(const struct look *x, const struct look *y)
{
	return strcmp(x->typed, y->typed) == 0 ||
	       strcmp(x->capital, y->capital) == 0;
}

/* ---- from a look to names ---------------------------------------------- */

#define NAME_MAX 20

/* Digits last: names that have them for letters come late. */
static const char name_letters[] = "abcdefghijklmnopqrstuvwxyz_0123456789";

#define LETTERS (sizeof name_letters - 1)

/* The names that look like a text, while they are being spelled. */
struct spelling {
	const char *text;
	const char *look[LETTERS]; /* of each letter */
	unsigned *fewest; /* letters that spell the text from here on */
	char name[NAME_MAX + 1];
	struct arena *a;
	struct look_names *found;
};

static bool spelling_has(const struct spelling *s, size_t at, size_t letter)
{
	size_t n = strlen(s->look[letter]);

	return n && strncmp(s->text + at, s->look[letter], n) == 0;
}

/* From the end to the beginning, so that no attempt to spell it is in vain. */
static void spelling_measure(struct spelling *s)
{
	size_t n = strlen(s->text);

	s->fewest = arena_alloc(s->a, (n + 1) * sizeof *s->fewest);
	for (size_t at = n; at-- > 0;) {
		s->fewest[at] = NAME_MAX + 1;
		for (size_t i = 0; i < LETTERS; i++) {
			unsigned more;

			if (!spelling_has(s, at, i))
				continue;
			more = 1 + s->fewest[at + strlen(s->look[i])];
			if (more < s->fewest[at])
				s->fewest[at] = more;
		}
	}
}

static void spelling_go_on(struct spelling *s, size_t at, size_t len)
{
	if (s->found->n == LOOK_NAMES || len + s->fewest[at] > NAME_MAX)
		return;
	if (!s->text[at]) {
		s->found->v[s->found->n++] = arena_strndup(s->a, s->name, len);
		return;
	}
	for (size_t i = 0; i < LETTERS; i++)
		if (spelling_has(s, at, i)) {
			s->name[len] = name_letters[i];
			spelling_go_on(s, at + strlen(s->look[i]), len + 1);
		}
}

static void spelling_all(struct spelling *s)
{
	if (!*s->text)
		return;
	spelling_measure(s);
	spelling_go_on(s, 0, 0);
}

struct look_names look_names(struct arena *a, const struct look *look)
{
	struct look_names found = { .v = arena_alloc(
					    a, LOOK_NAMES * sizeof *found.v) };
	struct spelling typed = { .text = look->typed,
				  .a = a,
				  .found = &found };
	struct spelling capital = { .text = look->capital,
				    .a = a,
				    .found = &found };

	for (size_t i = 0; i < LETTERS; i++) {
		struct look of = look_of(a, (char[]){ name_letters[i], '\0' });

		typed.look[i] = of.typed;
		capital.look[i] = of.capital;
	}
	spelling_all(&typed);
	spelling_all(&capital);
	return found;
}
