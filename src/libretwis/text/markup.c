#include "libretwis/text/markup.h"

#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "libretwis/text/link.h"
#include "libretwis/text/tag_word.h"

/* ---- parts of a body --------------------------------------------------- */

#define NAME_MAX 20 /* no member has a longer name */

#define WORD "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

struct markup {
	struct arena *a;
	const char *mentions; /* names of members, separated by spaces */
	bool anybody;         /* every name counts as a member's */
	bool earlier;         /* the rules of tags of older programs */
	struct rt_part *first, **last;
	const char *text;         /* the rest, which is not in a part yet */
	enum rt_part_kind before; /* the part before it; RT_TEXT: none */
};

static void markup_add(struct markup *c, struct rt_part part)
{
	struct rt_part *copy = arena_alloc(c->a, sizeof *copy);

	c->before = part.kind;
	*copy = part;
	*c->last = copy;
	c->last = &copy->next;
}

/* Adds the text before `end`, if there is any. */
static void markup_add_text(struct markup *c, const char *end)
{
	if (end > c->text)
		markup_add(c, (struct rt_part){
				      .kind = RT_TEXT,
				      .shown = arena_strndup(
					      c->a, c->text,
					      (size_t)(end - c->text)),
			      });
}

static size_t markup_link(struct markup *c, const char *s)
{
	struct link link;

	if (!link_read(c->a, s, &link))
		return 0;
	markup_add_text(c, s);
	markup_add(c, (struct rt_part){
			      .kind = RT_LINK,
			      .shown = link.shown,
			      .to = link.to,
		      });
	return link.len;
}

/* Whether this character continues the word next to it. */
static bool markup_is_joined(uint32_t code)
{
	return utf8_is_word(code) && !utf8_is_unspaced(code);
}

/* ---- mentions ---------------------------------------------------------- */

/* The length of the name at `s`; 0 if it can't be one. */
static size_t mention_length(const char *s)
{
	size_t len = strspn(s, WORD);

	return len <= NAME_MAX && s[len] != '@' &&
			       !markup_is_joined(utf8_at(s + len))
		       ? len
		       : 0;
}

/* The name as it is stored, in the list of mentioned members. */
static const char *mention_find(struct markup *c, const char *name, size_t len)
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

static size_t markup_mention(struct markup *c, const char *s)
{
	size_t len = mention_length(s + 1);
	const char *name = len ? mention_find(c, s + 1, len) : NULL;

	if (!name)
		return 0;
	markup_add_text(c, s);
	markup_add(c, (struct rt_part){
			      .kind = RT_MENTION,
			      .shown = arena_strndup(c->a, s + 1, len),
			      .to = name,
		      });
	return len + 1;
}

/* ---- tags -------------------------------------------------------------- */

static size_t markup_tag(struct markup *c, const char *s)
{
	size_t sign = tag_sign_length(s);
	struct tag_word word;

	if (!sign || (c->earlier && *s != '#') ||
	    !tag_word_read(c->a, s + sign, c->earlier, &word))
		return 0;
	markup_add_text(c, s);
	markup_add(c, (struct rt_part){
			      .kind = RT_TAG,
			      .sign = arena_strndup(c->a, s, sign),
			      .shown = arena_strndup(c->a, s + sign, word.len),
			      .to = word.to,
		      });
	return sign + word.len;
}

/* ---- all parts --------------------------------------------------------- */

#define WIDE_SIGN      0xff03
#define WIDE_SIGN_BYTE '\xef' /* the first one of tag_sign_length() */
#define MARKUP_BEGINS  "@#hHwW\xef"

static size_t markup_parse(struct markup *c, const char *s)
{
	switch (*s) {
	case 'h':
	case 'H':
	case 'w':
	case 'W':
		return markup_link(c, s);
	case '@':
		return markup_mention(c, s);
	case '#':
	case WIDE_SIGN_BYTE:
		return markup_tag(c, s);
	default:
		return 0;
	}
}

/* The code point right before `at`. */
static uint32_t markup_before(const char *body, const char *at)
{
	const char *s = at - 1;

	while (s > body && at - s < 4 && (*s & 0xc0) == 0x80)
		s--;
	return utf8_at(s);
}

/* A tag may follow a tag, also after a slash. */
static bool markup_follows_tag(const struct markup *c, const char *at)
{
	size_t slash = !c->earlier && *c->text == '/';

	return c->before == RT_TAG && tag_sign_length(at) &&
	       at == c->text + slash;
}

/*
 * Whether the text right before it prevents a link, mention or tag.  Nothing
 * begins within a word or an address, or right after a mark.
 */
static bool markup_is_glued(const struct markup *c, const char *body,
			    const char *at)
{
	uint32_t code;

	if (at == body || markup_follows_tag(c, at))
		return false;
	if (at == c->text)
		return true;
	code = markup_before(body, at);
	if (code == '.' && strchr("wW", *at))
		return true; /* within a host name */
	return markup_is_joined(code) || code == WIDE_SIGN ||
	       (code && code < 0x80 && strchr("@#/&", (int)code));
}

/* Examines only the characters with which a link, mention or tag may begin. */
static struct rt_part *markup_parse_all(struct markup *c, const char *body)
{
	c->last = &c->first;
	c->text = body;
	for (const char *at = body; *(at += strcspn(at, MARKUP_BEGINS));) {
		size_t n =
			markup_is_glued(c, body, at) ? 0 : markup_parse(c, at);

		at += n ? n : 1;
		if (n)
			c->text = at;
	}
	markup_add_text(c, body + strlen(body));
	return c->first;
}

struct rt_part *rt_parts(struct arena *a, const char *body,
			 const char *mentions)
{
	struct markup c = { .a = a, .mentions = mentions };

	return markup_parse_all(&c, body);
}

static size_t markup_collect(struct markup *c, const char *body,
			     enum rt_part_kind kind, const char **found,
			     size_t max)
{
	size_t n = 0, i;

	for (struct rt_part *p = markup_parse_all(c, body); p && n < max;
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

size_t parts_collect(struct arena *a, const char *body, enum rt_part_kind kind,
		     const char **found, size_t max)
{
	struct markup c = { .a = a, .anybody = true };

	return markup_collect(&c, body, kind, found, max);
}

size_t parts_collect_earlier_tags(struct arena *a, const char *body,
				  const char **found, size_t max)
{
	struct markup c = { .a = a, .anybody = true, .earlier = true };

	return markup_collect(&c, body, RT_TAG, found, max);
}
