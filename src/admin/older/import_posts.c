/*
 * Imports the posts, the oldest first: so each new one belongs at the head of
 * the lists that show it, and a post is stored before its replies.
 */
#include "admin/older/import.h"
#include "libretwis/post/archive.h"
#include "libretwis/post/publish.h"
#include "libretwis/post/push.h"
#include "schema/key.h"

#define POST_CHUNK 100

/* A post that is being imported, with what `w` points to. */
struct imported_post {
	struct writing w;
	struct rt_user author;
	struct rt_draft draft;
	uint64_t reply_author; /* in an archive: whom it answers, or 0 */
	const char *reply_name;
	uint64_t was_there; /* already in the archive */
};

struct post_batch {
	struct imported_post *v; /* room for POST_CHUNK */
	size_t n;
};

/* ---- reading ------------------------------------------------------------ */

/*
 * A post without a time gets that of the post before it.  It is never 0, which
 * would mean that there is none.
 */
static void posts_set_time(struct import *im, struct older_post *post)
{
	if (!post->time) {
		post->time = im->time ? im->time : 1;
		im->sum.undated++;
	}
	im->time = post->time;
}

/*
 * An archive stores only the name of the member whom a post answers.  A post
 * that answers itself or a later one would never find its parent stored.
 */
static void posts_set_parent(const struct import *im, struct imported_post *to,
			     const struct older_post *post)
{
	if (post->reply_to >= post->id)
		return;
	if (im->mode == IMPORT_ARCHIVES)
		to->reply_author = import_member_id(im, post->reply_author);
	else
		to->draft.reply_to = post->reply_to;
}

static void posts_add(struct import *im, struct post_batch *batch,
		      struct older_post *post)
{
	struct imported_post *to = &batch->v[batch->n];

	to->author.id = import_member_id(im, post->author);
	if (!to->author.id) {
		im->sum.authorless++;
		return;
	}
	to->draft.body = source_text(&im->from, &im->chunk, post->body);
	if (!*to->draft.body) {
		im->sum.textless++;
		return;
	}
	posts_set_time(im, post);
	posts_set_parent(im, to, post);
	to->w = (struct writing){ .author = &to->author,
				  .draft = &to->draft,
				  .adopted = true,
				  .id = post->id,
				  .time = post->time };
	batch->n++;
}

/*
 * The ids are in descending order, and the posts come out in ascending order.
 */
static enum rt_err posts_read_chunk(struct import *im, const uint64_t *id,
				    size_t n, struct post_batch *batch)
{
	const char *field[POST_CHUNK][OLDER_FIELDS] = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	batch->v = arena_alloc(&im->chunk, n * sizeof *batch->v);
	source_begin(&p, &im->from, &im->chunk);
	for (size_t i = n; i-- > 0;)
		im->from.layout->queue_post(&p, id[i], field[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = n; i-- > 0;) {
		struct older_post post = { .id = id[i] };

		im->from.layout->parse_post(field[i], &post);
		posts_add(im, batch, &post);
	}
	return RT_OK;
}

/* ---- storing ------------------------------------------------------------ */

/*
 * Members who were here before have other ids than those imported.  A mention
 * of such a name meant somebody else on the older site, and is left out.
 */
static void posts_filter_mentions(const struct import *im, struct mentions *m)
{
	size_t n = 0;

	for (size_t i = 0; i < m->n; i++) {
		if (m->id[i] <= im->base ||
		    !import_member_id(im, m->id[i] - im->base))
			continue;
		m->id[n] = m->id[i];
		m->stored[n++] = m->stored[i];
	}
	m->n = n;
}

/* Reads the authors' names, whom each post mentions, and what it answers. */
static enum rt_err posts_read_targets(struct import *im,
				      struct imported_post *v, size_t n)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, im->rt, &im->chunk);
	for (size_t i = 0; i < n; i++) {
		rt_pipe_str(&p, &v[i].author.name,
			    "HGET " KEY_USER " username", v[i].author.id);
		if (v[i].reply_author)
			rt_pipe_str(&p, &v[i].reply_name,
				    "HGET " KEY_USER " username",
				    v[i].reply_author);
		mentions_queue(&p, &v[i].w.mentions, v[i].draft.body);
		target_queue(&p, &v[i].w.parent, v[i].draft.reply_to);
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, im->rt, &im->chunk);
	for (size_t i = 0; i < n; i++) {
		mentions_check(&p, &v[i].w.mentions);
		if (target_is_gone(&v[i].w.parent))
			v[i].w.parent = (struct target){ 0 };
		v[i].w.joins = target_joins(&v[i].w.parent);
		target_check(&p, &v[i].w.parent);
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < n; i++) {
		mentions_parse(&v[i].w.mentions, v[i].author.id);
		posts_filter_mentions(im, &v[i].w.mentions);
	}
	return RT_OK;
}

