/*
 * Filling the lists of mentions from what a member wrote.
 *
 * A post whose list has it already is left alone, so this can be done again at
 * any time, while members write.
 */
#include "libretwis/host/adopt_own.h"

#include "libretwis/post/post_fields.h"
#include "libretwis/post/recipients.h"
#include "schema/key.h"

#define CHUNK 100

struct old_post {
	union post_fields fields;
	struct mentions mentions;
};

/* A repost has a body for PHP only. */
static bool adopt_has_words(const struct old_post *post)
{
	return post->fields.body && !post->fields.repost_of;
}

static enum rt_err adopt_read_bodies(struct rt *rt, struct arena *a,
				     struct rt_ids ids, struct old_post *post)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < ids.n; i++)
		post_fields_queue(&p, &post[i].fields, ids.v[i],
				  POST_BODY | POST_REPOST_OF);
	return rt_pipe_end(&p);
}

static enum rt_err adopt_find_mentioned(struct rt *rt, struct arena *a,
					size_t n, struct old_post *post)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		mentions_queue(&p, &post[i].mentions,
			       adopt_has_words(&post[i]) ? post[i].fields.body
							 : "");
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		mentions_check(&p, &post[i].mentions);
	return rt_pipe_end(&p);
}

static enum rt_err adopt_list_mentions(struct rt *rt, struct arena *a,
				       uint64_t author, struct rt_ids ids)
{
	struct old_post *post = arena_alloc(a, ids.n * sizeof *post);
	struct rt_pipe p;
	enum rt_err err;

	if ((err = adopt_read_bodies(rt, a, ids, post)) ||
	    (err = adopt_find_mentioned(rt, a, ids.n, post)))
		return err;
	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < ids.n; i++) {
		mentions_parse(&post[i].mentions, author);
		mentions_push(&p, &post[i].mentions, ids.v[i], PUSH_FAR);
	}
	return rt_pipe_end(&p);
}

/* A post that comes meanwhile moves the others on: we meet one twice. */
enum rt_err adopt_mentions(struct rt *rt, uint64_t id)
{
	struct rt_ids ids = { .n = CHUNK };
	struct arena chunk = { 0 };
	enum rt_err err = RT_OK;

	for (uint64_t at = 0; !err && ids.n == CHUNK; at += CHUNK) {
		arena_reset(&chunk);
		err = rt_read_ids(rt, &chunk, &ids, CHUNK,
				  "LRANGE " KEY_OWN " " ID " " ID, id, at,
				  at + CHUNK - 1);
		if (!err)
			err = adopt_list_mentions(rt, &chunk, id, ids);
	}
	arena_free(&chunk);
	return err;
}
