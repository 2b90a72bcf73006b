#include "libretwis/post/deliver.h"

#include <string.h>

#include "libretwis/base/clock.h"
#include "libretwis/member/hint.h"
#include "libretwis/post/push.h"
#include "libretwis/redis/layout.h"

/*
 * For so long nobody else can claim a post.  A job that is half as old may be
 * a second one, by the sweep, of which the first is forgotten: so it looks.
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
	struct rt_ids fans;   /* but for the author, who has it already */
	uint64_t *length;     /* of each one's timeline, after the push */
	const char **rebuilt; /* NULL: no */
	struct rt_ids doubtful;
	bool adopted, look;
};

/* ---- the job ----------------------------------------------------------- */

enum { KIND, POST, AUTHOR, NONCE, SCORE, MEMBER, WORDS };

static bool is_number(const char *word)
{
	return *word && strspn(word, "0123456789") == strlen(word);
}

static bool read_job(struct arena *a, struct chunk *c)
{
	char *word[WORDS + 1] = { NULL }, *rest = NULL;
	char *at = arena_strdup(a, c->job->payload);
	size_t n = 0;

	while (n <= WORDS && (word[n] = strtok_r(n ? NULL : at, " ", &rest)))
		n++;
	if ((n != SCORE && n != WORDS) || strcmp(word[KIND], "post") != 0 ||
	    !is_number(word[POST]) || !is_number(word[AUTHOR]))
		return false;
	c->post = rt_u64(word[POST]);
	c->author = rt_u64(word[AUTHOR]);
	c->nonce = word[NONCE];
	c->score = word[SCORE];
	c->member = word[MEMBER];
	return true;
}

/* The rest of the job, once these are served. */
static const char *next_job(struct arena *a, const struct chunk *c)
{
	return arena_printf(a, "post " ID " " ID " %s %s %s", c->post,
			    c->author, c->nonce, c->found[c->n],
			    c->found[c->n - 1]);
}

/* ---- whom to serve ----------------------------------------------------- */

/*
 * The next `ARGV[1]` members of a sorted set after the one with the score
 * `ARGV[2]` and the name `ARGV[3]`, be it there or not, and the last one's
 * score.  Members of one score stand in the order of their names: their
 * ranks are between two counts, and the place among them is searched by
 * halves.  So whoever comes or goes before or behind that place moves nobody
 * over it.
 */
#define NEXT_FANS                                                             \
	"local key, n, score, member = KEYS[1], ARGV[1], ARGV[2], ARGV[3] "   \
	"local from = 0 "                                                     \
	"if score then "                                                      \
	"from = redis.call('ZCOUNT', key, '-inf', '(' .. score) "             \
	"local to = redis.call('ZCOUNT', key, '-inf', score) "                \
	"while from < to do "                                                 \
	"local at = math.floor((from + to) / 2) "                             \
	"if redis.call('ZRANGE', key, at, at)[1] > member then to = at "      \
	"else from = at + 1 end end end "                                     \
	"local found = redis.call('ZRANGE', key, from, from + n - 1) "        \
	"if #found > 0 then found[#found + 1] = "                             \
	"redis.call('ZSCORE', key, found[#found]) end "                       \
	"return found"

static void ask_fans(struct rt_pipe *p, struct chunk *c)
{
	if (c->score)
		rt_pipe_strs(p, c->found, DELIVER_CHUNK + 1,
			     "EVAL %s 1 " KEY_FOLLOWERS " %d %s %s", NEXT_FANS,
			     c->author, DELIVER_CHUNK, c->score, c->member);
	else
		rt_pipe_strs(p, c->found, DELIVER_CHUNK + 1,
			     "EVAL %s 1 " KEY_FOLLOWERS " %d", NEXT_FANS,
			     c->author, DELIVER_CHUNK);
}

/* Now this job delivers the post, or another one, and the outbox is done. */
static void claim(struct rt_pipe *p, struct chunk *c)
{
	rt_pipe(p, "SET " KEY_SENT " %s NX EX %d", c->post, c->nonce,
		CLAIM_SECONDS);
	rt_pipe_str(p, &c->claimed, "GET " KEY_SENT, c->post);
	rt_pipe(p, "ZREM " KEY_OUTBOX " " ID, c->post);
}

