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
#include "libretwis/post/announcements.h"
#include "libretwis/post/answers_give.lua.h"
#include "libretwis/post/answers_open.lua.h"
#include "libretwis/post/answers_read.lua.h"
#include "libretwis/post/answers_take.lua.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/target.h"
#include "schema/key.h"

/* ---- answering ---------------------------------------------------------- */

/* What a member answers. */
struct answering {
	const struct rt_user *me;
	uint64_t post;
	unsigned answer;
	struct target target;
	const struct rt_question *question;
};

static enum rt_err answering_find(struct rt *rt, struct arena *a,
				  struct answering *g, bool is_limited)
{
	struct rate_limit limit = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	if (is_limited)
		rate_limit_queue_member(&p, &limit, RT_RATE_LIKE, g->me->id);
	target_queue(&p, &g->target, g->post);
	if ((err = rt_pipe_end(&p)) || (err = rate_limit_check(rt, &limit)))
		return err;
	g->question = attached_read(a, &g->target.fields).question;
	if (!target_author(&g->target) || target_is_gone(&g->target) ||
	    !g->question)
		return RT_NOT_FOUND;
	if (g->answer >= g->question->answers)
		return RT_DENIED;
	return rt_question_has_ended(g->question) ? RT_LATE : RT_OK;
}

static enum rt_err answering_check(struct rt *rt, struct arena *a,
				   struct answering *g)
{
	const char *quiet;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	target_check(&p, &g->target);
	quiet_queue_one(&p, &quiet, target_author(&g->target), g->me->id);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (target_is_suspended(&g->target))
		return RT_NOT_FOUND;
	return quiet_refuses(quiet) ? RT_BLOCKED : RT_OK;
}

/* RT_NOT_FOUND: the post was deleted at this moment. */
static enum rt_err answering_store(struct rt *rt, struct arena *a,
				   const struct answering *g, int guests)
{
	uint64_t author = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "EVAL %s 1 " KEY_POST, ANSWERS_OPEN_LUA, g->post);
	rt_pipe(&p, "ZADD " KEY_ANSWERED " NX %s " ID, g->me->id,
		clock_score(a), g->post);
	rt_pipe_then(&p);
	rt_pipe(&p,
		"EVAL %s 1 " KEY_ANSWERS " " ID " %d %d %lld %lld %d %d %d",
		ANSWERS_GIVE_LUA, g->post, g->me->id, (int)g->answer,
		g->question->several, (long long)time(NULL),
		(long long)ANSWERS_BAND, ANSWERS_MEMBERS,
		g->question->comes ? guests : 0, RT_COMES_YES);
	rt_pipe_then(&p);
	rt_pipe_u64(&p, &author, "HGET " KEY_POST " user_id", g->post);
	if ((err = rt_pipe_end(&p)))
		return err;
	return author ? RT_OK : RT_NOT_FOUND;
}

/* Nobody else will look for an answer to a post that is gone. */
static enum rt_err answering_undo(struct rt *rt, struct arena *a,
				  const struct answering *g)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	answers_forget(&p, g->post, g->me->id);
	rt_pipe_then(&p);
	rt_pipe(&p, "ZREM " KEY_ANSWERED " " ID, g->me->id, g->post);
	return rt_pipe_end(&p);
}

enum rt_err rt_answer(struct rt *rt, struct arena *a, const struct rt_user *me,
		      uint64_t post, unsigned answer, int guests)
{
	struct answering g = { .me = me, .post = post, .answer = answer };
	enum rt_err err, why;

	if ((err = answering_find(rt, a, &g, true)) ||
	    (err = answering_check(rt, a, &g)))
		return err;
	why = answering_store(rt, a, &g, guests);
	if (why != RT_NOT_FOUND)
		return why;
	err = answering_undo(rt, a, &g);
	return err ? err : why;
}

/*
 * What the member has in `answered:ME` remains there, and leads to nothing when
 * the member leaves.
 */
enum rt_err rt_unanswer(struct rt *rt, struct arena *a,
			const struct rt_user *me, uint64_t post,
			unsigned answer)
{
	struct answering g = { .me = me, .post = post, .answer = answer };
	enum rt_err err = answering_find(rt, a, &g, false);

	if (err)
		return err;
	return rt_do(rt, a, "EVAL %s 1 " KEY_ANSWERS " " ID " %d %d",
		     ANSWERS_TAKE_LUA, post, me->id, (int)answer,
		     RT_ANSWERS_MAX);
}

/* ---- one member's answers ----------------------------------------------- */

static const char *answers_entry(struct arena *a, int answer, uint64_t member)
{
	return arena_printf(a, "%d " ID, answer, member);
}

void answers_queue_count(struct rt_pipe *p, uint64_t *members, uint64_t post)
{
	rt_pipe_u64(p, members, "ZCOUNT " KEY_ANSWERS " %lld +inf", post,
		    (long long)ANSWERS_BAND * ANSWERS_MEMBERS);
}

void answers_queue_members(struct rt_pipe *p, struct rt_texts *ids,
			   uint64_t post, size_t most)
{
	rt_pipe_texts(p, ids, most,
		      "ZRANGEBYSCORE " KEY_ANSWERS " %lld +inf LIMIT 0 %d",
		      post, (long long)ANSWERS_BAND * ANSWERS_MEMBERS,
		      (int)most);
}

_Static_assert(RT_ANSWERS_MAX == 6, "commands name each entry");

void answers_forget(struct rt_pipe *p, uint64_t post, uint64_t member)
{
	struct arena *a = p->a;

	rt_pipe(p, "ZREM " KEY_ANSWERS " %s %s %s %s %s %s " ID, post,
		answers_entry(a, 0, member), answers_entry(a, 1, member),
		answers_entry(a, 2, member), answers_entry(a, 3, member),
		answers_entry(a, 4, member), answers_entry(a, 5, member),
		member);
}

void answers_queue_own(struct rt_pipe *p, struct answers_own *own,
		       uint64_t post, uint64_t member)
{
	struct arena *a = p->a;

	rt_pipe_strs(p, own->score, RT_ANSWERS_MAX + 1,
		     "ZMSCORE " KEY_ANSWERS " %s %s %s %s %s %s " ID, post,
		     answers_entry(a, 0, member), answers_entry(a, 1, member),
		     answers_entry(a, 2, member), answers_entry(a, 3, member),
		     answers_entry(a, 4, member), answers_entry(a, 5, member),
		     member);
}

void answers_queue_given(struct rt_pipe *p, const char **score, uint64_t post,
			 int answer, uint64_t member)
{
	rt_pipe_str(p, score, "ZSCORE " KEY_ANSWERS " %s", post,
		    answers_entry(p->a, answer, member));
}

bool answers_own_has(const struct answers_own *own, size_t answer)
{
	return own->score[answer];
}

unsigned answers_own_guests(const struct answers_own *own)
{
	uint64_t band = rt_u64(own->score[RT_ANSWERS_MAX]) / ANSWERS_BAND;

	return band > ANSWERS_MEMBERS ? (unsigned)(band - ANSWERS_MEMBERS) : 0;
}

/* ---- reading ------------------------------------------------------------ */

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
	struct announcements_load announcements;
	struct answers_load l;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	answers_queue(&p, &l, visitor, posts);
	announcements_queue(&p, &announcements, visitor, posts);
	if ((err = rt_pipe_end(&p)))
		return err;
	answers_parse(a, &l, posts);
	announcements_parse(&announcements, posts);
	return RT_OK;
}
