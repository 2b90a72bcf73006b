/* The page of notices: what a member was told, with who and which post. */
#include <string.h>

#include "libretwis/member/last.h"
#include "libretwis/member/notice.h"
#include "libretwis/post/posts.h"
#include "libretwis/redis/ids.h"

#define ENTRIES_MAX (NOTICES_CAP + 1) /* with the mark */

struct entry {
	const char *text;
	struct notice notice;
	time_t time;
	bool is_new;
};

struct look {
	struct session visitor;
	const char *told[2 * ENTRIES_MAX]; /* an entry, its score, and so on */
	struct entry entry[ENTRIES_MAX];
	size_t n;
	struct id_list posts, members;
	const char **name; /* of the members */
	struct post_load load;
};

/* ---- reading ----------------------------------------------------------- */

static enum rt_err find_owner(struct rt *rt, struct arena *a, struct look *l,
			      const char *secret)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	session_look(&p, &l->visitor, secret);
	return rt_pipe_end(&p);
}

static enum rt_err read_list(struct rt *rt, struct arena *a, struct look *l)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	session_check(&p, &l->visitor);
	rt_pipe_strs(&p, l->told, 2 * ENTRIES_MAX,
		     "ZREVRANGE " KEY_NOTICES " 0 %d WITHSCORES",
		     l->visitor.id, ENTRIES_MAX - 1);
	return rt_pipe_end(&p);
}

/* How many stand above the mark. */
static size_t count_new(const struct look *l)
{
	for (size_t i = 0; i < ENTRIES_MAX && l->told[2 * i]; i++)
		if (strcmp(l->told[2 * i], NOTICES_SEEN) == 0)
			return i;
	return 0;
}

/* One more may have come since the session was looked at, so count again. */
static void take_list(struct arena *a, struct look *l, struct rt_notices *r)
{
	r->me.unread = count_new(l);
	r->newest = l->told[1];
	for (size_t i = 0; i < ENTRIES_MAX && l->told[2 * i]; i++) {
		struct entry *e = &l->entry[l->n];

		*e = (struct entry){ .text = l->told[2 * i],
				     .is_new = i < r->me.unread };
		e->time = (time_t)(rt_u64(l->told[2 * i + 1]) / 1000000);
		if (!notice_parse(e->text, &e->notice))
			continue;
		if (e->notice.post)
			ids_add(a, &l->posts, e->notice.post);
		ids_add(a, &l->members, e->notice.by);
		l->n++;
	}
}

static enum rt_err read_around(struct rt *rt, struct arena *a, struct look *l)
{
	struct rt_pipe p;

	ids_sort(&l->posts);
	ids_sort(&l->members);
	l->name = arena_alloc(a, l->members.ids.n * sizeof *l->name);
	rt_pipe_begin(&p, rt, a);
	posts_ask(&p, &l->load, 0, l->posts.ids);
	for (size_t i = 0; i < l->members.ids.n; i++)
		rt_pipe_str(&p, &l->name[i], "HGET " KEY_USER " username",
			    l->members.ids.v[i]);
	last_note(&p, &l->visitor);
	return rt_pipe_end(&p);
}

/* ---- what is shown ----------------------------------------------------- */

static const char *find_name(const struct look *l, uint64_t id)
{
	size_t i = 0;

	while (l->members.ids.v[i] != id)
		i++;
	return l->name[i];
}

/* NULL for one that is gone. */
static const struct rt_post *find_post(const struct rt_posts *posts,
				       uint64_t id)
{
	for (size_t i = 0; i < posts->n; i++)
		if (posts->v[i].id == id)
			return &posts->v[i];
	return NULL;
}

/* The notice that this is one more of, or a new one. */
static struct rt_notice *find_notice(struct rt_notices *r,
				     const struct entry *e)
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

static void add(struct rt_notices *r, const struct look *l,
		const struct rt_posts *posts, const struct entry *e)
{
	const char *name = find_name(l, e->notice.by);
	const struct rt_post *post = find_post(posts, e->notice.post);
	struct rt_notice *n;

	if (!name || (e->notice.post && !post)) {
		r->gone[r->gone_n++] = e->text;
		return;
	}
	n = find_notice(r, e);
	if (post)
		n->post = *post;
	if (n->n < RT_NOTICE_NAMES)
		n->name[n->n] = name;
	n->n++;
}

static enum rt_err show(struct rt *rt, struct arena *a, struct look *l,
			struct rt_notices *r)
{
	struct rt_posts posts;
	enum rt_err err;

	take_list(a, l, r);
	if ((err = read_around(rt, a, l)) ||
	    (err = posts_take(rt, a, &l->load, &posts)))
		return err;
	r->v = arena_alloc(a, l->n * sizeof *r->v);
	r->gone = arena_alloc(a, l->n * sizeof *r->gone);
	for (size_t i = 0; i < l->n; i++)
		add(r, l, &posts, &l->entry[i]);
	return RT_OK;
}

enum rt_err rt_notices(struct rt *rt, struct arena *a, const char *secret,
		       struct rt_notices *notices)
{
	struct rt_notices r = { 0 };
	struct look *l = arena_alloc(a, sizeof *l);
	enum rt_err err;

	if ((err = find_owner(rt, a, l, secret)))
		return err;
	if (l->visitor.id) {
		if ((err = read_list(rt, a, l)))
			return err;
		r.me = session_user(&l->visitor);
	}
	if (r.me.id && (err = show(rt, a, l, &r)))
		return err;
	*notices = r;
	return RT_OK;
}

/*
 * The mark goes up to the newest that was there, never down, and never into
 * the list of a member who was removed meanwhile.
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
	if (n->me.unread)
		rt_pipe(&p, "ZADD " KEY_NOTICES " XX GT %s " NOTICES_SEEN,
			n->me.id, n->newest);
	if (!(err = rt_pipe_end(&p)))
		n->me.unread = 0;
	return err;
}
