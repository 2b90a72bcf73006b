#include "libretwis/post/publish.h"

#include "libretwis/member/notify.h"
#include "libretwis/member/quiet.h"
#include "libretwis/picture/picture_row.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/board_lists.h"
#include "libretwis/post/deletion.h"
#include "libretwis/post/erasure.h"
#include "libretwis/post/delivery_job.h"
#include "libretwis/post/indexing_note.h"
#include "libretwis/post/store_once.lua.h"
#include "libretwis/post/push.h"
#include "libretwis/post/settle.h"
#include "schema/key.h"

/* ---- the steps ------------------------------------------------------ */

static const char *publish_parent(struct arena *a, const struct writing *w)
{
	return w->parent.id ? arena_printf(a, ID, w->parent.id) : "";
}

static const char *publish_root(struct arena *a, const struct writing *w)
{
	return w->joins.root ? arena_printf(a, ID, w->joins.root) : "";
}

static const char *publish_starter(struct arena *a, const struct writing *w)
{
	return w->joins.root && w->joins.starter
		       ? arena_printf(a, ID, w->joins.starter)
		       : "";
}

static void publish_hash(struct rt_pipe *p, struct writing *w)
{
	rt_pipe_u64(
		p, &w->stored,
		"EVAL %s 1 " KEY_POST " body user_id " ID " time " ID
		" body %s username %s mentions %s reply_to %s"
		" reply_name %s root %s root_user_id %s scheduled %s"
		" announced %s question %s date %s pictures %s",
		STORE_ONCE_LUA, w->id, w->author->id, w->time, w->draft->body,
		w->author->name, mentions_names(p->a, &w->mentions),
		publish_parent(p->a, w), w->parent.name ? w->parent.name : "",
		publish_root(p->a, w), publish_starter(p->a, w),
		w->draft->scheduled ? "1" : "",
		attached_announced(p->a, &w->draft->attached),
		attached_question(p->a, &w->draft->attached),
		attached_date(p->a, &w->draft->attached),
		attached_pictures(p->a, &w->draft->attached));
}

/*
 * The outbox comes first: if we die after it, the sweep finds the post.  The
 * pictures are given to the post before it names them, since a worker deletes
 * those that were given to none.
 */
static void publish_store(struct rt_pipe *p, struct writing *w)
{
	const struct rt_attached *attached = &w->draft->attached;

	w->time = (uint64_t)time(NULL);
	outbox_add(p, w->id, &w->noted);
	pictures_give(p, w->author->id, attached->picture, attached->pictures,
		      w->id);
	rt_pipe_then(p);
	publish_hash(p, w);
}

static struct trend_post publish_trend(const struct writing *w)
{
	return (struct trend_post){ w->id, w->author->id, w->time };
}

static void publish_lists(struct rt_pipe *p, struct writing *w,
			  enum push_depth depth)
{
	uint64_t me = w->author->id;

	rt_pipe_lenient_on(p);
	push_post(p, me, w->id, w->adopted, depth);
	tags_push(p, w->draft->body, publish_trend(w), depth);
	mentions_push(p, &w->mentions, w->id, depth);
	recipients_add_notices(p, &w->mentions, &w->told, w->id, me);
	push_queue_reply(p, w->parent.id, w->id, depth, &w->replies);
	conversation_add(p, w->joins, w->id);
	board_list(p, w->id, w->time, &w->draft->attached);
	rt_pipe_then(p);
	quiet_queue_one(p, &w->told.answered_quiet, target_author(&w->parent),
			me);
}

/*
 * The author of the parent has blocked this one in the meantime, when there was
 * no reply yet.
 */
static enum rt_err publish_refuse(struct rt *rt, struct arena *a,
				  const struct writing *w)
{
	enum rt_err err = deletion_begin(rt, a, w->id, w->author->id);

	return err && err != RT_NOT_FOUND ? err : RT_BLOCKED;
}

static enum rt_err publish_count(struct rt *rt, struct arena *a,
				 const struct writing *w)
{
	return push_count_reply(rt, a, w->parent.id, w->id, w->replies);
}

/*
 * None of this fails the pipeline: the sweep pushes a job that is lost, and
 * the next visit shows what a page was not notified of.
 */
static void publish_job(struct rt_pipe *bus, const struct writing *w)
{
	outbox_push(bus, w->author->id, w->id,
		    w->once.is_first ? w->once.key : NULL);
	recipients_notify(bus, &w->mentions, &w->told);
	notify_conversation(bus, w->joins.root);
	if (w->draft->attached.announced)
		notify_announcement(bus);
}

static void publish_deliver(struct rt *rt, struct arena *a,
			    const struct writing *w)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt_single_server(rt) ? rt : rt_bus(rt), a);
	publish_job(&p, w);
	rt_pipe_end(&p);
}

/* ---- all in one pipeline -------------------------------------------- */

/*
 * Another copy of the form has overtaken this one, and the post has been
 * deleted since.  We have just added it to its lists again, so remove it.
 */
static enum rt_err publish_take_back(struct rt *rt, struct arena *a,
				     const struct writing *w)
{
	const union post_fields fields = {
		.was_body = w->draft->body,
		.reply_to = w->parent.id ? publish_parent(a, w) : NULL,
		.reply_name = w->parent.name,
		.root = publish_root(a, w),
		.root_user_id = publish_starter(a, w),
		.mentions = mentions_names(a, &w->mentions),
		.time = arena_printf(a, ID, w->time),
		.scheduled = w->draft->scheduled ? "1" : NULL,
		.announced = attached_announced(a, &w->draft->attached),
		.date = attached_date(a, &w->draft->attached),
		.pictures = attached_pictures(a, &w->draft->attached),
		.username = w->author->name,
	};

	return deletion_undo_lists(rt, a, w->id, w->author->id, &fields);
}

