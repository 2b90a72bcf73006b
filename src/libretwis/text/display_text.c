/*
 * Whether a display name is acceptable.  Only pages that set one need this, and
 * ICU with it.
 */
#include <string.h>
#include <unicode/uchar.h>

#include "base/message.h"
#include "base/numerals.h"
#include "base/utf8.h"
#include "libretwis/retwis.h"
#include "libretwis/text/lookalike.h"

#define ZWNJ 0x200c
#define ZWJ  0x200d

/* The text as code points, of which v[n] is 0. */
struct display {
	uint32_t *v;
	size_t n;
};

static bool display_decode(struct arena *a, const char *text,
			   struct display *d)
{
	size_t left = strlen(text), n;

	d->v = arena_alloc(a, (left + 1) * sizeof *d->v);
	for (d->n = 0; left; text += n, left -= n)
		if (!(n = utf8_read(text, left, &d->v[d->n++])))
			return false;
	return true;
}

/* ---- invisible characters ---------------------------------------------- */

/*
 * Unicode's format characters (Cf) except the two joiners, and the
 * noncharacters.  They are invisible, so with them two different names could
 * look alike.
 */
static bool display_is_format(uint32_t code)
{
	static const uint32_t range[][2] = {
		{ 0xad, 0xad },       { 0x34f, 0x34f },
		{ 0x600, 0x605 },     { 0x61c, 0x61c },
		{ 0x6dd, 0x6dd },     { 0x70f, 0x70f },
		{ 0x890, 0x891 },     { 0x8e2, 0x8e2 },
		{ 0x180b, 0x180f },   { 0x200b, 0x200b },
		{ 0x200e, 0x200f },   { 0x2028, 0x202e },
		{ 0x2060, 0x206f },   { 0xfdd0, 0xfdef },
		{ 0xfeff, 0xfeff },   { 0xfff9, 0xfffb },
		{ 0x110bd, 0x110bd }, { 0x110cd, 0x110cd },
		{ 0x13430, 0x1343f }, { 0x1bca0, 0x1bca3 },
		{ 0x1d173, 0x1d17a }, { 0xe0000, 0xe00ff },
	};

	for (size_t i = 0; i < sizeof range / sizeof *range; i++)
		if (code >= range[i][0] && code <= range[i][1])
			return true;
	return (code & 0xfffe) == 0xfffe;
}

/*
 * Variation selectors choose how the character before them looks, and are not
 * blanks.
 */
static bool display_is_selector(uint32_t code)
{
	return (code >= 0xfe00 && code <= 0xfe0f) ||
	       (code >= 0xe0100 && code <= 0xe01ef);
}

#define BLACK_FLAG 0x1f3f4
#define TAG_END    0xe007f
#define TAGS_MOST  6

/*
 * The flags of England, Scotland and Wales are a black flag and the letters of
 * a region, such as "gbeng", in invisible characters.  Returns how many of
 * these there are at `i`, or 0 if this is no such flag.
 */
static size_t display_flag_tags(const struct display *d, size_t i)
{
	size_t n = 0;

	if (!i || d->v[i - 1] != BLACK_FLAG)
		return 0;
	while (n < TAGS_MOST &&
	       ((d->v[i + n] >= 0xe0061 && d->v[i + n] <= 0xe007a) ||
		(d->v[i + n] >= 0xe0030 && d->v[i + n] <= 0xe0039)))
		n++;
	return n && d->v[i + n] == TAG_END ? n + 1 : 0;
}

/* ---- joiners ----------------------------------------------------------- */

/*
 * A joiner is invisible, but changes how its neighbours look: so it may be only
 * where it does.  The rules for letters are those of UAX #31 and RFC 5892
 * (CONTEXTJ), the one for emoji is GB11 of UAX #29.
 */

static bool display_is_mark(uint32_t code)
{
	return U_GET_GC_MASK(code) & U_GC_M_MASK;
}

