#include "libretwis/post/indexing.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "libretwis/post/indexing_end.lua.h"
#include "libretwis/post/indexing_take.lua.h"
#include "libretwis/post/post_fields.h"
#include "libretwis/post/settle.h"
#include "libretwis/post/word_index.h"
#include "libretwis/site/context.h"
#include "schema/key.h"

#define BATCH  20  /* notes at a time */
#define RUN_MS 100 /* after which no further ones are taken */

/* A word that is in more posts, and in more than a tenth of all, is dropped. */
#define COMMON       10000
#define COMMON_SHARE 10

/* A note that a worker has in hand. */
struct indexed {
	const char *note;
	uint64_t id; /* of the post; 0: the note makes no sense */
	union post_fields post, after; /* before and after our changes */
	const char *name, *author;     /* the author's, and its digest */
	struct rt_texts noted;         /* the digests in the note */
	struct rt_texts in, out;       /* those of its words, and all others */
	const char *whole;             /* the note with all digests */
	bool again;                    /* it has to be settled once more */
	const char **stopped;          /* those of `in` that are too common */
	uint64_t *size;                /* in how many posts each of `in` is */
};

struct indexing {
	struct indexed *v;
	size_t n;
	long long till; /* the date of all these notes, in microseconds */
	uint64_t posts; /* how many there are */
};

/* ---- notes ---------------------------------------------------------- */

static bool indexing_is_digest(const char *word)
{
	return strlen(word) == WORD_DIGITS &&
	       strspn(word, "0123456789abcdef") == WORD_DIGITS;
}

static void indexing_parse(struct arena *a, struct indexed *x)
{
	char *rest = NULL, *word;

	word = strtok_r(arena_strdup(a, x->note), " ", &rest);
	x->id = rt_u64(word);
	x->noted.v = arena_alloc(a, (strlen(x->note) / WORD_DIGITS + 1) *
					    sizeof *x->noted.v);
	while (word && (word = strtok_r(NULL, " ", &rest)))
		if (indexing_is_digest(word))
			x->noted.v[x->noted.n++] = word;
}

static enum rt_err indexing_take(struct rt *rt, struct arena *a,
				 struct indexing *x)
{
	struct rt_texts notes = { 0 };
	long long now = clock_date_us();
	struct rt_pipe p;
	enum rt_err err;

	x->till = now + INDEXING_LEASE_MS * 1000LL;
	rt_pipe_begin_lenient(&p, rt, a);
	rt_pipe_texts(&p, &notes, BATCH,
		      "EVAL %s 1 " KEY_INDEXING " %lld %lld %d %lld",
		      INDEXING_TAKE_LUA, now, x->till, BATCH,
		      now + CLOCK_AHEAD_MS * 1000LL);
	if ((err = rt_pipe_end(&p)))
		return err;
	x->v = arena_alloc(a, notes.n * sizeof *x->v);
	for (x->n = 0; x->n < notes.n; x->n++) {
		x->v[x->n].note = notes.v[x->n];
		indexing_parse(a, &x->v[x->n]);
	}
	return RT_OK;
}

/* Notes these posts, as if a worker had just taken the notes. */
static enum rt_err indexing_note_all(struct rt *rt, struct arena *a,
				     struct rt_ids posts, struct indexing *x)
{
	struct rt_pipe p;

	x->till = clock_date_us() + INDEXING_LEASE_MS * 1000LL;
	x->v = arena_alloc(a, posts.n * sizeof *x->v);
	rt_pipe_begin(&p, rt, a);
	for (x->n = 0; x->n < posts.n; x->n++) {
		x->v[x->n].note = arena_printf(a, ID, posts.v[x->n]);
		indexing_parse(a, &x->v[x->n]);
		rt_pipe(&p, "ZADD " KEY_INDEXING " %lld %s", x->till,
			x->v[x->n].note);
	}
	return rt_pipe_end(&p);
}

/* ---- what a post says ----------------------------------------------- */

#define INDEXED_FIELDS                                                        \
	(POST_USER_ID | POST_BODY | POST_USERNAME | POST_REPOST_OF |          \
	 POST_BEFORE)

static enum rt_err indexing_read(struct rt *rt, struct arena *a,
				 struct indexing *x)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (struct indexed *i = x->v; i < x->v + x->n; i++)
		post_fields_queue(&p, &i->post, i->id, INDEXED_FIELDS);
	return rt_pipe_end(&p);
}

/* A repost shows another post, which is found itself. */
static bool indexed_has_words(const struct rt *rt, const struct indexed *x)
{
	return x->post.user_id && x->post.body && !x->post.repost_of &&
	       !rt->context->conf->names_only;
}

static int digest_order(const void *one, const void *other)
{
	return strcmp(*(const char *const *)one, *(const char *const *)other);
}