/* The same, but its post is there, and its tags belong to its own hour. */
static enum rt_err publish_redate(struct rt *rt, struct arena *a,
				  const struct writing *w)
{
	struct rt_pipe p;

	const struct rt_attached *attached = &w->draft->attached;

	rt_pipe_begin_lenient(&p, rt, a);
	if (attached->announced)
		announcement_redate(&p, w->id, w->time, w->stored, attached);
	tags_redate(&p, w->draft->body, publish_trend(w), w->stored);
	return rt_pipe_end(&p);
}

/*
 * A moment ago idempotency.c found nothing under this id, so whatever program
 * has stored something there since did not use the counter.  The lists have
 * the id now, and our author's own list must not show somebody else's post.
 */
static enum rt_err publish_withdraw(struct rt *rt, struct arena *a,
				    const struct writing *w)
{
	enum rt_err err =
		rt_do(rt, a, "LREM " KEY_OWN " 0 " ID, w->author->id, w->id);

	return err ? err : RT_TAKEN;
}

static enum rt_err publish_complete(struct rt *rt, struct arena *a,
				    const struct writing *w)
{
	enum rt_err err = RT_OK;

	if (w->stored == STORE_NOT_OURS)
		return publish_withdraw(rt, a, w);
	if (!w->stored)
		return publish_take_back(rt, a, w);
	if (w->stored != w->time)
		err = publish_redate(rt, a, w);
	if (err || !w->parent.id)
		return err;
	if (told_is_refused(&w->told))
		return publish_refuse(rt, a, w);
	if (!(err = publish_count(rt, a, w)))
		publish_deliver(rt, a, w);
	return err;
}

/*
 * The job for a reply is pushed only after the replies are counted: until
 * then, if we die, the sweep finds the post and counts them.
 */
static enum rt_err publish_at_once(struct rt *rt, struct arena *a,
				   struct writing *w)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	publish_store(&p, w);
	publish_lists(&p, w, PUSH_NEAR);
	if (!w->parent.id)
		publish_job(&p, w);
	err = rt_pipe_end(&p);
	return err ? err : publish_complete(rt, a, w);
}

/* ---- step by step --------------------------------------------------- */

static enum push_depth publish_depth(const struct writing *w)
{
	return push_depth_of(w->once.is_first, w->since);
}

/* Its author has corrected it: what these lists got from us is too old. */
static enum rt_err publish_note(struct rt *rt, struct arena *a,
				const struct writing *w)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	indexing_note(&p, w->id);
	return rt_pipe_end(&p);
}

/*
 * Members see a post as soon as the first copy of its form is done, and may
 * correct or delete it while another copy fills the lists once more.
 */
enum rt_err publish_again(struct rt *rt, struct arena *a, struct writing *w)
{
	uint64_t found = SETTLED;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	publish_lists(&p, w, publish_depth(w));
	if (!w->once.is_first) {
		rt_pipe_then(&p);
		settle_check(&p, w->id, w->draft->body,
			     mentions_names(a, &w->mentions), &found);
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	if (found == SETTLED_GONE)
		return publish_take_back(rt, a, w);
	if (found == SETTLED_NOT_YET && (err = publish_note(rt, a, w)))
		return err;
	return publish_count(rt, a, w);
}

/* A note that was there before may belong to the post that has the id. */
static enum rt_err publish_drop_note(struct rt *rt, struct arena *a,
				     const struct writing *w)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	if (w->noted)
		outbox_drop(&p, w->id);
	return rt_pipe_end(&p);
}

/*
 * To store_once.lua, the same words by the same member are the same post.  But
 * if this is the first copy of the form, a much older post is a different one.
 */
static bool publish_is_taken(const struct writing *w)
{
	bool is_old =
		w->once.is_first && w->stored + IDEMPOTENCY_SECONDS < w->asked;

	return w->stored == STORE_NOT_OURS || (w->stored && is_old);
}

static enum rt_err publish_in_steps(struct rt *rt, struct arena *a,
				    struct writing *w)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	publish_store(&p, w);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!w->stored || publish_is_taken(w)) {
		err = publish_drop_note(rt, a, w);
		return err || !w->stored ? err : RT_TAKEN;
	}
	w->time = w->stored;
	if ((err = publish_again(rt, a, w)))
		return err;
	if (told_is_refused(&w->told))
		return publish_refuse(rt, a, w);
	publish_deliver(rt, a, w);
	return RT_OK;
}

enum rt_err publish_post(struct rt *rt, struct arena *a, struct writing *w)
{
	if (rt_single_server(rt) && w->adopted &&
	    publish_depth(w) == PUSH_NEAR)
		return publish_at_once(rt, a, w);
	return publish_in_steps(rt, a, w);
}

/* ---- old posts ------------------------------------------------------ */

void publish_old(struct rt_pipe *p, struct writing *w)
{
	publish_hash(p, w);
}

void publish_old_lists(struct rt_pipe *p, struct writing *w)
{
	push_post(p, w->author->id, w->id, true, PUSH_NEAR);
	tags_push(p, w->draft->body, publish_trend(w), PUSH_NEAR);
	indexing_note_new(p, w->id);
	push_queue_reply(p, w->parent.id, w->id, PUSH_NEAR, &w->replies);
	conversation_add(p, w->joins, w->id);
	board_list(p, w->id, w->time, &w->draft->attached);
}
