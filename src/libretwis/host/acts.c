/* What hosts and moderators did: reading the log, and completing it. */
#include "libretwis/acts.h"
#include "libretwis/host.h"

#include <string.h>

#include "base/clock.h"
#include "libretwis/member/member_names.h"
#include "libretwis/member/standing.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/post/case.h"
#include "libretwis/post/post_fields.h"
#include "libretwis/post/removed.h"
#include "libretwis/site/act_log.h"
#include "patterns/delayed.h"
#include "schema/key.h"

/* ---- reading the log --------------------------------------------------- */

static enum rt_err log_read(struct rt *rt, struct arena *a, uint64_t before,
			    struct rt_texts *lines)
{
	const char *from = before ? arena_printf(a, "(" ID, before) : "+inf";
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	rt_pipe_texts(&p, lines, RT_LOG_PAGE + 1,
		      "ZREVRANGEBYSCORE " KEY_ACT_LOG " %s -inf LIMIT 0 %d",
		      from, RT_LOG_PAGE + 1);
	return rt_pipe_end(&p);
}

/*
 * How many of these lines are on the page.  The next one begins with another
 * microsecond, so lines of the same one, which two processes may write, are
 * not torn apart.
 */
static size_t log_page(const struct rt_texts *lines)
{
	size_t n = RT_LOG_PAGE;

	if (lines->n <= n)
		return lines->n;
	while (n && act_us(lines->v[n - 1]) == act_us(lines->v[RT_LOG_PAGE]))
		n--;
	return n ? n : RT_LOG_PAGE;
}

static struct rt_log_line log_line(const struct act *act)
{
	return (struct rt_log_line){
		.time = act_time(act->token),
		.what = act->what,
		.by = act->by,
		.whom = act->whom,
		.post = act->post,
		.system = act->system,
		.reason = act->reason,
	};
}

static enum rt_err log_read_names(struct rt *rt, struct arena *a,
				  struct rt_log *log)
{
	struct member_names names = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < log->n; i++) {
		member_names_queue_fresh(&p, &names, log->v[i].by);
		member_names_queue_fresh(&p, &names, log->v[i].whom);
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < log->n; i++) {
		struct rt_log_line *l = &log->v[i];

		l->by_who = member_names_get(&names, l->by);
		l->whom_who = member_names_get(&names, l->whom);
	}
	return RT_OK;
}

enum rt_err rt_log(struct rt *rt, struct arena *a, uint64_t before,
		   struct rt_log *out)
{
	struct rt_log *log = arena_alloc(a, sizeof *log);
	struct rt_texts lines = { 0 };
	enum rt_err err;
	struct act act;
	size_t n;

	if ((err = log_read(rt, a, before, &lines)))
		return err;
	n = log_page(&lines);
	for (size_t i = 0; i < n; i++) {
		if (!act_parse(a, lines.v[i], &act))
			continue;
		log->v[log->n++] = log_line(&act);
		if (lines.n > n)
			log->older = act_us(act.token);
	}
	if ((err = log_read_names(rt, a, log)))
		return err;
	*out = *log;
	return RT_OK;
}

enum rt_err rt_log_add(struct rt *rt, struct arena *a, enum rt_act what,
		       uint64_t whom, const struct rt_acting *who)
{
	struct act act = act_new(a, what, whom, 0, who);
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	act_add_line(&p, &act);
	return rt_pipe_end(&p);
}

/* ---- what deletes ------------------------------------------------------ */

/* Nothing is left that could say whether it was done: see act_deletes(). */
enum rt_err rt_expel(struct rt *rt, enum rt_act what,
		     const struct rt_removal *removal,
		     const struct rt_acting *who,
		     void (*tell)(uint64_t done, uint64_t total))
{
	struct arena a = { 0 };
	struct act act = act_new(&a, what, removal->user.id, 0, who);
	enum rt_err err = act_begin_now(rt, &a, &act);

	if (!err)
		err = act_end_now(rt, &a, &act,
				  rt_remove_member(rt, removal, tell));
	arena_free(&a);
	return err;
}

