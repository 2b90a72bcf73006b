#include "libretwis/post/deliver.h"

#include <string.h>

#include "libretwis/base/clock.h"
#include "libretwis/member/hint.h"
#include "libretwis/post/deliver_next.lua.h"
#include "libretwis/post/deliver_once.lua.h"
#include "libretwis/post/push.h"
#include "libretwis/redis/layout.h"

/*
 * How long the claim on a post lasts.  A job that is half as old may be a
 * second one, pushed by a sweep, and the claim of the first one may be
 * forgotten.  So a worker that takes so old a job looks before it pushes.
 */
#define CLAIM_SECONDS 86400

/* One chunk of a delivery. */
struct chunk {
	const struct job *job;
	uint64_t post, author;
	const char *nonce;
	const char *score, *member; /* the last one served; NULL: nobody */

	const char *claimed, *writer, *layout;
	const char *found[DELIVER_CHUNK + 1]; /* `n` followers and a score */
	size_t n;
	struct rt_ids fans;   /* without the author, who has the post */
	uint64_t *length;     /* of each one's timeline, after the push */
	const char **rebuilt; /* NULL: no */
	struct rt_ids doubtful;
	bool adopted, look;
};

/* ---- the job ----------------------------------------------------------- */

enum { KIND, POST, AUTHOR, NONCE, SCORE, MEMBER, WORDS };

static bool deliver_is_number(const char *word)
{
	return *word && strspn(word, "0123456789") == strlen(word);
}

static bool deliver_read_job(struct arena *a, struct chunk *c)
{
	char *word[WORDS + 1] = { NULL }, *rest = NULL;
	char *at = arena_strdup(a, c->job->payload);
	size_t n = 0;

	while (n <= WORDS && (word[n] = strtok_r(n ? NULL : at, " ", &rest)))
		n++;
	if ((n != SCORE && n != WORDS) || strcmp(word[KIND], "post") != 0 ||
	    !deliver_is_number(word[POST]) || !deliver_is_number(word[AUTHOR]))
		return false;
	c->post = rt_u64(word[POST]);
	c->author = rt_u64(word[AUTHOR]);
	c->nonce = word[NONCE];
	c->score = word[SCORE];
	c->member = word[MEMBER];
	return true;
}

/* The rest of the job, when this chunk is served. */
static const char *deliver_next_job(struct arena *a, const struct chunk *c)
{
	return arena_printf(a, "post " ID " " ID " %s %s %s", c->post,
			    c->author, c->nonce, c->found[c->n],
			    c->found[c->n - 1]);
}

/* ---- whom to serve ----------------------------------------------------- */

static void deliver_ask_fans(struct rt_pipe *p, struct chunk *c)
{
	if (c->score)
		rt_pipe_strs(p, c->found, DELIVER_CHUNK + 1,
			     "EVAL %s 1 " KEY_FOLLOWERS " %d %s %s",
			     DELIVER_NEXT_LUA, c->author, DELIVER_CHUNK,
			     c->score, c->member);
	else
		rt_pipe_strs(p, c->found, DELIVER_CHUNK + 1,
			     "EVAL %s 1 " KEY_FOLLOWERS " %d",
			     DELIVER_NEXT_LUA, c->author, DELIVER_CHUNK);
}

/*
 * From now on one job delivers the post, this one or another one that was
 * first to claim it.  So the outbox need not keep it.
 */
static void deliver_claim(struct rt_pipe *p, struct chunk *c)
{
	rt_pipe(p, "SET " KEY_SENT " %s NX EX %d", c->post, c->nonce,
		CLAIM_SECONDS);
	rt_pipe_str(p, &c->claimed, "GET " KEY_SENT, c->post);
	rt_pipe(p, "ZREM " KEY_OUTBOX " " ID, c->post);
}

static enum rt_err deliver_look(struct rt *rt, struct arena *a,
				struct chunk *c)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	if (!c->score)
		deliver_claim(&p, c);
	rt_pipe_str(&p, &c->writer, "HGET " KEY_POST " user_id", c->post);
	rt_pipe_lenient(&p);
	layout_ask(&p, &c->layout);
	deliver_ask_fans(&p, c);
	if ((err = rt_pipe_end(&p)))
		return err;
	c->adopted = layout_adopted(rt, c->layout);
	c->fans.v = arena_alloc(a, DELIVER_CHUNK * sizeof *c->fans.v);
	for (; c->n < DELIVER_CHUNK && c->found[c->n + 1]; c->n++)
		if (rt_u64(c->found[c->n]) != c->author)
			c->fans.v[c->fans.n++] = rt_u64(c->found[c->n]);
	return RT_OK;
}

/* The post has been deleted, or another job delivers it. */
static bool deliver_is_over(const struct chunk *c)
{
	return !c->writer ||
	       (!c->score && (!c->claimed || strcmp(c->claimed, c->nonce)));
}

