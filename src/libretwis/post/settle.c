#include "libretwis/post/settle.h"

#include <string.h>

#include "libretwis/member/notice.h"
#include "libretwis/member/notify.h"
#include "libretwis/member/quiet.h"
#include "libretwis/post/deletion.h"
#include "libretwis/post/edit_check.lua.h"
#include "libretwis/post/edit_forget.lua.h"
#include "libretwis/post/post_fields.h"
#include "libretwis/post/recipients.h"
#include "libretwis/post/tag.h"
#include "libretwis/site/aof_rewrite.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

struct settling {
	uint64_t id, author;
	union post_fields fields;
	struct tags tags;

	/* whom both texts mention, only the new one, and only an earlier one */
	struct mentioned kept, fresh, dropped;
	const char **kept_quiet, **fresh_quiet; /* have muted the author */
	struct told told; /* of them only who began the conversation */
	uint64_t found;   /* an enum settled */
};

static void settle_queue_check(struct rt_pipe *p, uint64_t id,
			       const char *body, const char *names,
			       const char *version, uint64_t *found)
{
	rt_pipe_u64(p, found, "EVAL %s 1 " KEY_POST " %s %s %s",
		    EDIT_CHECK_LUA, id, body, names ? names : "", version);
}

void settle_check(struct rt_pipe *p, uint64_t id, const char *body,
		  const char *names, uint64_t *found)
{
	settle_queue_check(p, id, body, names, "", found);
}

/* ---- whom it mentions ----------------------------------------------- */

static bool settle_has_name(const char *names, const char *name, size_t len)
{
	for (; names && *names; names += names[0] == ' ') {
		size_t n = strcspn(names, " ");

		if (n == len && strncmp(names, name, len) == 0)
			return true;
		names += n;
	}
	return false;
}

/* The names that `others` have, too; or those that they do not have. */
static const char *settle_names(struct arena *a, const char *names,
				const char *others, bool have)
{
	const char *found = "";

	for (; names && *names; names += names[0] == ' ') {
		size_t n = strcspn(names, " ");

		if (n && settle_has_name(others, names, n) == have)
			found = arena_printf(a, "%s%s%.*s", found,
					     *found ? " " : "", (int)n, names);
		names += n;
	}
	return found;
}

static void settle_find_mentioned(struct rt_pipe *p, struct settling *s)
{
	const char *now = s->fields.mentions;
	const char *before = s->fields.before_mentions;

	mentioned_queue(p, &s->kept, settle_names(p->a, now, before, true));
	mentioned_queue(p, &s->fresh, settle_names(p->a, now, before, false));
	mentioned_queue(p, &s->dropped,
			settle_names(p->a, before, now, false));
}

static const char **settle_queue_quiet(struct rt_pipe *p,
				       const struct settling *s,
				       const struct mentioned *whom)
{
	const char **quiet = arena_alloc(p->a, whom->n * sizeof *quiet);

	for (size_t i = 0; i < whom->n; i++)
		quiet_queue_one(p, &quiet[i], whom->id[i], s->author);
	return quiet;
}

/*
 * Whoever has a notice of this post gets no second one, so those whom an
 * earlier text mentioned are included: a worker may have taken theirs back, and
 * died, before the post mentioned them again.
 */
static void settle_tell(struct rt_pipe *p, const struct settling *s,
			const struct mentioned *whom, const char **quiet)
{
	for (size_t i = 0; i < whom->n; i++) {
		uint64_t id = whom->id[i];

		if (!id)
			continue;
		push_mention(p, id, s->id, PUSH_FAR);
		if (!quiet_hides(quiet[i]))
			notice_add_once(p, id, RT_NOTICE_MENTION, s->id,
					s->author);
	}
}

/*
 * Whoever began the conversation was told of the mention instead of the reply.
 */
static void settle_take_back(struct rt_pipe *p, const struct settling *s)
{
	for (size_t i = 0; i < s->dropped.n; i++) {
		uint64_t id = s->dropped.id[i];

		if (!id)
			continue;
		rt_pipe(p, "LREM " KEY_MENTIONS " 0 " ID, id, s->id);
		notice_retract(p, id, RT_NOTICE_MENTION, s->id, s->author);
		if (id == s->told.starter)
			notice_add_once(p, id, RT_NOTICE_CONVERSATION, s->id,
					s->author);
	}
}

/* ---- the steps ------------------------------------------------------ */

