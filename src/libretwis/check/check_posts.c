#include "libretwis/check/check_posts.h"

#include <string.h>

#include "libretwis/member/called.h"
#include "libretwis/post/count.h"

enum {
	USER_ID,
	TIME,
	BODY,
	USERNAME,
	DISPLAY,
	REPLY_TO,
	REPOST_OF,
	GONE,
	WAS,
	REPLIES,
	LIKES,
	REPOSTS,
	FIELDS
};

static const char *const counted[] = {
	[COUNT_REPLIES] = "replies",
	[COUNT_LIKES] = "likes",
	[COUNT_REPOSTS] = "reposts",
};

#define COUNTS (sizeof counted / sizeof *counted)

struct post_look {
	struct looked is;
	uint64_t count[COUNTS]; /* how many there are */
	struct rt_called author;
	uint64_t ttl;
	/* Or original: user_id, gone, repost_of, was_user_id, body. */
	const char *parent[5];
	struct rt_ids at; /* where in the list of the parent */
	const char *claim, *known;
	const char *noted; /* as one that a worker will finish */
};

/* ---- reading ----------------------------------------------------------- */

static bool post_is_there(const struct post_look *l)
{
	return l->is.field[USER_ID] && l->is.field[BODY];
}

/* Today's deletions rename `user_id`, and earlier ones left it in its place. */
static bool post_is_closed(const struct post_look *l)
{
	return l->is.field[GONE] && (l->is.field[USER_ID] || l->is.field[WAS]);
}

static void post_ask_other(struct rt_pipe *p, struct post_look *l,
			   uint64_t other)
{
	rt_pipe_strs(p, l->parent, 5,
		     "HMGET " KEY_POST " user_id gone repost_of was_user_id"
		     " body",
		     other);
}

static void post_ask_repost(struct rt_pipe *p, struct post_look *l)
{
	uint64_t of = rt_u64(l->is.field[REPOST_OF]);

	post_ask_other(p, l, of);
	rt_pipe_str(p, &l->claim, "ZSCORE " KEY_REPOSTED " " ID,
		    rt_u64(l->is.field[USER_ID]), of);
	rt_pipe_str(p, &l->known, "ZSCORE " KEY_REPOSTS " " ID, of,
		    l->is.at.id);
}

static void post_ask_reply(struct rt_pipe *p, struct post_look *l)
{
	uint64_t to = rt_u64(l->is.field[REPLY_TO]);

	post_ask_other(p, l, to);
	rt_pipe_ids(p, &l->at, 1, "LPOS " KEY_REPLIES " " ID " COUNT 1", to,
		    l->is.at.id);
}

static void post_ask_around(struct rt_pipe *p, void *one)
{
	struct post_look *l = one;

	count_ask(p, COUNT_REPLIES, l->is.at.id, &l->count[COUNT_REPLIES]);
	count_ask(p, COUNT_LIKES, l->is.at.id, &l->count[COUNT_LIKES]);
	count_ask(p, COUNT_REPOSTS, l->is.at.id, &l->count[COUNT_REPOSTS]);
	if (post_is_closed(l))
		rt_pipe_str(p, &l->noted, "ZSCORE " KEY_ERASING " " ID,
			    l->is.at.id);
	else if (l->is.field[USER_ID])
		called_ask(p, &l->author, rt_u64(l->is.field[USER_ID]));
	else if (l->is.field[GONE])
		rt_pipe_u64(p, &l->ttl, "TTL " KEY_POST, l->is.at.id);
	if (l->is.field[REPOST_OF])
		post_ask_repost(p, l);
	else if (l->is.field[REPLY_TO])
		post_ask_reply(p, l);
}

/* ---- what is wrong ----------------------------------------------------- */

static void post_judge_gone(struct check *c, const struct post_look *l)
{
	for (size_t i = 0; i < COUNTS; i++)
		if (l->count[i])
			check_found(c, POST_REMAINS, l->is.at, 0, counted[i]);
	if (l->is.field[GONE] && l->ttl == (uint64_t)-1)
		check_found(c, POST_MARK, l->is.at, 0, NULL);
}

static void post_judge_counts(struct check *c, const struct post_look *l)
{
	for (size_t i = 0; i < COUNTS; i++) {
		uint64_t told = rt_u64(l->is.field[REPLIES + i]);

		if (told != l->count[i])
			check_found(c, COUNT, l->is.at, told, counted[i]);
	}
}

/* An original that is being deleted takes its reposts with it. */
static void post_judge_repost(struct check *c, const struct post_look *l)
{
	uint64_t of = rt_u64(l->is.field[REPOST_OF]);

	if (l->parent[3] || check_is_half(l->parent[0], l->parent[4]))
		return;
	if (!l->parent[0])
		check_found(c, REPOST_GONE, l->is.at, of, NULL);
	else if (rt_u64(l->claim) != l->is.at.id)
		check_found(c, REPOST_UNCLAIMED, l->is.at, of, NULL);
	else if (!l->known && !l->parent[1])
		check_found(c, REPOST_UNKNOWN, l->is.at, of, NULL);
}

/* The post that was answered may be gone: its reply stays, in no list. */
static void post_judge_reply(struct check *c, const struct post_look *l)
{
	bool can_know = l->parent[0] && !l->parent[1] && !l->parent[2];

	if (can_know && !l->at.n)
		check_found(c, NOT_THREADED, l->is.at,
			    rt_u64(l->is.field[REPLY_TO]), NULL);
}

/* Posts by PHP Retwis have no copies. */
static void post_judge_display(struct check *c, const struct post_look *l)
{
	const char *is = l->author.display, *copy = l->is.field[DISPLAY];

	if (l->author.name && l->is.field[USERNAME] &&
	    strcmp(is ? is : "", copy ? copy : "") != 0)
		check_found(c, DISPLAY_OLD, l->is.at, 0, NULL);
}

static void post_judge_whole(struct check *c, const struct post_look *l)
{
	uint64_t author = rt_u64(l->is.field[USER_ID]);

	if (!l->author.name && !check_is_claimed(c, author))
		check_found(c, POST_OF_NOBODY, l->is.at, author, NULL);
	post_judge_counts(c, l);
	post_judge_display(c, l);
	if (l->is.field[REPOST_OF])
		post_judge_repost(c, l);
	else if (l->is.field[REPLY_TO])
		post_judge_reply(c, l);
}

static bool post_has_field(const struct post_look *l)
{
	for (size_t i = 0; i < FIELDS; i++)
		if (l->is.field[i] && i != GONE)
			return true;
	return false;
}

static void post_judge(struct check *c, const void *one)
{
	const struct post_look *l = one;

	if (post_is_closed(l)) {
		if (!l->noted)
			check_found(c, POST_CLOSED, l->is.at, 0, NULL);
	} else if (post_is_there(l))
		post_judge_whole(c, l);
	else if (post_has_field(l))
		check_found(c, POST_HALF, l->is.at, 0,
			    l->is.field[USER_ID] ? "body" : "user_id");
	else
		post_judge_gone(c, l);
}

const struct look posts_look = {
	.size = sizeof(struct post_look),
	.hmget = FORMAT_BY_ID("HMGET " KEY_POST " user_id time body username"
			      " display reply_to repost_of gone was_user_id"
			      " replies likes reposts"),
	.fields = FIELDS,
	.ask = { NULL, post_ask_around },
	.judge = post_judge
};
