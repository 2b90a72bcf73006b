#include "libretwis/text/markup.h"

#include <string.h>
#include <strings.h>

#include "base/utf8.h"

/* ---- web addresses ----------------------------------------------------- */

#define LINK_MAX   2000 /* bytes; a longer address is shown as text */
#define HOST_MAX   255
#define SHOWN_MAX  40 /* code points */
#define SHOWN_HEAD 26
#define SHOWN_TAIL 12

static bool link_is_one_of(const char *set, uint32_t code)
{
	return code && code < 0x80 && strchr(set, (int)code);
}

/*
 * Beyond ASCII an address may have letters with their marks, and the dots and
 * hyphens of titles.  Everything else there is a space, the punctuation of
 * some script, an emoji, or a direction mark, which could disguise an address.
 */
static bool link_is_within(uint32_t code)
{
	if (code < 0x80)
		return code > ' ' && code != 0x7f &&
		       !link_is_one_of("\"<>\\^`{|}", code);
	return utf8_is_letter(code) || utf8_is_mark(code) || code == 0xb7 ||
	       (code >= 0x2010 && code <= 0x2013);
}

/*
 * Whether a character at the end belongs to the sentence and not to the
 * address.
 */
static bool link_is_trailing(uint32_t code)
{
	if (code < 0x80)
		return link_is_one_of(".,:;!?'*_~&([])", code);
	return !utf8_is_letter(code) && !utf8_is_mark(code);
}

/* ---- the host ---------------------------------------------------------- */

/*
 * A user name before the host is used only to pass one host off as another, so
 * such an address is not a link.
 */
static bool link_has_login(const char *s)
{
	while (link_is_within(utf8_at(s)) &&
	       !link_is_one_of("@/?#", utf8_at(s)))
		s += utf8_step(s);
	return *s == '@';
}

/*
 * Length of the host name, or of what may be an IPv6 address in brackets,
 * without the port.
 */
static size_t link_name_length(const char *s)
{
	size_t len = 0;

	if (*s == '[') {
		len = 1 + strspn(s + 1, "0123456789abcdefABCDEF:.");
		return len > 2 && s[len] == ']' ? len + 1 : 0;
	}
	if (!utf8_is_letter(utf8_at(s)) || utf8_is_mark(utf8_at(s)))
		return 0;
	while (utf8_is_word(utf8_at(s + len)) ||
	       link_is_one_of(".-", utf8_at(s + len)))
		len += utf8_step(s + len);
	return len;
}

static size_t link_port_length(const char *s)
{
	size_t digits = *s == ':' ? strspn(s + 1, "0123456789") : 0;

	return digits ? 1 + digits : 0;
}

/*
 * Whether the text may continue like this right after a host without a path.
 */
static bool link_ends_host(const char *s)
{
	uint32_t code = utf8_at(s);

	if (code == ':')
		return s[1] != '/' && !utf8_is_word(utf8_at(s + 1));
	return !link_is_within(code) ||
	       (code != '_' && link_is_trailing(code));
}

static size_t link_host_length(const char *s)
{
	size_t len = link_name_length(s);

	if (!len || link_has_login(s))
		return 0;
	len += link_port_length(s + len);
	if (len > HOST_MAX)
		return 0;
	if (link_is_one_of("/?#", utf8_at(s + len)))
		return len;
	if (!link_ends_host(s + len))
		return 0;
	while (strchr(".-_", s[len - 1]))
		len--;
	return len;
}

/* ---- the whole address ------------------------------------------------- */

/*
 * Length of the path, the query and the fragment.  A closing bracket at the
 * end belongs to the address if the opening one is in it, too.
 */
static size_t link_path_length(const char *s)
{
	size_t at = 0, end = 0, n;
	int round = 0, square = 0;
	uint32_t code;

	if (!link_is_one_of("/?#", utf8_at(s)))
		return 0;
	for (; at <= LINK_MAX && link_is_within(code = utf8_at(s + at));
	     at += n) {
		n = utf8_step(s + at);
		round += code == '(';
		square += code == '[';
		if (!link_is_trailing(code) || (code == ')' && round > 0) ||
		    (code == ']' && square > 0))
			end = at + n;
		round -= code == ')' && round > 0;
		square -= code == ']' && square > 0;
	}
	return at > LINK_MAX ? at : end;
}

static size_t link_scheme_length(const char *s)
{
	if (strncasecmp(s, "http://", 7) == 0)
		return 7;
	return strncasecmp(s, "https://", 8) == 0 ? 8 : 0;
}

