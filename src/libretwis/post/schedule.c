#include "libretwis/post/schedule.h"

#include <string.h>

#include "base/clock.h"
#include "base/secret.h"
#include "patterns/delayed.h"
#include "patterns/queue.h"
#include "libretwis/member/quiet.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/picture/picture_row.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/target.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

_Static_assert(RT_SCHEDULED == DELAYED_LIST, "a page lists all of them");

#define TOKEN_DIGITS 32
#define SEPARATOR    "\x1e" /* RS, which is in no text that somebody writes */

/* Texts that follow the body.  Without pictures there is one less, or none. */
#define TEXTS_WITH_PICTURES 4

/*
 * If a worker dies, another one publishes its drafts once its lease is over.
 * The lease is short, so that these posts are not late.  A worker that is
 * alive but slower than its lease does no harm: a draft that two workers
 * publish is still one post.
 */
#define LEASE_MS 2000
#define BATCH    20
#define RUN_MS   500

/* How soon after its author is restored a draft is published at the latest. */
#define SUSPENDED_MS 60000

/* ---- drafts as texts ------------------------------------------------ */

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
		TOKEN_DIGITS);
}

/* What the post has besides its text follows it. */
static const char *schedule_text(struct arena *a, const char *token,
				 const struct rt_draft *draft)
{
	const char *text = arena_printf(a, "%s " ID " %s", token,
					draft->reply_to, draft->body);

	if (!attached_is_any(&draft->attached))
		return text;
	text = arena_printf(a,
			    "%s" SEPARATOR "%s" SEPARATOR "%s" SEPARATOR "%s",
			    text, attached_announced(a, &draft->attached),
			    attached_question(a, &draft->attached),
			    attached_date(a, &draft->attached));
	if (!draft->attached.pictures)
		return text;
	return arena_printf(a, "%s" SEPARATOR "%s", text,
			    attached_pictures(a, &draft->attached));
}

/* Cuts off the last of the texts, or returns NULL. */
static const char *schedule_cut(char *text)
{
	char *at = strrchr(text, *SEPARATOR);

	if (!at)
		return NULL;
	*at = '\0';
	return at + 1;
}

static size_t schedule_count(const char *text)
{
	size_t n = 0;

	for (; (text = strchr(text, *SEPARATOR)); text++)
		n++;
	return n;
}

static struct rt_attached schedule_read_attached(struct arena *a, char *body)
{
	union post_fields fields = { .field = { NULL } };

	if (schedule_count(body) == TEXTS_WITH_PICTURES)
		fields.pictures = schedule_cut(body);
	fields.date = schedule_cut(body);
	fields.question = schedule_cut(body);
	fields.announced = schedule_cut(body);
	return attached_read(a, &fields);
}

/* False for a text that is not from schedule_text(). */
static bool schedule_read(struct arena *a, const char *text,
			  struct rt_draft *draft)
{
	const char *reply = strchr(text, ' ');
	const char *body = reply ? strchr(reply + 1, ' ') : NULL;
	char *rest;

	if (!body)
		return false;
	rest = arena_strdup(a, body + 1);
	*draft = (struct rt_draft){
		.nonce = arena_strndup(a, text, (size_t)(reply++ - text)),
		.attached = schedule_read_attached(a, rest),
		.body = rest,
		.scheduled = true,
	};
	return *draft->nonce && *draft->body &&
	       digits_read(&reply, &draft->reply_to) && reply == body;
}

uint64_t schedule_reply_to(struct arena *a, const char *text)
{
	struct rt_draft draft = { 0 };

	return schedule_read(a, text, &draft) ? draft.reply_to : 0;
}

/* A digest, since the form has the text itself where it may be changed. */
static const char *schedule_version(struct arena *a,
				    const struct rt_draft *draft)
{
	const char *text = draft->body;

	if (draft->attached.pictures)
		text = arena_printf(a, "%s" SEPARATOR "%s", text,
				    attached_pictures(a, &draft->attached));
	return arena_strndup(a, secret_digest(a, text), TOKEN_DIGITS);
}

/* ---- scheduling ----------------------------------------------------- */

/*
 * A draft counts towards the limit of posts now, and not again when the worker
 * publishes it.
 */
static enum rt_err schedule_check(struct rt *rt, struct arena *a,
				  const struct rt_user *me,
				  const struct rt_draft *draft)
{
	struct target parent;
	const char *quiet;
	struct rate_limit limit;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rate_limit_queue_member(&p, &limit, RT_RATE_POST, me->id);
	target_queue(&p, &parent, draft->reply_to);
	if ((err = rt_pipe_end(&p)) || (err = rate_limit_check(rt, &limit)))
		return err;
	if (target_is_gone(&parent))
		return RT_NOT_FOUND;
	rt_pipe_begin(&p, rt, a);
	quiet_queue_one(&p, &quiet, target_author(&parent), me->id);
	err = rt_pipe_end(&p);
	return !err && quiet_refuses(quiet) ? RT_BLOCKED : err;
}

