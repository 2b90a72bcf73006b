/* Lists of posts: what is in them belongs there. */
#include <string.h>

#include "libretwis/check/check.h"
#include "libretwis/post/tag.h"
#include "libretwis/text/markup.h"

enum { USER_ID, BODY, REPLY_TO, REPOST_OF };

static void ask_post(struct rt_pipe *p, struct entry *e)
{
	rt_pipe_strs(p, e->field, 4,
		     "HMGET " KEY_POST " user_id body reply_to repost_of",
		     e->id);
}

static void judge(struct check *c, const struct entry *e, bool belongs)
{
	if (!e->field[USER_ID])
		check_found(c, LIST_GONE, e->of, e->id, e->key);
	else if (!belongs)
		check_found(c, LIST_WRONG, e->of, e->id, e->key);
}

/* ---- own posts, and everybody's ---------------------------------------- */

static void judge_own(struct check *c, const struct entry *e)
{
	judge(c, e, rt_u64(e->field[USER_ID]) == e->of.id);
}

LOOK(look_own)
{
	static const struct entries what = {
		.key = KEY_OWN,
		.owner = OF_MEMBER,
		.ask = ask_post,
		.look = judge_own,
		.is_ordered = true,
	};

	return check_entries(c, &what, v, n);
}

static void judge_any(struct check *c, const struct entry *e)
{
	judge(c, e, true);
}

LOOK(look_timeline)
{
	static const struct entries what = {
		.key = KEY_TIMELINE,
		.ask = ask_post,
		.look = judge_any,
		.is_ordered = true,
		.cap = TIMELINE_CAP,
	};

	return check_entries(c, &what, v, n);
}

/* ---- replies ----------------------------------------------------------- */

static void judge_reply(struct check *c, const struct entry *e)
{
	judge(c, e, rt_u64(e->field[REPLY_TO]) == e->of.id);
}

LOOK(look_replies)
{
	static const struct entries what = {
		.key = KEY_REPLIES,
		.owner = OF_POST,
		.ask = ask_post,
		.look = judge_reply,
	};

	return check_entries(c, &what, v, n);
}

/* ---- tags -------------------------------------------------------------- */

static bool has_tag(struct check *c, const struct entry *e)
{
	const char *tag[TAGS_MAX];
	size_t n;

	if (!e->field[BODY] || e->field[REPOST_OF])
		return false;
	n = parts_collect(&c->part, e->field[BODY], RT_TAG, tag, TAGS_MAX);
	for (size_t i = 0; i < n; i++)
		if (strcmp(tag[i], e->of.text) == 0)
			return true;
	return false;
}

static void judge_tagged(struct check *c, const struct entry *e)
{
	judge(c, e, has_tag(c, e));
}

LOOK(look_tags)
{
	static const struct entries what = {
		.key = KEY_TAG,
		.ask = ask_post,
		.look = judge_tagged,
		.is_ordered = true,
		.cap = RT_TAG_POSTS,
	};
	uint64_t *posts = arena_alloc(&c->chunk, n * sizeof *posts);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_u64(&p, &posts[i], "LLEN " KEY_TAG, v[i].text);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < n; i++)
		if (!posts[i])
			check_found(c, TAG_EMPTY, v[i], 0, NULL);
	return check_entries(c, &what, v, n);
}
