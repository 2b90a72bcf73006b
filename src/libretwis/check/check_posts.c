/* Posts: each is whole, knows its numbers, and is known to what it is about. */
#include <string.h>

#include "libretwis/check/check.h"
#include "libretwis/post/count.h"

enum {
	USER_ID,
	TIME,
	BODY,
	USERNAME,
	REPLY_TO,
	REPOST_OF,
	GONE,
	REPLIES,
	LIKES,
	REPOSTS,
	FIELDS
};

static const char *const names[FIELDS] = {
	[USER_ID] = "user_id",   [TIME] = "time",
	[BODY] = "body",         [USERNAME] = "username",
	[REPLY_TO] = "reply_to", [REPOST_OF] = "repost_of",
	[GONE] = "gone",         [REPLIES] = "replies",
	[LIKES] = "likes",       [REPOSTS] = "reposts",
};

#define COUNTS 3

struct look {
	uint64_t id;
	const char *field[FIELDS];
	uint64_t count[COUNTS]; /* how many there are */
	const char *author;
	uint64_t ttl;
	const char *parent[3]; /* or original: user_id, gone, repost_of */
	struct rt_ids at;      /* where in the list of the parent */
	const char *claim, *known;
};

/* ---- reading ----------------------------------------------------------- */

static enum rt_err read_hashes(struct check *c, const struct subject *v,
			       struct look *l, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++) {
		l[i].id = v[i].id;
		rt_pipe_hash(&p, l[i].field, names, FIELDS,
			     "HGETALL " KEY_POST, v[i].id);
	}
	return rt_pipe_end(&p);
}

static bool is_there(const struct look *l)
{
	return l->field[USER_ID] && l->field[BODY];
}

static void ask_other(struct rt_pipe *p, struct look *l, uint64_t other)
{
	rt_pipe_strs(p, l->parent, 3,
		     "HMGET " KEY_POST " user_id gone repost_of", other);
}

static void ask_repost(struct rt_pipe *p, struct look *l)
{
	uint64_t of = rt_u64(l->field[REPOST_OF]);

	ask_other(p, l, of);
	rt_pipe_str(p, &l->claim, "ZSCORE " KEY_REPOSTED " " ID,
		    rt_u64(l->field[USER_ID]), of);
	rt_pipe_str(p, &l->known, "ZSCORE " KEY_REPOSTS " " ID, of, l->id);
}

static void ask_reply(struct rt_pipe *p, struct look *l)
{
	uint64_t to = rt_u64(l->field[REPLY_TO]);

	ask_other(p, l, to);
	rt_pipe_ids(p, &l->at, "LPOS " KEY_REPLIES " " ID " COUNT 1", to,
		    l->id);
}

static void ask_around(struct rt_pipe *p, struct look *l)
{
	count_ask(p, COUNT_REPLIES, l->id, &l->count[COUNT_REPLIES]);
	count_ask(p, COUNT_LIKES, l->id, &l->count[COUNT_LIKES]);
	count_ask(p, COUNT_REPOSTS, l->id, &l->count[COUNT_REPOSTS]);
	if (l->field[USER_ID])
		rt_pipe_str(p, &l->author, "HGET " KEY_USER " username",
			    rt_u64(l->field[USER_ID]));
	else if (l->field[GONE])
		rt_pipe_u64(p, &l->ttl, "TTL " KEY_POST, l->id);
	if (l->field[REPOST_OF])
		ask_repost(p, l);
	else if (l->field[REPLY_TO])
		ask_reply(p, l);
}

/* ---- what is wrong ----------------------------------------------------- */

static void judge_gone(struct check *c, const struct look *l)
{
	static const char *const key[] = {
		[COUNT_REPLIES] = "replies",
		[COUNT_LIKES] = "likes",
		[COUNT_REPOSTS] = "reposts",
	};

	for (size_t i = 0; i < COUNTS; i++)
		if (l->count[i])
			check_found(c, POST_REMAINS, AT(l->id), 0, key[i]);
	if (l->field[GONE] && l->ttl == (uint64_t)-1)
		check_found(c, POST_MARK, AT(l->id), 0, NULL);
}

static void judge_counts(struct check *c, const struct look *l)
{
	for (int i = 0; i < COUNTS; i++) {
		uint64_t told = rt_u64(l->field[REPLIES + i]);

		if (told != l->count[i])
			check_found(c, COUNT, AT(l->id), told,
				    names[REPLIES + i]);
	}
}

static void judge_repost(struct check *c, const struct look *l)
{
	uint64_t of = rt_u64(l->field[REPOST_OF]);

	if (!l->parent[0])
		check_found(c, REPOST_GONE, AT(l->id), of, NULL);
	else if (rt_u64(l->claim) != l->id)
		check_found(c, REPOST_UNCLAIMED, AT(l->id), of, NULL);
	else if (!l->known && !l->parent[1])
		check_found(c, REPOST_UNKNOWN, AT(l->id), of, NULL);
}

/* What was answered may be gone: the reply stays, in no list. */
static void judge_reply(struct check *c, const struct look *l)
{
	bool can_know = l->parent[0] && !l->parent[1] && !l->parent[2];

	if (can_know && !l->at.n)
		check_found(c, NOT_THREADED, AT(l->id),
			    rt_u64(l->field[REPLY_TO]), NULL);
}

static void judge_whole(struct check *c, const struct look *l)
{
	uint64_t author = rt_u64(l->field[USER_ID]);

	if (!l->author && !check_is_claimed(c, author))
		check_found(c, POST_OF_NOBODY, AT(l->id), author, NULL);
	judge_counts(c, l);
	if (l->field[REPOST_OF])
		judge_repost(c, l);
	else if (l->field[REPLY_TO])
		judge_reply(c, l);
}

static bool has_field(const struct look *l)
{
	for (size_t i = 0; i < FIELDS; i++)
		if (l->field[i] && i != GONE)
			return true;
	return false;
}

static void judge(struct check *c, const struct look *l)
{
	if (l->field[USER_ID] && l->field[GONE])
		check_found(c, POST_CLOSED, AT(l->id), 0, NULL);
	else if (is_there(l))
		judge_whole(c, l);
	else if (has_field(l))
		check_found(c, POST_HALF, AT(l->id), 0,
			    names[l->field[USER_ID] ? BODY : USER_ID]);
	else
		judge_gone(c, l);
}

/* A number is written last, and so it is read first. */
LOOK(look_posts)
{
	struct look *l = arena_alloc(&c->chunk, n * sizeof *l);
	struct rt_pipe p;
	enum rt_err err;

	if ((err = read_hashes(c, v, l, n)))
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++)
		ask_around(&p, &l[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < n; i++)
		judge(c, &l[i]);
	return RT_OK;
}