/* Finds the draft of a member that has this token. */
static enum rt_err schedule_find(struct rt *rt, struct arena *a, uint64_t id,
				 const char *token, struct delayed *entry,
				 struct rt_draft *draft)
{
	struct delayed_list list;
	enum rt_err err;

	if ((err = delayed_list(rt_bus(rt), a, SCHEDULE_QUEUE, id, &list)))
		return err;
	for (size_t i = 0; i < list.n; i++)
		if (schedule_read(a, list.v[i].text, draft) &&
		    strcmp(draft->nonce, token) == 0) {
			*entry = list.v[i];
			return RT_OK;
		}
	return RT_NOT_FOUND;
}

/*
 * The token stays the same when a draft is edited, so its form that is sent
 * again finds it, whatever its text is by now.
 */
static enum rt_err schedule_add(struct rt *rt, struct arena *a, uint64_t id,
				const struct rt_draft *draft, time_t at)
{
	const char *token = schedule_token(a, draft, at);
	struct rt_draft found;
	struct delayed entry;
	uint64_t added = 0;
	struct rt_pipe p;
	enum rt_err err = schedule_find(rt, a, id, token, &entry, &found);

	if (err != RT_NOT_FOUND)
		return err;
	rt_pipe_begin(&p, rt_bus(rt), a);
	delayed_add(&p, SCHEDULE_QUEUE, id, schedule_text(a, token, draft),
		    (uint64_t)at * 1000, &added);
	if ((err = rt_pipe_end(&p)))
		return err;
	return added ? RT_OK : RT_DENIED;
}

static enum rt_err schedule_give_pictures(struct rt *rt, struct arena *a,
					  uint64_t id,
					  const struct rt_draft *draft)
{
	const struct rt_attached *attached = &draft->attached;
	struct rt_pipe p;

	if (!attached->pictures)
		return RT_OK;
	rt_pipe_begin(&p, rt, a);
	pictures_give(&p, id, attached->picture, attached->pictures, 0);
	return rt_pipe_end(&p);
}

static enum rt_err schedule_release(struct rt *rt, struct arena *a,
				    const struct rt_attached *attached)
{
	struct rt_pipe p;

	if (!attached->pictures)
		return RT_OK;
	rt_pipe_begin(&p, rt, a);
	pictures_release(&p, attached->picture, attached->pictures);
	return rt_pipe_end(&p);
}

enum rt_err rt_schedule(struct rt *rt, struct arena *a,
			const struct rt_user *me, const struct rt_draft *draft,
			time_t at)
{
	enum rt_err err = schedule_check(rt, a, me, draft);

	if (err || (err = schedule_give_pictures(rt, a, me->id, draft)))
		return err;
	return schedule_add(rt, a, me->id, draft, at);
}

enum rt_err rt_schedule_is_stored(struct rt *rt, struct arena *a,
				  const struct rt_user *me,
				  const struct rt_draft *draft, time_t at,
				  bool *is_stored)
{
	struct rt_draft published = *draft, found;
	struct delayed entry;
	enum rt_err err;

	published.nonce = schedule_token(a, draft, at);
	err = schedule_find(rt, a, me->id, published.nonce, &entry, &found);
	if (err == RT_NOT_FOUND)
		return rt_post_is_stored(rt, a, me, &published, is_stored);
	if (!err)
		*is_stored = true;
	return err;
}

/* ---- what a member has scheduled ------------------------------------ */

/*
 * Reads the posts that the drafts answer: whose they are, if they are gone, and
 * if their authors have blocked this member.
 */
static enum rt_err schedule_read_parents(struct rt *rt, struct arena *a,
					 uint64_t me, struct rt_schedule *s)
{
	struct target *parent = arena_alloc(a, s->n * sizeof *parent);
	const char **quiet = arena_alloc(a, s->n * sizeof *quiet);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < s->n; i++)
		target_queue(&p, &parent[i], s->v[i].reply_to);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < s->n; i++) {
		s->v[i].reply_gone = target_is_gone(&parent[i]);
		s->v[i].reply_name = parent[i].fields.username;
	}
	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < s->n; i++)
		quiet_queue_one(&p, &quiet[i], target_author(&parent[i]), me);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < s->n; i++)
		s->v[i].reply_refused = quiet_refuses(quiet[i]);
	return RT_OK;
}

enum rt_err rt_schedule_list(struct rt *rt, struct arena *a, uint64_t id,
			     struct rt_schedule *schedule)
{
	struct rt_schedule s = { 0 };
	struct delayed_list list;
	struct rt_draft draft;
	enum rt_err err;

