/* A profile: what one member wrote. */
#include "libretwis/member/member.h"
#include "libretwis/post/answers.h"
#include "libretwis/post/archive.h"
#include "libretwis/post/page_fill.h"
#include "libretwis/site/layout.h"
#include "schema/key.h"

/* How many entries of a classic home timeline are searched for one page. */
#define CLASSIC_WINDOW 300

/* Up to this depth a page without `after` reads its reposts in advance. */
#define REPOSTS_DEPTH_MAX 1000

/* A profile that is being read. */
struct profile_load {
	struct member member; /* has the names of the whole page */
	const char *layout;
	bool adopted;
	struct page_fill fill;
	struct rt_ids reposts; /* an original, its repost, the next ... */
	bool ends_here;        /* the list has no further page */
	uint64_t pinned_id;
	struct post_load pinned;
	struct archive_page archive;
};

/* Queues the read of own:ID, or in a classic database a part of posts:ID. */
static void profile_queue_ids(struct rt_pipe *p, struct profile_load *l,
			      uint64_t id)
{
	if (l->adopted)
		page_fill_queue_list(p, &l->fill,
				     arena_printf(p->a, KEY_OWN, id));
	else
		list_queue(p, &l->fill.page, arena_printf(p->a, KEY_POSTS, id),
			   CLASSIC_WINDOW + 1);
}

/*
 * The hash of a repost says which post it shows, so loading that would cost
 * one more round trip.  But all reposts here are by this member, and
 * reposted:ID lists them with what they show.  So the newest of them that are
 * older than the end of the page before are read in advance; no others can be
 * on this page.
 */
static void profile_queue_reposts(struct rt_pipe *p, struct profile_load *l,
				  uint64_t id)
{
	struct rt_place here = l->fill.page.here;
	int64_t deep = here.start < REPOSTS_DEPTH_MAX ? here.start
						      : REPOSTS_DEPTH_MAX;
	const char *from = "+inf";

	if (here.after) {
		from = arena_printf(p->a, "(" ID, here.after);
		deep = 0;
	}
	rt_pipe_ids(p, &l->reposts, 2 * ((size_t)deep + l->fill.size),
		    "ZREVRANGEBYSCORE " KEY_REPOSTED " %s -inf WITHSCORES"
		    " LIMIT 0 %lld",
		    id, from, (long long)deep + (long long)l->fill.size);
}

/*
 * If this process remembers which member has the name, the second round trip
 * is part of the first.  It assumes an adopted database then; and the
 * originals of reposts are loaded after the reposts, since one round trip has
 * been saved.
 */
static enum rt_err profile_find(struct rt *rt, struct arena *a,
				struct profile_load *l, const char *secret,
				const char *name)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	member_queue(&p, &l->member, secret, name);
	layout_queue(&p, &l->layout);
	if (l->member.id)
		page_fill_queue_list(&p, &l->fill,
				     arena_printf(a, KEY_OWN, l->member.id));
	err = rt_pipe_end(&p);
	l->adopted = layout_adopted(rt, l->layout);
	return err;
}

static enum rt_err profile_read_member(struct rt *rt, struct arena *a,
				       struct profile_load *l)
{
	struct rt_pipe p;
	enum rt_err err;

	if (l->adopted && member_guessed(&l->member))
		return RT_OK;
	do {
		rt_pipe_begin_lenient(&p, rt, a);
		member_request(&p, &l->member);
		profile_queue_ids(&p, l, l->member.id);
		if (l->adopted)
			profile_queue_reposts(&p, l, l->member.id);
		err = rt_pipe_end(&p);
	} while (!err && member_must_reread(&l->member));
	return err;
}

/*
 * Picks a page of the member's own posts out of the classic list.  It may be
 * shorter than other pages, because no more entries are read.
 */
static enum rt_err profile_pick_own(struct rt *rt, struct arena *a,
				    struct profile_load *l,
				    struct rt_place *older)
{
	struct list_page *page = &l->fill.page;
	struct rt_ids mine = { .v = arena_alloc(a, page->ids.n *
							   sizeof *mine.v) };
	size_t n = list_usable(page), seen;
	uint64_t *author;
	enum rt_err err;

	if ((err = posts_authors(rt, a, page->ids, &author)))
		return err;
	for (seen = 0; seen < n && mine.n < l->fill.size; seen++)
		if (author[seen] == l->member.id)
			mine.v[mine.n++] = page->ids.v[seen];
	*older = list_next(page, seen);
	page->ids = mine;
	return RT_OK;
}

static void profile_queue_originals(struct rt_pipe *p, struct post_load *load,
				    struct rt_ids pairs)
{
	struct rt_ids ids = { .v = arena_alloc(p->a,
					       pairs.n * sizeof *ids.v) };

	for (size_t i = 0; i + 1 < pairs.n; i += 2)
		if (ids_have(load->ids, pairs.v[i + 1]))
			ids.v[ids.n++] = pairs.v[i];
	posts_queue_originals(p, load, ids);
}

/* Feeds do not show the archive. */
static bool profile_has_archive(const struct profile_load *l)
{
	return l->adopted && !l->fill.page.here.n;
}

/*
 * The archive comes after the member's own posts.  If these fit on the page,
 * it is read along with them.
 */
static bool profile_ends_here(const struct profile_load *l)
{
	return l->fill.page.ids.n <= l->fill.size;
}

