/* Which texts are acceptable for a post, and how they are stored and shown. */
#define _GNU_SOURCE /* mempcpy() */
#include <string.h>

#include "base/message.h"
#include "base/numerals.h"
#include "base/utf8.h"
#include "libretwis/retwis.h"

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

#define EMPTY_LINES 2 /* that a post may have in a row */

/* ---- how a text is stored ---------------------------------------------- */

/*
 * Browsers send CRLF for a line break, and PHP Retwis stored that; we store
 * LF.
 */
static char *text_normal(struct arena *a, const char *text)
{
	char *copy = arena_alloc(a, strlen(text) + 1), *to = copy;

	for (const char *from = text; *from; from++) {
		if (*from == '\r' && from[1] == '\n')
			continue;
		*to++ = *from == '\r' ? '\n' : *from;
	}
	while (to > copy && strchr(" \n", to[-1]))
		to--;
	*to = '\0';
	return copy;
}

/*
 * What people paste: the tabs of a table become spaces, and the two characters
 * with which Unicode ends lines become line breaks.
 */
static char *text_pasted(struct arena *a, const char *text)
{
	char *copy = arena_alloc(a, strlen(text) + 1), *to = copy;
	uint32_t code;

	for (size_t n; *text; text += n) {
		n = utf8_step(text);
		code = utf8_at(text);
		if (code == '\t')
			*to++ = ' ';
		else if (code == 0x2028 || code == 0x2029)
			*to++ = '\n';
		else
			to = mempcpy(to, text, n);
	}
	return copy;
}

static bool text_is_blank(const char *s, size_t len)
{
	uint32_t code;

	for (size_t n; len; s += n, len -= n) {
		n = utf8_read(s, len, &code);
		if (!n || !utf8_is_blank(code))
			return false;
	}
	return true;
}

/*
 * Without the empty lines and the spaces at its ends, and without those empty
 * lines in a row that are too many.
 */
static char *text_squeeze(struct arena *a, const char *text)
{
	char *copy = arena_alloc(a, strlen(text) + 1), *to = copy;
	size_t breaks = 0, len;

	for (; *text; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		if (text_is_blank(text, len)) {
			breaks += breaks <= EMPTY_LINES && to > copy;
			continue;
		}
		memset(to, '\n', breaks);
		to = mempcpy(to + breaks, text, len);
		breaks = 1;
	}
	while (to > copy && to[-1] == ' ')
		to--;
	*to = '\0';
	return copy;
}

/* ---- which texts are acceptable ---------------------------------------- */

enum text { TEXT_POST, TEXT_WHO, TEXT_SITE, TEXT_REPORT };

static const struct {
	const char *control, *empty, *long_one, *long_many;
} text_problems[] = {
	[TEXT_POST] = { N_("Your post can have line breaks, but no other control "
			   "characters."),
			N_("Write something first: your post is empty."),
			FORMS_("Your post has {n} character; the limit is {max}.",
			       "Your post has {n} characters; the limit is {max}.") },
	[TEXT_WHO] = { N_("Your answer can have line breaks, but no other control "
			  "characters."),
		       N_("Write something first: your answer is empty."),
		       FORMS_("Your answer has {n} character; the limit is {max}.",
			      "Your answer has {n} characters; the limit is {max}.") },
	[TEXT_SITE] = { N_("Your text can have line breaks, but no other control "
			   "characters."),
			N_("Write something first: your text is empty."),
			FORMS_("Your text has {n} character; the limit is {max}.",
			       "Your text has {n} characters; the limit is {max}.") },
	[TEXT_REPORT] = { N_("Your message can have line breaks, but no other control "
			     "characters."),
			  N_("Write something first: your message is empty."),
			  FORMS_("Your message has {n} character; the limit is {max}.",
				 "Your message has {n} characters; the limit is {max}.") },
};

static const char *text_problem(struct arena *a, enum text what,
				const char *text, unsigned max, char **normal)
{
	char *s = text_squeeze(a, text_normal(a, text_pasted(a, text)));
	size_t left = strlen(s), length, n;
	uint32_t code;

	for (const char *at = s; left; at += n, left -= n) {
		n = utf8_read(at, left, &code);
		if (!n)
			return _("This isn't valid UTF-8 text.");
		if (utf8_is_control(code))
			return _(text_problems[what].control);
	}
	if (!*s)
		return _(text_problems[what].empty);
	length = rt_text_length(a, s);
	if (length > max)
		return message_fill(
			a,
			message_plural(text_problems[what].long_one,
				       text_problems[what].long_many, length),
			"n", number_text(a, length), "max",
			number_text(a, max));
	*normal = s;
	return NULL;
}

/* The same for one that may be empty, or have nothing but spaces. */
static const char *text_optional_problem(struct arena *a, enum text what,
					 const char *text, unsigned max,
					 char **normal)
{
	if (text[strspn(text, " \t\r\n")])
		return text_problem(a, what, text, max, normal);
	*normal = arena_strdup(a, "");
	return NULL;
}