static bool display_is_letter(uint32_t code)
{
	return U_GET_GC_MASK(code) & U_GC_L_MASK;
}

/* It joins the consonants of an Indic script. */
static bool display_is_virama(uint32_t code)
{
	return u_getCombiningClass((UChar32)code) == 9;
}

static bool display_is_emoji(uint32_t code)
{
	return u_hasBinaryProperty((UChar32)code, UCHAR_EXTENDED_PICTOGRAPHIC);
}

static bool display_joins_emoji(const struct display *d, size_t i)
{
	size_t from = i;

	while (from > 0 && (display_is_selector(d->v[from - 1]) ||
			    u_hasBinaryProperty((UChar32)d->v[from - 1],
						UCHAR_EMOJI_MODIFIER)))
		from--;
	return from > 0 && display_is_emoji(d->v[from - 1]) &&
	       display_is_emoji(d->v[i + 1]);
}

/*
 * After a virama a ZWJ asks for another shape of the letter before, which may
 * be the last of the word.  Bengali and Kannada also have it before a virama,
 * as in the name that Rachel is there.
 */
static bool display_joins_indic(const struct display *d, size_t i)
{
	uint32_t before = i ? d->v[i - 1] : 0, after = d->v[i + 1];

	return (display_is_virama(before) && !display_is_mark(after)) ||
	       (display_is_letter(before) && display_is_virama(after));
}

static int display_joining(uint32_t code)
{
	return u_getIntPropertyValue((UChar32)code, UCHAR_JOINING_TYPE);
}

/* Whether the letters around `i` would be joined, as Arabic ones are. */
static bool display_splits_joined(const struct display *d, size_t i)
{
	size_t from = i, to = i + 1;
	int before, after;

	while (from > 0 && display_joining(d->v[from - 1]) == U_JT_TRANSPARENT)
		from--;
	while (to < d->n && display_joining(d->v[to]) == U_JT_TRANSPARENT)
		to++;
	if (!from || to >= d->n)
		return false;
	before = display_joining(d->v[from - 1]);
	after = display_joining(d->v[to]);
	return (before == U_JT_DUAL_JOINING || before == U_JT_LEFT_JOINING) &&
	       (after == U_JT_DUAL_JOINING || after == U_JT_RIGHT_JOINING);
}

static bool display_splits_indic(const struct display *d, size_t i)
{
	return i && display_is_virama(d->v[i - 1]) &&
	       display_is_letter(d->v[i + 1]);
}

static bool display_is_joiner(uint32_t code)
{
	return code == ZWNJ || code == ZWJ;
}

static bool display_may_join(const struct display *d, size_t i)
{
	if (d->v[i] == ZWJ)
		return display_joins_indic(d, i) || display_joins_emoji(d, i);
	return display_splits_indic(d, i) || display_splits_joined(d, i);
}

/* ---- marks above and below letters ------------------------------------- */

#define MARKS_MAX       2
#define INDIC_MARKS_MAX 4

static bool display_is_accent(uint32_t code)
{
	return U_GET_GC_MASK(code) & (U_GC_MN_MASK | U_GC_ME_MASK) &&
	       !display_is_selector(code);
}

/* In Indic scripts vowels and some consonants are marks. */
static bool display_is_indic(uint32_t code)
{
	return u_getIntPropertyValue((UChar32)code,
				     UCHAR_INDIC_SYLLABIC_CATEGORY) !=
	       U_INSC_OTHER;
}

/*
 * Piled up, marks cover the lines above and below.  Two are enough for
 * Vietnamese and for Arabic; but the Tibetan name Dolma and the Burmese Hlaing
 * have three on one letter, all of them different.
 */
static bool display_is_pile(const struct display *d, size_t i)
{
	bool indic = true;
	size_t n = 0;

	for (; i + n < d->n && display_is_accent(d->v[i + n]); n++)
		indic = indic && display_is_indic(d->v[i + n]) &&
			(!n || d->v[i + n] != d->v[i + n - 1]);
	return n > (indic ? INDIC_MARKS_MAX : MARKS_MAX);
}

