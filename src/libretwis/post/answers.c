/*
 * Answering a question.
 *
 * The post is noted as answered first, so that its text stays what the member
 * has read.  Then `answered:ME` gets the question, since that is how the answer
 * is found when the member leaves.  One script then changes all that is stored
 * of this member's answer, and so two requests at the same moment leave one.
 *
 * The deletion of a post closes it before it drops `answers:POST`.  So an
 * answer that finds its post gone at the end takes itself back.
 */
#include "libretwis/post/answers.h"

#include "base/clock.h"
#include "libretwis/member/quiet.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/post/answers_change.lua.h"
#include "libretwis/post/answers_open.lua.h"
#include "libretwis/post/answers_read.lua.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/target.h"
#include "schema/key.h"

/* ---- answering ---------------------------------------------------------- */

struct answers_change {
	const struct rt_user *me;
	uint64_t post;
	unsigned answer;
	int guests;
	bool is_new; /* else it is taken back */
	struct target target;
	const struct rt_question *question;
	const char *quiet; /* whether its author has blocked the member */
	uint64_t is_open;  /* the post is still there */
};

static enum rt_err answers_find(struct rt *rt, struct arena *a,
				struct answers_change *c)
{
	struct rate_limit limit = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	if (c->is_new)
		rate_limit_queue_member(&p, &limit, RT_RATE_LIKE, c->me->id);
	target_queue(&p, &c->target, c->post);
	if ((err = rt_pipe_end(&p)) || (err = rate_limit_check(rt, &limit)))
		return err;
	c->question = attached_read(a, &c->target.fields).question;
	if (!target_author(&c->target) || target_is_gone(&c->target) ||
	    !c->question)
		return RT_NOT_FOUND;
	if (c->answer >= c->question->answers)
		return RT_DENIED;
	return rt_question_has_ended(c->question) ? RT_LATE : RT_OK;
}

static enum rt_err answers_check(struct rt *rt, struct arena *a,
				 struct answers_change *c)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	target_check(&p, &c->target);
	quiet_queue_one(&p, &c->quiet, target_author(&c->target), c->me->id);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (target_is_suspended(&c->target))
		return RT_NOT_FOUND;
	return quiet_refuses(c->quiet) ? RT_BLOCKED : RT_OK;
}

static void answers_queue_change(struct rt_pipe *p,
				 const struct answers_change *c)
{
	bool brings = c->question->comes;

	rt_pipe(p,
		"EVAL %s 1 " KEY_ANSWERS " " ID " %s %d %d %lld %lld %d %d %d",
		ANSWERS_CHANGE_LUA, c->post, c->me->id,
		c->is_new ? "add" : "remove", (int)c->answer,
		c->question->several, (long long)time(NULL),
		(long long)ANSWERS_BAND, ANSWERS_MEMBERS,
		brings ? c->guests : 0, RT_COMES_YES);
}

static enum rt_err answers_store(struct rt *rt, struct arena *a,
				 struct answers_change *c)
{
	uint64_t author = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "EVAL %s 1 " KEY_POST, ANSWERS_OPEN_LUA, c->post);
	if (c->is_new)
		rt_pipe(&p, "ZADD " KEY_ANSWERED " NX %s " ID, c->me->id,
			clock_score(a), c->post);
	rt_pipe_then(&p);
	answers_queue_change(&p, c);
	rt_pipe_then(&p);
	rt_pipe_u64(&p, &author, "HGET " KEY_POST " user_id", c->post);
	if ((err = rt_pipe_end(&p)))
		return err;
	return author ? RT_OK : RT_NOT_FOUND;
}

/* The post was deleted at this moment, and nobody else will look for it. */
static enum rt_err answers_take_back(struct rt *rt, struct arena *a,
				     const struct answers_change *c)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	answers_forget(&p, c->post, c->me->id);
	rt_pipe_then(&p);
	rt_pipe(&p, "ZREM " KEY_ANSWERED " " ID, c->me->id, c->post);
	return rt_pipe_end(&p);
}

static enum rt_err answers_change(struct rt *rt, struct arena *a,
				  struct answers_change *c)
{
	enum rt_err err, why;

	if ((err = answers_find(rt, a, c)) || (err = answers_check(rt, a, c)))
		return err;
	why = answers_store(rt, a, c);
	if (why != RT_NOT_FOUND)
		return why;
	err = answers_take_back(rt, a, c);
	return err ? err : why;
}

