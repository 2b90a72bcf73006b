/* Notices: each is true, and the mark of the last visit is among them. */
#include <string.h>

#include "admin/check/checks.h"
#include "libretwis/member/notice.h"
#include "libretwis/standing.h"
#include "schema/key.h"

struct notice_line {
	const char *text;
	bool is_notice;
	struct notice notice;
	union user_fields by; /* who did it */
	union post_fields post;
	const char *fact; /* that makes it true */
};

struct notices_of {
	struct record is;
	struct rt_texts texts;
	struct notice_line *lines;
};

static void notices_queue(struct rt_pipe *p, void *one)
{
	struct notices_of *l = one;

	rt_pipe_texts(p, &l->texts, RT_ALL, "ZRANGE " KEY_NOTICES " 0 -1",
		      l->is.at.id);
}

static bool notices_are_of_staff(const struct notices_of *l)
{
	return rt_moderates(rt_standing_read(l->is.member.standing));
}

/*
 * Only hosts and moderators can read who asks to join, but any bell would count
 * it.
 */
static void notice_queue_fact(struct rt_pipe *p, const struct notices_of *l,
			      struct notice_line *t)
{
	const struct notice *n = &t->notice;
	uint64_t of = l->is.at.id;

	if (n->kind == RT_NOTICE_LIKE)
		rt_pipe_str(p, &t->fact, "ZSCORE " KEY_LIKES " " ID, n->post,
			    n->by);
	else if (n->kind == RT_NOTICE_REPOST)
		rt_pipe_str(p, &t->fact, "ZSCORE " KEY_REPOSTED " " ID, n->by,
			    n->post);
	else if (n->kind == RT_NOTICE_FOLLOW)
		rt_pipe_str(p, &t->fact, "ZSCORE " KEY_FOLLOWING " " ID, n->by,
			    of);
	else if (n->kind == RT_NOTICE_NOTE)
		rt_pipe_str(p, &t->fact, "HGET " KEY_CASE " note", n->by);
	else if (n->kind == RT_NOTICE_HANDLED)
		rt_pipe_str(p, &t->fact, "HGET " KEY_CASE " closed", n->by);
	else if (n->kind == RT_NOTICE_RESET ||
		 (n->kind == RT_NOTICE_ASK && notices_are_of_staff(l)) ||
		 ((n->kind == RT_NOTICE_NAME || n->kind == RT_NOTICE_ENTER ||
		   n->kind == RT_NOTICE_CODE) &&
		  n->by == of))
		t->fact = t->text;
}

static void notices_queue_lines(struct rt_pipe *p, void *one)
{
	struct notices_of *l = one;

	l->lines = arena_alloc(p->a, l->texts.n * sizeof *l->lines);
	for (size_t i = 0; l->is.member.username && i < l->texts.n; i++) {
		struct notice_line *t = &l->lines[i];

		t->text = l->texts.v[i];
		t->is_notice = notice_parse(t->text, &t->notice);
		if (!t->is_notice)
			continue;
		member_name_queue(p, &t->by, t->notice.by);
		if (notice_is_of_board(t->notice.kind))
			post_fields_queue(p, &t->post, t->notice.post,
					  POST_USER_ID | POST_QUESTION |
						  POST_DATE);
		else if (t->notice.post)
			post_hash_queue(p, &t->post, t->notice.post);
		notice_queue_fact(p, l, t);
	}
}

/*
 * The deletion of a post does not look for those who have such a notice: it is
 * dropped when they see that page.
 */
static bool notice_is_of_this_board(const struct notice_line *t)
{
	if (!t->post.user_id)
		return true;
	if (t->notice.kind == RT_NOTICE_CHANGED ||
	    t->notice.kind == RT_NOTICE_CANCELLED)
		return t->post.date;
	return t->post.question;
}

static bool notice_is_so(const struct check *c, uint64_t to,
			 const struct notice_line *t)
{
	const struct notice *n = &t->notice;

	/* Nobody is named who did these two. */
	if (n->kind == RT_NOTICE_REMOVED)
		return t->post.removed;
	if (n->kind == RT_NOTICE_RESTORED)
		return rt_u64(t->post.user_id) == to;
	if (notice_is_on_case(n->kind))
		return t->fact;
	if (notice_is_of_board(n->kind))
		return n->post && notice_is_of_this_board(t);
	/* A host who has left may well have made such a link. */
	if (!t->by.username)
		return n->kind == RT_NOTICE_RESET ||
		       check_is_claimed(c, n->by);
	if (t->post.gone || post_is_half(&t->post))
		return true;
	if (n->post && !t->post.user_id && !t->post.was_user_id)
		return false;
	if (n->kind == RT_NOTICE_REPLY || n->kind == RT_NOTICE_MENTION)
		return rt_u64(t->post.user_id) == n->by;
	if (n->kind == RT_NOTICE_CONVERSATION)
		return rt_u64(t->post.user_id) == n->by &&
		       rt_u64(t->post.root_user_id) == to;
	return t->fact;
}

static void notices_judge(struct check *c, const void *one)
{
	const struct notices_of *l = one;
	size_t marks = 0, n = l->texts.n;

	if (!l->is.member.username)
		return;
	if (n > NOTICES_CAP + 1)
		check_found(c, NOTICE_LONG, l->is.at, n, NULL);
	for (size_t i = 0; i < n; i++) {
		const struct notice_line *t = &l->lines[i];

		if (strcmp(t->text, NOTICES_SEEN) == 0)
			marks++;
		else if (!t->is_notice)
			check_found(c, NOTICE_ODD, l->is.at, 0, t->text);
		else if (!notice_is_so(c, l->is.at.id, t))
			check_found(c, NOTICE_STALE, l->is.at, 0, t->text);
	}
	if (n && !marks)
		check_found(c, NOTICE_MARK, l->is.at, 0, NULL);
}

const struct pass notices_pass = {
	sizeof(struct notices_of), A_MEMBER,
	.step = { notices_queue, notices_queue_lines }, .judge = notices_judge
};

/* ---- repairs ------------------------------------------------------------ */

enum rt_err repair_notice_mark(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk,
		     "ZADD " KEY_NOTICES " NX 0 " NOTICES_SEEN, f->at.id);
}

enum rt_err repair_notice(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "ZREM " KEY_NOTICES " %s", f->at.id,
		     f->what);
}

/* The mark is put back at the end, since it may be what was cut off. */
enum rt_err repair_notices_long(struct check *c, const struct fault *f)
{
	enum rt_err err =
		rt_do(c->rt, &c->chunk, "ZREMRANGEBYRANK " KEY_NOTICES " 0 %d",
		      f->at.id, -1 - NOTICES_CAP);

	return err ? err : repair_notice_mark(c, f);
}
