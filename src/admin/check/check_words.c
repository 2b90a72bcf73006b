/*
 * Checks the index of words: whether it has each post under all its words, and
 * nothing else.  A worker that is about to index a post has a note of it; after
 * a correction, the post itself says that it is not done.
 */
#include <stdlib.h>
#include <string.h>

#include "admin/check/checks.h"
#include "admin/check/check_words.h"
#include "libretwis/post/indexing.h"
#include "libretwis/post/word_index.h"
#include "libretwis/site/context.h"

static int text_order(const void *one, const void *other)
{
	return strcmp(*(const char *const *)one, *(const char *const *)other);
}

static bool texts_have(struct rt_texts sorted, const char *text)
{
	return sorted.n && bsearch(&text, sorted.v, sorted.n, sizeof *sorted.v,
				   text_order);
}

enum rt_err words_begin(struct check *c)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, c->rt, &c->all);
	rt_pipe_texts(&p, &c->stop_words, RT_ALL,
		      "ZRANGE " KEY_STOP_WORDS " 0 -1");
	if (!(err = rt_pipe_end(&p)) && c->stop_words.n)
		qsort(c->stop_words.v, c->stop_words.n,
		      sizeof *c->stop_words.v, text_order);
	return err;
}

/* ---- posts ------------------------------------------------------------- */

struct post_words {
	struct record is;
	const char *waits, *noted; /* for a worker, to publish or index it */
	struct rt_texts digests;
	const char **there;
};

static bool post_has_words(const union post_fields *post)
{
	return post->user_id && post->body && !post->gone && !post->repost_of;
}

static void post_list_words(struct arena *a, const struct record *from,
			    struct rt_texts *digests)
{
	const union post_fields *post = &from->post;

	digests->v = arena_alloc(a, WORD_INDEX_MAX * sizeof *digests->v);
	digests->n = 0;
	if (!post_has_words(post))
		return;
	if (post->username)
		digests->v[digests->n++] =
			word_index_author(from->c->rt, a, post->username);
	word_index_add(from->c->rt, a, post->body, WORD_INDEX_WORDS, digests);
}

static void post_queue_words(struct rt_pipe *p, void *one)
{
	struct post_words *w = one;
	struct rt_texts all;
	size_t n = 0;

	post_list_words(p->a, &w->is, &all);
	rt_pipe_str(p, &w->waits, "ZSCORE " KEY_OUTBOX " " ID, w->is.at.id);
	rt_pipe_str(p, &w->noted, "ZSCORE " KEY_INDEXING " " ID, w->is.at.id);
	for (size_t i = 0; i < all.n; i++)
		if (!texts_have(w->is.c->stop_words, all.v[i]))
			all.v[n++] = all.v[i];
	all.n = n;
	w->digests = all;
	w->there = arena_alloc(p->a, n * sizeof *w->there);
	for (size_t i = 0; i < n; i++) {
		rt_pipe_str(p, &w->there[i], "ZSCORE " KEY_WORD " " ID,
			    all.v[i], w->is.at.id);
		rt_pipe_lenient(p);
	}
}

static void post_judge_words(struct check *c, const void *one)
{
	const struct post_words *w = one;
	bool is_whole = true;

	for (size_t i = 0; i < w->digests.n; i++)
		is_whole = is_whole && w->there[i];
	if (!is_whole && !w->waits && !w->noted && !w->is.post.before)
		check_found(c, NOT_INDEXED, w->is.at, 0, NULL);
}

static const struct pass words_pass = { .size = sizeof(struct post_words),
					.reads = A_POST,
					.step = { NULL, post_queue_words },
					.judge = post_judge_words };

enum rt_err check_indexed(struct check *c, const struct subject *v, size_t n)
{
	return c->rt->context->conf->names_only
		       ? RT_OK
		       : pass_run(c, &words_pass, v, n);
}

enum rt_err repair_words(struct check *c, const struct fault *f)
{
	uint64_t id = f->at.id;

	return indexing_posts(c->rt, &c->chunk, (struct rt_ids){ &id, 1 });
}

/* ---- entries ----------------------------------------------------------- */

/*
 * A word that is too common has no entries.  A post that has just been
 * corrected may be there under its earlier words, too, and the name of the
 * author of a post by PHP Retwis is not known here.
 */
bool word_belongs(const struct record *from, const struct entry *e)
{
	struct arena own = { 0 };
	const char *digest = e->owner.text;
	struct rt_texts all;
	bool belongs = false;

	if (texts_have(from->c->stop_words, digest) ||
	    !post_has_words(&from->post))
		return false;
	if (!from->post.username || from->post.before)
		return true;
	post_list_words(&own, from, &all);
	for (size_t i = 0; i < all.n; i++)
		belongs = belongs || strcmp(all.v[i], digest) == 0;
	arena_free(&own);
	return belongs;
}
