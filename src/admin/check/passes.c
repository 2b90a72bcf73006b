#include "admin/check/passes.h"

#include <string.h>

#include "admin/check/drop_field.lua.h"
#include "libretwis/post/attached.h"
#include "schema/key.h"

/* ---- hashes ------------------------------------------------------------- */

void member_hash_queue(struct rt_pipe *p, union user_fields *m, uint64_t id)
{
	user_fields_queue(p, m, id,
			  USER_USERNAME | USER_PASSWORD | USER_AUTH |
				  USER_STANDING | USER_DISPLAY |
				  USER_INVITED_BY | USER_WAS_USERNAME |
				  USER_FACE);
}

void member_name_queue(struct rt_pipe *p, union user_fields *m, uint64_t id)
{
	rt_pipe_str(p, &m->username, "HGET " KEY_USER " username", id);
}

void post_hash_queue(struct rt_pipe *p, union post_fields *h, uint64_t id)
{
	post_fields_queue(p, h, id,
			  POST_USER_ID | POST_TIME | POST_BODY |
				  POST_USERNAME | POST_REPLY_TO | POST_ROOT |
				  POST_ROOT_USER_ID | POST_REPOST_OF |
				  POST_REPLIES | POST_LIKES | POST_REPOSTS |
				  POST_BEFORE | POST_GONE | POST_WAS_USER_ID |
				  POST_REMOVED | ATTACHED_FIELDS);
}

void post_author_queue(struct rt_pipe *p, union post_fields *h, uint64_t id)
{
	post_fields_queue(p, h, id, POST_USER_ID | POST_BODY | POST_USERNAME);
}

enum rt_err member_hash_read(struct check *c, union user_fields *m,
			     uint64_t id)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	member_hash_queue(&p, m, id);
	return rt_pipe_end(&p);
}

enum rt_err post_hash_read(struct check *c, union post_fields *h, uint64_t id)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	post_hash_queue(&p, h, id);
	return rt_pipe_end(&p);
}

bool post_is_half(const union post_fields *h)
{
	return !h->user_id != !h->body;
}

enum rt_err hash_drop(struct check *c, const char *key, const char *field,
		      uint64_t id)
{
	return rt_do(c->rt, &c->chunk, "EVAL %s 1 %s %s " ID, DROP_FIELD_LUA,
		     key, field, id);
}

/* ---- passes ------------------------------------------------------------- */

const char *subject_key(struct arena *a, const char *format, struct subject of)
{
	return of.text ? arena_printf(a, format, of.text)
		       : arena_printf(a, format, of.id);
}

static void pass_queue_one(struct rt_pipe *p, const struct pass *pass,
			   int step, struct record *one)
{
	if (step == 0 && pass->reads == A_MEMBER)
		member_hash_queue(p, &one->member, one->at.id);
	if (step == 0 && pass->reads == A_POST)
		post_hash_queue(p, &one->post, one->at.id);
	if (pass->step[step])
		pass->step[step](p, one);
}

/* A step that asks nothing makes no round trip. */
enum rt_err pass_queue(struct check *c, const struct pass *pass,
		       struct arena *a, void *v, size_t n)
{
	enum rt_err err = RT_OK;

	for (int step = 0; !err && step < PASS_STEPS; step++) {
		char *one = v;
		struct rt_pipe p;

		rt_pipe_begin(&p, pass->on_bus[step] ? rt_bus(c->rt) : c->rt,
			      a);
		for (size_t i = 0; i < n; i++, one += pass->size)
			pass_queue_one(&p, pass, step, (void *)one);
		err = rt_pipe_end(&p);
	}
	return err;
}

enum rt_err pass_judge(struct check *c, const struct pass *pass,
		       struct arena *a, void *v, size_t n)
{
	const char *one = v;
	enum rt_err err = pass_queue(c, pass, a, v, n);

	for (size_t i = 0; !err && i < n; i++, one += pass->size)
		pass->judge(c, one);
	return err;
}

void *pass_room(struct check *c, const struct pass *pass,
		const struct subject *v, size_t n)
{
	char *room = arena_alloc(&c->chunk, n * pass->size), *one = room;

	for (size_t i = 0; i < n; i++, one += pass->size)
		*(struct record *)(void *)one =
			(struct record){ .c = c, .at = v[i] };
	return room;
}

enum rt_err pass_run(struct check *c, const struct pass *pass,
		     const struct subject *v, size_t n)
{
	return pass_judge(c, pass, &c->chunk, pass_room(c, pass, v, n), n);
}
