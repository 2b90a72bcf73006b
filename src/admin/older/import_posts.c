/*
 * Posts, the oldest first: so each list that shows them grows at its head, and
 * a post is there before its replies.
 */
#include "admin/older/import_posts.h"
#include "libretwis/post/archive.h"
#include "libretwis/post/publish.h"
#include "libretwis/post/thread.h"
#include "schema/key.h"

#define CHUNK 100

/* A post on its way, with what `writing` points to. */
struct brought {
	struct writing w;
	struct rt_user author;
	struct rt_draft draft;
	uint64_t answers; /* in an archive: whom, or 0 */
	const char *answers_name;
	uint64_t was_there; /* in the archive already */
};

struct load {
	struct brought *v; /* CHUNK of them */
	size_t n;
};

/* ---- reading ----------------------------------------------------------- */

/* A post without a time has that of the post before it; 0 would be none. */
static void load_date(struct import *b, struct older_post *post)
{
	if (!post->time) {
		post->time = b->time ? b->time : 1;
		b->sum.undated++;
	}
	b->time = post->time;
}

/* In an archive only the name is left of what a post answers. */
static void load_reply(const struct import *b, struct brought *to,
		       const struct older_post *post)
{
	if (post->reply_to >= post->id)
		return;
	if (b->mode == IMPORT_ARCHIVES)
		to->answers = import_here(b, post->reply_author);
	else
		to->draft.reply_to = post->reply_to;
}

static void load_add(struct import *b, struct load *l, struct older_post *post)
{
	struct brought *to = &l->v[l->n];

	to->author.id = import_here(b, post->author);
	if (!to->author.id) {
		b->sum.nobodys++;
		return;
	}
	to->draft.body = import_text(b, post->body);
	if (!*to->draft.body) {
		b->sum.textless++;
		return;
	}
	load_date(b, post);
	load_reply(b, to, post);
	to->w = (struct writing){ .author = &to->author,
				  .draft = &to->draft,
				  .adopted = true,
				  .id = post->id,
				  .time = post->time };
	l->n++;
}

/* The ids come with the greatest first, and the posts out the other way. */
static enum rt_err load_read(struct import *b, const uint64_t *id, size_t n,
			     struct load *l)
{
	const char *field[CHUNK][OLDER_FIELDS] = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	l->v = arena_alloc(&b->chunk, n * sizeof *l->v);
	source_begin(&p, &b->from, &b->chunk);
	for (size_t i = n; i-- > 0;)
		b->from.layout->ask_post(&p, id[i], field[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = n; i-- > 0;) {
		struct older_post post = { .id = id[i] };

		b->from.layout->take_post(field[i], &post);
		load_add(b, l, &post);
	}
	return RT_OK;
}

/* ---- storing ----------------------------------------------------------- */

/* A name that was another member's here meant somebody else. */
static void import_keep_own(const struct import *b, struct mentions *m)
{
	size_t n = 0;

	for (size_t i = 0; i < m->n; i++) {
		if (m->id[i] <= b->base || !import_here(b, m->id[i] - b->base))
			continue;
		m->id[n] = m->id[i];
		m->stored[n++] = m->stored[i];
	}
	m->n = n;
}

/* The names of authors, whom each post mentions, and what it answers. */
static enum rt_err load_request(struct import *b, struct brought *v, size_t n)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < n; i++) {
		rt_pipe_str(&p, &v[i].author.name,
			    "HGET " KEY_USER " username", v[i].author.id);
		if (v[i].answers)
			rt_pipe_str(&p, &v[i].answers_name,
				    "HGET " KEY_USER " username",
				    v[i].answers);
		mentions_queue(&p, &v[i].w.mentions, v[i].draft.body);
		target_queue(&p, &v[i].w.parent, v[i].draft.reply_to);
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < n; i++) {
		mentions_check(&p, &v[i].w.mentions);
		if (target_is_gone(&v[i].w.parent))
			v[i].w.parent = (struct target){ 0 };
		target_check(&p, &v[i].w.parent);
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < n; i++) {
		mentions_parse(&v[i].w.mentions, v[i].author.id);
		import_keep_own(b, &v[i].w.mentions);
	}
	return RT_OK;
}

