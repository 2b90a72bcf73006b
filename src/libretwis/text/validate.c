/* Whether passwords, display names and bios are acceptable. */
#define _GNU_SOURCE /* strcasestr() */
#include <string.h>
#include <zxcvbn.h>

#include "base/normalize.h"
#include "base/utf8.h"
#include "libretwis/retwis.h"

/* ---- passwords --------------------------------------------------------- */

#define PASSWORD_MIN 8
#define PASSWORD_MAX 1000

/* A shorter site name occurs in many good passwords. */
#define SITE_MIN 4

/*
 * Debian's libzxcvbn contains Mark Burnett's list of the ten thousand worst
 * passwords, by rank.  A password that is found within 2^13 guesses is one of
 * the most common few thousand, perhaps with a digit after it.  The library is
 * slow on long texts, and common passwords are short.
 */
#define GUESSABLE_BITS 13.0
#define GUESSABLE_LEN  64

/* The length in characters: continuation bytes of UTF-8 are not counted. */
static size_t password_length(const char *s)
{
	size_t n = 0;

	for (; *s; s++)
		n += ((unsigned char)*s & 0xc0) != 0x80;
	return n;
}

static const char *password_guess(const char *password)
{
	char head[GUESSABLE_LEN + 1] = "";

	strncat(head, password, GUESSABLE_LEN);
	if (ZxcvbnMatch(head, NULL, NULL) < GUESSABLE_BITS)
		return "That's one of the most common passwords. "
		       "Choose one that's hard to guess.";
	return NULL;
}

/* A stranger first guesses the names that are at the top of every page. */
static const char *password_contains(const char *password, const char *name,
				     const char *site)
{
	if (*name && strcasestr(password, name))
		return "That password contains your name. "
		       "Choose one that's hard to guess.";
	if (password_length(site) >= SITE_MIN && strcasestr(password, site))
		return "That password contains the name of this site. "
		       "Choose one that's hard to guess.";
	return NULL;
}

bool rt_passwords_match(struct arena *a, const char *one, const char *other)
{
	return strcmp(normalize_nfc(a, one), normalize_nfc(a, other)) == 0;
}

const char *rt_password_problem(struct arena *a, const char *typed,
				const char *name, const char *site)
{
	const char *password = normalize_nfc(a, typed), *problem;
	size_t len = strlen(password);

	if (len == 0)
		return "Choose a password.";
	if (password_length(password) < PASSWORD_MIN)
		return "A password must have at least 8 characters.";
	if (len > PASSWORD_MAX)
		return "A password can have at most 1000 bytes.";
	if ((problem = password_contains(password, name, site)))
		return problem;
	return password_guess(password);
}

/* ---- display names ----------------------------------------------------- */

/*
 * Unicode's format characters (Cf), and the noncharacters.  They are
 * invisible, so with them two different names could look alike.  The joiners
 * (U+200D, U+200C) are among them.  They combine several emoji into one, such
 * as a family; but between letters nobody sees them.  So a name can't have
 * such combinations, but can have single emoji.
 */
static bool display_is_format(uint32_t code)
{
	static const uint32_t range[][2] = {
		{ 0xad, 0xad },       { 0x34f, 0x34f },
		{ 0x600, 0x605 },     { 0x61c, 0x61c },
		{ 0x6dd, 0x6dd },     { 0x70f, 0x70f },
		{ 0x890, 0x891 },     { 0x8e2, 0x8e2 },
		{ 0x180b, 0x180f },   { 0x200b, 0x200f },
		{ 0x2028, 0x202e },   { 0x2060, 0x206f },
		{ 0xfdd0, 0xfdef },   { 0xfeff, 0xfeff },
		{ 0xfff9, 0xfffb },   { 0x110bd, 0x110bd },
		{ 0x110cd, 0x110cd }, { 0x13430, 0x1343f },
		{ 0x1bca0, 0x1bca3 }, { 0x1d173, 0x1d17a },
		{ 0xe0000, 0xe00ff },
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

static bool display_is_space(uint32_t code)
{
	return utf8_is_blank(code) && !display_is_selector(code);
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

static const char *display_letter_problem(const char *text)
{
	size_t left = strlen(text), n;
	uint32_t code;

	for (; left; text += n, left -= n) {
		n = utf8_read(text, left, &code);
		if (!n)
			return "This isn't valid UTF-8 text.";
		if (utf8_is_control(code) || code == '\n')
			return "Your display name can't have line breaks, "
			       "tabs or other control characters.";
		if (display_is_format(code))
			return "Your display name can't have invisible "
			       "characters or ones that change the direction "
			       "of the text.";
	}
	return NULL;
}

const char *rt_display_problem(struct arena *a, const char *text,
			       char **normal)
{
	const char *problem = display_letter_problem(text);
	size_t points;
	char *s;

	if (problem)
		return problem;
	s = display_fold(a, text);
	points = utf8_count(s);
	if (*text && utf8_all(s, utf8_is_blank))
		return "Nobody would see that. Enter a name, or leave the "
		       "field empty.";
	if (rt_name_after_at(s) != s)
		return "A display name can't start with an @.";
	if (points > RT_DISPLAY_MAX)
		return arena_printf(a,
				    "Your display name has %zu characters; "
				    "the limit is %d.",
				    points, RT_DISPLAY_MAX);
	*normal = s;
	return NULL;
}

/* ---- bios -------------------------------------------------------------- */

/* CR, LF, and the two characters with which Unicode ends lines. */
static bool bio_line_end(uint32_t code)
{
	return code == '\n' || code == '\r' || code == 0x2028 ||
	       code == 0x2029;
}

const char *rt_bio_problem(struct arena *a, const char *text, char **normal)
{
	char *s = utf8_trim(a, text);
	size_t left = strlen(s), length, n;
	bool blank = true;
	uint32_t code;

	for (char *tab = s; (tab = strchr(tab, '\t'));)
		*tab = ' ';
	for (const char *at = s; left; at += n, left -= n) {
		n = utf8_read(at, left, &code);
		if (!n)
			return "This isn't valid UTF-8 text.";
		if (bio_line_end(code))
			return "Only one line fits here: leave out the line "
			       "breaks.";
		if (utf8_is_control(code))
			return "Your line can't have control characters.";
		blank = blank && utf8_is_blank(code);
	}
	length = rt_text_length(a, s);
	if (length > RT_BIO_MAX)
		return arena_printf(a,
				    "Your line has %zu characters; "
				    "the limit is %d.",
				    length, RT_BIO_MAX);
	if (blank)
		*s = '\0';
	*normal = s;
	return NULL;
}
