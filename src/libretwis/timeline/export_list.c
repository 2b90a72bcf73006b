#include "libretwis/timeline/export_list.h"

#include "base/clock.h"
#include "libretwis/post/posts.h"
#include "schema/key.h"

#define KNOWN ((size_t)16)    /* entries that a read begins with */
#define BACK  ((uint64_t)500) /* so far we go back */

/*
 * In a database that is not adopted only the home timeline tells what a member
 * wrote, among other things.
 */
static enum rt_err export_read_list(struct rt_export *e, struct arena *a,
				    size_t n, uint64_t to, struct rt_ids *ids)
{
	const char *key = e->is_adopted ? arena_printf(a, KEY_OWN, e->me.id)
					: arena_printf(a, KEY_POSTS, e->me.id);

	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, e->rt, a);
	rt_pipe_ids(&p, ids, n, "LRANGE %s -" ID " -" ID, key, to + n, to + 1);
	return rt_pipe_end(&p);
}

/* The next ids of the list, newest first. */
static enum rt_err export_parse_list(struct rt_export *e, struct arena *a,
				     struct rt_ids *ids, bool *goes_on)
{
	size_t known = e->behind < KNOWN ? (size_t)e->behind : KNOWN;
	size_t asked = EXPORT_CHUNK + known;
	enum rt_err err;

	if ((err = export_read_list(e, a, asked, e->behind - known, ids)))
		return err;
	if (e->behind && (!ids->n || ids->v[ids->n - 1] > e->last)) {
		e->behind -= e->behind < BACK ? e->behind : BACK;
		ids->n = 0;
		*goes_on = true;
		return RT_OK;
	}
	*goes_on = ids->n == asked;
	e->behind += EXPORT_CHUNK;
	while (ids->n && ids->v[ids->n - 1] <= e->last)
		ids->n--;
	for (size_t i = 0; i < ids->n; i++)
		if (ids->v[i] > e->last)
			e->last = ids->v[i];
	return RT_OK;
}

static bool export_is_mine(const struct rt_export *e,
			   const union post_fields *fields)
{
	return fields->body && rt_u64(fields->user_id) == e->me.id;
}

static void export_add_repost(struct rt_export_some *some,
			      const union post_fields *fields)
{
	some->mark[some->marks++] = (struct rt_export_mark){
		.post = rt_u64(fields->repost_of),
		.name = fields->repost_name,
		.time = clock_stored(rt_u64(fields->time)),
	};
}

static void export_add_post(struct arena *a, struct rt_export *e,
			    struct rt_export_some *some, uint64_t id,
			    const union post_fields *fields)
{
	uint64_t parent = rt_u64(fields->reply_to);

	if ((e->part == RT_EXPORT_POSTS && parent) ||
	    (e->part == RT_EXPORT_REPLIES && !parent))
		return;
	some->posts.v[some->posts.n++] = (struct rt_post){
		.id = id,
		.user_id = e->me.id,
		.name = e->me.name,
		.time = clock_stored(rt_u64(fields->time)),
		.body = rt_text_clean(a, fields->body),
		.mentions = fields->mentions,
		.reply_to = parent,
		.reply_name = fields->reply_name,
		.likes = rt_u64(fields->likes),
		.reposts = rt_u64(fields->reposts),
	};
}

enum rt_err export_list(struct rt_export *e, struct arena *a,
			struct rt_export_some *some)
{
	struct post_load l;
	struct rt_ids ids = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	if ((err = export_parse_list(e, a, &ids, &some->goes_on)))
		return err;
	rt_pipe_begin_lenient(&p, e->rt, a);
	posts_queue(&p, &l, 0, NULL, ids);
	if ((err = rt_pipe_end(&p)))
		return err;
	some->posts.v = arena_alloc(a, ids.n * sizeof *some->posts.v);
	some->mark = arena_alloc(a, ids.n * sizeof *some->mark);
	for (size_t i = ids.n; i-- > 0;) {
		const union post_fields *fields = &l.fields[i];
		bool is_repost = rt_u64(fields->repost_of) != 0;
		bool is_double = i + 1 < ids.n && ids.v[i] == ids.v[i + 1];

		if (is_double || !export_is_mine(e, fields) ||
		    is_repost != (e->part == RT_EXPORT_REPOSTS))
			continue;
		if (is_repost)
			export_add_repost(some, fields);
		else
			export_add_post(a, e, some, ids.v[i], fields);
	}
	return RT_OK;
}