static void digests_sort(struct rt_texts *digests)
{
	size_t n = 0;

	qsort(digests->v, digests->n, sizeof *digests->v, digest_order);
	for (size_t i = 0; i < digests->n; i++)
		if (!n || strcmp(digests->v[n - 1], digests->v[i]) != 0)
			digests->v[n++] = digests->v[i];
	digests->n = n;
}

static bool digests_have(struct rt_texts sorted, const char *digest)
{
	return sorted.n && bsearch(&digest, sorted.v, sorted.n,
				   sizeof *sorted.v, digest_order);
}

static void indexed_list_words(struct rt *rt, struct arena *a,
			       struct indexed *x)
{
	x->in.v = arena_alloc(a, WORD_INDEX_MAX * sizeof *x->in.v);
	if (!indexed_has_words(rt, x))
		return;
	word_index_add(rt, a, x->post.body, WORD_INDEX_WORDS, &x->in);
	digests_sort(&x->in);
}

/* All that the post may be found under, but not by the words it has now. */
static void indexed_list_others(struct rt *rt, struct arena *a,
				struct indexed *x)
{
	struct rt_texts all = { .v = arena_alloc(
					a, (x->noted.n + WORD_INDEX_MAX) *
						   sizeof *all.v) };

	word_index_add_before(rt, a, x->post.before, &all);
	for (size_t i = 0; i < x->noted.n; i++)
		all.v[all.n++] = x->noted.v[i];
	digests_sort(&all);
	x->out.v = all.v;
	for (size_t i = 0; i < all.n; i++)
		if (!digests_have(x->in, all.v[i]))
			x->out.v[x->out.n++] = all.v[i];
}

/*
 * Reads which words are too common to be indexed, and the names of authors
 * that PHP Retwis does not store in their posts.
 */
static enum rt_err indexing_read_words(struct rt *rt, struct arena *a,
				       struct indexing *x)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (struct indexed *i = x->v; i < x->v + x->n; i++) {
		indexed_list_words(rt, a, i);
		i->stopped = arena_alloc(a, i->in.n * sizeof *i->stopped);
		for (size_t j = 0; j < i->in.n; j++)
			rt_pipe_str(&p, &i->stopped[j],
				    "ZSCORE " KEY_STOP_WORDS " %s",
				    i->in.v[j]);
		i->name = i->post.username;
		if (indexed_has_words(rt, i) && !i->name)
			rt_pipe_str(&p, &i->name, "HGET " KEY_USER " username",
				    rt_u64(i->post.user_id));
	}
	return rt_pipe_end(&p);
}

/* The author is a word that is never too common. */
static void indexed_pick_words(struct rt *rt, struct arena *a,
			       struct indexed *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->in.n; i++)
		if (!x->stopped[i])
			x->in.v[n++] = x->in.v[i];
	if (indexed_has_words(rt, x) && x->name) {
		x->author = word_index_author(rt, a, x->name);
		x->in.v[n++] = x->author;
	}
	x->in.n = n;
	digests_sort(&x->in);
	indexed_list_others(rt, a, x);
	x->size = arena_alloc(a, x->in.n * sizeof *x->size);
}

/* ---- writing -------------------------------------------------------- */

/* All digests have the same length. */
static char *indexed_append(char *to, struct rt_texts digests)
{
	for (size_t i = 0; i < digests.n; i++) {
		*to++ = ' ';
		memcpy(to, digests.v[i], WORD_DIGITS);
		to += WORD_DIGITS;
	}
	return to;
}

static const char *indexed_whole(struct arena *a, const struct indexed *x)
{
	const char *id = arena_printf(a, ID, x->id);
	size_t n = x->in.n + x->out.n, len = strlen(id);
	char *note = arena_alloc(a, len + n * (WORD_DIGITS + 1) + 1);

	memcpy(note, id, len);
	indexed_append(indexed_append(note + len, x->in), x->out);
	return note;
}

/* The note must know all words before the post is found by any of them. */
static void indexing_queue_notes(struct rt_pipe *p, struct indexing *x)
{
	for (struct indexed *i = x->v; i < x->v + x->n; i++) {
		i->whole = indexed_whole(p->a, i);
		if (i->id && strcmp(i->whole, i->note) != 0)
			rt_pipe(p, "ZADD " KEY_INDEXING " %lld %s", x->till,
				i->whole);
	}
}

static void indexing_queue_words(struct rt_pipe *p, struct indexed *x)
{
	for (size_t i = 0; i < x->in.n; i++) {
		rt_pipe(p, "ZADD " KEY_WORD " " ID " " ID, x->in.v[i], x->id,
			x->id);
		rt_pipe_lenient(p);
		rt_pipe_u64(p, &x->size[i], "ZCARD " KEY_WORD, x->in.v[i]);
		rt_pipe_lenient(p);
	}
	for (size_t i = 0; i < x->out.n; i++) {
		rt_pipe(p, "ZREM " KEY_WORD " " ID, x->out.v[i], x->id);
		rt_pipe_lenient(p);
	}
}

