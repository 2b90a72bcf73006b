#include "libretwis/member/name_search.h"

#include <string.h>

#include "base/utf8.h"
#include "libretwis/member/display_name.h"
#include "libretwis/member/user.h"
#include "libretwis/text/tag_word.h"
#include "schema/key.h"

#define QUERY_MAX 160 /* bytes */

/* ---- the query --------------------------------------------------------- */

/* A tab would reach past the name, into the id after it. */
static bool name_search_no_control(uint32_t code)
{
	return !utf8_is_control(code);
}

/* A name from a classic database may begin with a mark of direction. */
static bool name_search_is_blank(uint32_t code)
{
	return utf8_is_blank(code) && !utf8_is_layout_control(code);
}

/*
 * A leading @ or # says what is wanted; only one is skipped, since a classic
 * name may begin with another.
 */
void name_search_read(struct arena *a, const char *q, struct name_search *s,
		      struct rt_search *r)
{
	const char *text = utf8_strip(a, q ? q : "", name_search_is_blank);
	const char *name = rt_name_after_at(text);
	size_t sign = tag_sign_length(text);

	r->for_members = !sign;
	r->for_tags = name == text;
	s->begin = r->for_members ? utf8_strip(a, name, name_search_is_blank)
				  : text + sign;
	r->asked = !utf8_all(s->begin, utf8_is_blank);
}

const char *name_search_name(struct arena *a, const char *q)
{
	const char *text = utf8_strip(a, q, name_search_is_blank);
	const char *name =
		utf8_strip(a, rt_name_after_at(text), name_search_is_blank);

	if (!utf8_all(name, name_search_no_control) ||
	    strlen(name) > QUERY_MAX)
		return "";
	return name;
}

/* ---- reading ----------------------------------------------------------- */

/*
 * The range for "al" is from "al" to just before "am".  UTF-8 never contains
 * the byte 0xff, so the last byte can always be increased.
 */
void name_range_queue(struct rt_pipe *p, const char *key, const char *begin,
		      size_t most, const char **found)
{
	char *end = arena_strdup(p->a, begin);

	end[strlen(end) - 1]++;
	rt_pipe_strs(p, found, most, "ZRANGEBYLEX %s [%s (%s LIMIT 0 %d", key,
		     begin, end, (int)most);
}

static void name_search_range(struct rt_pipe *p, const char *key,
			      const char *begin, const char **found)
{
	name_range_queue(p, key, begin, NAMES_READ, found);
}

static void name_search_queue_members(struct rt_pipe *p, struct name_search *s)
{
	s->forms = name_forms(p->a, s->begin);
	for (size_t i = 0; i < s->forms.n; i++)
		name_search_range(p, KEY_MEMBERS, s->forms.v[i], s->in[i]);
}

/* Older programs have stored tags as they were typed: see tag_word.h. */
static void name_search_queue_forms(struct rt_pipe *p, struct name_search *s)
{
	const char *other = tag_other_form(p->a, s->begin);

	name_search_range(p, KEY_TAGS, tag_form(p->a, s->begin), s->tag);
	if (other)
		name_search_range(p, KEY_TAGS, other, s->other_tag);
}

static void name_search_append(const char **found, const char **others)
{
	size_t n = 0;

	while (n < NAMES_READ && found[n])
		n++;
	for (size_t i = 0; n < NAMES_READ && i < NAMES_READ && others[i];
	     i++, n++)
		found[n] = others[i];
}

void name_search_queue(struct rt_pipe *p, struct name_search *s,
		       const struct rt_search *r)
{
	if (!r->asked || !utf8_all(s->begin, name_search_no_control))
		return;
	if (r->for_members && strlen(s->begin) <= QUERY_MAX)
		name_search_queue_members(p, s);
	if (r->for_tags && utf8_count(s->begin) <= TAG_MAX)
		name_search_queue_forms(p, s);
}