/*
 * Otherwise only if the page turns out to have used all posts, which is rare.
 */
static enum rt_err profile_read_archive(struct rt *rt, struct arena *a,
					struct profile_load *l)
{
	struct rt_pipe p;

	if (!profile_has_archive(l) || l->ends_here || l->fill.next.start)
		return RT_OK;
	rt_pipe_begin_lenient(&p, rt, a);
	archive_queue(&p, &l->archive, l->member.id);
	return rt_pipe_end(&p);
}

/* Only on the first page, and not in feeds. */
static bool profile_shows_pinned(const struct profile_load *l)
{
	struct rt_place here = l->fill.page.here;

	return !here.start && !here.after && !here.n;
}

/* Without a pinned post this queues nothing. */
static void profile_queue_pinned(struct rt_pipe *p, struct profile_load *l)
{
	struct rt_ids ids = { .v = &l->pinned_id };

	l->pinned_id = rt_u64(l->member.fields.pinned);
	ids.n = l->pinned_id && profile_shows_pinned(l);
	posts_queue(p, &l->pinned, l->member.visitor.id, &l->member.names,
		    ids);
}

static enum rt_err profile_read_posts(struct rt *rt, struct arena *a,
				      struct profile_load *l)
{
	struct page_fill *f = &l->fill;
	struct rt_pipe p;
	enum rt_err err;

	l->member.names.shown = l->member.id;
	rt_pipe_begin_lenient(&p, rt, a);
	member_finish(&p, &l->member);
	page_fill_queue(&p, f, l->member.visitor.id);
	profile_queue_pinned(&p, l);
	if (l->reposts.n)
		profile_queue_originals(&p, &f->load[0], l->reposts);
	l->ends_here = profile_ends_here(l);
	if (profile_has_archive(l) && l->ends_here)
		archive_queue(&p, &l->archive, l->member.id);
	member_note(&p, &l->member);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	member_queue_known(&p, &l->member);
	posts_queue_names(&p, &l->pinned);
	page_fill_queue_rest(&p, f);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	member_queue_known(&p, &l->member);
	if ((err = rt_pipe_end(&p)) || (err = page_fill_end(rt, a, f)))
		return err;
	return profile_read_archive(rt, a, l);
}

/* Also as a repost of the member's own, a post is not shown a second time. */
static void profile_put_pinned(struct arena *a, const struct profile_load *l,
			       struct rt_posts *posts)
{
	struct rt_posts all = { .v = arena_alloc(a, (posts->n + 1) *
							    sizeof *all.v) };

	if (!posts_pick(a, &l->pinned, 1, 1, &all) || !all.n ||
	    all.v[0].user_id != l->member.id || all.v[0].id != l->pinned_id)
		return;
	all.v[0].pinned = true;
	for (size_t i = 0; i < posts->n; i++)
		if (posts->v[i].id != l->pinned_id)
			all.v[all.n++] = posts->v[i];
	*posts = all;
}

/* `older` is a place in the list that was searched. */
static enum rt_err profile_fill(struct rt *rt, struct arena *a,
				struct profile_load *l, struct rt_profile *r)
{
	struct rt_place older;
	enum rt_err err;

	list_parse(&l->fill.page);
	r->here = l->fill.page.here;
	if (!l->adopted && (err = profile_pick_own(rt, a, l, &older)))
		return err;
	if ((err = profile_read_posts(rt, a, l)))
		return err;
	r->member = member_parse(rt, a, &l->member);
	r->posts = l->fill.posts;
	profile_put_pinned(a, l, &r->posts);
	if ((err = answers_load(rt, a, l->member.visitor.id, &r->posts)))
		return err;
	r->older = l->adopted ? l->fill.next : older;
	if (!r->older.start)
		r->archive = archive_parse(a, &l->archive, r->member.id,
					   r->member.name);
	for (size_t i = 0; i < r->archive.posts.n; i++) {
		r->archive.posts.v[i].display = r->member.display;
		r->archive.posts.v[i].face = r->member.face;
	}
	return RT_OK;
}

static enum rt_err profile_read(struct rt *rt, struct arena *a,
				struct profile_load *l, const char *secret,
				const char *name, struct rt_profile *profile)
{
	struct rt_profile r = { 0 };
	enum rt_err err;

	l->fill.size = list_size(&l->fill.page);
	l->fill.names = &l->member.names;
	if ((err = profile_find(rt, a, l, secret, name)) ||
	    (err = profile_read_member(rt, a, l)))
		return err;
	r.me = session_user(&l->member.visitor);
	if (member_exists(&l->member) && (err = profile_fill(rt, a, l, &r)))
		return err;
	*profile = r;
	return RT_OK;
}

enum rt_err rt_profile(struct rt *rt, struct arena *a, const char *secret,
		       const char *name, struct rt_place place,
		       struct rt_profile *profile)
{
	struct profile_load l = { .fill.page.here = place };

	return profile_read(rt, a, &l, secret, name, profile);
}

enum rt_err rt_profile_archive(struct rt *rt, struct arena *a,
			       const char *secret, const char *name,
			       int64_t start, struct rt_profile *profile)
{
	struct profile_load l = { .fill.page.here.start = RT_NO_START,
				  .archive.start = start };

	return profile_read(rt, a, &l, secret, name, profile);
}
