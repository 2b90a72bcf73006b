#include "libretwis/post/board_tell.h"

#include "libretwis/member/notice.h"
#include "libretwis/member/notify.h"
#include "libretwis/member/quiet.h"
#include "libretwis/member/user_fields.h"
#include "schema/key.h"

/* Somebody to be told, perhaps. */
struct board_member {
	uint64_t id;
	union user_fields is;
	uint64_t when;        /* the notice is from; 0: there is none */
	const char *answered; /* NULL: has not */
	const char *quiet;    /* how the author is muted or blocked */
	const char *refused;  /* the other way round */
};

static bool board_reminds(const struct board_tell *what)
{
	return what->kind == RT_NOTICE_REMIND;
}

/* ---- who is told -------------------------------------------------------- */

static void board_queue_member(struct rt_pipe *p,
			       const struct board_tell *what,
			       struct board_member *t)
{
	user_fields_queue(p, &t->is, t->id, USER_USERNAME | USER_STANDING);
	notice_queue_told(p, &t->when, t->id, what->kind, what->post);
	if (!board_reminds(what))
		return;
	rt_pipe_str(p, &t->answered, "ZSCORE " KEY_ANSWERS " " ID, what->post,
		    t->id);
	quiet_queue_one(p, &t->quiet, t->id, what->author);
	quiet_queue_one(p, &t->refused, what->author, t->id);
}

static enum rt_err board_read_members(struct rt *rt, struct arena *a,
				      const struct board_tell *what,
				      struct board_member *t, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		board_queue_member(&p, what, &t[i]);
	return rt_pipe_end(&p);
}

static bool board_may_remind(const struct board_tell *what,
			     const struct board_member *t)
{
	return t->id != what->author && !t->answered &&
	       !quiet_hides(t->quiet) && !quiet_refuses(t->refused) &&
	       rt_belongs(rt_standing_read(t->is.standing));
}

static bool board_has_to_tell(const struct board_tell *what,
			      const struct board_member *t)
{
	if (!t->is.username)
		return false;
	if (t->when && t->when >= what->since)
		return false;
	return !board_reminds(what) || board_may_remind(what, t);
}

/* ---- telling ------------------------------------------------------------ */

/*
 * Not in one pipeline with the end of the job: on one server that would be
 * carried out even if one of these commands fails.
 */
static enum rt_err board_add_notices(struct rt *rt, struct arena *a,
				     const struct board_tell *what,
				     const struct board_member *t, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		if (t[i].when)
			notice_renew_of_board(&p, t[i].id, what->kind,
					      what->post);
		else
			notice_add(&p, t[i].id, what->kind, what->post, 0);
	return rt_pipe_end(&p);
}

/*
 * To the channel of each: the one for many is heard only where somebody has a
 * home timeline open.
 */
static void board_notify(struct rt *rt, struct arena *a,
			 const struct board_member *t, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt_bus(rt), a);
	for (size_t i = 0; i < n; i++)
		notify_member(&p, t[i].id);
	rt_pipe_end(&p);
}

enum rt_err board_tell(struct rt *rt, struct arena *a,
		       const struct board_tell *what, struct rt_ids members)
{
	struct board_member *t = arena_alloc(a, members.n * sizeof *t);
	size_t n = 0;
	enum rt_err err;

	for (size_t i = 0; i < members.n; i++)
		t[i].id = members.v[i];
	if ((err = board_read_members(rt, a, what, t, members.n)))
		return err;
	for (size_t i = 0; i < members.n; i++)
		if (board_has_to_tell(what, &t[i]))
			t[n++] = t[i];
	if (!n || (err = board_add_notices(rt, a, what, t, n)))
		return err;
	board_notify(rt, a, t, n);
	return RT_OK;
}
