/* Reposts: as a member claims them, and as a post knows of them. */
#include "libretwis/check/check.h"

enum { REPOST, USER_ID, REPOST_OF, GONE };

/* The claim says which one; then that one tells what it is. */
static void ask_claim(struct rt_pipe *p, struct entry *e)
{
	rt_pipe_str(p, &e->field[REPOST], "ZSCORE " KEY_REPOSTED " " ID,
		    e->of.id, e->id);
}

static void ask_repost(struct rt_pipe *p, struct entry *e)
{
	rt_pipe_strs(p, &e->field[USER_ID], 3,
		     "HMGET " KEY_POST " user_id repost_of gone",
		     rt_u64(e->field[REPOST]));
}

static void judge_claim(struct check *c, const struct entry *e)
{
	bool is_so = rt_u64(e->field[USER_ID]) == e->of.id &&
		     rt_u64(e->field[REPOST_OF]) == e->id;

	if (e->field[REPOST] && !is_so)
		check_found(c, REPOST_CUT, e->of, e->id, NULL);
}

LOOK(look_reposted)
{
	static const struct entries what = {
		.key = KEY_REPOSTED,
		.owner = OF_MEMBER,
		.is_set = true,
		.ask = ask_claim,
		.more = ask_repost,
		.look = judge_claim,
	};

	return check_entries(c, &what, v, n);
}

static void ask_known(struct rt_pipe *p, struct entry *e)
{
	rt_pipe_strs(p, &e->field[USER_ID], 3,
		     "HMGET " KEY_POST " user_id repost_of gone", e->id);
}

static void judge_known(struct check *c, const struct entry *e)
{
	if (!e->field[USER_ID] || rt_u64(e->field[REPOST_OF]) != e->of.id)
		check_found(c, REPOSTS_WRONG, e->of, e->id, NULL);
}

LOOK(look_reposts)
{
	static const struct entries what = {
		.key = KEY_REPOSTS,
		.owner = OF_POST,
		.is_set = true,
		.ask = ask_known,
		.look = judge_known,
	};

	return check_entries(c, &what, v, n);
}
