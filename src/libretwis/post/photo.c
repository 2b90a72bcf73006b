/*
 * A post for the page of one of its pictures: the post alone, for whoever may
 * see it on its own page.
 */
#include "libretwis/post/posts.h"
#include "libretwis/retwis.h"

struct photo_load {
	struct session visitor;
	struct member_names names;
	struct post_load post;
};

static enum rt_err photo_read(struct rt *rt, struct arena *a,
			      struct photo_load *l, const char *secret,
			      struct rt_ids id)
{
	struct rt_pipe p;
	enum rt_err err;

	l->names.visitor = &l->visitor;
	rt_pipe_begin_lenient(&p, rt, a);
	posts_queue_visited(&p, &l->post, &l->visitor, &l->names, secret, id);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &l->visitor);
	posts_queue_rest(&p, &l->post);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	posts_queue_names(&p, &l->post);
	return rt_pipe_end(&p);
}

enum rt_err rt_photo(struct rt *rt, struct arena *a, const char *secret,
		     uint64_t id, struct rt_photo *photo)
{
	struct photo_load l = { .names = { .visitor = NULL } };
	enum rt_err err = photo_read(rt, a, &l, secret,
				     (struct rt_ids){ .v = &id, .n = 1 });

	if (err)
		return err;
	*photo = (struct rt_photo){
		.me = session_user(&l.visitor),
		.post = posts_pick_one(a, &l.post),
		.is_removed =
			l.post.fields[0].user_id && l.post.fields[0].removed,
	};
	return RT_OK;
}
