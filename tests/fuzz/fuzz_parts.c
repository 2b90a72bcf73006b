/*
 * The body splitter, and lines of calendars, with arbitrary input. `make fuzz`
 * builds this with libFuzzer, which searches for inputs that reach new places
 * in the code; the unit tests replay those that are kept in tests/fuzz/corpus.
 *
 * To keep the inputs that a run has found:
 *	build-fuzz/parts -merge=1 -use_counters=0 tests/fuzz/corpus \
 *		build-fuzz/corpus
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "fuzz.h"
#include "libretwis/text/idn.h"
#include "libretwis/text/markup.h"
#include "libretwis/text/tag_word.h"
#include "base/utf8.h"
#include "view/ics.h"

#define POST_MAX 10000
#define FIND_MAX 20

/* Returns from the function with a sentence about what is wrong. */
#define HOLDS(condition)                                                      \
	do {                                                                  \
		if (!(condition))                                             \
			return #condition;                                    \
	} while (0)

static struct arena mem;

/* ---- what texts may contain --------------------------------------------- */

static bool is_utf8(const char *s)
{
	uint32_t code;

	for (size_t left = strlen(s), n; left; s += n, left -= n)
		if (!(n = utf8_read(s, left, &code)))
			return false;
	return true;
}

static bool has_controls(const char *s)
{
	for (; *s; s += utf8_step(s))
		if (utf8_is_control(utf8_at(s)))
			return true;
	return false;
}

/* ---- one part ---------------------------------------------------------- */

/*
 * The whole host name is shown, perhaps in ASCII; of the rest, perhaps only
 * the end.
 */
static const char *check_shown(const char *shown, const char *host)
{
	const char *name = arena_strndup(&mem, host, strcspn(host, ":/?#"));
	const char *ascii = idn_shown(&mem, name);
	size_t len = strcspn(host, "/?#"), same;

	HOLDS(ascii);
	if (strcmp(ascii, name) != 0) {
		HOLDS(strncmp(shown, ascii, strlen(ascii)) == 0);
		return NULL;
	}
	HOLDS(strncmp(shown, host, len) == 0);
	HOLDS(utf8_count(shown) <= 40 || len > 26);
	if (strstr(shown, "…"))
		return NULL;
	same = strlen(shown);
	HOLDS(strncmp(shown, host, same) == 0);
	HOLDS(!host[same] || !strcmp(host + same, "/"));
	return NULL;
}

static const char *check_link(const struct rt_part *p)
{
	const char *host = strstr(p->to, "://");

	HOLDS(strncasecmp(p->to, "http://", 7) == 0 ||
	      strncasecmp(p->to, "https://", 8) == 0);
	HOLDS(!strpbrk(p->to, " \n\"<>\\^`{|}") && !has_controls(p->to));
	for (const char *s = p->to; *s; s += utf8_step(s))
		HOLDS(!utf8_is_blank(utf8_at(s)));
	host += 3;
	HOLDS(*host && !strchr("/?#@:.", *host));
	HOLDS(!memchr(host, '@', strcspn(host, "/?#")));
	return check_shown(p->shown, host);
}

static const char *check_tag(const struct rt_part *p)
{
	HOLDS(!strcmp(p->to, tag_form(&mem, p->shown)));
	HOLDS(!strcmp(p->to, tag_form(&mem, p->to)));
	HOLDS(utf8_count(p->to) <= 50);
	HOLDS(tag_sign_length(p->sign) == strlen(p->sign));
	HOLDS(utf8_is_letter(utf8_at(p->shown)));
	for (const char *s = p->to; *s; s += utf8_step(s)) {
		uint32_t code = utf8_at(s);
		bool joins = code == '_' || code == 0x200c || code == 0x200d ||
			     code == 0xb7 || code == 0x30fb;

		HOLDS(joins || utf8_is_letter(code) || utf8_is_mark(code));
		HOLDS(joins ? s[utf8_step(s)] : !utf8_is_blank(code));
	}
	return NULL;
}

static const char *check_mention(const struct rt_part *p, const char *names)
{
	size_t len = strlen(p->to), n;

	HOLDS(names && len && strcasecmp(p->to, p->shown) == 0);
	for (const char *at = names; *at; at += n + (at[n] == ' ')) {
		n = strcspn(at, " ");
		if (n == len && memcmp(at, p->to, n) == 0)
			return NULL;
	}
	return "a mention of nobody in the list";
}

static const char *check_part(const struct rt_part *p, const char *names)
{
	HOLDS(*p->shown && is_utf8(p->shown));
	HOLDS((p->kind == RT_TEXT) == !p->to);
	HOLDS(!p->to || is_utf8(p->to));
	switch (p->kind) {
	case RT_LINK:
		return check_link(p);
	case RT_TAG:
		return check_tag(p);
	case RT_MENTION:
		return check_mention(p, names);
	default:
		HOLDS(!p->next || p->next->kind != RT_TEXT);
		return NULL;
	}
}

