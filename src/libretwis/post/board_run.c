/*
 * What a worker does about questions, announcements and dates; board_jobs.h
 * says where the jobs are.
 *
 * Each time it does one slice of a job, for at most SLICE members.  If there are
 * more, the entry is replaced by one with a bookmark: the last entry that was
 * read, and its score.  Nobody answers a question after its end, and whoever
 * comes or goes elsewhere in a list, nobody after the bookmark is skipped.  If a
 * worker dies, the slice is done once more, and whoever has the notice by then
 * gets no other one.
 *
 * A job about a change begins by noting when it does, and does no more.  From
 * then on another change is another job, which tells everybody again.
 *
 * A post that a moderator has removed may be restored within thirty days: until
 * then its jobs wait, for a day at a time.  Afterwards, the end of a question is
 * told late, and a reminder that has become too late never is.
 */
#include <string.h>

#include "base/clock.h"
#include "base/day.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/post/announced_end.lua.h"
#include "libretwis/post/answers.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/board_jobs.h"
#include "libretwis/post/board_tell.h"
#include "libretwis/post/deliver_next.lua.h"
#include "libretwis/site/site_snapshot.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

#define SLICE     500 /* members */
#define SLICES    10  /* a run */
#define FOLLOWERS 500 /* who are reminded, the newest */

/* A job, what its post is, and what is to become of its entry. */
struct board_work {
	const struct delayed *entry;
	struct board_entry is;
	union post_fields post;
	struct rt_attached has;
	time_t now;

	time_t again;            /* do the same at this second; 0: no */
	struct board_entry next; /* continue with this; no post: it is done */
};

static uint64_t board_author(const struct board_work *w)
{
	return rt_u64(w->post.user_id);
}

static enum rt_err board_tell_all(struct rt *rt, struct arena *a,
				  const struct board_work *w,
				  enum rt_notice_kind kind, uint64_t since,
				  struct rt_ids members)
{
	const struct board_tell what = {
		.kind = kind,
		.post = w->is.post,
		.author = board_author(w),
		.since = since,
	};

	return board_tell(rt, a, &what, members);
}

/* ---- slices ------------------------------------------------------------- */

/* Notes when the job has begun, if nothing says so yet. */
static void board_begin(struct board_work *w)
{
	w->next = w->is;
	if (!w->next.since)
		w->next.since = (uint64_t)clock_date_us();
}

/* Continues after this entry. */
static void board_go_on(struct board_work *w, const char *score,
			const char *after)
{
	board_begin(w);
	w->next.score = score;
	w->next.after = after;
}

/*
 * The next entries of `answers:POST`, the first ones being those after the score
 * `from`.
 */
static enum rt_err board_read_answers(struct rt *rt, struct arena *a,
				      struct board_work *w, int64_t from,
				      struct rt_texts *entries)
{
	const char *score = w->is.after
				    ? w->is.score
				    : arena_printf(a, "%lld", (long long)from);
	struct rt_texts found;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	rt_pipe_texts(&p, &found, SLICE + 1,
		      "EVAL %s 1 " KEY_ANSWERS " %d %s %s", DELIVER_NEXT_LUA,
		      w->is.post, SLICE, score,
		      w->is.after ? w->is.after : "");
	if ((err = rt_pipe_end(&p)))
		return err;
	if (found.n > 0)
		found.n--;
	if (found.n == SLICE)
		board_go_on(w, found.v[SLICE], found.v[SLICE - 1]);
	*entries = found;
	return RT_OK;
}

/* ---- the end of a question ---------------------------------------------- */

/* The members who have answered; before the first of them the author. */
static enum rt_err board_end(struct rt *rt, struct arena *a,
			     struct board_work *w)
{
	const struct rt_question *q = w->has.question;
	struct rt_ids to = { .v = arena_alloc(a, (1 + SLICE) * sizeof *to.v) };
	struct rt_texts entries;
	enum rt_err err;

	if (!q || !q->ends)
		return RT_OK;
	if (q->ends > w->now) {
		w->again = q->ends;
		return RT_OK;
	}
	err = board_read_answers(rt, a, w, ANSWERS_MEMBERS * ANSWERS_BAND - 1,
				 &entries);
	if (err)
		return err;
	if (!w->is.after)
		to.v[to.n++] = board_author(w);
	for (size_t i = 0; i < entries.n; i++)
		to.v[to.n++] = rt_u64(entries.v[i]);
	return board_tell_all(rt, a, w, RT_NOTICE_ENDED, 0, to);
}

/* ---- reminders ---------------------------------------------------------- */

