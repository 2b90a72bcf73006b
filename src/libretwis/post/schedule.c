#include "libretwis/post/schedule.h"

#include <string.h>

#include "libretwis/base/clock.h"
#include "libretwis/base/secret.h"
#include "libretwis/engine/delayed.h"
#include "libretwis/member/gate.h"
#include "libretwis/post/target.h"

_Static_assert(RT_SCHEDULED == DELAYED_LIST, "a page lists all of them");

#define QUEUE "later"
#define TOKEN 32 /* hex digits */

/*
 * If a worker dies, the next one publishes what it had in hand when its lease
 * is over.  The lease is short, so that these posts are not late.  A worker
 * that is alive but slower than its lease does no harm: a draft that two
 * workers publish is still one post.
 */
#define LEASE_MS 2000
#define BATCH    20
#define RUN_MS   500

/* ---- drafts as texts --------------------------------------------------- */

static const char *schedule_token(struct arena *a,
				  const struct rt_draft *draft, time_t at)
{
	if (!draft->nonce || !*draft->nonce)
		return secret_new(a);
	return arena_strndup(
		a,
		secret_digest(a, arena_printf(a, "%s %lld " ID " %s",
					      draft->nonce, (long long)at,
					      draft->reply_to, draft->body)),
		TOKEN);
}

static const char *schedule_text(struct arena *a, const struct rt_draft *draft,
				 time_t at)
{
	return arena_printf(a, "%s " ID " %s", schedule_token(a, draft, at),
			    draft->reply_to, draft->body);
}

/* False for a text that schedule_text() has not made. */
static bool schedule_read(struct arena *a, const char *text,
			  struct rt_draft *draft)
{
	const char *reply = strchr(text, ' ');
	const char *body = reply ? strchr(reply + 1, ' ') : NULL;

	if (!body)
		return false;
	*draft = (struct rt_draft){
		.nonce = arena_strndup(a, text, (size_t)(reply++ - text)),
		.body = body + 1,
		.scheduled = true,
	};
	return *draft->nonce && *draft->body &&
	       digits_read(&reply, &draft->reply_to) && reply == body;
}

/* ---- scheduling -------------------------------------------------------- */

/*
 * A draft counts as a post now.  It will not count again when the worker posts
 * it.
 */
static enum rt_err schedule_check(struct rt *rt, struct arena *a,
				  const struct rt_user *me,
				  const struct rt_draft *draft)
{
	struct target parent;
	struct gate gate;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	gate_ask_member(&p, &gate, RT_RATE_POST, me->id);
	target_look(&p, &parent, draft->reply_to);
	if ((err = rt_pipe_end(&p)) || (err = gate_check(rt, &gate)))
		return err;
	return target_is_gone(&parent) ? RT_NOT_FOUND : RT_OK;
}

enum rt_err rt_schedule(struct rt *rt, struct arena *a,
			const struct rt_user *me, const struct rt_draft *draft,
			time_t at)
{
	uint64_t added = 0;
	struct rt_pipe p;
	enum rt_err err;

	if ((err = schedule_check(rt, a, me, draft)))
		return err;
	rt_pipe_begin(&p, rt_bus(rt), a);
	delayed_add(&p, QUEUE, me->id, schedule_text(a, draft, at),
		    (uint64_t)at * 1000, &added);
	if ((err = rt_pipe_end(&p)))
		return err;
	return added ? RT_OK : RT_DENIED;
}

/* ---- what a member has scheduled --------------------------------------- */

/* Asks for the posts that the drafts answer: whose they are, or if gone. */
static enum rt_err schedule_read_parents(struct rt *rt, struct arena *a,
					 struct rt_schedule *s)
{
	struct target *parent = arena_alloc(a, s->n * sizeof *parent);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < s->n; i++)
		target_look(&p, &parent[i], s->v[i].reply_to);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < s->n; i++) {
		s->v[i].reply_gone = target_is_gone(&parent[i]);
		s->v[i].reply_name = parent[i].field[TARGET_USERNAME];
	}
	return RT_OK;
}