/* ---- all of them ------------------------------------------------------- */

/*
 * Skips the text from which the part was cut; returns NULL if that is
 * something else.
 */
static const char *step_over(const char *body, const struct rt_part *p)
{
	const char *text = p->kind == RT_LINK ? p->to : p->shown;
	size_t len = strlen(text);

	if (p->kind == RT_LINK && strncasecmp(body, "www.", 4) == 0) {
		text += strlen("http://");
		len -= strlen("http://");
	}
	if (p->kind == RT_MENTION && *body++ != '@')
		return NULL;
	if (p->kind == RT_TAG) {
		if (strncmp(body, p->sign, strlen(p->sign)) != 0)
			return NULL;
		body += strlen(p->sign);
	}
	return strncmp(body, text, len) == 0 ? body + len : NULL;
}

static const char *check_parts(const char *body, const char *names)
{
	for (struct rt_part *p = rt_parts(&mem, body, names); p; p = p->next) {
		const char *problem = check_part(p, names);

		if (problem)
			return problem;
		HOLDS(body = step_over(body, p));
	}
	HOLDS(!*body);
	return NULL;
}

/* Each name that is looked up or listed occurs in the body. */
static const char *check_found(const char *body, enum rt_part_kind kind,
			       size_t max)
{
	const char *found[FIND_MAX];
	size_t n = parts_collect(&mem, body, kind, found, max), seen = 0;

	HOLDS(n <= max);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++)
			HOLDS(strcasecmp(found[i], found[j]) != 0);
	if (kind != RT_TAG)
		return NULL;
	for (struct rt_part *p = rt_parts(&mem, body, NULL); p && seen < n;
	     p = p->next)
		seen += p->kind == RT_TAG && !strcmp(p->to, found[seen]);
	HOLDS(seen == n);
	return NULL;
}

static const char *check_body(const char *body, const char *names)
{
	size_t max = strlen(body) % (FIND_MAX + 1); /* varies with the input */
	const char *problem;

	HOLDS(is_utf8(body) && !has_controls(body));
	if ((problem = check_parts(body, names)) ||
	    (problem = check_parts(body, NULL)))
		return problem;
	if ((problem = check_found(body, RT_TAG, max)))
		return problem;
	return check_found(body, RT_MENTION, max);
}

/* ---- a line of a calendar ----------------------------------------------- */

/* Whatever is in it, it stays one property, folded between characters. */
static const char *check_ics(const char *text)
{
	struct ics c = { .a = &mem };
	const char *line;

	ics_text(&c, "N", text);
	HOLDS(c.len >= 4 && memcmp(c.text, "N:", 2) == 0);
	for (size_t at = 0, len; at < c.len; at += len + 2) {
		const char *end = memchr(c.text + at, '\r', c.len - at);

		HOLDS(end && end + 1 < c.text + c.len && end[1] == '\n');
		len = (size_t)(end - (c.text + at));
		line = arena_strndup(&mem, c.text + at, len);
		HOLDS(len <= 75 && is_utf8(line) && !has_controls(line) &&
		      !strchr(line, '\n'));
		HOLDS(!at || *line == ' ');
	}
	return NULL;
}

/* ---- any bytes ---------------------------------------------------------- */

/* A copy of exactly this size: then the sanitizer detects reads beyond it. */
static char *exact(const uint8_t *data, size_t size)
{
	char *copy = malloc(size + 1);

	if (!copy)
		abort();
	if (size)
		memcpy(copy, data, size);
	copy[size] = '\0';
	return copy;
}

/* The text as a page receives it, and as it is stored. */
static const char *check_raw(const char *raw, const char *names)
{
	const char *clean = rt_text_clean(&mem, raw), *problem;
	char *body, *normal = NULL;

	HOLDS(!strcmp(clean, rt_text_clean(&mem, clean)));
	if ((problem = check_ics(raw)))
		return problem;
	body = exact((const uint8_t *)clean, strlen(clean));
	problem = check_body(body, names);
	free(body);
	if (problem || rt_text_problem(&mem, raw, POST_MAX, &normal))
		return problem;
	body = exact((const uint8_t *)normal, strlen(normal));
	problem = check_body(body, names);
	free(body);
	return problem;
}

const char *fuzz_parts(const uint8_t *data, size_t size)
{
	const uint8_t *end = size ? memchr(data, '\0', size) : NULL;
	size_t before = end ? (size_t)(end - data) : 0;
	char *names = end ? exact(data, before) : NULL;
	char *raw =
		end ? exact(end + 1, size - before - 1) : exact(data, size);
	const char *problem = check_raw(raw, names);

	free(names);
	free(raw);
	arena_reset(&mem);
	return problem;
}

/* For libFuzzer. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *problem = fuzz_parts(data, size);

	if (problem) {
		fprintf(stderr, "does not hold: %s\n", problem);
		abort();
	}
	return 0;
}