/* ---- what is wrong ----------------------------------------------------- */

static const char *display_letter_problem(const struct display *d, size_t i)
{
	uint32_t code = d->v[i];

	if (utf8_is_control(code) || code == '\n')
		return _("Your display name can't have line breaks, tabs or "
			 "other control characters.");
	if (display_is_format(code))
		return _(
			"Your display name can't have invisible characters or "
			"ones that change the direction of the text.");
	if (display_is_joiner(code) && !display_may_join(d, i))
		return _(
			"Your display name has an invisible joiner where there "
			"is nothing to join. Delete the name and type it again.");
	if (display_is_pile(d, i))
		return _(
			"Your display name has too many accents on one letter: "
			"two at most.");
	return NULL;
}

static const char *display_text_problem(struct arena *a, const char *text)
{
	struct display d;
	const char *problem = NULL;

	if (!display_decode(a, text, &d))
		return _("This isn't valid UTF-8 text.");
	for (size_t i = 0; i < d.n && !problem; i++) {
		i += display_flag_tags(&d, i);
		if (i < d.n)
			problem = display_letter_problem(&d, i);
	}
	return problem;
}

/* ---- marks of the site ------------------------------------------------- */

static bool display_looks_like(struct arena *a, const struct look *look,
			       const char *word)
{
	struct look badge = look_of_letters(a, word);

	return look_same(look, &badge);
}

/*
 * The words beside the names of those who run the site: see member.tpl.  People
 * know the English ones in any language.
 */
static bool display_is_badge(struct arena *a, const char *text)
{
	static const char *const badges[] = { N_("Host"), N_("Moderator") };
	struct look look = look_of_letters(a, text);

	for (size_t i = 0; i < sizeof badges / sizeof *badges; i++)
		if (display_looks_like(a, &look, badges[i]) ||
		    display_looks_like(a, &look, _(badges[i])))
			return true;
	return false;
}

/* ---- all of it --------------------------------------------------------- */

static bool display_is_space(uint32_t code)
{
	return utf8_is_blank(code) && !display_is_selector(code) &&
	       !display_is_joiner(code) &&
	       !(code >= 0xe0000 && code <= TAG_END);
}

/*
 * Replaces each run of blanks by one space, and removes those around the name.
 */
static char *display_fold(struct arena *a, const char *text)
{
	char *copy = arena_alloc(a, strlen(text) + 1), *to = copy;
	size_t n;

	for (; *text; text += n) {
		n = utf8_step(text);
		if (!display_is_space(utf8_at(text))) {
			memcpy(to, text, n);
			to += n;
		} else if (to > copy && to[-1] != ' ') {
			*to++ = ' ';
		}
	}
	if (to > copy && to[-1] == ' ')
		to--;
	*to = '\0';
	return copy;
}

const char *rt_display_problem(struct arena *a, const char *text,
			       char **normal)
{
	const char *problem = display_text_problem(a, text);
	size_t length;
	char *s;

	if (problem)
		return problem;
	s = display_fold(a, text);
	length = rt_display_length(a, s);
	if (*text && utf8_all(s, utf8_is_blank))
		return _("Nobody would see that. Enter a name, or leave the "
			 "field empty.");
	if (rt_name_after_at(s) != s)
		return _("A display name can't start with an @.");
	if (length > RT_DISPLAY_MAX)
		return message_fill(
			a,
			message_plural("Your display name has {n} character; "
				       "the limit is {max}.",
				       "Your display name has {n} characters; "
				       "the limit is {max}.",
				       length),
			"n", number_text(a, length), "max",
			number_text(a, RT_DISPLAY_MAX));
	if (display_is_badge(a, s))
		return _("Host and Moderator are what this site calls the "
			 "people who run it. Choose another name.");
	*normal = s;
	return NULL;
}