	if ((err = delayed_list(rt_bus(rt), a, SCHEDULE_QUEUE, id, &list)))
		return err;
	s.v = arena_alloc(a, list.n * sizeof *s.v);
	for (size_t i = 0; i < list.n; i++)
		if (schedule_read(a, list.v[i].text, &draft))
			s.v[s.n++] = (struct rt_scheduled){
				.token = draft.nonce,
				.version = schedule_version(a, &draft),
				.at = clock_stored(list.v[i].due / 1000),
				.body = rt_text_shown(a, draft.body),
				.reply_to = draft.reply_to,
				.attached = draft.attached,
			};
	if ((err = schedule_read_parents(rt, a, id, &s)))
		return err;
	*schedule = s;
	return RT_OK;
}

const struct rt_scheduled *rt_schedule_find(const struct rt_schedule *schedule,
					    const char *token)
{
	for (size_t i = 0; i < schedule->n; i++)
		if (strcmp(schedule->v[i].token, token) == 0)
			return &schedule->v[i];
	return NULL;
}

enum rt_err rt_schedule_cancel(struct rt *rt, struct arena *a, uint64_t id,
			       const char *token)
{
	struct rt_draft draft;
	struct delayed entry;
	enum rt_err err = schedule_find(rt, a, id, token, &entry, &draft);

	if (err || (err = schedule_release(rt, a, &draft.attached)))
		return err;
	return delayed_cancel(rt_bus(rt), a, SCHEDULE_QUEUE, id, entry.text);
}

static bool schedule_is_late(const struct rt_draft *draft, time_t at)
{
	time_t deadline = rt_attached_deadline(&draft->attached);

	return deadline && at >= deadline;
}

static enum rt_err schedule_replace(struct rt *rt, struct arena *a,
				    uint64_t id,
				    const struct rt_schedule_edit *edit)
{
	uint64_t due = (uint64_t)edit->at * 1000;
	struct rt_attached out = { 0 };
	struct rt_draft draft;
	struct delayed entry;
	enum rt_err err =
		schedule_find(rt, a, id, edit->token, &entry, &draft);
	const char *version;
	bool has_others;

	if (err)
		return err;
	version = schedule_version(a, &draft);
	has_others = rt_has_pictures(rt) &&
		     attached_change_pictures(a, &draft.attached, edit->change,
					      edit->changes, &out);
	if (strcmp(draft.body, edit->body) == 0 && entry.due == due &&
	    !has_others)
		return RT_OK;
	if (strcmp(version, edit->version) != 0)
		return RT_TAKEN;
	if (schedule_is_late(&draft, edit->at))
		return RT_DENIED;
	if ((err = schedule_release(rt, a, &out)))
		return err;
	draft.body = edit->body;
	err = delayed_replace(rt_bus(rt), a, SCHEDULE_QUEUE, id, entry.text,
			      schedule_text(a, edit->token, &draft), due);
	return err == RT_TAKEN ? RT_LATE : err;
}

enum rt_err rt_schedule_edit(struct rt *rt, struct arena *a,
			     const struct rt_user *me,
			     const struct rt_schedule_edit *edit)
{
	struct rate_limit limit;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rate_limit_queue_member(&p, &limit, RT_RATE_POST, me->id);
	if ((err = rt_pipe_end(&p)) || (err = rate_limit_check(rt, &limit)))
		return err;
	return schedule_replace(rt, a, me->id, edit);
}

bool schedule_names_picture(struct arena *a, const char *text,
			    const char *token)
{
	struct rt_draft draft;

	return schedule_read(a, text, &draft) &&
	       rt_pictures_have(draft.attached.picture,
				draft.attached.pictures, token);
}

enum rt_err schedule_has_picture(struct rt *rt, struct arena *a, uint64_t id,
				 const char *token, bool *has)
{
	struct delayed_list list;
	enum rt_err err =
		delayed_list(rt_bus(rt), a, SCHEDULE_QUEUE, id, &list);

	if (err)
		return err;
	*has = false;
	for (size_t i = 0; i < list.n && !*has; i++)
		*has = schedule_names_picture(a, list.v[i].text, token);
	return RT_OK;
}

enum rt_err schedule_drop(struct rt *rt, struct arena *a, uint64_t id)
{
	struct delayed_list list;
	struct rt_draft draft;
	enum rt_err err =
		delayed_list(rt_bus(rt), a, SCHEDULE_QUEUE, id, &list);

	for (size_t i = 0; !err && i < list.n; i++)
		if (schedule_read(a, list.v[i].text, &draft))
			err = schedule_release(rt, a, &draft.attached);
	return err ? err : delayed_drop(rt_bus(rt), a, SCHEDULE_QUEUE, id);
}

/* ---- publishing ----------------------------------------------------- */

