/* Who follows whom and who likes what: both sides know, and are there. */
#include "libretwis/check/check.h"

enum { OTHER_SIDE, NAME };

static bool is_nobody(const struct check *c, const struct entry *e)
{
	return !e->field[NAME] && !check_is_claimed(c, e->id);
}

static void ask_name(struct rt_pipe *p, struct entry *e)
{
	rt_pipe_str(p, &e->field[NAME], "HGET " KEY_USER " username", e->id);
}

/* ---- follows ----------------------------------------------------------- */

static void ask_followed(struct rt_pipe *p, struct entry *e)
{
	rt_pipe_str(p, &e->field[OTHER_SIDE], "ZSCORE " KEY_FOLLOWERS " " ID,
		    e->id, e->of.id);
	ask_name(p, e);
}

static void judge_followed(struct check *c, const struct entry *e)
{
	if (is_nobody(c, e))
		check_found(c, FOLLOW_NOBODY, e->of, e->id, NULL);
	else if (e->id == e->of.id)
		check_found(c, FOLLOW_SELF, e->of, e->id, NULL);
	else if (!e->field[OTHER_SIDE])
		check_found(c, FOLLOW_HALF, e->of, e->id, NULL);
}

static void ask_follower(struct rt_pipe *p, struct entry *e)
{
	rt_pipe_str(p, &e->field[OTHER_SIDE], "ZSCORE " KEY_FOLLOWING " " ID,
		    e->id, e->of.id);
	ask_name(p, e);
}

static void judge_follower(struct check *c, const struct entry *e)
{
	if (is_nobody(c, e))
		check_found(c, FOLLOWER_NOBODY, e->of, e->id, NULL);
	else if (!e->field[OTHER_SIDE])
		check_found(c, UNFOLLOW_HALF, e->of, e->id, NULL);
}

LOOK(look_following)
{
	static const struct entries what = {
		.key = KEY_FOLLOWING,
		.owner = OF_MEMBER,
		.is_set = true,
		.ask = ask_followed,
		.look = judge_followed,
	};

	return check_entries(c, &what, v, n);
}

LOOK(look_followers)
{
	static const struct entries what = {
		.key = KEY_FOLLOWERS,
		.owner = OF_MEMBER,
		.is_set = true,
		.ask = ask_follower,
		.look = judge_follower,
	};

	return check_entries(c, &what, v, n);
}

/* ---- likes ------------------------------------------------------------- */

enum { LIKES, AUTHOR, GONE, REPOST_OF };

static void ask_liked(struct rt_pipe *p, struct entry *e)
{
	rt_pipe_str(p, &e->field[LIKES], "ZSCORE " KEY_LIKES " " ID, e->id,
		    e->of.id);
	rt_pipe_strs(p, &e->field[AUTHOR], 3,
		     "HMGET " KEY_POST " user_id gone repost_of", e->id);
}

static void judge_liked(struct check *c, const struct entry *e)
{
	if (!e->field[AUTHOR] || e->field[REPOST_OF])
		check_found(c, LIKED_GONE, e->of, e->id, NULL);
	else if (!e->field[LIKES] && !e->field[GONE])
		check_found(c, LIKED_HALF, e->of, e->id, NULL);
}

static void ask_liker(struct rt_pipe *p, struct entry *e)
{
	rt_pipe_str(p, &e->field[OTHER_SIDE], "ZSCORE " KEY_LIKED " " ID,
		    e->id, e->of.id);
	ask_name(p, e);
}

static void judge_liker(struct check *c, const struct entry *e)
{
	if (is_nobody(c, e))
		check_found(c, LIKE_NOBODY, e->of, e->id, NULL);
	else if (!e->field[OTHER_SIDE])
		check_found(c, LIKE_HALF, e->of, e->id, NULL);
}

LOOK(look_liked)
{
	static const struct entries what = {
		.key = KEY_LIKED,
		.owner = OF_MEMBER,
		.is_set = true,
		.ask = ask_liked,
		.look = judge_liked,
	};

	return check_entries(c, &what, v, n);
}

LOOK(look_likes)
{
	static const struct entries what = {
		.key = KEY_LIKES,
		.owner = OF_POST,
		.is_set = true,
		.ask = ask_liker,
		.look = judge_liker,
	};

	return check_entries(c, &what, v, n);
}
