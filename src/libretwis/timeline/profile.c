/* A member's own posts. */
#include "libretwis/member/member.h"
#include "libretwis/post/list.h"
#include "libretwis/post/posts.h"
#include "libretwis/redis/layout.h"

#define CLASSIC_WINDOW 300

/* How deep a page without `after` may lie to be guessed at. */
#define GUESS_MAX 1000

/* A profile on its way out of Redis. */
struct look {
	struct member member;
	const char *layout;
	bool adopted;
	struct list_page page;
	struct rt_ids reposts; /* an original and its repost, in turn */
};

static enum rt_err find_member(struct rt *rt, struct arena *a, struct look *l,
			       const char *secret, const char *name)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	member_look(&p, &l->member, secret, name);
	layout_ask(&p, &l->layout);
	err = rt_pipe_end(&p);
	l->adopted = layout_adopted(rt, l->layout);
	return err;
}

/* An own: list, or as much of a classic list as one page looks through. */
static void ask_ids(struct rt_pipe *p, struct look *l, uint64_t id)
{
	if (l->adopted)
		list_ask(p, &l->page, arena_printf(p->a, KEY_OWN, id),
			 list_size(&l->page) + 1);
	else
		list_ask(p, &l->page, arena_printf(p->a, KEY_POSTS, id),
			 CLASSIC_WINDOW + 1);
}

/*
 * What reposts show would be known only with the posts, and loaded in one
 * more round trip.  But whose reposts may be on this page is known already:
 * the newest ones before the post that it begins behind.
 */
static void ask_reposts(struct rt_pipe *p, struct look *l, uint64_t id)
{
	struct rt_place here = l->page.here;
	int64_t deep = here.start < GUESS_MAX ? here.start : GUESS_MAX;
	const char *from = "+inf";

	if (here.after) {
		from = arena_printf(p->a, "(" ID, here.after);
		deep = 0;
	}
	rt_pipe_ids(p, &l->reposts,
		    "ZREVRANGEBYSCORE " KEY_REPOSTED " %s -inf WITHSCORES"
		    " LIMIT 0 %lld",
		    id, from,
		    (long long)deep + (long long)list_size(&l->page));
}

static enum rt_err read_member(struct rt *rt, struct arena *a, struct look *l)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	member_ask(&p, &l->member);
	ask_ids(&p, l, l->member.id);
	if (l->adopted)
		ask_reposts(&p, l, l->member.id);
	return rt_pipe_end(&p);
}

/* Picks the first page of own posts from the window on the classic list. */
static enum rt_err pick_own(struct rt *rt, struct arena *a, struct look *l,
			    struct rt_profile *r)
{
	struct rt_ids *ids = &l->page.ids, mine = { 0 };
	size_t seen;
	uint64_t *author;
	enum rt_err err;

	list_take(&l->page);
	mine.v = arena_alloc(a, ids->n * sizeof *mine.v);
	if ((err = posts_authors(rt, a, *ids, &author)))
		return err;
	for (seen = 0; seen < ids->n && seen < CLASSIC_WINDOW; seen++) {
		if (mine.n == list_size(&l->page))
			break;
		if (author[seen] == l->member.id)
			mine.v[mine.n++] = ids->v[seen];
	}
	if (seen < ids->n)
		r->older = list_behind(&l->page, seen);
	*ids = mine;
	return RT_OK;
}

static void ask_originals(struct rt_pipe *p, struct post_load *load,
			  struct rt_ids pairs)
{
	struct rt_ids ids = { .v = arena_alloc(p->a,
					       pairs.n * sizeof *ids.v) };

	for (size_t i = 0; i + 1 < pairs.n; i += 2)
		if (ids_have(load->ids, pairs.v[i + 1]))
			ids.v[ids.n++] = pairs.v[i];
	posts_ask_originals(p, load, ids);
}

static enum rt_err read_posts(struct rt *rt, struct arena *a, struct look *l,
			      struct rt_profile *r)
{
	struct post_load load;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	member_finish(&p, &l->member);
	posts_ask(&p, &load, l->member.visitor.id, l->page.ids);
	ask_originals(&p, &load, l->reposts);
	if ((err = rt_pipe_end(&p)))
		return err;
	r->member = member_take(a, &l->member);
	return posts_take(rt, a, &load, &r->posts);
}

enum rt_err rt_profile(struct rt *rt, struct arena *a, const char *secret,
		       const char *name, struct rt_place place,
		       struct rt_profile *profile)
{
	struct look l = { .page.here = place };
	struct rt_profile r = { 0 };
	enum rt_err err;

	if ((err = find_member(rt, a, &l, secret, name)) ||
	    (err = read_member(rt, a, &l)))
		return err;
	r.me = session_user(&l.member.visitor);
	if (!member_exists(&l.member)) {
		*profile = r;
		return RT_OK;
	}
	if (l.adopted)
		r.older = list_cut(&l.page);
	else
		err = pick_own(rt, a, &l, &r);
	if (err || (err = read_posts(rt, a, &l, &r)))
		return err;
	r.here = l.page.here;
	*profile = r;
	return RT_OK;
}
