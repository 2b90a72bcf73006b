/*
 * GET /search      a form, and below it the members, tags and posts that were
 *                  found.
 *   q              how a name or a tag starts; with an @ it finds only names,
 *                  with a # only tags.  And words of posts; from:NAME finds
 *                  only those by that member.  Without q there is only the
 *                  form
 *   after          the last post that the page before has looked at
 */
#include "base/message.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "search.tpl", PEOPLE_TEMPLATES, POST_TEMPLATES, NULL,
};

static void show_found_members(struct req *q, struct tpl *t,
			       const struct rt_search *s)
{
	struct tpl *list;

	if (!s->found.n)
		return;
	list = tpl_section(t, "FOUND");
	view_people(q, list, &s->found);
	if (s->more)
		tpl_section(list, "MORE");
}

static void show_found_tag(struct tpl *t, const struct rt_found_tag *tag)
{
	tpl_set(t, "TAG", tag->tag);
	tpl_set_number(t, "COUNT", tag->posts);
	tpl_plural(
		tpl_section(t, tag->posts == RT_TAG_POSTS ? "OR_MORE" : "ALL"),
		tag->posts);
}

static void show_found_tags(struct tpl *t, const struct rt_search *s)
{
	struct tpl *list;

	if (!s->tags)
		return;
	list = tpl_section(t, "FOUND_TAGS");
	for (size_t i = 0; i < s->tags; i++)
		show_found_tag(tpl_section(list, "ONE"), &s->tag[i]);
	if (s->more_tags)
		tpl_section(list, "MORE");
}

static void show_common(struct tpl *t, const struct rt_search *s)
{
	struct tpl *common, *word;

	if (!s->commons)
		return;
	common = tpl_section(t, "TOO_COMMON");
	for (size_t i = 0; i < s->commons; i++) {
		word = tpl_section(common, "WORD");
		tpl_set(word, "TEXT", s->common[i]);
		if (i)
			tpl_set(word, "COMMA", view_comma());
	}
	if (s->only_common)
		tpl_section(common, "ALONE");
}

/* What the search has left out. */
static void show_limits(struct tpl *t, const struct rt_search *s)
{
	show_common(t, s);
	if (s->cut)
		tpl_set_number(tpl_section(t, "CUT"), "MOST", RT_SEARCH_WORDS);
	if (s->is_long)
		tpl_set_number(tpl_section(t, "LONG"), "MOST",
			       RT_SEARCH_LETTERS);
}

static void show_found_posts(struct req *q, struct tpl *t, const char *text,
			     const struct rt_search *s)
{
	struct tpl *list, *older;

	if (!s->posts.n && !s->older)
		return;
	list = tpl_section(t, "FOUND_POSTS");
	if (s->posts.n)
		view_posts(q, list, &s->posts);
	else
		tpl_section(list, "NONE_YET");
	if (!s->older)
		return;
	older = tpl_section(list, "OLDER");
	tpl_set(older, "Q", text);
	tpl_set_int(older, "ID", (long long)s->older);
}

/* Says what was looked for, and not found. */
static void show_nothing(const struct req *q, struct tpl *t,
			 const struct rt_search *s, bool is_older)
{
	if (s->found.n || s->tags || s->posts.n || s->older || s->only_common)
		return;
	t = tpl_section(t, "EMPTY");
	if (!is_older && !s->by_author)
		tpl_section(t, !s->for_tags      ? "NOBODY"
			       : !s->for_members ? "NO_TAG"
						 : "NOTHING");
	if (s->for_posts)
		tpl_section(t, is_older ? "NO_OLDER" : "NO_POST");
	else if (!q->conf->names_only && !s->is_long)
		tpl_section(t, "NO_WORD");
}

static void show_found(struct req *q, struct tpl *t, const char *text,
		       const struct rt_search *s, bool is_older)
{
	show_found_members(q, t, s);
	show_found_tags(t, s);
	show_found_posts(q, t, text, s);
	show_limits(t, s);
	show_nothing(q, t, s, is_older);
}

void page(struct req *q)
{
	const char *text = req_query(q, "q");
	uint64_t after = req_place(q).after;
	struct rt_search search;
	struct tpl *t;

	if (!req_require(q, "/search", "GET, HEAD") ||
	    !req_ok(q,
		    rt_search(q->rt, q->a, q->secret, text, after, &search)))
		return;
	req_set_user(q, &search.me);
	text = text ? rt_text_clean(q->a, text) : "";
	t = page_begin(q, "search.tpl", _("Search"));
	tpl_section(q->root, "AT_SEARCH");
	tpl_section(t, q->conf->names_only ? "FOR_NAMES" : "FOR_POSTS");
	tpl_set(t, "Q", text);
	if (search.asked)
		show_found(q, t, text, &search, after);
	page_end(q, 200);
}
