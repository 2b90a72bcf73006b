#include "admin/check/places.h"

#include <string.h>

#include "admin/check/repairs.h"
#include "admin/check/types.h"
#include "libretwis/post/delivery_job.h"
#include "libretwis/post/tag.h"
#include "libretwis/text/markup.h"
#include "schema/key.h"

/* ---- reading ----------------------------------------------------------- */

static void place_queue_tags(struct rt_pipe *p, struct post_read *l)
{
	const char *tag[TAGS_MAX];

	if (l->is.post.repost_of || !l->is.post.username)
		return;
	l->tags = parts_collect(p->a, l->is.post.body, RT_TAG, tag, TAGS_MAX);
	l->tag = arena_alloc(p->a, l->tags * sizeof *l->tag);
	for (size_t i = 0; i < l->tags; i++) {
		struct tagged *t = &l->tag[i];

		t->tag = tag[i];
		rt_pipe_str(p, &t->type, "TYPE " KEY_TAG, t->tag);
		rt_pipe_ids(p, &t->at, 1, "LPOS " KEY_TAG " " ID " COUNT 1",
			    t->tag, l->is.at.id);
		rt_pipe_lenient(p);
		rt_pipe_u64(p, &t->length, "LLEN " KEY_TAG, t->tag);
		rt_pipe_lenient(p);
		rt_pipe_str(p, &t->last, "LINDEX " KEY_TAG " -1", t->tag);
		rt_pipe_lenient(p);
		rt_pipe_str(p, &t->used, "ZSCORE " KEY_TAGS " %s", t->tag);
	}
}

/*
 * own: lists are long, and a search through one for each of its posts would
 * take the square of that: it is for those that were not met there.
 */
void place_queue(struct rt_pipe *p, struct post_read *l)
{
	rt_pipe_str(p, &l->waits, "ZSCORE " KEY_OUTBOX " " ID, l->is.at.id);
	if (!l->is_own)
		rt_pipe_ids(p, &l->own, 1, "LPOS " KEY_OWN " " ID " COUNT 1",
			    rt_u64(l->is.post.user_id), l->is.at.id);
	place_queue_tags(p, l);
}

/* ---- what is wrong ----------------------------------------------------- */

/* The list is cut: only what is newer than its last post has to be there. */
static bool place_is_reached(struct rt_ids timeline, uint64_t id)
{
	return timeline.n && timeline.v[timeline.n - 1] < id;
}

/* Something has happened to it that happens to published posts only. */
static bool place_was_public(const struct check *c, const struct post_read *l)
{
	for (size_t i = 0; i < COUNTS; i++)
		if (rt_u64(l->is.post.count[i]))
			return true;
	for (size_t i = 0; i < l->tags; i++)
		if (l->tag[i].at.n)
			return true;
	return ids_have(c->timeline, l->is.at.id);
}

/*
 * In doubt the post was published, and its author has seen it.  A post that a
 * page or a worker has in hand is in the outbox.
 */
static void place_judge_missing(struct check *c, const struct post_read *l)
{
	const char *key =
		arena_printf(&c->chunk, KEY_OWN, rt_u64(l->is.post.user_id));
	bool was = place_was_public(c, l);

	if (!l->is.post.username)
		check_found(c, BY_PHP, l->is.at, 0, key);
	else if (was || !place_is_reached(c->timeline, l->is.at.id))
		check_found(c, NOT_OWN, l->is.at, 0, key);
	else
		check_found(c, UNPUBLISHED, l->is.at, 0, key);
}

/* A list whose older half was deleted may have cut off older posts before. */
static bool place_needs_tag(const struct tagged *t, uint64_t id)
{
	return rt_u64(t->last) < id || t->length < RT_TAG_POSTS / 2;
}

static void place_judge_tags(struct check *c, const struct post_read *l)
{
	for (size_t i = 0; i < l->tags; i++) {
		const struct tagged *t = &l->tag[i];
		const char *key = arena_printf(&c->chunk, KEY_TAG, t->tag);

		if (!type_judge(c, TAG_TYPE, l->is.at, key, t->type, "list"))
			continue;
		if (t->at.n && !t->used)
			check_found(c, TAG_UNUSED, l->is.at, 0, t->tag);
		if (!t->at.n && place_needs_tag(t, l->is.at.id))
			check_found(c, NOT_LISTED, l->is.at, 0, key);
	}
}

/* A post that waits in the outbox will be made whole by the worker. */
void place_judge(struct check *c, const struct post_read *l)
{
	if (l->waits)
		return;
	if (!l->is_own && !l->own.n) {
		place_judge_missing(c, l);
		return;
	}
	if (place_is_reached(c->timeline, l->is.at.id) &&
	    !ids_have(c->timeline, l->is.at.id))
		check_found(c, NOT_LISTED, l->is.at, 0, KEY_TIMELINE);
	place_judge_tags(c, l);
}

/* ---- mending ----------------------------------------------------------- */

/*
 * The sweep finds it, and a worker brings it to all followers, above what they
 * have.  A young one may come late: nobody wonders where it stands.  An older
 * one only goes into its list, and others find it there.
 */
enum rt_err repair_unpublished(struct check *c, const struct fault *f)
{
	struct post_hash post;
	uint64_t ignored = 0;
	struct rt_pipe p;
	enum rt_err err = post_hash_read(c, &post, f->at.id);

	if (err || !post.user_id || post.gone)
		return err;
	if (rt_u64(post.time) + IDEMPOTENCY_SECONDS <= (uint64_t)time(NULL))
		return repair_insert(c, f);
	rt_pipe_begin(&p, c->rt, &c->chunk);
	outbox_add(&p, f->at.id, &ignored);
	return rt_pipe_end(&p);
}
