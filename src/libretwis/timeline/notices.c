/* The page of notices: what others did, with their names and the posts. */
#include <string.h>

#include "base/clock.h"
#include "base/day.h"
#include "libretwis/member/last_visit.h"
#include "libretwis/member/notice.h"
#include "libretwis/post/answers.h"
#include "libretwis/post/board_jobs.h"
#include "libretwis/post/case.h"
#include "libretwis/post/posts.h"
#include "libretwis/post/removed.h"
#include "libretwis/site/act_log.h"
#include "redis/ids.h"
#include "schema/key.h"

#define ENTRIES_MAX (NOTICES_CAP + 1) /* and the mark of what was seen */
#define SHOWN_MAX   (ENTRIES_MAX + RUNNING_MAX)

struct notices_entry {
	const char *text; /* NULL: an announcement, which is no entry */
	struct notice notice;
	uint64_t score;
	time_t time;
	bool is_new;
	bool is_named;          /* its member is one of those shown by name */
	const char *of_case[2]; /* its outcome, and its last note */
	size_t in; /* the index of the notice that it is part of */
};

struct notices_page {
	struct session visitor;
	const char *raw[2 * ENTRIES_MAX]; /* an entry, its score, and so on */
	struct running_read running;
	struct notices_entry entry[SHOWN_MAX];
	size_t n;
	const char *hidden[ENTRIES_MAX]; /* of members who are muted */
	size_t hidden_n;
	struct id_list left;       /* the beginnings of conversations */
	struct id_list posts;      /* that are shown */
	struct member_names names; /* of the members */
	struct post_load load;
};

/* ---- reading -------------------------------------------------------- */

static enum rt_err notices_find_owner(struct rt *rt, struct arena *a,
				      struct notices_page *l,
				      const char *secret)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	session_queue(&p, &l->visitor, secret);
	return rt_pipe_end(&p);
}

static enum rt_err notices_read(struct rt *rt, struct arena *a,
				struct notices_page *l)
{
	struct rt_pipe p;

	l->visitor.leaves_a_list = true;
	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &l->visitor);
	running_queue_fresh(&p, &l->running);
	rt_pipe_strs(&p, l->raw, 2 * ENTRIES_MAX,
		     "ZREVRANGE " KEY_NOTICES " 0 %d WITHSCORES",
		     l->visitor.id, ENTRIES_MAX - 1);
	rt_pipe_ids(&p, &l->left.ids, LEFT_CAP, "ZRANGE " KEY_LEFT " 0 %d",
		    l->visitor.id, LEFT_CAP - 1);
	return rt_pipe_end(&p);
}

/* Everything above the mark is new. */
static size_t notices_count_new(const struct notices_page *l)
{
	for (size_t i = 0; i < ENTRIES_MAX && l->raw[2 * i]; i++)
		if (strcmp(l->raw[2 * i], NOTICES_SEEN) == 0)
			return i;
	return 0;
}

/*
 * Notices of a muted member were deleted with the mute, and none is written any
 * more, except at that very moment.
 */
static bool notices_is_hidden(const struct notices_page *l,
			      const struct notice *n)
{
	const struct quiet_list quiet = session_quiet(&l->visitor);

	return notice_is_by_member(n->kind) && quiet_has(&quiet, n->by);
}

/* NULL: there is no mark yet. */
static const char *notices_mark(const struct notices_page *l)
{
	for (size_t i = 0; i < ENTRIES_MAX && l->raw[2 * i]; i++)
		if (strcmp(l->raw[2 * i], NOTICES_SEEN) == 0)
			return l->raw[2 * i + 1];
	return NULL;
}

/* Counts again, because one may have come since the session was read. */
static void notices_parse(struct notices_page *l, struct rt_notices *r)
{
	r->me.unread = notices_count_new(l);
	if (r->me.unread)
		r->newest = rt_u64(l->raw[1]);
	for (size_t i = 0; i < ENTRIES_MAX && l->raw[2 * i]; i++) {
		struct notices_entry *e = &l->entry[l->n];

		*e = (struct notices_entry){ .text = l->raw[2 * i],
					     .is_new = i < r->me.unread };
		e->score = rt_u64(l->raw[2 * i + 1]);
		e->time = clock_stored(e->score / 1000000);
		if (!notice_parse(e->text, &e->notice))
			continue;
		if (notices_is_hidden(l, &e->notice))
			l->hidden[l->hidden_n++] = e->text;
		else
			l->n++;
	}
}

/* ---- what was announced --------------------------------------------- */

