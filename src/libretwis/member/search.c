/*
 * Finding members and tags by their first letters, as ranges of two sorted
 * sets.
 */
#include <string.h>

#include "base/utf8.h"
#include "libretwis/member/display_name.h"
#include "libretwis/member/last_visit.h"
#include "libretwis/member/name_index.h"
#include "libretwis/member/user.h"
#include "libretwis/text/tag_word.h"
#include "schema/key.h"

#define QUERY_MAX 160 /* bytes */

/*
 * How many entries are examined; one more is read to see whether there are
 * more.
 */
#define EXAMINED    (3 * RT_FOUND)
#define ENTRIES_MAX (EXAMINED + 1)

/* A search while it is being read. */
struct search {
	struct session visitor;
	const char *begin; /* what was typed, without @ or # */
	struct name_forms forms;
	const char *in[NAME_FORMS][ENTRIES_MAX]; /* of each, then NULLs */
	const char *member[ENTRIES_MAX], *tag[ENTRIES_MAX]; /* then NULLs */
	const char *other_tag[ENTRIES_MAX]; /* more of these tags */
	uint64_t id[EXAMINED];              /* of these members */
	struct rt_names names[EXAMINED];
	const char *followed[EXAMINED];
	uint64_t posts[EXAMINED];
};

/* ---- the query --------------------------------------------------------- */

/* A tab would reach past the name, into the id after it. */
static bool search_no_control(uint32_t code)
{
	return !utf8_is_control(code);
}

/* A name from a classic database may begin with a mark of direction. */
static bool search_is_blank(uint32_t code)
{
	return utf8_is_blank(code) && !utf8_is_layout_control(code);
}

/*
 * A leading @ or # says what is wanted; only one is skipped, since a classic
 * name may begin with another.
 */
static void search_read(struct arena *a, const char *q, struct search *s,
			struct rt_search *r)
{
	const char *text = utf8_strip(a, q ? q : "", search_is_blank);
	const char *name = rt_name_after_at(text);
	size_t sign = tag_sign_length(text);

	r->for_members = !sign;
	r->for_tags = name == text;
	s->begin = r->for_members ? utf8_strip(a, name, search_is_blank)
				  : text + sign;
	r->asked = !utf8_all(s->begin, utf8_is_blank);
}

/* ---- reading ----------------------------------------------------------- */

/*
 * The range for "al" is from "al" to just before "am".  UTF-8 never contains
 * the byte 0xff, so the last byte can always be increased.
 */
static void search_queue(struct rt_pipe *p, const char *key, const char *begin,
			 const char **found)
{
	char *end = arena_strdup(p->a, begin);

	end[strlen(end) - 1]++;
	rt_pipe_strs(p, found, ENTRIES_MAX,
		     "ZRANGEBYLEX %s [%s (%s LIMIT 0 %d", key, begin, end,
		     ENTRIES_MAX);
}

static void search_queue_members(struct rt_pipe *p, struct search *s)
{
	s->forms = name_forms(p->a, s->begin);
	for (size_t i = 0; i < s->forms.n; i++)
		search_queue(p, KEY_MEMBERS, s->forms.v[i], s->in[i]);
}

/* Older programs have stored tags as they were typed: see tag_word.h. */
static void search_queue_forms(struct rt_pipe *p, struct search *s)
{
	const char *other = tag_other_form(p->a, s->begin);

	search_queue(p, KEY_TAGS, tag_form(p->a, s->begin), s->tag);
	if (other)
		search_queue(p, KEY_TAGS, other, s->other_tag);
}

static void search_append(const char **found, const char **others)
{
	size_t n = 0;

	while (n < ENTRIES_MAX && found[n])
		n++;
	for (size_t i = 0; n < ENTRIES_MAX && i < ENTRIES_MAX && others[i];
	     i++, n++)
		found[n] = others[i];
}

static void search_request(struct rt_pipe *p, struct search *s,
			   const struct rt_search *r)
{
	if (!r->asked || !utf8_all(s->begin, search_no_control))
		return;
	if (r->for_members && strlen(s->begin) <= QUERY_MAX)
		search_queue_members(p, s);
	if (r->for_tags && utf8_count(s->begin) <= TAG_MAX)
		search_queue_forms(p, s);
}