static enum rt_err board_read_directory(struct rt *rt, struct arena *a,
					struct board_work *w,
					struct rt_ids *members)
{
	const char *from =
		w->is.after ? arena_printf(a, "(%s", w->is.after) : "-";
	struct rt_texts found;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	rt_pipe_texts(&p, &found, SLICE,
		      "ZRANGEBYLEX " KEY_DIRECTORY " %s + LIMIT 0 %d", from,
		      SLICE);
	if ((err = rt_pipe_end(&p)))
		return err;
	members->v = arena_alloc(a, found.n * sizeof *members->v);
	for (size_t i = 0; i < found.n; i++) {
		const char *tab = strrchr(found.v[i], MEMBERS_TAB);

		members->v[members->n++] = rt_u64(tab ? tab + 1 : NULL);
	}
	if (found.n == SLICE)
		board_go_on(w, "0", found.v[SLICE - 1]);
	return RT_OK;
}

/* A worker does not follow the site's settings otherwise. */
static enum rt_err board_ask_may_announce(struct rt *rt, struct arena *a,
					  const struct rt_user *author,
					  bool *may)
{
	enum rt_err err = rt_site_read(rt, a);

	if (err)
		return err;
	*may = rt_may_announce(rt, author);
	site_snapshot_unpin(rt);
	return RT_OK;
}

/* Whom the post may remind at all: nobody if its author is suspended. */
static enum rt_err board_read_reminded(struct rt *rt, struct arena *a,
				       struct board_work *w,
				       struct rt_ids *members)
{
	struct rt_user author = { .id = board_author(w) };
	union user_fields is;
	bool is_for_all = false;
	enum rt_err err = user_fields_read(rt, a, &is, author.id,
					   USER_USERNAME | USER_STANDING);

	if (err)
		return err;
	author.standing = rt_standing_read(is.standing);
	if (!is.username || !rt_belongs(author.standing))
		return RT_OK;
	if (w->has.announced &&
	    (err = board_ask_may_announce(rt, a, &author, &is_for_all)))
		return err;
	if (is_for_all)
		return board_read_directory(rt, a, w, members);
	if (w->is.after)
		return RT_OK;
	return rt_read_ids(rt, a, members, FOLLOWERS,
			   "ZREVRANGE " KEY_FOLLOWERS " 0 %d", author.id,
			   FOLLOWERS - 1);
}

static enum rt_err board_remind(struct rt *rt, struct arena *a,
				struct board_work *w)
{
	time_t at = board_reminds_at(&w->has);
	struct rt_ids members = { 0 };
	enum rt_err err;

	if (!at || at + DAY_SECONDS <= w->now)
		return RT_OK;
	if (at > w->now) {
		w->again = at;
		return RT_OK;
	}
	if ((err = board_read_reminded(rt, a, w, &members)))
		return err;
	return board_tell_all(rt, a, w, RT_NOTICE_REMIND, 0, members);
}

/* ---- changes of a date -------------------------------------------------- */

/* The member of an entry of those who come, or may; 0: it is of another. */
static uint64_t board_coming(const char *entry)
{
	uint64_t answer, member;

	if (!digits_read(&entry, &answer) || *entry++ != ' ' ||
	    answer > RT_COMES_MAYBE || !digits_read(&entry, &member))
		return 0;
	return member;
}

static enum rt_err board_tell_coming(struct rt *rt, struct arena *a,
				     struct board_work *w,
				     enum rt_notice_kind kind)
{
	struct rt_ids to = { .v = arena_alloc(a, SLICE * sizeof *to.v) };
	struct rt_texts entries;
	enum rt_err err;

	if (!w->has.question || !w->has.question->comes)
		return RT_OK;
	if ((err = board_read_answers(rt, a, w, -1, &entries)))
		return err;
	for (size_t i = 0; i < entries.n; i++) {
		uint64_t member = board_coming(entries.v[i]);

		if (member)
			to.v[to.n++] = member;
	}
	/* They are the first ones in their order, so this was the last slice. */
	if (to.n < entries.n)
		w->next.post = 0;
	return board_tell_all(rt, a, w, kind, w->is.since, to);
}

/* Of a date that is cancelled by now only that is told. */
static enum rt_err board_changed(struct rt *rt, struct arena *a,
				 struct board_work *w)
{
	if (!w->has.date || w->has.date->is_cancelled)
		return RT_OK;
	return board_tell_coming(rt, a, w, RT_NOTICE_CHANGED);
}