const char *rt_text_problem(struct arena *a, const char *text, unsigned max,
			    char **normal)
{
	return text_problem(a, TEXT_POST, text, max, normal);
}

const char *rt_who_problem(struct arena *a, const char *text, char **normal)
{
	return text_problem(a, TEXT_WHO, text, RT_WHO_MAX, normal);
}

const char *rt_site_text_problem(struct arena *a, const char *text,
				 char **normal)
{
	return text_optional_problem(a, TEXT_SITE, text, RT_SITE_TEXT_MAX,
				     normal);
}

const char *rt_report_problem(struct arena *a, const char *text,
			      bool may_be_empty, char **normal)
{
	return (may_be_empty ? text_optional_problem : text_problem)(
		a, TEXT_REPORT, text, RT_REPORT_MAX, normal);
}

/* ---- how a text is shown ----------------------------------------------- */

/* U+FFFE and U+FFFF are valid UTF-8, but are not allowed in HTML or XML. */
static bool text_is_shown(uint32_t code)
{
	return !utf8_is_control(code) && code != 0xfffe && code != 0xffff;
}

/* A fast check, since most texts need no change and are mostly ASCII. */
static bool text_is_clean(const char *text, size_t len)
{
	uint32_t code;

	for (size_t n; len; text += n, len -= n) {
		n = *text >= ' ' && *text <= '~';
		if (n)
			continue;
		n = utf8_read(text, len, &code);
		if (!n || !text_is_shown(code))
			return false;
	}
	return true;
}

const char *rt_text_clean(struct arena *a, const char *text)
{
	const size_t mark = strlen(REPLACEMENT);
	size_t len = strlen(text);
	char *copy, *to;
	uint32_t code;

	if (text_is_clean(text, len))
		return text;
	copy = to = arena_alloc(a, len * mark + 1);
	for (size_t at = 0, n; at < len; at += n) {
		n = utf8_read(text + at, len - at, &code);
		if (n && text_is_shown(code)) {
			memcpy(to, text + at, n);
			to += n;
		} else if (n && (code == '\t' || code == '\r')) {
			*to++ = code == '\t' ? ' ' : '\n';
			if (code == '\r' && at + 1 < len &&
			    text[at + 1] == '\n')
				n = 2;
		} else {
			memcpy(to, REPLACEMENT, mark);
			to += mark;
			n = n ? n : 1;
		}
	}
	return copy;
}

const char *rt_text_imported(struct arena *a, const char *text)
{
	const char *s = text_normal(a, rt_text_clean(a, text));

	return text_is_blank(s, strlen(s)) ? NULL : s;
}

/* Most texts have fewer line breaks, and need no change. */
const char *rt_text_shown(struct arena *a, const char *text)
{
	const char *clean = rt_text_clean(a, text), *at = clean;
	size_t breaks = 0;

	if (*clean == '\n')
		return text_squeeze(a, clean);
	for (; (at = strchr(at, '\n')); at++)
		if (++breaks > EMPTY_LINES)
			return text_squeeze(a, clean);
	return clean;
}

/* ---- the beginning of a text ------------------------------------------- */

#define ELLIPSIS "\xe2\x80\xa6"
#define JOINER   0x200d

static bool words_is_space(uint32_t code)
{
	return code == ' ' || code == '\n';
}

/*
 * A letter without its accent, or half of a joined emoji, would be a different
 * character.
 */
static bool words_may_end(uint32_t code, uint32_t last)
{
	return code != JOINER && last != JOINER && !utf8_is_mark(code);
}

static const char *words_cut(struct arena *a, const char *text,
			     const char *end)
{
	const char *head = arena_strndup(a, text, (size_t)(end - text));

	return arena_printf(a, "%s" ELLIPSIS, rt_text_balanced(a, head));
}

const char *rt_first_words(struct arena *a, const char *text, size_t max)
{
	const char *at = text, *word = NULL, *end = text;
	uint32_t code, last = 0;
	bool blank = true;

	for (size_t n = 0; *at; n++, at += utf8_step(at), last = code) {
		code = utf8_at(at);
		if (words_may_end(code, last))
			end = at;
		if (words_is_space(code) && !words_is_space(last) &&
		    n > max / 2)
			word = at;
		if (n == max)
			return words_cut(a, text, word ? word : end);
		blank = blank && utf8_is_blank(code);
	}
	return blank ? ELLIPSIS : rt_text_balanced(a, text);
}

const char *rt_first_line(struct arena *a, const char *text)
{
	for (size_t len; *text; text += len + (text[len] == '\n')) {
		const char *line;

		len = strcspn(text, "\n");
		line = arena_strndup(a, text, len);
		if (!utf8_all(line, utf8_is_blank))
			return line;
	}
	return "";
}