enum rt_err rt_answer(struct rt *rt, struct arena *a, const struct rt_user *me,
		      uint64_t post, unsigned answer, int guests)
{
	struct answers_change c = { .me = me,
				    .post = post,
				    .answer = answer,
				    .guests = guests,
				    .is_new = true };

	return answers_change(rt, a, &c);
}

enum rt_err rt_unanswer(struct rt *rt, struct arena *a,
			const struct rt_user *me, uint64_t post,
			unsigned answer)
{
	struct answers_change c = { .me = me,
				    .post = post,
				    .answer = answer,
				    .guests = RT_SAME_GUESTS };

	return answers_change(rt, a, &c);
}

static const char *answers_entry(struct arena *a, int answer, uint64_t member)
{
	return arena_printf(a, "%d " ID, answer, member);
}

void answers_forget(struct rt_pipe *p, uint64_t post, uint64_t member)
{
	for (int n = 0; n < RT_ANSWERS_MAX; n++)
		rt_pipe(p, "ZREM " KEY_ANSWERS " %s", post,
			answers_entry(p->a, n, member));
	rt_pipe(p, "ZREM " KEY_ANSWERS " " ID, post, member);
}

/* ---- reading ------------------------------------------------------------ */

void answers_queue_given(struct rt_pipe *p, const char **score, uint64_t post,
			 int answer, uint64_t member)
{
	rt_pipe_str(p, score, "ZSCORE " KEY_ANSWERS " %s", post,
		    answers_entry(p->a, answer, member));
}

/* What answers_read.lua returns after the counts of the answers. */
enum { READ_MEMBERS, READ_GUESTS, READ_MINE, READ_MY_GUESTS, READ_REST };

void answers_queue(struct rt_pipe *p, struct answers_load *l, uint64_t visitor,
		   const struct rt_posts *posts)
{
	l->raw = arena_alloc(p->a, posts->n * sizeof *l->raw);
	for (size_t i = 0; i < posts->n; i++) {
		const struct rt_question *q = posts->v[i].attached.question;

		if (!q)
			continue;
		l->raw[i] = arena_alloc(p->a, (q->answers + READ_REST) *
						      sizeof *l->raw[i]);
		rt_pipe_strs(p, l->raw[i], q->answers + READ_REST,
			     "EVAL %s 1 " KEY_ANSWERS " %d %lld %d %d " ID,
			     ANSWERS_READ_LUA, posts->v[i].id, (int)q->answers,
			     (long long)ANSWERS_BAND, ANSWERS_MEMBERS,
			     RT_GUESTS_MAX, visitor);
	}
}

static struct rt_answered answers_parse_one(const struct rt_question *q,
					    const char **raw)
{
	const char **rest = raw + q->answers;
	struct rt_answered r = {
		.members = rt_u64(rest[READ_MEMBERS]),
		.guests = rt_u64(rest[READ_GUESTS]),
		.mine = (unsigned)rt_u64(rest[READ_MINE]),
		.my_guests = (unsigned)rt_u64(rest[READ_MY_GUESTS]),
	};

	r.is_hidden = q->secret && r.members < RT_SECRET_MIN &&
		      !rt_question_has_ended(q);
	for (size_t i = 0; !r.is_hidden && i < q->answers; i++)
		r.count[i] = rt_u64(raw[i]);
	if (r.is_hidden)
		r.guests = 0;
	return r;
}

void answers_parse(struct arena *a, const struct answers_load *l,
		   struct rt_posts *posts)
{
	for (size_t i = 0; i < posts->n; i++) {
		struct rt_question *q;

		if (!posts->v[i].attached.question)
			continue;
		q = arena_alloc(a, sizeof *q);
		*q = *posts->v[i].attached.question;
		q->so_far = answers_parse_one(q, l->raw[i]);
		posts->v[i].attached.question = q;
	}
}

enum rt_err answers_load(struct rt *rt, struct arena *a, uint64_t visitor,
			 struct rt_posts *posts)
{
	struct answers_load l;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	answers_queue(&p, &l, visitor, posts);
	if (!(err = rt_pipe_end(&p)))
		answers_parse(a, &l, posts);
	return err;
}