enum rt_err rt_delete_post(struct rt *rt, const struct rt_post *post,
			   const struct rt_acting *who,
			   void (*tell)(uint64_t done, uint64_t total))
{
	struct arena a = { 0 };
	struct act act =
		act_new(&a, RT_ACT_DELETE, post->user_id, post->id, who);
	enum rt_err err = act_begin_now(rt, &a, &act);

	if (!err)
		err = act_end_now(rt, &a, &act,
				  rt_erase_post(rt, post->id, tell));
	arena_free(&a);
	return err;
}

/* ---- completing the log ------------------------------------------------ */

/* A note that a worker has taken, and what shows whether it is true. */
struct noted_act {
	struct act act;
	bool makes_sense;
	union post_fields post;
	union user_fields member;
	const char *site_acted;
	struct case_facts facts;
};

static void noted_read(struct rt_pipe *p, struct noted_act *n)
{
	if (!n->makes_sense)
		return;
	switch (act_object(n->act.what)) {
	case ACT_ON_POST:
		post_fields_queue(p, &n->post, n->act.post,
				  POST_USER_ID | POST_ACTED);
		break;
	case ACT_ON_MEMBER:
		user_fields_queue(p, &n->member, n->act.whom,
				  USER_USERNAME | USER_ACTED);
		break;
	case ACT_ON_SITE:
		rt_pipe_str(p, &n->site_acted, "HGET " KEY_SITE " acted");
		break;
	case ACT_ON_CASE:
		case_facts_queue(p, &n->facts, n->act.post);
		break;
	}
}

/* The tokens of the last acts; NULL: none. */
static const char *noted_acted(const struct noted_act *n)
{
	switch (act_object(n->act.what)) {
	case ACT_ON_POST:
		return n->post.acted;
	case ACT_ON_MEMBER:
		return n->member.acted;
	case ACT_ON_CASE:
		return n->facts.acted;
	default:
		return n->site_acted;
	}
}

static bool noted_is_true(const struct noted_act *n)
{
	const char *acted = noted_acted(n);

	if (!n->makes_sense)
		return false;
	if (act_deletes(n->act.what))
		return !n->post.user_id && !n->member.username;
	return acted && strstr(acted, n->act.token);
}

/* Whether nobody else has changed it since; on a case, acts don't undo another. */
static bool noted_is_last(const struct noted_act *n)
{
	const char *acted = noted_acted(n);

	if (act_object(n->act.what) == ACT_ON_CASE)
		return true;
	return acted && strstr(acted, n->act.token) == acted;
}

/* What the request would have done after it. */
static void noted_follow_up(struct rt_pipe *p, const struct noted_act *n)
{
	const struct act *act = &n->act;

	switch (act->what) {
	case RT_ACT_REMOVE:
	case RT_ACT_RESTORE:
		removed_tell(p, act->whom, act->post, act->what);
		break;
	case RT_ACT_HOST:
	case RT_ACT_MODERATOR:
	case RT_ACT_MEMBER:
	case RT_ACT_SUSPEND:
	case RT_ACT_READMIT:
		standing_finish(p, act->whom, act->what);
		break;
	case RT_ACT_CLOSE:
		case_finish_closing(p, &n->facts, act->by);
		break;
	case RT_ACT_NOTE:
		case_finish_note(p, act->post, act->whom);
		break;
	default:
		break;
	}
}

static void noted_finish(struct rt_pipe *p, const struct noted_act *n,
			 const struct delayed *entry)
{
	if (!noted_is_true(n)) {
		delayed_done(p, ACT_LOG_QUEUE, entry);
		return;
	}
	if (noted_is_last(n))
		noted_follow_up(p, n);
	act_end(p, &n->act);
}

enum rt_err rt_acts_run(struct rt *rt, struct arena *a)
{
	struct delayed_list list;
	struct noted_act *n;
	struct rt_pipe p;
	enum rt_err err;

	if ((err = delayed_claim(rt, a, ACT_LOG_QUEUE,
				 (uint64_t)clock_date_ms(), DELAYED_LEASE_MS,
				 DELAYED_LIST, &list)) ||
	    !list.n)
		return err;
	n = arena_alloc(a, list.n * sizeof *n);
	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < list.n; i++) {
		n[i].makes_sense = act_parse(a, list.v[i].text, &n[i].act);
		noted_read(&p, &n[i]);
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < list.n; i++)
		case_facts_parse(&n[i].facts);
	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < list.n; i++)
		noted_finish(&p, &n[i], &list.v[i]);
	return rt_pipe_end(&p);
}
