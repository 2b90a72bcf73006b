#include "admin/check/relations.h"

#include <stdio.h>

#include "admin/check/checks.h"
#include "admin/check/give_back.lua.h"

/*
 * What it is called when an entry's member or post is gone, does not belong
 * there, or does not have the owner in the mirror.
 */
/* clang-format off */
const struct relation relations[RELATIONS] = {
	[R_FOLLOWING] = {
		&all_keys[ROW_FOLLOWING], A_SET,
		.gone = FOLLOW_NOBODY, .wrong = FOLLOW_SELF,
		.half = FOLLOW_HALF },
	[R_FOLLOWERS] = {
		&all_keys[ROW_FOLLOWERS], A_SET,
		.gone = FOLLOWER_NOBODY, .half = UNFOLLOW_HALF },
	[R_LIKED] = {
		&all_keys[ROW_LIKED], A_SET,
		.gone = LIKED_GONE, .wrong = LIKED_GONE, .half = LIKED_HALF,
		.likes = true },
	[R_LIKES] = {
		&all_keys[ROW_LIKES], A_SET,
		.gone = LIKE_NOBODY, .half = LIKE_HALF, .likes = true },
	[R_REPOSTED] = {
		&all_keys[ROW_REPOSTED], A_SET,
		.gone = REPOST_CUT, .wrong = REPOST_CUT, .by_score = true },
	[R_REPOSTS] = {
		&all_keys[ROW_REPOSTS], A_SET,
		.gone = REPOSTS_WRONG, .wrong = REPOSTS_WRONG },
	[R_OWN] = {
		&all_keys[ROW_OWN], A_LOG,
		.gone = LIST_GONE, .wrong = LIST_WRONG },
	[R_TIMELINE] = {
		&all_keys[ROW_TIMELINE], A_LOG, .gone = LIST_GONE },
	[R_REPLIES] = {
		&all_keys[ROW_REPLIES], A_THREAD,
		.gone = LIST_GONE, .wrong = LIST_WRONG },
	[R_TAGGED] = {
		&all_keys[ROW_TAG], A_LOG,
		.gone = LIST_GONE, .wrong = LIST_WRONG },
};
/* clang-format on */

const struct relation *relation_of(enum kind kind)
{
	for (int i = 0; i < RELATIONS; i++) {
		const struct relation *r = &relations[i];

		if (r->gone == kind || r->wrong == kind || r->half == kind)
			return r;
	}
	return NULL;
}

/* ---- the two sides of a fault ------------------------------------------ */

static const char *repair_source(struct check *c, const struct fault *f)
{
	return arena_printf(&c->chunk, relation_of(f->kind)->row->format,
			    f->at.id);
}

static const char *repair_mirror(struct check *c, const struct fault *f)
{
	const char *mirror = relation_of(f->kind)->row->mirror;

	return mirror ? arena_printf(&c->chunk, mirror, f->other) : NULL;
}

/* ---- taking out -------------------------------------------------------- */

/* A like by its member and its post, whichever side has it. */
static enum rt_err repair_like(struct check *c, const struct fault *f,
			       enum rt_err (*how)(struct rt *rt,
						  struct arena *a,
						  const struct rt_user *member,
						  uint64_t post))
{
	bool is_of_post = relation_of(f->kind)->row->of == A_POST;
	struct rt_user member = { .id = is_of_post ? f->other : f->at.id };

	return how(c->rt, &c->chunk, &member,
		   is_of_post ? f->at.id : f->other);
}

enum rt_err repair_take_out(struct check *c, const struct fault *f)
{
	const char *mirror;
	struct rt_pipe p;

	if (f->what)
		return rt_do(c->rt, &c->chunk, "LREM %s 0 " ID, f->what,
			     f->other);
	if (relation_of(f->kind)->likes)
		return repair_like(c, f, rt_unlike);
	mirror = repair_mirror(c, f);
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZREM %s " ID, repair_source(c, f), f->other);
	if (mirror)
		rt_pipe(&p, "ZREM %s " ID, mirror, f->at.id);
	return rt_pipe_end(&p);
}

/* ---- putting the mirror ------------------------------------------------ */

/*
 * And out of it again if that was just being taken back.  It keeps its time;
 * for the rest a like is one like any other.
 */
enum rt_err repair_put(struct check *c, const struct fault *f)
{
	const char *source = repair_source(c, f),
		   *mirror = repair_mirror(c, f);
	const char *score = NULL, *still = NULL;
	struct rt_pipe p;
	enum rt_err err = rt_read_str(c->rt, &c->chunk, &score,
				      "ZSCORE %s " ID, source, f->other);

	if (err || !score)
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZADD %s NX %s " ID, mirror, score, f->at.id);
	rt_pipe_then(&p);
	rt_pipe_str(&p, &still, "ZSCORE %s " ID, source, f->other);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!still)
		return rt_do(c->rt, &c->chunk, "ZREM %s " ID, mirror,
			     f->at.id);
	return relation_of(f->kind)->likes ? repair_like(c, f, rt_like)
					   : RT_OK;
}

/* ---- taken back, or lost ----------------------------------------------- */

/*
 * A member follows somebody, who does not have it on the list; or the other way
 * round.  The side that the member sees counts.  A single entry that is missing
 * there was being taken back.  If several are missing, they were lost, and so
 * was the only one there was.
 */
static bool repair_is_same(const struct fault *a, const struct fault *b)
{
	return a->kind == b->kind && a->other == b->other;
}

static enum rt_err repair_scores(struct check *c, const struct fault *f,
				 const char **score)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < c->found.n; i++)
		if (repair_is_same(&c->found.v[i], f))
			rt_pipe_str(&p, &score[i], "ZSCORE %s " ID,
				    repair_source(c, &c->found.v[i]),
				    f->other);
	return rt_pipe_end(&p);
}

/* All faults of the same member at once: see give_back.lua. */
static enum rt_err repair_give_back(struct check *c, const struct fault *f,
				    size_t n)
{
	const char **score =
		arena_alloc(&c->chunk, c->found.n * sizeof *score);
	size_t room = n * 64 + 1, len = 0;
	char *text = arena_alloc(&c->chunk, room);
	enum rt_err err = repair_scores(c, f, score);

	for (size_t i = 0; !err && i < c->found.n; i++)
		if (score[i])
			len += (size_t)snprintf(text + len, room - len,
						"%s " ID " ", score[i],
						c->found.v[i].at.id);
	if (err || !len)
		return err;
	return rt_do(c->rt, &c->chunk, "EVAL %s 1 %s %s", GIVE_BACK_LUA,
		     repair_mirror(c, f), text);
}

/* The mirror stays as it is: in this moment it may have been done again. */
static enum rt_err repair_finish(struct check *c, const struct fault *f)
{
	if (relation_of(f->kind)->likes)
		return repair_like(c, f, rt_unlike);
	return rt_do(c->rt, &c->chunk, "ZREM %s " ID, repair_source(c, f),
		     f->other);
}

enum rt_err repair_taken_back(struct check *c, const struct fault *f)
{
	const char *key = repair_mirror(c, f), *seen = NULL;
	uint64_t rest = 0;
	size_t n = 0;
	struct rt_pipe p;
	enum rt_err err;

	for (size_t i = 0; i < c->found.n; i++)
		n += repair_is_same(&c->found.v[i], f);
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, &rest, "ZCARD %s", key);
	rt_pipe_str(&p, &seen, "ZSCORE %s " ID, key, f->at.id);
	if ((err = rt_pipe_end(&p)) || seen)
		return err;
	return rest && n == 1 ? repair_finish(c, f)
			      : repair_give_back(c, f, n);
}
