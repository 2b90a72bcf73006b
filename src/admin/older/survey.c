#include "admin/older/survey.h"

#include <string.h>

#include "admin/older/scan_page.lua.h"

#define LAYOUTS    3
#define WITH_LEADS 0 /* which of them has such keys */

static const struct older_layout *const layouts[LAYOUTS] = { &older_2009,
							     &older_rb,
							     &older_java };

struct survey {
	struct id_list members[LAYOUTS], posts[LAYOUTS];
};

static void survey_key(struct arena *a, struct survey *v, const char *key)
{
	uint64_t id;

	for (size_t i = 0; i < LAYOUTS; i++) {
		if (older_key_is(layouts[i]->member_key, key, &id))
			ids_add(a, &v->members[i], id);
		if (older_key_is(layouts[i]->post_key, key, &id))
			ids_add(a, &v->posts[i], id);
	}
}

static enum rt_err survey_keys(struct source *s, struct arena *a,
			       struct arena *chunk, struct survey *v)
{
	uint64_t cursor = 0;
	enum rt_err err;

	do {
		struct rt_texts keys = { 0 };
		struct rt_pipe p;

		arena_reset(chunk);
		source_begin(&p, s, chunk);
		rt_pipe_texts(&p, &keys, RT_ALL, "EVAL %s 0 " ID,
			      SCAN_PAGE_LUA, cursor);
		if ((err = rt_pipe_end(&p)) || !keys.n)
			return err ? err : RT_BROKEN;
		cursor = rt_u64(keys.v[0]);
		for (size_t i = 1; i < keys.n; i++)
			survey_key(a, v, keys.v[i]);
		if ((err = name_index_read(s, a, chunk, &keys, &s->leads,
					   &v->members[WITH_LEADS])))
			return err;
	} while (cursor);
	name_index_sort(&s->leads);
	return RT_OK;
}

/* The one that is asked for, or else the one that has members. */
static size_t survey_choose(const struct survey *v, const char *from,
			    const char **why)
{
	size_t chosen = LAYOUTS;

	for (size_t i = 0; i < LAYOUTS; i++) {
		if (from ? strcmp(layouts[i]->name, from) != 0
			 : !v->members[i].ids.n)
			continue;
		if (chosen < LAYOUTS)
			*why = "two older Retwis have data there: choose one "
			       "with --from";
		chosen = i;
	}
	if (chosen == LAYOUTS)
		*why = from ? "--from must be 2009, rb or java"
			    : "no older Retwis has members there";
	else if (!v->members[chosen].ids.n)
		*why = "that older Retwis has no members there";
	return chosen;
}

static enum rt_err survey_counters(struct source *s, struct arena *chunk)
{
	struct rt_pipe p;
	enum rt_err err;

	source_begin(&p, s, chunk);
	s->layout->ask_counters(&p, &s->next_user, &s->next_post);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (s->next_user < s->members.ids.v[0])
		s->next_user = s->members.ids.v[0];
	if (s->posts.ids.n && s->next_post < s->posts.ids.v[0])
		s->next_post = s->posts.ids.v[0];
	return RT_OK;
}

enum rt_err survey_source(struct source *s, struct arena *a,
			  struct arena *chunk, const char *from,
			  const char **why)
{
	struct survey *v = arena_alloc(a, sizeof *v);
	enum rt_err err;
	size_t i;

	if ((err = survey_keys(s, a, chunk, v)))
		return err;
	i = survey_choose(v, from, why);
	if (*why)
		return RT_DENIED;
	s->layout = layouts[i];
	s->members = v->members[i];
	s->posts = v->posts[i];
	ids_sort(&s->members);
	ids_sort(&s->posts);
	return survey_counters(s, chunk);
}