static enum rt_err settle_read(struct rt *rt, struct arena *a,
			       struct settling *s)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	post_fields_queue(&p, &s->fields, s->id,
			  POST_USER_ID | POST_TIME | POST_BODY |
				  POST_MENTIONS | POST_REPLY_TO |
				  POST_REPLY_NAME | POST_SCHEDULED |
				  POST_ROOT | POST_ROOT_USER_ID | POST_EDITS |
				  POST_BEFORE | POST_BEFORE_MENTIONS);
	rt_pipe_lenient(&p);
	err = rt_pipe_end(&p);
	s->author = rt_u64(s->fields.user_id);
	return err;
}

static enum rt_err settle_find(struct rt *rt, struct arena *a,
			       struct settling *s)
{
	const struct trend_post post = {
		.id = s->id,
		.author = s->author,
		.time = rt_u64(s->fields.time),
	};
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	tags_correct(&p, &s->tags, s->fields.body, s->fields.before, post);
	settle_find_mentioned(&p, s);
	told_queue(&p, &s->told, 0, conversation_of(&s->fields), s->author);
	if ((err = rt_pipe_end(&p)))
		return err;
	told_parse(&s->told);
	rt_pipe_begin_lenient(&p, rt, a);
	s->kept_quiet = settle_queue_quiet(&p, s, &s->kept);
	s->fresh_quiet = settle_queue_quiet(&p, s, &s->fresh);
	return rt_pipe_end(&p);
}

static enum rt_err settle_write(struct rt *rt, struct arena *a,
				struct settling *s)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	tags_disuse(&p, &s->tags);
	settle_tell(&p, s, &s->kept, s->kept_quiet);
	settle_tell(&p, s, &s->fresh, s->fresh_quiet);
	settle_take_back(&p, s);
	rt_pipe_then(&p);
	tags_queue(&p, &s->tags);
	return rt_pipe_end(&p);
}

/*
 * In a pipeline of its own, since nothing of the one before may have failed:
 * until now `before` makes whoever comes next do all of this again.
 */
static enum rt_err settle_look(struct rt *rt, struct arena *a,
			       struct settling *s)
{
	struct rt_pipe p;
	enum rt_err err = wait_replicas_data(rt, a);

	if (err)
		return err;
	rt_pipe_begin(&p, rt, a);
	tags_reuse(&p, &s->tags);
	settle_queue_check(&p, s->id, s->fields.body, s->fields.mentions,
			   s->fields.edits ? s->fields.edits : "0", &s->found);
	return rt_pipe_end(&p);
}

/*
 * Only now is the earlier text nowhere in the data, so only a rewrite that
 * begins from now on leaves it out.  If we die before it is ordered, `before`
 * is still there, though empty, and the next worker orders it.
 */
static enum rt_err settle_end(struct rt *rt, struct arena *a,
			      const struct settling *s)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	aof_rewrite_owe(&p);
	wait_replicas_then(&p);
	rt_pipe(&p, "EVAL %s 1 " KEY_POST, EDIT_FORGET_LUA, s->id);
	return rt_pipe_end(&p);
}

static void settle_notify(struct rt *rt, struct arena *a,
			  const struct settling *s)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt_bus(rt), a);
	for (size_t i = 0; i < s->fresh.n; i++)
		notify_member(&p, s->fresh.id[i]);
	rt_pipe_end(&p);
}

/*
 * Somebody has deleted the post, and we have just added it to lists again.
 */
static enum rt_err settle_undo(struct rt *rt, struct arena *a,
			       const struct settling *s)
{
	union post_fields fields = s->fields;

	fields.was_body = s->fields.body;
	return deletion_undo_lists(rt, a, s->id, s->author, &fields);
}

static enum rt_err settle_lists(struct rt *rt, struct arena *a,
				struct settling *s)
{
	enum rt_err err;

	if ((err = settle_find(rt, a, s)) || (err = settle_write(rt, a, s)) ||
	    (err = settle_look(rt, a, s)))
		return err;
	if (s->found == SETTLED_GONE)
		return settle_undo(rt, a, s);
	settle_notify(rt, a, s);
	return s->found == SETTLED ? settle_end(rt, a, s) : RT_OK;
}

enum rt_err settle_post(struct rt *rt, struct arena *a, uint64_t id,
			bool *again)
{
	struct settling s = { .id = id, .found = SETTLED };
	enum rt_err err = settle_read(rt, a, &s);

	*again = false;
	if (err || !s.author || !s.fields.body || !s.fields.before)
		return err;
	err = *s.fields.before ? settle_lists(rt, a, &s)
			       : settle_end(rt, a, &s);
	*again = s.found == SETTLED_NOT_YET;
	return err;
}
