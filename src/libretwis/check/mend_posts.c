/* Mending posts, and what they tell of themselves. */
#include <string.h>

#include "libretwis/check/check.h"
#include "libretwis/post/count.h"
#include "libretwis/post/erase.h"
#include "libretwis/post/thread.h"

/* ---- posts ------------------------------------------------------------- */

#define DROP_EMPTY                                                            \
	RT_SCRIPT_FREES                                                       \
	"local is = redis.call('HMGET', KEYS[1], 'user_id', 'body', 'gone') " \
	"if not is[1] and not is[2] and not is[3] then "                      \
	"redis.call('UNLINK', KEYS[1]) end"

/* A name in the hash tells whose it is; without it nobody knows. */
static enum rt_err find_author(struct check *c, uint64_t id)
{
	const char *field[2] = { NULL };
	uint64_t author = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "EVAL %s 1 " KEY_POST, DROP_EMPTY, id);
	rt_pipe_strs(&p, field, 2, "HMGET " KEY_POST " username body", id);
	if ((err = rt_pipe_end(&p)) || !field[0] || !field[1])
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, &author, "HGET " KEY_USERS " %s", field[0]);
	if ((err = rt_pipe_end(&p)) || !author)
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "HSETNX " KEY_POST " user_id " ID, id, author);
	return rt_pipe_end(&p);
}

/* Without a body there is nothing to lose. */
enum rt_err mend_post_half(struct check *c, const struct fault *f)
{
	if (strcmp(f->what, "body") == 0)
		return rt_remove_post(c->rt, &c->chunk, f->at.id);
	return find_author(c, f->at.id);
}

enum rt_err mend_closed(struct check *c, const struct fault *f)
{
	const char *field[2] = { NULL };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_strs(&p, field, 2, "HMGET " KEY_POST " user_id repost_of",
		     f->at.id);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!field[1])
		return rt_remove_post(c->rt, &c->chunk, f->at.id);
	return erase_repost(c->rt, &c->chunk, rt_u64(field[0]),
			    rt_u64(field[1]), 0, f->at.id);
}

enum rt_err mend_mark(struct check *c, const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "EXPIRE " KEY_POST " 600 NX", f->at.id);
	return rt_pipe_end(&p);
}

/* ---- what a gone post has left ----------------------------------------- */

static enum rt_err drop_likes(struct check *c, uint64_t post)
{
	struct rt_ids likers = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_ids(&p, &likers, "ZRANGE " KEY_LIKES " 0 -1", post);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < likers.n; i++)
		rt_pipe(&p, "ZREM " KEY_LIKED " " ID, likers.v[i], post);
	rt_pipe(&p, "UNLINK " KEY_LIKES, post);
	return rt_pipe_end(&p);
}

enum rt_err mend_remains(struct check *c, const struct fault *f)
{
	uint64_t author = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, &author, "HGET " KEY_POST " user_id", f->at.id);
	if ((err = rt_pipe_end(&p)) || author)
		return err;
	if (strcmp(f->what, "likes") == 0)
		return drop_likes(c, f->at.id);
	rt_pipe_begin(&p, c->rt, &c->chunk);
	if (strcmp(f->what, "replies") == 0)
		rt_pipe(&p, "UNLINK " KEY_REPLIES, f->at.id);
	else
		rt_pipe(&p, "UNLINK " KEY_REPOSTS, f->at.id);
	return rt_pipe_end(&p);
}

/* ---- what they are known by -------------------------------------------- */

enum rt_err mend_threaded(struct check *c, const struct fault *f)
{
	return thread_add(c->rt, &c->chunk, f->other, f->at.id);
}

enum rt_err mend_count(struct check *c, const struct fault *f)
{
	enum count what = strcmp(f->what, "replies") == 0 ? COUNT_REPLIES
			  : strcmp(f->what, "likes") == 0 ? COUNT_LIKES
							  : COUNT_REPOSTS;
	uint64_t n = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	count_ask(&p, what, f->at.id, &n);
	if ((err = rt_pipe_end(&p)))
		return err;
	return count_copy(c->rt, &c->chunk, what, f->at.id, n);
}

/* Whoever looks last sees what the other one did; see tag.h. */
static enum rt_err set_tag(struct check *c, const char *tag)
{
	uint64_t posts = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZREM " KEY_TAGS " %s", tag);
	rt_pipe_u64(&p, &posts, "LLEN " KEY_TAG, tag);
	if ((err = rt_pipe_end(&p)) || !posts)
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZADD " KEY_TAGS " 0 %s", tag);
	return rt_pipe_end(&p);
}

enum rt_err mend_tag_unused(struct check *c, const struct fault *f)
{
	return set_tag(c, f->what);
}

enum rt_err mend_tag_empty(struct check *c, const struct fault *f)
{
	return set_tag(c, f->at.text);
}