/* ---- serving ----------------------------------------------------------- */

static void deliver_push_to(struct rt_pipe *p, const struct chunk *c, size_t i)
{
	uint64_t fan = c->fans.v[i];

	if (!c->look)
		rt_pipe_u64(p, &c->length[i], "%s " KEY_POSTS " " ID,
			    c->adopted ? "LPUSHX" : "LPUSH", fan, c->post);
	else
		push_home(p, fan, c->post, c->adopted);
}

static enum rt_err deliver_push(struct rt *rt, struct arena *a,
				struct chunk *c)
{
	struct rt_pipe p;

	c->length = arena_alloc(a, c->fans.n * sizeof *c->length);
	c->rebuilt = arena_alloc(a, c->fans.n * sizeof *c->rebuilt);
	rt_pipe_look(&p, rt, a);
	for (size_t i = 0; i < c->fans.n; i++)
		deliver_push_to(&p, c, i);
	rt_pipe_each(&p, c->rebuilt, c->fans, "ZMSCORE " KEY_REBUILT);
	return rt_pipe_end(&p);
}

/*
 * Followers whose timelines were rebuilt during the push keep one copy; those
 * who have stopped following keep none.
 */
static enum rt_err deliver_settle(struct rt *rt, struct arena *a,
				  struct chunk *c, const char *const *follows)
{
	struct rt_pipe p;

	rt_pipe_look(&p, rt, a);
	for (size_t i = 0; i < c->doubtful.n; i++)
		if (follows[i])
			rt_pipe(&p, "EVAL %s 1 " KEY_POSTS " " ID,
				DELIVER_ONCE_LUA, c->doubtful.v[i], c->post);
		else
			rt_pipe(&p, "LREM " KEY_POSTS " 0 " ID,
				c->doubtful.v[i], c->post);
	return rt_pipe_end(&p);
}

/* Trims timelines that are too long, and looks after those just rebuilt. */
static enum rt_err deliver_tidy(struct rt *rt, struct arena *a,
				struct chunk *c, struct delivery *d)
{
	const char **follows;
	struct rt_pipe p;
	enum rt_err err;

	c->doubtful.v = arena_alloc(a, c->fans.n * sizeof *c->doubtful.v);
	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < c->fans.n; i++) {
		d->served += c->length[i] != 0;
		if (c->adopted && c->length[i] > TIMELINE_CAP)
			rt_pipe(&p, "LTRIM " KEY_POSTS " 0 %d", c->fans.v[i],
				TIMELINE_CAP - 1);
		if (c->rebuilt[i])
			c->doubtful.v[c->doubtful.n++] = c->fans.v[i];
	}
	follows = arena_alloc(a, c->doubtful.n * sizeof *follows);
	rt_pipe_each(&p, follows, c->doubtful, "ZMSCORE " KEY_FOLLOWERS,
		     c->author);
	err = rt_pipe_end(&p);
	return err || !c->doubtful.n ? err : deliver_settle(rt, a, c, follows);
}

/* Hints to the followers who have the post now: they may have a page open. */
static void deliver_tell(struct rt *rt, struct arena *a, const struct chunk *c)
{
	struct rt_ids told = { .v = arena_alloc(a,
						c->fans.n * sizeof *told.v) };

	for (size_t i = 0; i < c->fans.n; i++)
		if (c->look || c->length[i])
			told.v[told.n++] = c->fans.v[i];
	hint_members(rt, a, told);
}

/* RT_TAKEN: another worker has got the job, and will finish it. */
static enum rt_err deliver_finish(struct rt *rt, struct arena *a,
				  struct worker *w, const struct chunk *c,
				  bool is_last)
{
	enum rt_err err = is_last ? worker_done(rt, a, w, c->job)
				  : worker_replace(rt, a, w, c->job,
						   deliver_next_job(a, c));

	return err == RT_TAKEN ? RT_OK : err;
}

enum rt_err deliver_chunk(struct rt *rt, struct arena *a, struct worker *w,
			  const struct job *job, int64_t sure_until,
			  struct delivery *d)
{
	struct chunk *c = arena_alloc(a, sizeof *c);
	enum rt_err err;

	*d = (struct delivery){ 0 };
	c->job = job;
	if (!deliver_read_job(a, c))
		return RT_BROKEN;
	if ((err = deliver_look(rt, a, c)))
		return err;
	if (deliver_is_over(c))
		return deliver_finish(rt, a, w, c, true);
	c->look = job->tries > 0 || clock_ms() >= sure_until ||
		  time(NULL) - job->since >= CLAIM_SECONDS / 2;
	if ((err = deliver_push(rt, a, c)) ||
	    (err = deliver_tidy(rt, a, c, d)))
		return err;
	deliver_tell(rt, a, c);
	return deliver_finish(rt, a, w, c, c->n < DELIVER_CHUNK);
}
