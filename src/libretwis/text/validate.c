/* Whether passwords and lines that somebody typed are acceptable. */
#define _GNU_SOURCE /* strcasestr() */
#include <string.h>
#include <zxcvbn.h>

#include "base/message.h"
#include "base/normalize.h"
#include "base/numerals.h"
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
		return _("That's one of the most common passwords. "
			 "Choose one that's hard to guess.");
	return NULL;
}

/* A stranger first guesses the names that are at the top of every page. */
static const char *password_contains(const char *password, const char *name,
				     const char *site)
{
	if (*name && strcasestr(password, name))
		return _("That password contains your name. "
			 "Choose one that's hard to guess.");
	if (password_length(site) >= SITE_MIN && strcasestr(password, site))
		return _("That password contains the name of this site. "
			 "Choose one that's hard to guess.");
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
		return _("Choose a password.");
	if (password_length(password) < PASSWORD_MIN)
		return _("A password must have at least 8 characters.");
	if (len > PASSWORD_MAX)
		return _("A password can have at most 1000 bytes.");
	if ((problem = password_contains(password, name, site)))
		return problem;
	return password_guess(password);
}

/* ---- lines ------------------------------------------------------------- */

/* CR, LF, and the two characters with which Unicode ends lines. */
static bool line_ends(uint32_t code)
{
	return code == '\n' || code == '\r' || code == 0x2028 ||
	       code == 0x2029;
}

enum line { LINE_BIO, LINE_REASON, LINE_PLACE, LINE_ALT, LINE_ANSWER };

static const struct {
	const char *control, *long_one, *long_many;
} line_problems[] = {
	[LINE_BIO] = { N_("Your line can't have control characters."),
		       FORMS_("Your line has {n} character; the limit is {max}.",
			      "Your line has {n} characters; the limit is {max}.") },
	[LINE_REASON] = { N_("The reason can't have control characters."),
			  FORMS_("The reason has {n} character; the limit is {max}.",
				 "The reason has {n} characters; the limit is {max}.") },
	[LINE_PLACE] = { N_("The place can't have control characters."),
			 FORMS_("The place has {n} character; the limit is {max}.",
				"The place has {n} characters; the limit is {max}.") },
	[LINE_ALT] = { N_("The description can't have control characters."),
		       FORMS_("The description has {n} character; the limit is {max}.",
			      "The description has {n} characters; the limit is {max}.") },
	[LINE_ANSWER] = { N_("An answer can't have control characters."),
			  FORMS_("An answer has {n} character; the limit is {max}.",
				 "An answer has {n} characters; the limit is {max}.") },
};

/* A blank line becomes "". */
static const char *line_problem(struct arena *a, const char *text,
				enum line what, size_t max, char **normal)
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
			return _("This isn't valid UTF-8 text.");
		if (line_ends(code))
			return _("Only one line fits here: leave out the line "
				 "breaks.");
		if (utf8_is_control(code))
			return _(line_problems[what].control);
		blank = blank && utf8_is_blank(code);
	}
	length = rt_text_length(a, s);
	if (length > max)
		return message_fill(
			a,
			message_plural(line_problems[what].long_one,
				       line_problems[what].long_many, length),
			"n", number_text(a, length), "max",
			number_text(a, max));
	if (blank)
		*s = '\0';
	*normal = s;
	return NULL;
}

const char *rt_bio_problem(struct arena *a, const char *text, char **normal)
{
	return line_problem(a, text, LINE_BIO, RT_BIO_MAX, normal);
}

const char *rt_reason_problem(struct arena *a, const char *text, char **normal)
{
	char *reason = NULL;
	const char *problem =
		line_problem(a, text, LINE_REASON, RT_REASON_MAX, &reason);

	if (problem)
		return problem;
	if (!reason || !*reason)
		return _("Say why, in a few words.");
	*normal = reason;
	return NULL;
}

const char *rt_place_problem(struct arena *a, const char *text,
			     const char **place)
{
	char *line = NULL;
	const char *problem =
		line_problem(a, text, LINE_PLACE, RT_PLACE_MAX, &line);

	if (!problem)
		*place = line && *line ? line : NULL;
	return problem;
}

/* ---- what a picture shows ---------------------------------------------- */

const char *rt_alt_problem(struct arena *a, const char *text, const char **alt)
{
	char *one_line = arena_strdup(a, text), *line = NULL;
	const char *problem;

	for (char *at = one_line; *(at += strcspn(at, "\r\n"));)
		*at = ' ';
	problem = line_problem(a, one_line, LINE_ALT, RT_ALT_MAX, &line);

	if (!problem)
		*alt = line ? line : "";
	return problem;
}

/* ---- the answers to a question ----------------------------------------- */

static const char *const comes[RT_COMES_ANSWERS] = {
	[RT_COMES_YES] = N_("Yes"),
	[RT_COMES_MAYBE] = N_("Maybe"),
	[RT_COMES_NO] = N_("No"),
};

void rt_ask_who_comes(struct rt_question *question)
{
	for (size_t i = 0; i < RT_COMES_ANSWERS; i++)
		question->answer[i] = _(comes[i]);
	question->answers = RT_COMES_ANSWERS;
	question->comes = true;
}

static bool choices_have(const struct rt_question *q, const char *answer)
{
	for (size_t i = 0; i < q->answers; i++)
		if (strcmp(q->answer[i], answer) == 0)
			return true;
	return false;
}

static const char *choices_add(struct arena *a, struct rt_question *q,
			       const char *text)
{
	char *line = NULL;
	const char *problem = line_problem(a, normalize_nfc(a, text),
					   LINE_ANSWER, RT_ANSWER_MAX, &line);

	if (problem || !line || !*line)
		return problem;
	if (choices_have(q, line))
		return message_fill(a, _("“{answer}” is there twice."),
				    "answer", line);
	if (q->answers == RT_ANSWERS_MAX)
		return _("A question can have at most 6 answers.");
	q->answer[q->answers++] = line;
	return NULL;
}

static const char *choices_split(struct arena *a, const char *text,
				 struct rt_question *q)
{
	const char *problem = NULL;
	size_t len;

	for (; !problem && *text; text += len + (text[len] != '\0')) {
		len = strcspn(text, "\r\n");
		problem = choices_add(a, q, arena_strndup(a, text, len));
	}
	if (!problem && q->answers == 1)
		return _(
			"One answer leaves no choice. Write at least two, one "
			"on each line.");
	return problem;
}

const char *rt_answers_problem(struct arena *a, const char *text,
			       struct rt_question *question)
{
	struct rt_question q = { .answers = 0 };
	const char *problem = NULL;

	q.comes = strcmp(utf8_trim(a, text), RT_COMES) == 0;
	if (q.comes)
		rt_ask_who_comes(&q);
	else
		problem = choices_split(a, text, &q);
	if (problem)
		return problem;
	memcpy(question->answer, q.answer, sizeof q.answer);
	question->answers = q.answers;
	question->comes = q.comes;
	return NULL;
}
