#include "libretwis/timeline/top.h"

#include "libretwis/post/answers.h"
#include "redis/ids.h"
#include "schema/key.h"

struct rt_ids top_ids(struct arena *a)
{
	struct running_list list = running_now();
	struct rt_ids ids = { .v = arena_alloc(a, list.n * sizeof *ids.v) };

	for (size_t i = 0; i < list.n; i++)
		ids.v[ids.n++] = list.v[i].is.id;
	return ids;
}

static void top_queue_has_read(struct rt_pipe *p, uint64_t post, uint64_t me,
			       const char **read)
{
	rt_pipe_str(p, read, "ZSCORE " KEY_READ_BY " " ID, post, me);
	rt_pipe_lenient(p);
}

void top_queue_read(struct rt_pipe *p, struct top_load *t, uint64_t me)
{
	if (!t->is_wanted || !me)
		return;
	t->known = top_ids(p->a);
	t->known_read = arena_alloc(p->a, t->known.n * sizeof *t->known_read);
	for (size_t i = 0; i < t->known.n; i++)
		top_queue_has_read(p, t->known.v[i], me, &t->known_read[i]);
}

/* The index of an id among those known at first; known.n: it was not. */
static size_t top_place(const struct top_load *t, uint64_t id)
{
	size_t i = 0;

	while (i < t->known.n && t->known.v[i] != id)
		i++;
	return i;
}

void top_queue(struct rt_pipe *p, struct top_load *t, uint64_t me,
	       struct member_names *names)
{
	struct rt_ids all;

	if (!t->is_wanted || !me)
		return;
	all = top_ids(p->a);
	t->ids.v = arena_alloc(p->a, all.n * sizeof *t->ids.v);
	t->read = arena_alloc(p->a, all.n * sizeof *t->read);
	for (size_t i = 0; i < all.n; i++) {
		size_t known = top_place(t, all.v[i]);

		if (known < t->known.n && t->known_read[known])
			continue;
		if (known == t->known.n)
			top_queue_has_read(p, all.v[i], me,
					   &t->read[t->ids.n]);
		t->ids.v[t->ids.n++] = all.v[i];
	}
	posts_queue(p, &t->load, me, names, t->ids);
	t->load.hides_nobody = true;
}

void top_queue_rest(struct rt_pipe *p, struct top_load *t)
{
	if (t->ids.n)
		posts_queue_rest(p, &t->load);
}

/* It is the house that speaks, so only a suspended author is left out. */
static bool top_shows(const struct top_load *t, const struct rt_post *post)
{
	size_t i = 0;

	while (i < t->ids.n && t->ids.v[i] != post->id)
		i++;
	return i < t->ids.n && !t->read[i] &&
	       !member_names_leaves_out(t->load.names, post->user_id);
}

static bool top_has_member(const struct top_load *t)
{
	const struct rt_user me = session_user(t->load.names->visitor);

	return me.id && rt_belongs(me.standing);
}

static void top_pick(struct arena *a, const struct top_load *t,
		     struct rt_running *out)
{
	struct rt_posts all = { .v = arena_alloc(a,
						 t->ids.n * sizeof *all.v) };

	if (!t->ids.n || !top_has_member(t))
		return;
	posts_pick(a, &t->load, t->ids.n, t->ids.n, &all);
	out->posts.v = all.v;
	for (size_t i = 0; i < all.n; i++)
		if (!top_shows(t, &all.v[i]))
			continue;
		else if (out->posts.n < RT_ON_TOP)
			out->posts.v[out->posts.n++] = all.v[i];
		else
			out->more++;
}

enum rt_err top_end(struct rt *rt, struct arena *a, const struct top_load *t,
		    uint64_t me, struct rt_posts *posts,
		    struct rt_running *out)
{
	struct answers_load top_answers, answers;
	struct rt_running running = { .more = 0 };
	struct rt_pipe p;
	enum rt_err err;

	top_pick(a, t, &running);
	rt_pipe_begin_lenient(&p, rt, a);
	answers_queue(&p, &top_answers, me, &running.posts);
	answers_queue(&p, &answers, me, posts);
	if ((err = rt_pipe_end(&p)))
		return err;
	answers_parse(a, &top_answers, &running.posts);
	answers_parse(a, &answers, posts);
	*out = running;
	return RT_OK;
}