/*
 * An author who may no longer announce anything gets an ordinary post, since
 * its followers wait for the words, and not for the place on top.  The worker
 * reads the site's settings for this alone.
 */
static enum rt_err schedule_announce(struct rt *rt, struct arena *a,
				     const struct rt_user *author,
				     struct rt_draft *draft)
{
	enum rt_err err = rt_site_read(rt, a);

	if (!err && (!rt_may_announce(rt, author) || draft->reply_to))
		draft->attached.announced = 0;
	return err;
}

/*
 * Publishes the draft, if its author is still a member who may post.  RT_OK
 * without a post if the author is gone, RT_DENIED if the author is suspended.
 */
static enum rt_err schedule_post(struct rt *rt, struct arena *a,
				 const struct delayed *entry)
{
	struct rt_user author = { .id = entry->owner };
	union user_fields fields;
	struct rt_pipe p;
	struct rt_draft draft;
	enum rt_err err;
	uint64_t id;

	if (!author.id)
		return RT_BROKEN;
	rt_pipe_begin(&p, rt, a);
	user_fields_queue(&p, &fields, author.id,
			  USER_USERNAME | USER_STANDING);
	if ((err = rt_pipe_end(&p)) || !fields.username)
		return err;
	author.standing = rt_standing_read(fields.standing);
	if (!rt_belongs(author.standing))
		return RT_DENIED;
	author.name = fields.username;
	if (!schedule_read(a, entry->text, &draft))
		return RT_BROKEN;
	if (draft.attached.announced &&
	    (err = schedule_announce(rt, a, &author, &draft)))
		return err;
	return rt_post_create(rt, a, &author, &draft, &id);
}

/* A draft that cannot be parsed now will not be the next time either. */
static bool schedule_makes_no_sense(struct arena *a,
				    const struct delayed *entry)
{
	struct rt_draft draft;

	return !entry->owner || !schedule_read(a, entry->text, &draft);
}

/*
 * Ends the entry after its post has been published.  If the worker dies in
 * between, the next one publishes it again, which makes no second post.  If
 * the member is gone, the entry is removed without a post.  If the post that
 * it answers is gone, or its author has blocked the member, the worker gives it
 * up and the member keeps the draft.
 * While the author is suspended, it becomes due again and again, so that
 * nobody has to look for it afterwards.  If publishing fails with RT_BROKEN it
 * is tried again, five times; but an entry that cannot be parsed fails for
 * good at once.
 */
static enum rt_err schedule_end(struct rt *rt, struct arena *a,
				const struct delayed *entry,
				enum rt_err result)
{
	uint64_t now = (uint64_t)clock_date_ms();
	struct rt_pipe p;

	rt_pipe_begin(&p, rt_bus(rt), a);
	if (result == RT_BROKEN)
		delayed_fail(&p, SCHEDULE_QUEUE, entry, now + LEASE_MS,
			     schedule_makes_no_sense(a, entry) ? 1
							       : QUEUE_TRIES);
	else if (result == RT_DENIED)
		delayed_again(&p, SCHEDULE_QUEUE, entry, now + SUSPENDED_MS);
	else if (result == RT_NOT_FOUND || result == RT_BLOCKED)
		delayed_give_up(&p, SCHEDULE_QUEUE, entry);
	else
		delayed_done(&p, SCHEDULE_QUEUE, entry);
	return rt_pipe_end(&p);
}

/* A draft that makes no sense must not keep the others waiting. */
static enum rt_err schedule_publish_all(struct rt *rt, struct arena *a,
					const struct delayed_list *list)
{
	enum rt_err broken = RT_OK;

	for (size_t i = 0; i < list->n; i++) {
		const struct delayed *entry = &list->v[i];
		enum rt_err result = schedule_post(rt, a, entry), err;

		if (result && result != RT_NOT_FOUND && result != RT_DENIED &&
		    result != RT_BLOCKED && result != RT_BROKEN)
			return result;
		if ((err = wait_replicas_data(rt, a)) ||
		    (err = schedule_end(rt, a, entry, result)))
			return err;
		if (result == RT_BROKEN)
			broken = result;
	}
	return broken;
}

/* An entry that makes no sense stops nobody, and is reported at the end. */
enum rt_err rt_schedule_run(struct rt *rt, struct arena *a)
{
	int64_t end = clock_ms() + RUN_MS;
	enum rt_err err, broken = RT_OK;
	struct delayed_list list;

	do {
		if ((err = delayed_claim(rt_bus(rt), a, SCHEDULE_QUEUE,
					 (uint64_t)clock_date_ms(), LEASE_MS,
					 BATCH, &list)))
			return err;
		err = schedule_publish_all(rt, a, &list);
		if (err && err != RT_BROKEN)
			return err;
		broken = err ? err : broken;
	} while (list.n == BATCH && clock_ms() < end);
	return broken;
}
