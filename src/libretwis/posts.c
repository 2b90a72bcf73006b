/* Loading posts, many at once. */
#include "libretwis/post.h"

void posts_ask(struct rt_pipe *p, struct post_load *l, struct rt_ids ids)
{
	l->ids = ids;
	l->field = arena_alloc(p->a, ids.n * sizeof *l->field);
	for (size_t i = 0; i < ids.n; i++)
		rt_pipe_strs(p, l->field[i], POST_FIELDS,
			     "HMGET " KEY_POST " user_id time body username"
			     " mentions replies reply_to reply_name",
			     ids.v[i]);
}

static bool is_gone(const char *const *field)
{
	return !rt_u64(field[POST_USER_ID]) || !field[POST_BODY];
}

/* PHP Retwis writes no `username`: then the author's hash tells it. */
static enum rt_err find_names(struct rt *rt, struct arena *a,
			      struct post_load *l)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < l->ids.n; i++) {
		const char **field = l->field[i];

		if (!is_gone(field) && !field[POST_USERNAME])
			rt_pipe_str(&p, &field[POST_USERNAME],
				    "HGET " KEY_USER " username",
				    rt_u64(field[POST_USER_ID]));
	}
	return rt_pipe_end(&p);
}

static struct rt_post make_post(struct arena *a, uint64_t id,
				const char *const *field)
{
	return (struct rt_post){
		.id = id,
		.user_id = rt_u64(field[POST_USER_ID]),
		.time = (time_t)rt_u64(field[POST_TIME]),
		.name = field[POST_USERNAME],
		.body = rt_text_clean(a, field[POST_BODY]),
		.mentions = field[POST_MENTIONS],
		.replies = rt_u64(field[POST_REPLIES]),
		.reply_to = rt_u64(field[POST_REPLY_TO]),
		.reply_name = field[POST_REPLY_NAME],
	};
}

enum rt_err posts_take(struct rt *rt, struct arena *a, struct post_load *l,
		       struct rt_posts *out)
{
	struct rt_posts posts = { 0 };
	enum rt_err err;

	if ((err = find_names(rt, a, l)))
		return err;
	posts.v = arena_alloc(a, l->ids.n * sizeof *posts.v);
	for (size_t i = 0; i < l->ids.n; i++) {
		const char **field = l->field[i];

		if (is_gone(field) || !field[POST_USERNAME])
			continue;
		posts.v[posts.n++] = make_post(a, l->ids.v[i], field);
	}
	*out = posts;
	return RT_OK;
}

enum rt_err posts_load(struct rt *rt, struct arena *a, struct rt_ids ids,
		       struct rt_posts *out)
{
	struct post_load l;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	posts_ask(&p, &l, ids);
	err = rt_pipe_end(&p);
	return err ? err : posts_take(rt, a, &l, out);
}
