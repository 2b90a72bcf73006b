/*
 * Repairs of entries, whatever key they are in: one that is missing is put in,
 * and one that does not belong there is taken out.
 */
#include <stdio.h>
#include <string.h>

#include "admin/check/checks.h"
#include "admin/check/derive.h"
#include "admin/check/give_back.lua.h"
#include "admin/check/insert_post.lua.h"
#include "base/clock.h"
#include "libretwis/post/push.h"

/* ---- numbers ------------------------------------------------------------- */

static enum rt_err repair_number(struct check *c, enum count what,
				 uint64_t post)
{
	uint64_t n = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	count_queue(&p, what, post, &n);
	if ((err = rt_pipe_end(&p)))
		return err;
	return count_copy(c->rt, &c->chunk, what, post, n);
}

enum rt_err repair_count(struct check *c, const struct fault *f)
{
	for (enum count i = 0; i < COUNTS; i++)
		if (strcmp(count_field[i], f->what) == 0)
			return repair_number(c, i, f->at.id);
	return RT_OK;
}

/* ---- what is missing ----------------------------------------------------- */

static enum rt_err repair_put_list(struct check *c, const struct entry *e)
{
	if (e->in == ROW_REPLIES)
		return push_reply(c->rt, &c->chunk, e->owner.id, e->is.id);
	return rt_do(c->rt, &c->chunk, "EVAL %s 1 %s " ID " %d",
		     INSERT_POST_LUA, e->key, e->is.id,
		     (int)all_keys[e->in].cap);
}

/* Only the value of an exact one is overwritten; see derive.h. */
static enum rt_err repair_put(struct check *c, const struct entry *e)
{
	const char *type = all_keys[e->in].type;
	const char *is = entry_text(&c->chunk, e);
	const char *value = e->value ? e->value : clock_score(&c->chunk);
	enum rt_err err;

	if (strcmp(type, "list") == 0)
		return repair_put_list(c, e);
	if (strcmp(type, "hash") == 0)
		return derived[e->in].exact
			       ? rt_do(c->rt, &c->chunk, "HSET %s %s %s",
				       e->key, is, value)
			       : rt_do(c->rt, &c->chunk, "HSETNX %s %s %s",
				       e->key, is, value);
	err = derived[e->in].exact
		      ? rt_do(c->rt, &c->chunk, "ZADD %s %s %s", e->key, value,
			      is)
		      : rt_do(c->rt, &c->chunk, "ZADD %s NX %s %s", e->key,
			      value, is);
	return err || !derived[e->in].recount
		       ? err
		       : repair_number(c, COUNT_REPOSTS, e->owner.id);
}

/* Reads the member or post of the fault once more. */
static enum rt_err repair_read(struct check *c, const struct fault *f,
			       struct record *from, bool *is_there)
{
	enum rt_err err;

	*from = (struct record){ .c = c, .at = f->at };
	if (derived[f->in].from == A_MEMBER) {
		err = member_hash_read(c, &from->member, f->at.id);
		*is_there = from->member.username;
	} else {
		err = post_hash_read(c, &from->post, f->at.id);
		*is_there = from->post.user_id && !from->post.gone;
	}
	return err;
}

enum rt_err repair_missing(struct check *c, const struct fault *f)
{
	struct entries all = { .a = &c->chunk };
	struct record from;
	bool is_there;
	enum rt_err err = repair_read(c, f, &from, &is_there);

	if (err || !is_there)
		return err;
	derive(&all, f->in, &from);
	for (size_t i = 0; !err && i < all.n; i++) {
		struct entry *e = &all.v[i];

		e->key = entry_key(&c->chunk, e);
		if (strcmp(e->key, f->what) == 0)
			err = repair_put(c, e);
	}
	return err;
}

/* ---- what does not belong there ------------------------------------------ */

/* A fault of a like is found at the member, or at the post. */
static enum rt_err repair_like(struct check *c, const struct fault *f,
			       bool like)
{
	bool is_of_post = all_keys[f->in].of == A_POST;
	struct rt_user member = { .id = is_of_post ? f->other : f->at.id };
	uint64_t post = is_of_post ? f->at.id : f->other;

	return (like ? rt_like : rt_unlike)(c->rt, &c->chunk, &member, post);
}

/* The entry that a fault is about, in a key of the site or of an owner. */
static struct entry repair_entry(struct check *c, const struct fault *f)
{
	bool is_index = f->at.text && all_keys[f->in].of == NOTHING;
	struct entry e = { .in = f->in };

	e.owner = is_index ? AT(0) : f->at;
	e.is = is_index ? f->at : AT(f->other);
	e.key = entry_key(&c->chunk, &e);
	return e;
}

static const char *repair_mirror(struct check *c, const struct fault *f)
{
	const char *mirror = all_keys[f->in].mirror;

	return mirror ? arena_printf(&c->chunk, mirror, f->other) : NULL;
}

static enum rt_err repair_take_out(struct check *c, const struct fault *f)
{
	struct entry e = repair_entry(c, f);
	const char *mirror = repair_mirror(c, f);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZREM %s %s", e.key, entry_text(&c->chunk, &e));
	if (mirror)
		rt_pipe(&p, "ZREM %s " ID, mirror, f->at.id);
	err = rt_pipe_end(&p);
	return err || !derived[f->in].recount
		       ? err
		       : repair_number(c, COUNT_REPOSTS, f->at.id);
}

enum rt_err repair_extra(struct check *c, const struct fault *f)
{
	struct entry e = repair_entry(c, f);
	const char *type = all_keys[f->in].type;

	if (strcmp(type, "list") == 0)
		return rt_do(c->rt, &c->chunk, "LREM %s 0 " ID, e.key,
			     f->other);
	if (strcmp(type, "hash") == 0)
		return hash_drop(c, e.key, e.is.text, e.is.id);
	return derived[f->in].likes ? repair_like(c, f, false)
				    : repair_take_out(c, f);
}

/* ---- putting the mirror ------------------------------------------------ */

/*
 * The new entry has the time of the old one.  If the follow or the like was
 * being taken back at this very moment, it is removed again.  Otherwise the
 * number of likes, and the like's notice, are what rt_like() makes of them.
 */
static enum rt_err repair_put_mirror(struct check *c, const struct fault *f)
{
	const char *source = repair_entry(c, f).key;
	const char *mirror = repair_mirror(c, f);
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
	return derived[f->in].likes ? repair_like(c, f, true) : RT_OK;
}

/* ---- taken back, or lost ----------------------------------------------- */

/*
 * Here the derived side has an entry, such as a follower, that the side of the
 * truth lacks.  Usually the member was taking it back, and the truth counts:
 * the entry is taken out.  But if the same member lacks several, or has
 * nothing left in that key, then the key must have been lost, and gets its
 * entries back.
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
				    repair_entry(c, &c->found.v[i]).key,
				    f->other);
	return rt_pipe_end(&p);
}

/* All at once, for the reason that give_back.lua has. */
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

/* The mirror is not touched: the member may be following again by now. */
static enum rt_err repair_finish(struct check *c, const struct fault *f)
{
	if (derived[f->in].likes)
		return repair_like(c, f, false);
	return rt_do(c->rt, &c->chunk, "ZREM %s " ID, repair_entry(c, f).key,
		     f->other);
}

static enum rt_err repair_from_mirror(struct check *c, const struct fault *f)
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

/* The truth is copied into its mirror; the other way round see above. */
enum rt_err repair_half(struct check *c, const struct fault *f)
{
	return all_keys[f->in].says == SAYS_TRUTH ? repair_put_mirror(c, f)
						  : repair_from_mirror(c, f);
}
