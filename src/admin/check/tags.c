/* Tags: each that is in use has a list, which has posts. */
#include "admin/check/checks.h"
#include "admin/check/repairs.h"
#include "admin/check/types.h"
#include "schema/key.h"

struct tag_look {
	struct pass_subject is;
	const char *type;
	uint64_t posts;
};

static void tag_queue(struct rt_pipe *p, void *one)
{
	struct tag_look *t = one;

	rt_pipe_str(p, &t->type, "TYPE " KEY_TAG, t->is.at.text);
	rt_pipe_u64(p, &t->posts, "LLEN " KEY_TAG, t->is.at.text);
	rt_pipe_lenient(p);
}

static void tag_judge(struct check *c, const void *one)
{
	const struct tag_look *t = one;
	const char *key = arena_printf(&c->chunk, KEY_TAG, t->is.at.text);

	if (type_judge(c, TAG_TYPE, t->is.at, key, t->type, "list") &&
	    !t->posts)
		check_found(c, TAG_EMPTY, t->is.at, 0, NULL);
}

const struct pass tags_pass = { .size = sizeof(struct tag_look),
				.ask = { tag_queue },
				.judge = tag_judge };

/*
 * Out of use first, and back into use if it has posts: of this and a member who
 * uses the tag in this moment, the later one to look sees both.
 */
enum rt_err repair_tag(struct check *c, const struct fault *f)
{
	const char *tag = f->kind == TAG_EMPTY ? f->at.text : f->what;
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