/* It has been stored, and the id did not belong to another post. */
static bool posts_is_stored(const struct writing *w)
{
	return w->stored && w->stored != STORE_NOT_OURS;
}

static enum rt_err posts_count_one(struct import *im,
				   const struct imported_post *v)
{
	const struct writing *w = &v->w;

	if (!w->author->name) {
		im->sum.authorless++;
		return RT_OK;
	}
	if (im->mode == IMPORT_ARCHIVES) {
		im->sum.posts += !v->was_there;
		im->sum.replies += !v->was_there && v->reply_name;
		return RT_OK;
	}
	if (!posts_is_stored(w)) {
		im->sum.taken_post_ids++;
		return RT_OK;
	}
	im->sum.posts++;
	if (!w->parent.id)
		return RT_OK;
	im->sum.replies++;
	return push_count_reply(im->rt, &im->chunk, w->parent.id, w->id,
				w->replies);
}

static void posts_queue_one(const struct import *im, struct rt_pipe *p,
			    struct imported_post *v)
{
	const struct rt_post post = {
		.id = v->w.id,
		.time = (time_t)v->w.time,
		.body = v->draft.body,
		.mentions = mentions_names(p->a, &v->w.mentions),
		.reply_name = v->reply_name ? v->reply_name : "",
	};

	if (im->mode == IMPORT_ARCHIVES)
		archive_put(p, v->author.id, &post, &v->was_there);
	else
		publish_old(p, &v->w);
}

static enum rt_err posts_store_lists(struct import *im,
				     struct imported_post *v, size_t n)
{
	struct rt_pipe p;

	if (im->mode == IMPORT_ARCHIVES)
		return RT_OK;
	rt_pipe_begin(&p, im->rt, &im->chunk);
	for (size_t i = 0; i < n; i++)
		if (posts_is_stored(&v[i].w))
			publish_old_lists(&p, &v[i].w);
	return rt_pipe_end(&p);
}

static enum rt_err posts_store(struct import *im, struct imported_post *v,
			       size_t n)
{
	struct rt_pipe p;
	enum rt_err err;

	if ((err = posts_read_targets(im, v, n)))
		return err;
	rt_pipe_begin(&p, im->rt, &im->chunk);
	for (size_t i = 0; i < n; i++)
		if (v[i].author.name)
			posts_queue_one(im, &p, &v[i]);
	if (!(err = rt_pipe_end(&p)))
		err = posts_store_lists(im, v, n);
	for (size_t i = 0; !err && i < n; i++)
		err = posts_count_one(im, &v[i]);
	return err;
}

/*
 * How many posts from there on can be stored in one pipeline: a reply must find
 * its parent stored, so it begins the next one.
 */
static size_t posts_run_length(const struct post_batch *batch, size_t from)
{
	size_t to = from + 1;

	while (to < batch->n &&
	       batch->v[to].draft.reply_to < batch->v[from].w.id)
		to++;
	return to - from;
}

/* ---- all of them -------------------------------------------------------- */

static enum rt_err posts_import_chunk(struct import *im, const uint64_t *id,
				      size_t n)
{
	struct post_batch batch = { 0 };
	enum rt_err err;

	arena_reset(&im->chunk);
	err = posts_read_chunk(im, id, n, &batch);
	for (size_t at = 0, run; !err && at < batch.n; at += run) {
		run = posts_run_length(&batch, at);
		err = posts_store(im, batch.v + at, run);
	}
	if (!err)
		err = rt_do(im->rt, &im->chunk,
			    "HSET " KEY_IMPORT " posts " ID " time " ID, id[0],
			    im->time);
	import_report(im, n);
	return err;
}

/* The posts that are still to be imported; those of an earlier run are done. */
static struct rt_ids posts_remaining(struct import *im, uint64_t before)
{
	struct rt_ids ids = im->from.posts.ids;
	size_t all = ids.n;

	while (ids.n > 0 && ids.v[ids.n - 1] <= before)
		ids.n--;
	import_report(im, all - ids.n);
	return ids;
}

static enum rt_err posts_import(struct import *im)
{
	const char *before[2] = { NULL };
	struct rt_ids ids;
	enum rt_err err = rt_read_strs(im->rt, &im->all, before, 2,
				       "HMGET " KEY_IMPORT " posts time");

	im->time = rt_u64(before[1]);
	ids = posts_remaining(im, rt_u64(before[0]));
	while (!err && ids.n > 0) {
		size_t n = ids.n < POST_CHUNK ? ids.n : POST_CHUNK;

		ids.n -= n;
		err = posts_import_chunk(im, ids.v + ids.n, n);
	}
	return err;
}

const struct import_step import_posts = { posts_import };