static void name_search_queue_people(struct rt_pipe *p, struct name_search *s,
				     size_t from, size_t to)
{
	struct rt_ids ids = { .v = s->id + from };

	for (size_t i = from; i < to && s->member[i]; i++, ids.n++) {
		const char *tab = strrchr(s->member[i], MEMBERS_TAB);

		s->id[i] = rt_u64(tab ? tab + 1 : NULL);
		display_name_queue(p, &s->names[i], s->id[i]);
	}
	relation_queue(p, s->followed + from, s->visitor->id, ids);
}

static void name_search_queue_tags(struct rt_pipe *p, struct name_search *s,
				   size_t from, size_t to)
{
	for (size_t i = from; i < to && s->tag[i]; i++)
		rt_pipe_u64(p, &s->posts[i], "LLEN " KEY_TAG, s->tag[i]);
}

/* ---- the results ------------------------------------------------------- */

/*
 * An entry is only a hint.  The hash decides whether the member still exists
 * and has this name.
 */
static bool name_search_is_member(struct arena *a, const struct name_search *s,
				  size_t i)
{
	return s->names[i].name &&
	       session_sees(s->visitor, s->names[i].standing) &&
	       name_index_has(a, &s->names[i], s->id[i], s->member[i]);
}

/* A member may be found by several words, or by both names. */
static bool name_search_has(const struct rt_people_list *found, uint64_t id)
{
	for (size_t i = 0; i < found->n; i++)
		if (found->v[i].id == id)
			return true;
	return false;
}

static void name_search_parse_members(struct arena *a,
				      const struct name_search *s,
				      struct rt_search *r)
{
	bool is_known = session_user(s->visitor).id;
	struct rt_people_list *found = &r->found;
	size_t i = 0;

	found->n = 0;
	for (; i < NAMES_EXAMINED && s->member[i] && found->n < RT_FOUND; i++)
		if (name_search_is_member(a, s, i) &&
		    !name_search_has(found, s->id[i]))
			found->v[found->n++] = (struct rt_person){
				.id = s->id[i],
				.name = s->names[i].name,
				.display = s->names[i].display,
				.face = s->names[i].face,
				.followed = is_known && s->followed[i],
			};
	r->more = s->member[i];
}

/* Leaves out a tag whose last post is just being deleted. */
static void name_search_parse_tags(const struct name_search *s,
				   struct rt_search *r)
{
	size_t i = 0;

	r->tags = 0;
	for (; i < NAMES_EXAMINED && s->tag[i] && r->tags < RT_FOUND; i++)
		if (s->posts[i])
			r->tag[r->tags++] =
				(struct rt_found_tag){ s->tag[i],
						       s->posts[i] };
	r->more_tags = s->tag[i];
}

/* One range after the other, since the first ones fit best. */
void name_search_queue_found(struct rt_pipe *p, struct name_search *s)
{
	for (size_t i = 0; i < s->forms.n; i++)
		name_search_append(s->member, s->in[i]);
	name_search_append(s->tag, s->other_tag);
	name_search_queue_people(p, s, 0, RT_FOUND);
	name_search_queue_tags(p, s, 0, RT_FOUND);
}

void name_search_fill(struct rt_pipe *p, struct name_search *s,
		      struct rt_search *r)
{
	r->found.v = arena_alloc(p->a, RT_FOUND * sizeof *r->found.v);
	r->tag = arena_alloc(p->a, RT_FOUND * sizeof *r->tag);
	name_search_parse(p->a, s, r);
	if (r->found.n < RT_FOUND)
		name_search_queue_people(p, s, RT_FOUND, NAMES_EXAMINED);
	if (r->tags < RT_FOUND)
		name_search_queue_tags(p, s, RT_FOUND, NAMES_EXAMINED);
}

void name_search_parse(struct arena *a, const struct name_search *s,
		       struct rt_search *r)
{
	name_search_parse_members(a, s, r);
	name_search_parse_tags(s, r);
}
