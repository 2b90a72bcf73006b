/*
 * Answers to questions: whoever has answered exists, and has the question in
 * `answered:ID`, or else the answer would stay when the member leaves.
 */
#include "admin/check/checks.h"
#include "libretwis/post/answers.h"
#include "schema/key.h"

/* ---- one who has answered ------------------------------------------------ */

struct checked_answer {
	struct record is;
	uint64_t post;
	const char *listed; /* in answered:ID */
};

static void answer_queue(struct rt_pipe *p, void *one)
{
	struct checked_answer *w = one;

	member_name_queue(p, &w->is.member, w->is.at.id);
	rt_pipe_str(p, &w->listed, "ZSCORE " KEY_ANSWERED " " ID, w->is.at.id,
		    w->post);
}

static void answer_judge(struct check *c, const void *one)
{
	const struct checked_answer *w = one;

	if (!w->is.member.username && !check_is_claimed(c, w->is.at.id))
		check_found(c, ANSWER_NOBODY, AT(w->post), w->is.at.id, NULL);
	else if (!w->listed)
		check_found(c, ANSWER_UNLISTED, AT(w->post), w->is.at.id,
			    NULL);
}

static const struct pass answer_pass = { .size = sizeof(struct checked_answer),
					 .step = { answer_queue },
					 .judge = answer_judge };

/* ---- one question -------------------------------------------------------- */

/* The next of those who have answered it, after the first `from`. */
static enum rt_err answers_read_part(struct check *c, uint64_t post,
				     uint64_t from, struct rt_ids *ids)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, c->rt, &c->part);
	rt_pipe_ids(&p, ids, CHECK_PART,
		    "ZRANGEBYSCORE " KEY_ANSWERS " %lld +inf LIMIT " ID " %d",
		    post, (long long)ANSWERS_BAND * ANSWERS_MEMBERS, from,
		    CHECK_PART);
	return rt_pipe_end(&p);
}

static enum rt_err answers_check_part(struct check *c, uint64_t post,
				      struct rt_ids ids)
{
	struct checked_answer *w = arena_alloc(&c->part, ids.n * sizeof *w);

	for (size_t i = 0; i < ids.n; i++) {
		w[i] = (struct checked_answer){ .post = post };
		w[i].is.c = c;
		w[i].is.at.id = ids.v[i];
	}
	return pass_judge(c, &answer_pass, &c->part, w, ids.n);
}

static enum rt_err answers_check_post(struct check *c, uint64_t post)
{
	struct rt_ids ids = { 0 };
	enum rt_err err;
	uint64_t from = 0;

	do {
		arena_reset(&c->part);
		if ((err = answers_read_part(c, post, from, &ids)) ||
		    (err = answers_check_part(c, post, ids)))
			return err;
		from += ids.n;
	} while (ids.n == CHECK_PART);
	return RT_OK;
}

/* ---- all of them --------------------------------------------------------- */

struct asked {
	struct record is;
	uint64_t answers;
};

static void asked_queue(struct rt_pipe *p, void *one)
{
	struct asked *q = one;

	rt_pipe_u64(p, &q->answers, "ZCARD " KEY_ANSWERS, q->is.at.id);
}

enum rt_err check_answers(struct check *c, const struct subject *v, size_t n)
{
	static const struct pass pass = { .size = sizeof(struct asked),
					  .step = { asked_queue } };
	struct asked *q = pass_room(c, &pass, v, n);
	enum rt_err err = pass_queue(c, &pass, &c->chunk, q, n);

	for (size_t i = 0; !err && i < n; i++)
		if (q[i].answers)
			err = answers_check_post(c, q[i].is.at.id);
	return err;
}

/* ---- repairs ------------------------------------------------------------- */

enum rt_err repair_answer_nobody(struct check *c, const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	answers_forget(&p, f->at.id, f->other);
	return rt_pipe_end(&p);
}

/* With the time of the answer, as far as that is known. */
enum rt_err repair_answer_unlisted(struct check *c, const struct fault *f)
{
	uint64_t score = 0;
	enum rt_err err =
		rt_read_u64(c->rt, &c->chunk, &score,
			    "ZSCORE " KEY_ANSWERS " " ID, f->at.id, f->other);

	if (err || !score)
		return err;
	return rt_do(c->rt, &c->chunk, "ZADD " KEY_ANSWERED " NX " ID " " ID,
		     f->other, score % ANSWERS_BAND, f->at.id);
}