static void notices_insert(struct notices_page *l, struct notices_entry e)
{
	size_t at = l->n++;

	for (; at && l->entry[at - 1].score < e.score; at--)
		l->entry[at] = l->entry[at - 1];
	l->entry[at] = e;
}

/*
 * Adds the announcements in their places.  The mark is moved past all of them,
 * even those that turn out to be gone, since the number next to the bell counts
 * what runs without loading any post.
 */
static void notices_add_running(struct notices_page *l, struct rt_notices *r)
{
	const char *mark = notices_mark(l);
	struct running_list list;

	running_take(&l->running);
	list = running_now();
	r->is_unmarked = !mark;
	for (size_t i = 0; i < list.n; i++) {
		uint64_t score = running_score(&list.v[i]);
		bool is_new = !mark || score > rt_u64(mark);

		notices_insert(l,
			       (struct notices_entry){
				       .notice = { .kind = RT_NOTICE_ANNOUNCED,
						   .post = list.v[i].is.id,
						   .by = list.v[i].author },
				       .score = score,
				       .time = clock_stored(list.v[i].is.time),
				       .is_new = is_new });
		if (is_new && score > r->newest)
			r->newest = score;
	}
}

/*
 * Reads who wrote what is announced, asked and dated, as far as this process
 * does not know.
 */
static enum rt_err notices_read_authors(struct rt *rt, struct arena *a,
					struct notices_page *l)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < l->n; i++) {
		struct notice *n = &l->entry[i].notice;
		bool is_announced = n->kind == RT_NOTICE_ANNOUNCED;
		uint64_t author;

		if (!is_announced && !notice_is_of_board(n->kind))
			continue;
		author = rt_u64(posts_fields(&l->load, n->post)->user_id);
		if (is_announced)
			n->by = author;
		member_names_queue(&p, &l->names, author);
	}
	return rt_pipe_end(&p);
}

/* ---- grouping entries ----------------------------------------------- */

/*
 * Likes of the same post share a notice, and so do its reposts.  All follows
 * since the last visit share one, and so do all before it.
 */
static bool notices_belong_together(const struct rt_notice *n,
				    const struct notices_entry *e)
{
	if (n->kind != e->notice.kind || n->post.id != e->notice.post)
		return false;
	if (n->kind == RT_NOTICE_FOLLOW)
		return n->is_new == e->is_new;
	return n->kind == RT_NOTICE_LIKE || n->kind == RT_NOTICE_REPOST;
}

static size_t notices_group_of(struct rt_notices *r,
			       const struct notices_entry *e)
{
	for (size_t i = 0; i < r->n; i++)
		if (notices_belong_together(&r->v[i], e))
			return i;
	r->v[r->n] = (struct rt_notice){ .kind = e->notice.kind,
					 .is_new = e->is_new,
					 .time = e->time,
					 .post.id = e->notice.post };
	return r->n++;
}

/* Only the members who are shown by name are looked up. */
static void notices_group(struct arena *a, struct notices_page *l,
			  struct rt_notices *r)
{
	r->v = arena_alloc(a, l->n * sizeof *r->v);
	for (size_t i = 0; i < l->n; i++) {
		struct notices_entry *e = &l->entry[i];
		struct rt_notice *n;

		e->in = notices_group_of(r, e);
		n = &r->v[e->in];
		e->is_named = n->n++ < RT_NOTICE_NAMES;
		if (e->notice.post)
			ids_add(a, &l->posts, e->notice.post);
	}
}

/* ---- who, and which posts ------------------------------------------- */

static void notices_queue_who(struct rt_pipe *p, struct notices_page *l,
			      struct notices_entry *e)
{
	if (notice_is_on_case(e->notice.kind))
		rt_pipe_strs(p, e->of_case, 2,
			     "HMGET " KEY_CASE " outcome note", e->notice.by);
	else if (e->is_named)
		member_names_queue_fresh(p, &l->names, e->notice.by);
}

static enum rt_err notices_read_around(struct rt *rt, struct arena *a,
				       struct notices_page *l)
{
	struct rt_pipe p;

	ids_sort(&l->posts);
	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < l->n; i++)
		notices_queue_who(&p, l, &l->entry[i]);
	posts_queue(&p, &l->load, 0, NULL, l->posts.ids);
	last_visit_note(&p, &l->visitor);
	return rt_pipe_end(&p);
}

/* ---- what is shown -------------------------------------------------- */

