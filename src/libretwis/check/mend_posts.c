#include "libretwis/check/mend_posts.h"

#include <string.h>

#include "libretwis/check/drop_empty_post.lua.h"
#include "libretwis/member/called.h"
#include "libretwis/post/erase.h"
#include "libretwis/post/rename.h"
#include "libretwis/post/thread.h"
#include "libretwis/redis/expire.h"

/* ---- posts ------------------------------------------------------------- */

/* A name in the hash tells whose post it is; without it nobody knows. */
static enum rt_err post_find_author(struct check *c, uint64_t id)
{
	const char *field[2] = { NULL };
	uint64_t author = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "EVAL %s 1 " KEY_POST, DROP_EMPTY_POST_LUA, id);
	rt_pipe_strs(&p, field, 2, "HMGET " KEY_POST " username body", id);
	if ((err = rt_pipe_end(&p)) || !field[0] || !field[1])
		return err;
	err = rt_ask_u64(c->rt, &c->chunk, &author, "HGET " KEY_USERS " %s",
			 field[0]);
	if (err || !author)
		return err;
	return rt_do(c->rt, &c->chunk, "HSETNX " KEY_POST " user_id " ID, id,
		     author);
}

/* Without a body there is nothing to lose. */
enum rt_err mend_post_half(struct check *c, const struct fault *f)
{
	if (strcmp(f->what, "body") == 0)
		return rt_remove_post(c->rt, f->at.id, NULL);
	return post_find_author(c, f->at.id);
}

enum rt_err mend_display(struct check *c, const struct fault *f)
{
	struct rt_called called = { .name = NULL };
	uint64_t author = 0;
	struct rt_pipe p;
	enum rt_err err = rt_ask_u64(c->rt, &c->chunk, &author,
				     "HGET " KEY_POST " user_id", f->at.id);

	if (err || !author)
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	called_ask(&p, &called, author);
	if ((err = rt_pipe_end(&p)) || !called.name)
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rename_post(&p, f->at.id, author, called.display);
	return rt_pipe_end(&p);
}

enum rt_err mend_closed(struct check *c, const struct fault *f)
{
	const char *field[3] = { NULL };
	enum rt_err err = rt_ask_strs(
		c->rt, &c->chunk, field, 3,
		"HMGET " KEY_POST " user_id repost_of was_user_id", f->at.id);

	if (err)
		return err;
	if (!field[1])
		return rt_remove_post(c->rt, f->at.id, NULL);
	return erase_repost(c->rt, &c->chunk,
			    rt_u64(field[0] ? field[0] : field[2]),
			    rt_u64(field[1]), 0, f->at.id);
}

/* Nobody knows any more whether the post was a scheduled one: it may be. */
enum rt_err mend_mark(struct check *c, const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	expire_new(&p, arena_printf(&c->chunk, KEY_POST, f->at.id),
		   ONCE_LATER_SECONDS);
	return rt_pipe_end(&p);
}

/* ---- what a gone post has left ----------------------------------------- */

static enum rt_err post_drop_likes(struct check *c, uint64_t post)
{
	struct rt_ids likers = { 0 };
	struct rt_pipe p;
	enum rt_err err = rt_ask_ids(c->rt, &c->chunk, &likers, RT_ALL,
				     "ZRANGE " KEY_LIKES " 0 -1", post);

	if (err)
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < likers.n; i++)
		rt_pipe(&p, "ZREM " KEY_LIKED " " ID, likers.v[i], post);
	rt_pipe(&p, "UNLINK " KEY_LIKES, post);
	return rt_pipe_end(&p);
}

enum rt_err mend_remains(struct check *c, const struct fault *f)
{
	bool replies = strcmp(f->what, "replies") == 0;
	uint64_t author = 0;
	enum rt_err err = rt_ask_u64(c->rt, &c->chunk, &author,
				     "HGET " KEY_POST " user_id", f->at.id);

	if (err || author)
		return err;
	if (strcmp(f->what, "likes") == 0)
		return post_drop_likes(c, f->at.id);
	return rt_do(c->rt, &c->chunk, "UNLINK %s",
		     arena_printf(&c->chunk,
				  replies ? KEY_REPLIES : KEY_REPOSTS,
				  f->at.id));
}

/* ---- what they are known by -------------------------------------------- */

enum rt_err mend_threaded(struct check *c, const struct fault *f)
{
	return thread_add(c->rt, &c->chunk, f->other, f->at.id);
}

enum rt_err post_recount(struct check *c, enum count what, uint64_t post)
{
	uint64_t n = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	count_ask(&p, what, post, &n);
	if ((err = rt_pipe_end(&p)))
		return err;
	return count_copy(c->rt, &c->chunk, what, post, n);
}

enum rt_err mend_count(struct check *c, const struct fault *f)
{
	enum count what = strcmp(f->what, "replies") == 0 ? COUNT_REPLIES
			  : strcmp(f->what, "likes") == 0 ? COUNT_LIKES
							  : COUNT_REPOSTS;

	return post_recount(c, what, f->at.id);
}

/*
 * Out of use first, and back into use if it has posts: of this and a member who
 * uses the tag in this moment, the later one to look sees both.
 */
static enum rt_err tag_set(struct check *c, const char *tag)
{
	uint64_t posts = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZREM " KEY_TAGS " %s", tag);
	rt_pipe_then(&p);
	rt_pipe_u64(&p, &posts, "LLEN " KEY_TAG, tag);
	if ((err = rt_pipe_end(&p)) || !posts)
		return err;
	return rt_do(c->rt, &c->chunk, "ZADD " KEY_TAGS " 0 %s", tag);
}

enum rt_err mend_tag_unused(struct check *c, const struct fault *f)
{
	return tag_set(c, f->what);
}

enum rt_err mend_tag_empty(struct check *c, const struct fault *f)
{
	return tag_set(c, f->at.text);
}
