/*
 * Removing members and posts for good, by a host who waits for the result.  If
 * it is interrupted, the name still finds the member, and removing it again
 * finishes the work.
 */
#include "libretwis/site/aof_rewrite.h"
#include "libretwis/host/removal.h"
#include "libretwis/member/user.h"
#include "libretwis/post/deletion.h"
#include "schema/key.h"

#define WAIT_MS 60000

/* ---- what goes with a member ------------------------------------------- */

/* The name as it is in `users`, for a member whose hash is already gone. */
static const char *remove_name(struct arena *a, const struct user_claim *c,
			       const char *name)
{
	if (c->exact)
		return name;
	return c->folded ? rt_name_fold(a, name) : NULL;
}

static enum rt_err remove_count(struct rt *rt, struct arena *a,
				struct rt_removal *r)
{
	struct going g;
	struct rt_pipe p;
	enum rt_err err = removal_read(rt, a, r->user.id, &g);

	if (err)
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	rt_pipe_u64(&p, &r->posts, "LLEN " KEY_OWN, r->user.id);
	rt_pipe_u64(&p, &r->followers, "ZCARD " KEY_FOLLOWERS, r->user.id);
	rt_pipe_u64(&p, &r->following, "ZCARD " KEY_FOLLOWING, r->user.id);
	rt_pipe_u64(&p, &r->likes, "ZCARD " KEY_LIKED, r->user.id);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (g.is_closed)
		g.user.name = r->user.name;
	r->user = g.user;
	return RT_OK;
}

enum rt_err rt_removal(struct rt *rt, struct arena *a, const char *name,
		       struct rt_removal *removal)
{
	struct rt_removal r = { 0 };
	const char *layout = NULL;
	struct user_claim claim;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	user_queue(&p, &claim, name);
	rt_pipe_str(&p, &layout, "GET " KEY_LAYOUT);
	if ((err = rt_pipe_end(&p)))
		return err;
	r.user.id = user_claimed(&claim);
	r.user.name = remove_name(a, &claim, name);
	r.adopted = layout;
	if ((err = remove_count(rt, a, &r)))
		return err;
	if (!r.user.id || !r.user.name)
		return RT_NOT_FOUND;
	*removal = r;
	return RT_OK;
}

/* ---- doing it ---------------------------------------------------------- */

/*
 * An account that is already closed needs only its note: its standing, which
 * decides whether the name is reserved, is no longer known.
 */
static enum rt_err remove_begin(struct rt *rt, struct arena *a,
				const struct rt_user *u)
{
	struct going g;
	enum rt_err err = removal_read(rt, a, u->id, &g);

	if (err)
		return err;
	return g.is_closed ? removal_note(rt, a, u->id, WAIT_MS)
			   : removal_close(rt, a, u, WAIT_MS);
}

/*
 * With the note, a worker takes over if this program dies, and helps if this
 * takes long.
 */
enum rt_err rt_remove_member(struct rt *rt, const struct rt_removal *removal,
			     void (*tell)(uint64_t done, uint64_t total))
{
	const struct rt_user *u = &removal->user;
	struct drop d = { .id = u->id, .tell = tell };
	enum rt_err err;

	d.total = removal->posts + removal->followers + removal->following +
		  removal->likes;
	if (!(err = remove_begin(rt, &d.chunk, u)))
		err = removal_drop(rt, &d, u);
	arena_free(&d.chunk);
	return err;
}

/* The text must not remain in the append-only file, either. */
static enum rt_err remove_for_good(struct rt *rt)
{
	struct arena a = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, &a);
	aof_rewrite_owe(&p);
	err = rt_pipe_end(&p);
	arena_free(&a);
	return err;
}

enum rt_err rt_remove_post(struct rt *rt, uint64_t id,
			   void (*tell)(uint64_t done, uint64_t total))
{
	enum rt_err err = deletion_whole(rt, id, tell);

	return err ? err : remove_for_good(rt);
}

enum rt_err rt_finish_post(struct rt *rt, uint64_t id,
			   void (*tell)(uint64_t done, uint64_t total))
{
	enum rt_err err = deletion_finish(rt, id, tell);

	return err ? err : remove_for_good(rt);
}