/* NULL: the post is gone. */
static const struct rt_post *notices_post(const struct rt_posts *posts,
					  uint64_t id)
{
	for (size_t i = 0; i < posts->n; i++)
		if (posts->v[i].id == id)
			return &posts->v[i];
	return NULL;
}

/* Done by whoever it was as a moderator, so that nobody is named. */
static bool notice_is_of_site(enum rt_notice_kind kind)
{
	return kind == RT_NOTICE_REMOVED || kind == RT_NOTICE_RESTORED ||
	       notice_is_on_case(kind) || notice_is_of_board(kind);
}

/* NULL if the post is not one that a moderator has removed. */
static const char *notices_reason(struct arena *a,
				  const struct notices_page *l, uint64_t post)
{
	const union post_fields *fields = posts_fields(&l->load, post);
	struct act_mark removed;

	if (!fields || !fields->user_id || !removed_parse(a, fields, &removed))
		return NULL;
	return removed.text;
}

/* Not those on a case, which have its id in place of a member's. */
static bool notices_leaves_out(const struct notices_page *l,
			       const struct notice *n)
{
	return !notice_is_on_case(n->kind) &&
	       member_names_leaves_out(&l->names, n->by);
}

/* A member whose name was not read is assumed to exist. */
static bool notices_add(struct rt_notice *n, const struct notices_page *l,
			const struct notices_entry *e)
{
	struct rt_names who;

	if (!e->is_named || notice_is_of_site(n->kind))
		return true;
	who = member_names_get(&l->names, e->notice.by);
	if (!who.name)
		return false;
	if (!n->names)
		n->by = e->notice.by;
	n->who[n->names++] = who;
	return true;
}

/* Whether the member may still answer, and has not done so. */
static bool notices_has_to_answer(const struct rt_attached *has)
{
	time_t reminds = board_reminds_at(has);

	return reminds && reminds + DAY_SECONDS > time(NULL) &&
	       !has->question->so_far.mine;
}

/*
 * One about a question or a date.  That a question has ended is not for this
 * machine to say, whose clock may be behind that of a worker.
 */
static bool notices_is_true_of(enum rt_notice_kind kind,
			       const struct rt_attached *has)
{
	if (kind == RT_NOTICE_REMIND)
		return notices_has_to_answer(has);
	if (kind == RT_NOTICE_ENDED)
		return has->question;
	return has->date &&
	       has->date->is_cancelled == (kind == RT_NOTICE_CANCELLED);
}

/* Whether the post is there, or is removed if the notice says so. */
static bool notices_is_true(const struct rt_notice *n,
			    const struct rt_post *post,
			    const struct notices_entry *e)
{
	if (n->kind == RT_NOTICE_REMOVED || n->kind == RT_NOTICE_NOTE)
		return n->reason;
	if (n->kind == RT_NOTICE_HANDLED)
		return n->outcome != RT_CASE_OPEN;
	if (notice_is_of_board(n->kind))
		return post && notices_is_true_of(n->kind, &post->attached);
	return post || !e->notice.post;
}

/* It is about a post that was removed, and true again if that is restored. */
static bool notices_may_return(struct arena *a, const struct notices_page *l,
			       const struct rt_notice *n,
			       const struct notices_entry *e)
{
	return n->kind != RT_NOTICE_REMOVED && n->kind != RT_NOTICE_RESTORED &&
	       notices_reason(a, l, e->notice.post);
}

/* Members are not told what they have announced themselves. */
static bool notices_is_mine(const struct notices_page *l,
			    const struct notice *n)
{
	return n->kind == RT_NOTICE_ANNOUNCED && n->by == l->visitor.id;
}

/*
 * Such a notice quotes a post by somebody whom the member has muted since, or
 * who is suspended.
 */
static bool notices_quotes_hidden(const struct notices_page *l,
				  const struct notice *n,
				  const struct rt_post *post)
{
	return notice_is_of_board(n->kind) && post &&
	       member_names_hides(&l->names, post->user_id);
}

static bool notices_have_left(const struct notices_page *l, uint64_t root)
{
	size_t at = ids_place(l->left.ids, root);

	return at < l->left.ids.n && l->left.ids.v[at] == root;
}

static void notices_add_post(const struct notices_page *l,
			     const struct rt_post *post, struct rt_notice *n)
{
	n->post = *post;
	n->has_left = notices_have_left(l, post->root);
}