/* It is there, and the id is not somebody else's. */
static bool load_is_ours(const struct writing *w)
{
	return w->stored && w->stored != STORE_NOT_OURS;
}

static enum rt_err load_count(struct import *b, const struct brought *v)
{
	const struct writing *w = &v->w;

	if (!w->author->name) {
		b->sum.nobodys++;
		return RT_OK;
	}
	if (b->mode == IMPORT_ARCHIVES) {
		b->sum.posts += !v->was_there;
		b->sum.replies += !v->was_there && v->answers_name;
		return RT_OK;
	}
	if (!load_is_ours(w)) {
		b->sum.occupied++;
		return RT_OK;
	}
	b->sum.posts++;
	if (!w->parent.id)
		return RT_OK;
	b->sum.replies++;
	return thread_count(b->rt, &b->chunk, w->parent.id, w->id, w->replies);
}

static void load_put(const struct import *b, struct rt_pipe *p,
		     struct brought *v)
{
	const struct rt_post post = {
		.id = v->w.id,
		.time = (time_t)v->w.time,
		.body = v->draft.body,
		.mentions = mentions_names(p->a, &v->w.mentions),
		.reply_name = v->answers_name ? v->answers_name : "",
	};

	if (b->mode == IMPORT_ARCHIVES)
		archive_put(p, v->author.id, &post, &v->was_there);
	else
		publish_old(p, &v->w);
}

static enum rt_err load_list(struct import *b, struct brought *v, size_t n)
{
	struct rt_pipe p;

	if (b->mode == IMPORT_ARCHIVES)
		return RT_OK;
	rt_pipe_begin(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < n; i++)
		if (load_is_ours(&v[i].w))
			publish_old_lists(&p, &v[i].w);
	return rt_pipe_end(&p);
}

static enum rt_err load_store(struct import *b, struct brought *v, size_t n)
{
	struct rt_pipe p;
	enum rt_err err;

	if ((err = load_request(b, v, n)))
		return err;
	rt_pipe_begin(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < n; i++)
		if (v[i].author.name)
			load_put(b, &p, &v[i]);
	if (!(err = rt_pipe_end(&p)))
		err = load_list(b, v, n);
	for (size_t i = 0; !err && i < n; i++)
		err = load_count(b, &v[i]);
	return err;
}

/* How many go together: a reply has to find its parent stored. */
static size_t load_run(const struct load *l, size_t from)
{
	size_t to = from + 1;

	while (to < l->n && l->v[to].draft.reply_to < l->v[from].w.id)
		to++;
	return to - from;
}

/* ---- all of them ------------------------------------------------------- */

static enum rt_err load_parse(struct import *b, const uint64_t *id, size_t n)
{
	struct load l = { 0 };
	enum rt_err err;

	arena_reset(&b->chunk);
	err = load_read(b, id, n, &l);
	for (size_t at = 0, run; !err && at < l.n; at += run) {
		run = load_run(&l, at);
		err = load_store(b, l.v + at, run);
	}
	if (!err)
		err = rt_do(b->rt, &b->chunk,
			    "HSET " KEY_IMPORT " posts " ID " time " ID, id[0],
			    b->time);
	import_report(b, n);
	return err;
}

/* Posts that an earlier run has brought are no work any more. */
static struct rt_ids posts_left(struct import *b, uint64_t before)
{
	struct rt_ids ids = b->from.posts.ids;
	size_t all = ids.n;

	while (ids.n > 0 && ids.v[ids.n - 1] <= before)
		ids.n--;
	import_report(b, all - ids.n);
	return ids;
}

enum rt_err import_posts(struct import *b)
{
	const char *before[2] = { NULL };
	struct rt_ids ids;
	enum rt_err err = rt_read_strs(b->rt, &b->all, before, 2,
				       "HMGET " KEY_IMPORT " posts time");

	b->time = rt_u64(before[1]);
	ids = posts_left(b, rt_u64(before[0]));
	while (!err && ids.n > 0) {
		size_t n = ids.n < CHUNK ? ids.n : CHUNK;

		ids.n -= n;
		err = load_parse(b, ids.v + ids.n, n);
	}
	return err;
}
