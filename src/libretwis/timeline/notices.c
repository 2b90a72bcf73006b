/* The page of notices: what others did, with their names and the posts. */
#include <string.h>

#include "libretwis/base/clock.h"
#include "libretwis/member/called.h"
#include "libretwis/member/last.h"
#include "libretwis/member/notice.h"
#include "libretwis/post/posts.h"
#include "libretwis/redis/ids.h"

#define ENTRIES_MAX (NOTICES_CAP + 1) /* and the mark */

struct notices_entry {
	const char *text;
	struct notice notice;
	time_t time;
	bool is_new;
};

struct notices_page {
	struct session visitor;
	const char *told[2 * ENTRIES_MAX]; /* an entry, its score, and so on */
	struct notices_entry entry[ENTRIES_MAX];
	size_t n;
	struct id_list posts, members; /* that entries name */
	struct rt_called *name;        /* of the members */
	struct post_load load;
};

/* ---- reading ----------------------------------------------------------- */

static enum rt_err notices_find_owner(struct rt *rt, struct arena *a,
				      struct notices_page *l,
				      const char *secret)
{
	struct rt_pipe p;

	rt_pipe_look(&p, rt, a);
	session_look(&p, &l->visitor, secret);
	return rt_pipe_end(&p);
}

static enum rt_err notices_read(struct rt *rt, struct arena *a,
				struct notices_page *l)
{
	struct rt_pipe p;

	rt_pipe_look(&p, rt, a);
	session_check(&p, &l->visitor);
	rt_pipe_strs(&p, l->told, 2 * ENTRIES_MAX,
		     "ZREVRANGE " KEY_NOTICES " 0 %d WITHSCORES",
		     l->visitor.id, ENTRIES_MAX - 1);
	return rt_pipe_end(&p);
}

/* Everything above the mark is new. */
static size_t notices_count_new(const struct notices_page *l)
{
	for (size_t i = 0; i < ENTRIES_MAX && l->told[2 * i]; i++)
		if (strcmp(l->told[2 * i], NOTICES_SEEN) == 0)
			return i;
	return 0;
}

/* Counts again: one more may have come since the session was read. */
static void notices_take(struct arena *a, struct notices_page *l,
			 struct rt_notices *r)
{
	r->me.unread = notices_count_new(l);
	r->newest = l->told[1];
	for (size_t i = 0; i < ENTRIES_MAX && l->told[2 * i]; i++) {
		struct notices_entry *e = &l->entry[l->n];

		*e = (struct notices_entry){ .text = l->told[2 * i],
					     .is_new = i < r->me.unread };
		e->time = clock_stored(rt_u64(l->told[2 * i + 1]) / 1000000);
		if (!notice_parse(e->text, &e->notice))
			continue;
		if (e->notice.post)
			ids_add(a, &l->posts, e->notice.post);
		ids_add(a, &l->members, e->notice.by);
		l->n++;
	}
}

static enum rt_err notices_read_around(struct rt *rt, struct arena *a,
				       struct notices_page *l)
{
	struct rt_pipe p;

	ids_sort(&l->posts);
	ids_sort(&l->members);
	l->name = arena_alloc(a, l->members.ids.n * sizeof *l->name);
	rt_pipe_look(&p, rt, a);
	posts_ask(&p, &l->load, 0, l->posts.ids);
	for (size_t i = 0; i < l->members.ids.n; i++)
		called_ask(&p, &l->name[i], l->members.ids.v[i]);
	last_note(&p, &l->visitor);
	return rt_pipe_end(&p);
}

/* ---- what is shown ----------------------------------------------------- */

/* It is among them: notices_take() has put it there. */
static struct rt_called notices_name(const struct notices_page *l, uint64_t id)
{
	return l->name[ids_place(l->members.ids, id)];
}

/* NULL: the post is gone. */
static const struct rt_post *notices_post(const struct rt_posts *posts,
					  uint64_t id)
{
	for (size_t i = 0; i < posts->n; i++)
		if (posts->v[i].id == id)
			return &posts->v[i];
	return NULL;
}

/* A second like of the same post joins the notice of the first. */
static struct rt_notice *notices_find(struct rt_notices *r,
				      const struct notices_entry *e)
{
	enum rt_notice_kind kind = e->notice.kind;
	bool is_shared = kind == RT_NOTICE_LIKE || kind == RT_NOTICE_REPOST;

	for (size_t i = 0; is_shared && i < r->n; i++)
		if (r->v[i].kind == kind && r->v[i].post.id == e->notice.post)
			return &r->v[i];
	r->v[r->n] = (struct rt_notice){ .kind = kind,
					 .is_new = e->is_new,
					 .time = e->time };
	return &r->v[r->n++];
}

static void notices_add(struct rt_notices *r, const struct notices_page *l,
			const struct rt_posts *posts,
			const struct notices_entry *e)
{
	struct rt_called who = notices_name(l, e->notice.by);
	const struct rt_post *post = notices_post(posts, e->notice.post);
	struct rt_notice *n;

	if (!who.name || (e->notice.post && !post)) {
		r->gone[r->gone_n++] = e->text;
		return;
	}
	n = notices_find(r, e);
	if (post)
		n->post = *post;
	if (!n->n)
		n->by = e->notice.by;
	if (n->n < RT_NOTICE_NAMES)
		n->who[n->n] = who;
	n->n++;
}

static enum rt_err notices_fill(struct rt *rt, struct arena *a,
				struct notices_page *l, struct rt_notices *r)
{
	struct rt_posts posts;
	enum rt_err err;

	notices_take(a, l, r);
	if ((err = notices_read_around(rt, a, l)) ||
	    (err = posts_take(rt, a, &l->load, &posts)))
		return err;
	r->v = arena_alloc(a, l->n * sizeof *r->v);
	r->gone = arena_alloc(a, l->n * sizeof *r->gone);
	for (size_t i = 0; i < l->n; i++)
		notices_add(r, l, &posts, &l->entry[i]);
	return RT_OK;
}

enum rt_err rt_notices(struct rt *rt, struct arena *a, const char *secret,
		       struct rt_notices *notices)
{
	struct rt_notices r = { 0 };
	struct notices_page *l = arena_alloc(a, sizeof *l);
	enum rt_err err;

	if ((err = notices_find_owner(rt, a, l, secret)))
		return err;
	if (l->visitor.id) {
		if ((err = notices_read(rt, a, l)))
			return err;
		r.me = session_user(&l->visitor);
	}
	if (r.me.id && (err = notices_fill(rt, a, l, &r)))
		return err;
	*notices = r;
	return RT_OK;
}

/*
 * The mark moves up to the newest notice that the page showed.  GT never moves
 * it down, where two tabs are open; and XX never puts it into the list of a
 * member who was removed in between.
 */
enum rt_err rt_notices_seen(struct rt *rt, struct arena *a,
			    struct rt_notices *notices)
{
	struct rt_notices *n = notices;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < n->gone_n; i++)
		rt_pipe(&p, "ZREM " KEY_NOTICES " %s", n->me.id, n->gone[i]);
	if (n->me.unread && n->newest)
		rt_pipe(&p, "ZADD " KEY_NOTICES " XX GT %s " NOTICES_SEEN,
			n->me.id, n->newest);
	if (!(err = rt_pipe_end(&p)))
		n->me.unread = 0;
	return err;
}
