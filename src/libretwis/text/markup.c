/*
 * Cutting a body into text, links, mentions and tags.  Bodies are hostile:
 * whatever is doubtful stays text.
 */
#include "libretwis/text/markup.h"

#include <string.h>
#include <strings.h>

#include "libretwis/base/utf8.h"
#include "libretwis/text/link.h"

#define NAME_MAX 20 /* no member who could be mentioned has a longer name */

#define WORD "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

struct cutter {
	struct arena *a;
	const char *mentions; /* names of members, a space between them */
	bool anybody;         /* takes every name for a member's */
	struct rt_part *first, **last;
	const char *text; /* where the text begins that is not given out yet */
	char begin;       /* of the part before it */
};

static void give(struct cutter *c, struct rt_part part)
{
	struct rt_part *copy = arena_alloc(c->a, sizeof *copy);

	*copy = part;
	*c->last = copy;
	c->last = &copy->next;
}

/* The text before `end`, if there is any. */
static void give_text(struct cutter *c, const char *end)
{
	if (end > c->text)
		give(c,
		     (struct rt_part){
			     .kind = RT_TEXT,
			     .shown = arena_strndup(c->a, c->text,
						    (size_t)(end - c->text)),
		     });
}

static size_t cut_link(struct cutter *c, const char *s)
{
	size_t len = link_length(s);

	if (!len)
		return 0;
	give_text(c, s);
	give(c, (struct rt_part){
			.kind = RT_LINK,
			.shown = link_shown(c->a, s, len),
			.to = arena_strndup(c->a, s, len),
		});
	return len;
}

/* Goes on with the word beside it. */
static bool is_joined(uint32_t code)
{
	return utf8_is_word(code) && !utf8_is_unspaced(code);
}

/* ---- mentions ---------------------------------------------------------- */

/* How long the name at `s` is; 0 for what nobody can be called. */
static size_t name_length(const char *s)
{
	size_t len = strspn(s, WORD);

	return len <= NAME_MAX && s[len] != '@' && !is_joined(utf8_at(s + len))
		       ? len
		       : 0;
}

/* The name as it is stored, from the list of those who were found. */
static const char *find_mention(struct cutter *c, const char *name, size_t len)
{
	const char *at = c->mentions ? c->mentions : "";

	if (c->anybody)
		return arena_strndup(c->a, name, len);
	for (size_t n; *at; at += n + (at[n] == ' ')) {
		n = strcspn(at, " ");
		if (n == len && strncasecmp(at, name, n) == 0)
			return arena_strndup(c->a, at, n);
	}
	return NULL;
}

static size_t cut_mention(struct cutter *c, const char *s)
{
	size_t len = name_length(s + 1);
	const char *name = len ? find_mention(c, s + 1, len) : NULL;

	if (!name)
		return 0;
	give_text(c, s);
	give(c, (struct rt_part){
			.kind = RT_MENTION,
			.shown = arena_strndup(c->a, s + 1, len),
			.to = name,
		});
	return len + 1;
}

/* ---- tags -------------------------------------------------------------- */

/* An underline, and what Persian and Indian words are held together by. */
static bool is_joiner(uint32_t code)
{
	return code == '_' || code == 0x200c || code == 0x200d;
}

/*
 * Letters and digits of any script with their marks, and joiners between
 * them.
 */
static size_t tag_length(const char *s)
{
	size_t len = 0, at = 0;
	uint32_t code = utf8_at(s);

	if (!utf8_is_letter(code) || utf8_is_mark(code))
		return 0;
	for (;; code = utf8_at(s + at)) {
		bool within = utf8_is_letter(code) || utf8_is_mark(code);

		if (!within && !is_joiner(code))
			break;
		at += utf8_step(s + at);
		len = within ? at : len;
	}
	return len <= utf8_bytes(s, TAG_MAX) ? len : 0;
}

static size_t cut_tag(struct cutter *c, const char *s)
{
	size_t len = tag_length(s + 1);

	if (!len)
		return 0;
	give_text(c, s);
	s = arena_strndup(c->a, s + 1, len);
	give(c, (struct rt_part){
			.kind = RT_TAG,
			.shown = s,
			.to = utf8_fold(c->a, s),
		});
	return len + 1;
}

/* ---- all of them ------------------------------------------------------- */

static size_t cut(struct cutter *c, const char *s)
{
	switch (*s) {
	case 'h':
	case 'H':
		return cut_link(c, s);
	case '@':
		return cut_mention(c, s);
	case '#':
		return cut_tag(c, s);
	default:
		return 0;
	}
}

/* The code point that ends right before `at`. */
static uint32_t code_before(const char *body, const char *at)
{
	const char *s = at - 1;

	while (s > body && at - s < 4 && (*s & 0xc0) == 0x80)
		s--;
	return utf8_at(s);
}

/*
 * Within a word, an address or another mark nothing begins; but a tag may
 * stand right behind a tag.
 */
static bool is_glued(const struct cutter *c, const char *body, const char *at)
{
	uint32_t code;

	if (at == body)
		return false;
	if (at == c->text)
		return c->begin != '#' || *at != '#';
	code = code_before(body, at);
	return is_joined(code) ||
	       (code && code < 0x80 && strchr("@#/&", (int)code));
}

/* From one letter to the next that something may begin with. */
static struct rt_part *cut_all(struct cutter *c, const char *body)
{
	c->last = &c->first;
	c->text = body;
	for (const char *at = body; *(at += strcspn(at, "@#hH"));) {
		size_t n = is_glued(c, body, at) ? 0 : cut(c, at);

		c->begin = n ? *at : c->begin;
		at += n ? n : 1;
		if (n)
			c->text = at;
	}
	give_text(c, body + strlen(body));
	return c->first;
}

struct rt_part *rt_parts(struct arena *a, const char *body,
			 const char *mentions)
{
	struct cutter c = { .a = a, .mentions = mentions };

	return cut_all(&c, body);
}

size_t parts_collect(struct arena *a, const char *body, enum rt_part_kind kind,
		     const char **found, size_t max)
{
	struct cutter c = { .a = a, .anybody = true };
	size_t n = 0, i;

	for (struct rt_part *p = cut_all(&c, body); p && n < max;
	     p = p->next) {
		if (p->kind != kind)
			continue;
		for (i = 0; i < n && strcasecmp(found[i], p->to) != 0; i++)
			continue;
		if (i == n)
			found[n++] = p->to;
	}
	return n;
}
