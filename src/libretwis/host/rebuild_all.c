/* Rebuilding home timelines, when a host asks for it. */
#include "libretwis/member/user.h"
#include "libretwis/site/layout.h"
#include "libretwis/timeline/rebuild.h"
#include "schema/key.h"

/*
 * RT_DENIED: a classic home timeline is not a cache, and must not be deleted.
 */
static enum rt_err rebuild_forget(struct rt *rt, struct arena *a,
				  uint64_t owner)
{
	const char *layout;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	layout_queue(&p, &layout);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!layout_adopted(rt, layout))
		return RT_DENIED;
	return rt_do(rt, a, "UNLINK " KEY_POSTS, owner);
}

enum rt_err rt_rebuild(struct rt *rt, struct arena *a, uint64_t member,
		       uint64_t *posts)
{
	struct rt_ids ids = { 0 };
	enum rt_err err = rebuild_forget(rt, a, member);

	if (err)
		return err;
	/*
	 * RT_TAKEN: its owner is visiting at this moment, and that request has
	 * rebuilt it.
	 */
	err = rebuild_home(rt, a, member, &ids);
	if (err && err != RT_TAKEN)
		return err;
	*posts = ids.n;
	return RT_OK;
}

static enum rt_err rebuild_if_there(struct rt *rt, struct arena *a,
				    uint64_t member, uint64_t *timelines)
{
	uint64_t is_there = 0, posts;
	enum rt_err err;

	err = rt_read_u64(rt, a, &is_there, "EXISTS " KEY_POSTS, member);
	if (err || !is_there)
		return err;
	*timelines += 1;
	return rt_rebuild(rt, a, member, &posts);
}

enum rt_err rt_rebuild_all(struct rt *rt,
			   void (*tell)(uint64_t done, uint64_t total),
			   uint64_t *timelines)
{
	struct arena all = { 0 }, chunk = { 0 };
	struct id_list members = { 0 };
	uint64_t n = 0;
	enum rt_err err = users_all(rt, &all, &chunk, &members);

	for (size_t i = 0; !err && i < members.ids.n; i++) {
		arena_reset(&chunk);
		err = rebuild_if_there(rt, &chunk, members.ids.v[i], &n);
		if (!err && tell)
			tell(i + 1, members.ids.n);
	}
	if (!err)
		*timelines = n;
	arena_free(&chunk);
	arena_free(&all);
	return err;
}