static enum rt_err look(struct rt *rt, struct arena *a, struct chunk *c)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	if (!c->score)
		claim(&p, c);
	rt_pipe_str(&p, &c->writer, "HGET " KEY_POST " user_id", c->post);
	layout_ask(&p, &c->layout);
	ask_fans(&p, c);
	if ((err = rt_pipe_end(&p)))
		return err;
	c->adopted = layout_adopted(rt, c->layout);
	c->fans.v = arena_alloc(a, DELIVER_CHUNK * sizeof *c->fans.v);
	for (; c->n < DELIVER_CHUNK && c->found[c->n + 1]; c->n++)
		if (rt_u64(c->found[c->n]) != c->author)
			c->fans.v[c->fans.n++] = rt_u64(c->found[c->n]);
	return RT_OK;
}

/* Deleted meanwhile, or another job's. */
static bool is_over(const struct chunk *c)
{
	return !c->writer ||
	       (!c->score && (!c->claimed || strcmp(c->claimed, c->nonce)));
}

/* ---- serving ----------------------------------------------------------- */

static void push_to(struct rt_pipe *p, const struct chunk *c, size_t i)
{
	uint64_t fan = c->fans.v[i];

	if (!c->look)
		rt_pipe_u64(p, &c->length[i], "%s " KEY_POSTS " " ID,
			    c->adopted ? "LPUSHX" : "LPUSH", fan, c->post);
	else
		push_home(p, fan, c->post, c->adopted);
}

static enum rt_err push(struct rt *rt, struct arena *a, struct chunk *c)
{
	struct rt_pipe p;

	c->length = arena_alloc(a, c->fans.n * sizeof *c->length);
	c->rebuilt = arena_alloc(a, c->fans.n * sizeof *c->rebuilt);
	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < c->fans.n; i++)
		push_to(&p, c, i);
	rt_pipe_each(&p, c->rebuilt, c->fans, "ZMSCORE " KEY_REBUILT);
	return rt_pipe_end(&p);
}

#define ONE_COPY                                                              \
	"if redis.call('LPOS', KEYS[1], ARGV[1], 'COUNT', 2)[2] then "        \
	"redis.call('LREM', KEYS[1], -1, ARGV[1]) end"

/* Who stopped following and rebuilt at this moment gets no copy at all. */
static enum rt_err settle_doubts(struct rt *rt, struct arena *a,
				 struct chunk *c, const char *const *follows)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < c->doubtful.n; i++)
		if (follows[i])
			rt_pipe(&p, "EVAL %s 1 " KEY_POSTS " " ID, ONE_COPY,
				c->doubtful.v[i], c->post);
		else
			rt_pipe(&p, "LREM " KEY_POSTS " 0 " ID,
				c->doubtful.v[i], c->post);
	return rt_pipe_end(&p);
}

/* Trims what has grown too long, and looks after those who rebuilt. */
static enum rt_err tidy(struct rt *rt, struct arena *a, struct chunk *c,
			struct delivery *d)
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
	return err || !c->doubtful.n ? err : settle_doubts(rt, a, c, follows);
}

/* Those who have it now, and may be looking at a page. */
static void tell(struct rt *rt, struct arena *a, const struct chunk *c)
{
	struct rt_ids told = { .v = arena_alloc(a,
						c->fans.n * sizeof *told.v) };

	for (size_t i = 0; i < c->fans.n; i++)
		if (c->look || c->length[i])
			told.v[told.n++] = c->fans.v[i];
	hint_members(rt, a, told);
}

/* RT_TAKEN: it was given to somebody else, who finishes it. */
static enum rt_err finish(struct rt *rt, struct arena *a, struct worker *w,
			  const struct chunk *c, bool is_last)
{
	enum rt_err err =
		is_last ? worker_done(rt, a, w, c->job)
			: worker_replace(rt, a, w, c->job, next_job(a, c));

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
	if (!read_job(a, c))
		return RT_BROKEN;
	if ((err = look(rt, a, c)))
		return err;
	if (is_over(c))
		return finish(rt, a, w, c, true);
	c->look = job->tries > 0 || clock_ms() >= sure_until ||
		  time(NULL) - job->since >= CLAIM_SECONDS / 2;
	if ((err = push(rt, a, c)) || (err = tidy(rt, a, c, d)))
		return err;
	tell(rt, a, c);
	return finish(rt, a, w, c, c->n < DELIVER_CHUNK);
}