static void notices_add_names(struct arena *a, struct notices_page *l,
			      const struct rt_posts *posts,
			      struct rt_notices *r)
{
	r->gone = arena_alloc(a, (l->n + l->hidden_n) * sizeof *r->gone);
	for (size_t i = 0; i < l->hidden_n; i++)
		r->gone[r->gone_n++] = l->hidden[i];
	ids_sort(&l->left);
	for (size_t i = 0; i < l->n; i++) {
		const struct notices_entry *e = &l->entry[i];
		const struct rt_post *post =
			notices_post(posts, e->notice.post);
		struct rt_notice *n = &r->v[e->in];

		if (post)
			notices_add_post(l, post, n);
		if (e->notice.kind == RT_NOTICE_NOTE && e->of_case[1])
			n->reason = act_mark_parse(a, e->of_case[1]).text;
		n->outcome = case_outcome_read(e->of_case[0]);
		if (e->notice.kind == RT_NOTICE_REMOVED)
			n->reason = notices_reason(a, l, e->notice.post);
		if (notices_leaves_out(l, &e->notice) ||
		    notices_is_mine(l, &e->notice) ||
		    notices_quotes_hidden(l, &e->notice, post)) {
			n->n--;
		} else if (!notices_is_true(n, post, e) ||
			   !notices_add(n, l, e)) {
			if (e->text && !notices_may_return(a, l, n, e))
				r->gone[r->gone_n++] = e->text;
			n->n--;
		}
	}
}

/*
 * Leaves out notices all of whose named members are gone, or suspended.  The
 * entries of those who are gone are removed, so the next visit names others.
 */
static void notices_drop_empty(struct rt_notices *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		if (r->v[i].n &&
		    (r->v[i].names || notice_is_of_site(r->v[i].kind)))
			r->v[n++] = r->v[i];
	r->n = n;
	for (size_t i = 0; i < n; i++)
		r->me.unread +=
			r->v[i].is_new && r->v[i].kind == RT_NOTICE_ANNOUNCED;
}

static enum rt_err notices_load(struct rt *rt, struct arena *a,
				struct notices_page *l, struct rt_notices *r)
{
	struct rt_posts posts;
	enum rt_err err;

	notices_parse(l, r);
	notices_add_running(l, r);
	notices_group(a, l, r);
	if ((err = notices_read_around(rt, a, l)) ||
	    (err = notices_read_authors(rt, a, l)) ||
	    (err = posts_parse(rt, a, &l->load, &posts)) ||
	    (err = answers_load(rt, a, l->visitor.id, &posts)))
		return err;
	notices_add_names(a, l, &posts, r);
	notices_drop_empty(r);
	return RT_OK;
}

enum rt_err rt_notices(struct rt *rt, struct arena *a, const char *secret,
		       struct rt_notices *notices)
{
	struct rt_notices r = { 0 };
	struct notices_page *l = arena_alloc(a, sizeof *l);
	enum rt_err err;

	l->names.visitor = &l->visitor;
	if ((err = notices_find_owner(rt, a, l, secret)))
		return err;
	if (l->visitor.id) {
		if ((err = notices_read(rt, a, l)))
			return err;
		r.me = session_user(&l->visitor);
	}
	if (r.me.id && (err = notices_load(rt, a, l, &r)))
		return err;
	*notices = r;
	return RT_OK;
}

/*
 * The first mark of a member who has no notices.  Whoever removes a member
 * first closes the hash, and later drops the notices.  So if the hash is
 * still open after the mark was added, the mark will be dropped; and if it is
 * closed, we drop it.
 */
static enum rt_err notices_add_mark(struct rt *rt, struct arena *a,
				    const struct rt_notices *n)
{
	uint64_t is_there = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "ZADD " KEY_NOTICES " GT " ID " " NOTICES_SEEN, n->me.id,
		n->newest);
	rt_pipe_then(&p);
	rt_pipe_u64(&p, &is_there, "HEXISTS " KEY_USER " username", n->me.id);
	if ((err = rt_pipe_end(&p)) || is_there)
		return err;
	return rt_do(rt, a, "UNLINK " KEY_NOTICES, n->me.id);
}

/*
 * Moves the mark up to the newest notice that the page showed.  GT makes sure
 * that of two open tabs none moves it down, and XX that it is not added to the
 * list of a member who was removed meanwhile.
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
	if (n->newest && !n->is_unmarked)
		rt_pipe(&p, "ZADD " KEY_NOTICES " XX GT " ID " " NOTICES_SEEN,
			n->me.id, n->newest);
	err = rt_pipe_end(&p);
	if (!err && n->newest && n->is_unmarked)
		err = notices_add_mark(rt, a, n);
	if (!err)
		n->me.unread = 0;
	return err;
}