/* People judge an address by its host, so the host is always shown in full. */
static const char *link_shorten(struct arena *a, const char *s)
{
	size_t codes = utf8_count(s), host = strcspn(s, "/?#");
	size_t head = utf8_bytes(s, SHOWN_HEAD), tail;

	if (codes <= SHOWN_MAX)
		return s;
	if (head < host)
		head = host;
	tail = utf8_bytes(s, codes - SHOWN_TAIL);
	while (utf8_is_mark(utf8_at(s + tail)))
		tail += utf8_step(s + tail);
	return head < tail ? arena_printf(a, "%.*s…%s", (int)head, s, s + tail)
			   : s;
}

static size_t link_length(const char *s)
{
	size_t scheme = link_scheme_length(s), host, len;

	host = scheme ? link_host_length(s + scheme) : 0;
	if (!host)
		return 0;
	len = scheme + host + link_path_length(s + scheme + host);
	return len <= LINK_MAX ? len : 0;
}

static const char *link_shown(struct arena *a, const char *s, size_t len)
{
	size_t scheme = link_scheme_length(s);
	const char *slash;

	s += scheme;
	len -= scheme;
	slash = memchr(s, '/', len);
	if (slash == s + len - 1)
		len--;
	return link_shorten(a, arena_strndup(a, s, len));
}

/* ---- parts of a body --------------------------------------------------- */

#define NAME_MAX 20 /* no member has a longer name */

#define WORD "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

struct markup {
	struct arena *a;
	const char *mentions; /* names of members, separated by spaces */
	bool anybody;         /* every name counts as a member's */
	struct rt_part *first, **last;
	const char *text; /* the rest, which is not in a part yet */
	char begin;       /* first character of the part before it */
};

static void markup_add(struct markup *c, struct rt_part part)
{
	struct rt_part *copy = arena_alloc(c->a, sizeof *copy);

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
	size_t len = link_length(s);

	if (!len)
		return 0;
	markup_add_text(c, s);
	markup_add(c, (struct rt_part){
			      .kind = RT_LINK,
			      .shown = link_shown(c->a, s, len),
			      .to = arena_strndup(c->a, s, len),
		      });
	return len;
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

/* The underscore, and the joiners of Persian and Indian words. */
static bool tag_is_joiner(uint32_t code)
{
	return code == '_' || code == 0x200c || code == 0x200d;
}

/*
 * The length of a tag: letters and digits of any script with their marks, and
 * joiners between them.
 */
static size_t tag_length(const char *s)
{
	size_t len = 0, at = 0;
	uint32_t code = utf8_at(s);

	if (!utf8_is_letter(code) || utf8_is_mark(code))
		return 0;
	for (;; code = utf8_at(s + at)) {
		bool within = utf8_is_letter(code) || utf8_is_mark(code);

		if (!within && !tag_is_joiner(code))
			break;
		at += utf8_step(s + at);
		len = within ? at : len;
	}
	return len <= utf8_bytes(s, TAG_MAX) ? len : 0;
}

static size_t markup_tag(struct markup *c, const char *s)
{
	size_t len = tag_length(s + 1);

	if (!len)
		return 0;
	markup_add_text(c, s);
	s = arena_strndup(c->a, s + 1, len);
	markup_add(c, (struct rt_part){
			      .kind = RT_TAG,
			      .shown = s,
			      .to = utf8_fold(c->a, s),
		      });
	return len + 1;
}

/* ---- all parts --------------------------------------------------------- */

static size_t markup_parse(struct markup *c, const char *s)
{
	switch (*s) {
	case 'h':
	case 'H':
		return markup_link(c, s);
	case '@':
		return markup_mention(c, s);
	case '#':
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

/*
 * Whether the text right before it prevents a link, mention or tag.  Nothing
 * begins within a word or an address, or right after a mark; but a tag may
 * follow a tag.
 */
static bool markup_is_glued(const struct markup *c, const char *body,
			    const char *at)
{
	uint32_t code;

	if (at == body)
		return false;
	if (at == c->text)
		return c->begin != '#' || *at != '#';
	code = markup_before(body, at);
	return markup_is_joined(code) ||
	       (code && code < 0x80 && strchr("@#/&", (int)code));
}

/* Examines only the characters with which a link, mention or tag may begin. */
static struct rt_part *markup_parse_all(struct markup *c, const char *body)
{
	c->last = &c->first;
	c->text = body;
	for (const char *at = body; *(at += strcspn(at, "@#hH"));) {
		size_t n =
			markup_is_glued(c, body, at) ? 0 : markup_parse(c, at);

		c->begin = n ? *at : c->begin;
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

size_t parts_collect(struct arena *a, const char *body, enum rt_part_kind kind,
		     const char **found, size_t max)
{
	struct markup c = { .a = a, .anybody = true };
	size_t n = 0, i;

	for (struct rt_part *p = markup_parse_all(&c, body); p && n < max;
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