static enum rt_err board_cancelled(struct rt *rt, struct arena *a,
				   struct board_work *w)
{
	if (!w->has.date || !w->has.date->is_cancelled)
		return RT_OK;
	return board_tell_coming(rt, a, w, RT_NOTICE_CANCELLED);
}

/* ---- readers of an announcement ----------------------------------------- */

/* Their names are deleted only when the post has their number. */
static enum rt_err board_count_readers(struct rt *rt, struct arena *a,
				       const struct board_work *w)
{
	uint64_t readers = 0;
	struct rt_pipe p;
	enum rt_err err =
		rt_read_u64(rt, a, &readers, "ZCARD " KEY_READ_BY, w->is.post);

	if (err)
		return err;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "EVAL %s 1 " KEY_POST " %lld " ID, ANNOUNCED_END_LUA,
		w->is.post, (long long)w->has.announced, readers);
	if ((err = rt_pipe_end(&p)))
		return err;
	return wait_replicas_data(rt, a);
}

static enum rt_err board_readers(struct rt *rt, struct arena *a,
				 struct board_work *w)
{
	time_t until = w->has.announced + READ_BY_SECONDS;
	enum rt_err err;

	if (!w->has.announced)
		return RT_OK;
	if (until > w->now) {
		w->again = until;
		return RT_OK;
	}
	if ((err = board_count_readers(rt, a, w)))
		return err;
	return rt_do(rt, a, "UNLINK " KEY_READ_BY, w->is.post);
}

/* ---- one entry ---------------------------------------------------------- */

static enum rt_err (*const board_doing[BOARD_JOBS])(struct rt *,
						    struct arena *,
						    struct board_work *) = {
	[BOARD_END] = board_end,         [BOARD_REMIND] = board_remind,
	[BOARD_CHANGED] = board_changed, [BOARD_CANCELLED] = board_cancelled,
	[BOARD_READERS] = board_readers,
};

static enum rt_err board_read_post(struct rt *rt, struct arena *a,
				   struct board_work *w)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	post_fields_queue(&p, &w->post, w->is.post,
			  POST_USER_ID | POST_REMOVED | ATTACHED_FIELDS);
	if (!(err = rt_pipe_end(&p)))
		w->has = attached_read(a, &w->post);
	return err;
}

static enum rt_err board_end_slice(struct rt *rt, struct arena *a,
				   const struct board_work *w)
{
	uint64_t now = (uint64_t)clock_date_ms();
	struct rt_pipe p;
	enum rt_err err;

	if ((err = wait_replicas_data(rt, a)))
		return err;
	rt_pipe_begin(&p, rt, a);
	if (w->again)
		delayed_again(&p, BOARD_QUEUE, w->entry,
			      (uint64_t)w->again * 1000);
	else if (w->next.post)
		delayed_continue(&p, BOARD_QUEUE, w->entry,
				 board_entry_text(a, &w->next), now);
	else
		delayed_done(&p, BOARD_QUEUE, w->entry);
	return rt_pipe_end(&p);
}

/*
 * Such a job is for all changes before it reads the post.  If it had not begun
 * by then, a change at this moment would put the same entry, and be lost.
 */
static bool board_must_begin(const struct board_work *w)
{
	return !w->is.since &&
	       (w->is.what == BOARD_CHANGED || w->is.what == BOARD_CANCELLED);
}

static enum rt_err board_settle(struct rt *rt, struct arena *a,
				const struct delayed *entry)
{
	struct board_work w = { .entry = entry, .now = time(NULL) };
	enum rt_err err;

	if (!entry->text || !board_entry_parse(a, entry->text, &w.is))
		return delayed_end(rt, a, BOARD_QUEUE, entry);
	if (board_must_begin(&w)) {
		board_begin(&w);
		return board_end_slice(rt, a, &w);
	}
	if ((err = board_read_post(rt, a, &w)))
		return err;
	if (board_author(&w) && w.post.removed)
		w.again = w.now + DAY_SECONDS;
	else if (board_author(&w))
		err = board_doing[w.is.what](rt, a, &w);
	return err ? err : board_end_slice(rt, a, &w);
}

enum rt_err rt_board_run(struct rt *rt, struct arena *a)
{
	struct delayed_list list = { 0 };
	enum rt_err err = RT_OK;

	for (int i = 0; !err && i < SLICES; i++) {
		err = delayed_claim(rt, a, BOARD_QUEUE,
				    (uint64_t)clock_date_ms(),
				    DELAYED_LEASE_MS, 1, &list);
		if (err || !list.n)
			break;
		err = board_settle(rt, a, &list.v[0]);
	}
	return err;
}