static enum rt_err indexing_write(struct rt *rt, struct arena *a,
				  struct indexing *x)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	indexing_queue_notes(&p, x);
	rt_pipe_then(&p);
	for (struct indexed *i = x->v; i < x->v + x->n; i++)
		indexing_queue_words(&p, i);
	return rt_pipe_end(&p);
}

/*
 * Only now, when the second note has the words of the earlier texts: settling
 * a post deletes these texts.
 */
static enum rt_err indexing_settle(struct rt *rt, struct arena *a,
				   struct indexing *x)
{
	enum rt_err err = RT_OK;

	for (struct indexed *i = x->v; !err && i < x->v + x->n; i++)
		if (i->post.before)
			err = settle_post(rt, a, i->id, &i->again);
	return err;
}

static enum rt_err indexing_read_again(struct rt *rt, struct arena *a,
				       struct indexing *x)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	for (struct indexed *i = x->v; i < x->v + x->n; i++) {
		post_fields_queue(&p, &i->after, i->id, INDEXED_FIELDS);
		rt_pipe_lenient(&p);
	}
	rt_pipe_u64(&p, &x->posts, "GET " KEY_NEXT_POST);
	return rt_pipe_end(&p);
}

/* ---- the end -------------------------------------------------------- */

static bool field_is(const char *one, const char *other)
{
	return one && other ? strcmp(one, other) == 0 : one == other;
}

/* Whether the post still says what we have indexed. */
static bool indexed_is_true(const struct indexed *x)
{
	return !x->again && field_is(x->post.user_id, x->after.user_id) &&
	       field_is(x->post.body, x->after.body);
}

/*
 * A worker that has taken longer than its lease writes the note again: another
 * one may have removed it, and what we have added since is in no other note.
 */
static void indexing_end_note(struct rt_pipe *p, const struct indexing *x,
			      const struct indexed *i, const char *note)
{
	if (indexed_is_true(i))
		rt_pipe(p, "EVAL %s 1 " KEY_INDEXING " %lld %s",
			INDEXING_END_LUA, x->till, note);
	else
		rt_pipe(p, "ZADD " KEY_INDEXING " %lld %s",
			(long long)clock_date_us(), note);
}

static bool indexing_is_common(const struct indexing *x, uint64_t size)
{
	return size > COMMON && size > x->posts / COMMON_SHARE;
}

/* The word is among the common ones before its set is gone. */
static void indexing_queue_common(struct rt_pipe *p, const struct indexing *x,
				  const struct indexed *i)
{
	for (size_t j = 0; j < i->in.n; j++) {
		if (!indexing_is_common(x, i->size[j]) ||
		    field_is(i->in.v[j], i->author))
			continue;
		rt_pipe(p, "ZADD " KEY_STOP_WORDS " NX %lld %s",
			(long long)time(NULL), i->in.v[j]);
		rt_pipe_then(p);
		rt_pipe(p, "UNLINK " KEY_WORD, i->in.v[j]);
	}
}

static enum rt_err indexing_end(struct rt *rt, struct arena *a,
				const struct indexing *x)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (const struct indexed *i = x->v; i < x->v + x->n; i++) {
		indexing_queue_common(&p, x, i);
		indexing_end_note(&p, x, i, i->note);
		if (i->id && strcmp(i->whole, i->note) != 0)
			indexing_end_note(&p, x, i, i->whole);
	}
	return rt_pipe_end(&p);
}

/* ---- the task ------------------------------------------------------- */

static enum rt_err indexing_do(struct rt *rt, struct arena *a,
			       struct indexing *x)
{
	enum rt_err err;

	if ((err = indexing_read(rt, a, x)) ||
	    (err = indexing_read_words(rt, a, x)))
		return err;
	for (struct indexed *i = x->v; i < x->v + x->n; i++)
		indexed_pick_words(rt, a, i);
	if ((err = indexing_write(rt, a, x)) ||
	    (err = indexing_settle(rt, a, x)) ||
	    (err = indexing_read_again(rt, a, x)))
		return err;
	return indexing_end(rt, a, x);
}

enum rt_err indexing_posts(struct rt *rt, struct arena *a, struct rt_ids posts)
{
	struct indexing x = { 0 };
	enum rt_err err;

	if (!posts.n || rt->context->conf->names_only)
		return RT_OK;
	err = indexing_note_all(rt, a, posts, &x);
	return err ? err : indexing_do(rt, a, &x);
}

/* Each batch has its own memory, because there may be many. */
enum rt_err rt_indexing_run(struct rt *rt, struct arena *a)
{
	struct indexing *x = arena_alloc(a, sizeof *x);
	int64_t end_ms = clock_ms() + RUN_MS;
	struct arena part = { 0 };
	enum rt_err err;

	do {
		arena_reset(&part);
		x->n = 0;
		err = indexing_take(rt, &part, x);
		if (!err && x->n)
			err = indexing_do(rt, &part, x);
	} while (!err && x->n == BATCH && clock_ms() < end_ms);
	arena_free(&part);
	return err;
}