static void search_request_members(struct rt_pipe *p, struct search *s,
				   size_t from, size_t to)
{
	struct rt_ids ids = { .v = s->id + from };

	for (size_t i = from; i < to && s->member[i]; i++, ids.n++) {
		const char *tab = strrchr(s->member[i], MEMBERS_TAB);

		s->id[i] = rt_u64(tab ? tab + 1 : NULL);
		display_name_queue(p, &s->names[i], s->id[i]);
	}
	relation_queue(p, s->followed + from, s->visitor.id, ids);
}

static void search_queue_tags(struct rt_pipe *p, struct search *s, size_t from,
			      size_t to)
{
	for (size_t i = from; i < to && s->tag[i]; i++)
		rt_pipe_u64(p, &s->posts[i], "LLEN " KEY_TAG, s->tag[i]);
}

/* ---- the results ------------------------------------------------------- */

/*
 * An entry is only a hint.  The hash decides whether the member still exists
 * and has this name.
 */
static bool search_is_member(struct arena *a, const struct search *s, size_t i)
{
	return s->names[i].name &&
	       name_index_has(a, &s->names[i], s->id[i], s->member[i]);
}

/* A member may be found by several words, or by both names. */
static bool search_has(const struct rt_people_list *found, uint64_t id)
{
	for (size_t i = 0; i < found->n; i++)
		if (found->v[i].id == id)
			return true;
	return false;
}

static void search_parse_members(struct arena *a, const struct search *s,
				 struct rt_search *r)
{
	bool is_known = session_user(&s->visitor).id;
	struct rt_people_list *found = &r->found;
	size_t i = 0;

	found->n = 0;
	for (; i < EXAMINED && s->member[i] && found->n < RT_FOUND; i++)
		if (search_is_member(a, s, i) && !search_has(found, s->id[i]))
			found->v[found->n++] = (struct rt_person){
				.id = s->id[i],
				.name = s->names[i].name,
				.display = s->names[i].display,
				.followed = is_known && s->followed[i],
			};
	r->more = s->member[i];
}

/* Leaves out a tag whose last post is just being deleted. */
static void search_parse_tags(const struct search *s, struct rt_search *r)
{
	size_t i = 0;

	r->tags = 0;
	for (; i < EXAMINED && s->tag[i] && r->tags < RT_FOUND; i++)
		if (s->posts[i])
			r->tag[r->tags++] =
				(struct rt_found_tag){ s->tag[i],
						       s->posts[i] };
	r->more_tags = s->tag[i];
}

static void search_parse(struct arena *a, const struct search *s,
			 struct rt_search *r)
{
	search_parse_members(a, s, r);
	search_parse_tags(s, r);
}

/* If some are gone, others take their places. */
static enum rt_err search_fill(struct rt *rt, struct arena *a,
			       struct search *s, struct rt_search *r)
{
	struct rt_pipe p;
	enum rt_err err;

	r->found.v = arena_alloc(a, RT_FOUND * sizeof *r->found.v);
	r->tag = arena_alloc(a, RT_FOUND * sizeof *r->tag);
	search_parse(a, s, r);
	rt_pipe_begin_lenient(&p, rt, a);
	if (r->found.n < RT_FOUND)
		search_request_members(&p, s, RT_FOUND, EXAMINED);
	if (r->tags < RT_FOUND)
		search_queue_tags(&p, s, RT_FOUND, EXAMINED);
	if (!(err = rt_pipe_end(&p)))
		search_parse(a, s, r);
	return err;
}

enum rt_err rt_search(struct rt *rt, struct arena *a, const char *secret,
		      const char *q, struct rt_search *search)
{
	struct search s = { .begin = "" };
	struct rt_search r = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	search_read(a, q, &s, &r);
	rt_pipe_begin_lenient(&p, rt, a);
	session_queue(&p, &s.visitor, secret);
	session_check(&p, &s.visitor);
	search_request(&p, &s, &r);
	if ((err = rt_pipe_end(&p)))
		return err;
	/* One range after the other, since the first ones fit best. */
	for (size_t i = 0; i < s.forms.n; i++)
		search_append(s.member, s.in[i]);
	search_append(s.tag, s.other_tag);
	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &s.visitor);
	search_request_members(&p, &s, 0, RT_FOUND);
	search_queue_tags(&p, &s, 0, RT_FOUND);
	last_visit_note(&p, &s.visitor);
	if ((err = rt_pipe_end(&p)) || (err = search_fill(rt, a, &s, &r)))
		return err;
	r.me = session_user(&s.visitor);
	*search = r;
	return RT_OK;
}