enum rt_err rt_schedule_list(struct rt *rt, struct arena *a, uint64_t id,
			     struct rt_schedule *schedule)
{
	struct rt_schedule s = { 0 };
	struct delayed_list list;
	struct rt_draft draft;
	enum rt_err err;

	if ((err = delayed_list(rt_bus(rt), a, QUEUE, id, &list)))
		return err;
	s.v = arena_alloc(a, list.n * sizeof *s.v);
	for (size_t i = 0; i < list.n; i++)
		if (schedule_read(a, list.v[i].text, &draft))
			s.v[s.n++] = (struct rt_scheduled){
				.token = draft.nonce,
				.at = clock_stored(list.v[i].due / 1000),
				.body = rt_text_clean(a, draft.body),
				.reply_to = draft.reply_to,
			};
	if ((err = schedule_read_parents(rt, a, &s)))
		return err;
	*schedule = s;
	return RT_OK;
}

enum rt_err rt_schedule_cancel(struct rt *rt, struct arena *a, uint64_t id,
			       const char *token)
{
	struct delayed_list list;
	struct rt_draft draft;
	enum rt_err err;

	if ((err = delayed_list(rt_bus(rt), a, QUEUE, id, &list)))
		return err;
	for (size_t i = 0; i < list.n; i++)
		if (schedule_read(a, list.v[i].text, &draft) &&
		    strcmp(draft.nonce, token) == 0)
			return delayed_cancel(rt_bus(rt), a, QUEUE, id,
					      list.v[i].text);
	return RT_NOT_FOUND;
}

enum rt_err schedule_drop(struct rt *rt, struct arena *a, uint64_t id)
{
	struct delayed_list list;
	struct rt_pipe p;
	enum rt_err err;

	if ((err = delayed_list(rt_bus(rt), a, QUEUE, id, &list)))
		return err;
	rt_pipe_begin(&p, rt_bus(rt), a);
	for (size_t i = 0; i < list.n; i++)
		delayed_done(&p, QUEUE, &list.v[i]);
	return rt_pipe_end(&p);
}

/* ---- publishing -------------------------------------------------------- */

/*
 * The entry goes when the post is there.  If the worker dies in between, the
 * next one publishes it again.  If the member is gone (no name), the entry
 * goes without a post.  If the post that it answers is gone, its author keeps
 * the draft, and the worker gives it up.
 */
static enum rt_err schedule_publish(struct rt *rt, struct arena *a,
				    const struct delayed *entry,
				    const char *name)
{
	const struct rt_user author = { .id = entry->owner, .name = name };
	enum rt_err err = RT_OK;
	struct rt_draft draft;
	struct rt_pipe p;
	uint64_t id;

	if (name && schedule_read(a, entry->text, &draft))
		err = rt_post_create(rt, a, &author, &draft, &id);
	if (err && err != RT_NOT_FOUND)
		return err;
	rt_pipe_begin(&p, rt_bus(rt), a);
	if (err)
		delayed_give_up(&p, QUEUE, entry);
	else
		delayed_done(&p, QUEUE, entry);
	return rt_pipe_end(&p);
}

/* A post that makes no sense must not keep the others waiting. */
static enum rt_err schedule_publish_all(struct rt *rt, struct arena *a,
					const struct delayed_list *list)
{
	const char *name[DELAYED_LIST];
	enum rt_err err, broken = RT_OK;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < list->n; i++)
		rt_pipe_str(&p, &name[i], "HGET " KEY_USER " username",
			    list->v[i].owner);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < list->n; i++) {
		err = schedule_publish(rt, a, &list->v[i], name[i]);
		if (err == RT_BROKEN)
			broken = err;
		else if (err)
			return err;
	}
	return broken;
}

enum rt_err rt_schedule_run(struct rt *rt, struct arena *a)
{
	int64_t end = clock_ms() + RUN_MS;
	struct delayed_list list;
	enum rt_err err;

	do {
		if ((err = delayed_take(rt_bus(rt), a, QUEUE,
					(uint64_t)clock_date_ms(), LEASE_MS,
					BATCH, &list)) ||
		    (err = schedule_publish_all(rt, a, &list)))
			return err;
	} while (list.n == BATCH && clock_ms() < end);
	return RT_OK;
}
