#include "libretwis/check/claims.h"

#include <string.h>

#include "libretwis/base/secret.h"
#include "libretwis/check/indexes.h"
#include "libretwis/check/member_ids.h"
#include "libretwis/member/called.h"
#include "libretwis/member/user.h"

enum {
	CLAIM_NAME,
	CLAIM_PASSWORD,
	CLAIM_AUTH,
	CLAIM_WAS,
	CLAIM_STANDING,
	CLAIM_DISPLAY,
	CLAIM_FIELDS
};

struct claim {
	struct looked is;
	uint64_t hint, folded, is_host;
	const char *since, *entry, *waits;
	const char *word[CALLED_WORDS];  /* of the display name: entries */
	uint64_t has[MEMBER_KEYS], last; /* only if there is no hash */
};

/* ---- looking ----------------------------------------------------------- */

static bool claim_is_whole(const struct claim *k)
{
	const char *name = k->is.field[CLAIM_NAME];

	return name && strcmp(name, k->is.at.text) == 0;
}

static void claim_ask_remains(struct rt_pipe *p, struct claim *k)
{
	member_ask_keys(p, k->is.at.id, k->has);
	rt_pipe_u64(p, &k->last, "GET " KEY_NEXT_USER);
}

static bool claim_is_marked(const struct claim *k)
{
	return rt_standing_read(k->is.field[CLAIM_STANDING]) == RT_HOST;
}

static bool claim_waits(const struct claim *k)
{
	return rt_standing_read(k->is.field[CLAIM_STANDING]) == RT_WAITING;
}

static void claim_ask_words(struct rt_pipe *p, struct claim *k)
{
	struct called_entries e =
		called_entries(p->a, k->is.field[CLAIM_DISPLAY], k->is.at.id);

	for (size_t i = 0; i < CALLED_WORDS; i++)
		if (i < e.n)
			rt_pipe_str(p, &k->word[i],
				    "ZSCORE " KEY_MEMBERS " %s", e.v[i]);
		else
			k->word[i] = "";
}

static bool claim_lacks_word(const struct claim *k)
{
	for (size_t i = 0; i < CALLED_WORDS; i++)
		if (!k->word[i])
			return true;
	return false;
}

static void claim_ask_lists(struct rt_pipe *p, void *one)
{
	struct claim *k = one;
	const char *name = k->is.at.text;

	if (!k->is.field[CLAIM_NAME])
		claim_ask_remains(p, k);
	if (!claim_is_whole(k))
		return;
	if (k->is.field[CLAIM_AUTH])
		rt_pipe_u64(p, &k->hint, "HGET " KEY_AUTHS " %s",
			    k->is.field[CLAIM_AUTH]);
	rt_pipe_str(p, &k->since, "ZSCORE " KEY_BY_TIME " %s", name);
	rt_pipe_str(p, &k->entry, "ZSCORE " KEY_MEMBERS " %s",
		    user_entry(p->a, name, k->is.at.id));
	claim_ask_words(p, k);
	rt_pipe_u64(p, &k->folded, "HGET " KEY_NAMES " %s",
		    rt_name_fold(p->a, name));
	if (claim_waits(k))
		rt_pipe_str(p, &k->waits, "ZSCORE " KEY_WAITING " " ID,
			    k->is.at.id);
	if (claim_is_marked(k))
		rt_pipe_u64(p, &k->is_host, "SISMEMBER " KEY_HOSTS " " ID,
			    k->is.at.id);
}

/* Where browsers share one, it is needed; and `auths` knows whose it is. */
static void claim_judge_secret(struct check *c, const struct claim *k)
{
	if (!k->is.field[CLAIM_AUTH] && !c->adopted)
		check_found(c, SECRET_NONE, k->is.at, 0, k->is.at.text);
	if (k->is.field[CLAIM_AUTH] && k->hint != k->is.at.id)
		check_found(c, UNLISTED, k->is.at, 0, KEY_AUTHS);
}

static void claim_judge_lists(struct check *c, const struct claim *k)
{
	if (!k->is.field[CLAIM_PASSWORD])
		check_found(c, PASSWORD_NONE, k->is.at, 0, k->is.at.text);
	claim_judge_secret(c, k);
	if (claim_waits(k)) {
		if (!k->waits)
			check_found(c, UNLISTED, k->is.at, 0, KEY_WAITING);
		return;
	}
	if (!k->since)
		check_found(c, UNLISTED, k->is.at, 0, KEY_BY_TIME);
	if (c->adopted && (!k->entry || claim_lacks_word(k)))
		check_found(c, UNLISTED, k->is.at, 0, KEY_MEMBERS);
	if (c->adopted && !k->folded && rt_name_problem(k->is.at.text))
		check_found(c, FOLDED_MISSING, k->is.at, 0, NULL);
	if (claim_is_marked(k) && !k->is_host)
		check_found(c, HOST_MARK, k->is.at, 0, NULL);
}

/*
 * A deletion leaves a mark in the place of the hash, and then nothing but the
 * name.  Anything else behind a claim has lost its hash; and an id that was
 * never given had none.
 */
static bool claim_was_removed(const struct claim *k)
{
	const char *was = k->is.field[CLAIM_WAS];
	uint64_t id = k->is.at.id;

	if (was)
		return strcmp(was, k->is.at.text) == 0;
	return id && id <= k->last && !member_has_any(k->has);
}

/* A hash with a password is a member, whom the claim gives the name back. */
static bool claim_lacks_name(const struct claim *k)
{
	return !k->is.field[CLAIM_NAME] && !k->is.field[CLAIM_WAS] &&
	       k->is.field[CLAIM_PASSWORD];
}

static void claim_judge(struct check *c, const void *one)
{
	const struct claim *k = one;

	if (!c->again)
		ids_add(&c->all, &c->claimed, k->is.at.id);
	if (claim_lacks_name(k))
		check_found(c, NAME_LOST, k->is.at, 0, NULL);
	else if (!k->is.field[CLAIM_NAME])
		check_found(c,
			    claim_was_removed(k) ? REMOVAL_CUT : CLAIM_EMPTY,
			    k->is.at, 0, NULL);
	else if (!claim_is_whole(k))
		check_found(c, CLAIM_OTHER, k->is.at, 0,
			    k->is.field[CLAIM_NAME]);
	else
		claim_judge_lists(c, k);
}

const struct look claims_look = {
	.size = sizeof(struct claim),
	.hmget = FORMAT_BY_ID("HMGET " KEY_USER
			      " username password auth was_username"
			      " standing display"),
	.fields = CLAIM_FIELDS,
	.ask = { NULL, claim_ask_lists },
	.judge = claim_judge
};

/* ---- mending ----------------------------------------------------------- */

/* An id that left anything behind may be a member whose hash was lost. */
enum rt_err mend_claim(struct check *c, const struct fault *f)
{
	uint64_t has[MEMBER_KEYS] = { 0 }, hash = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, &hash, "EXISTS " KEY_USER, f->at.id);
	member_ask_keys(&p, f->at.id, has);
	if ((err = rt_pipe_end(&p)) || hash)
		return err;
	if (member_has_any(has))
		return RT_OK;
	return index_drop(c, KEY_USERS, f->at.text, f->at.id);
}

enum rt_err mend_removal(struct check *c, const struct fault *f)
{
	const char *field[2] = { NULL };
	struct rt_removal r;
	enum rt_err err = rt_ask_strs(
		c->rt, &c->chunk, field, 2,
		"HMGET " KEY_USER " username was_username", f->at.id);

	if (err || field[0])
		return err;
	if (!field[1])
		return mend_claim(c, f);
	if ((err = rt_removal(c->rt, &c->chunk, f->at.text, &r)) ||
	    r.user.id != f->at.id || !r.adopted)
		return err;
	return rt_remove_member(c->rt, &r, NULL);
}

/* The claim decides, unless the name in the hash is claimed as well. */
enum rt_err mend_name(struct check *c, const struct fault *f)
{
	uint64_t claimed = 0;
	enum rt_err err = rt_ask_u64(c->rt, &c->chunk, &claimed,
				     "HGET " KEY_USERS " %s", f->what);

	if (err)
		return err;
	if (claimed == f->at.id)
		return index_drop(c, KEY_USERS, f->at.text, f->at.id);
	return rt_do(c->rt, &c->chunk, "HSET " KEY_USER " username %s",
		     f->at.id, f->at.text);
}

enum rt_err mend_name_lost(struct check *c, const struct fault *f)
{
	const char *field[2] = { NULL };
	enum rt_err err = rt_ask_strs(
		c->rt, &c->chunk, field, 2,
		"HMGET " KEY_USER " password was_username", f->at.id);

	if (err || !field[0] || field[1])
		return err;
	return rt_do(c->rt, &c->chunk, "HSETNX " KEY_USER " username %s",
		     f->at.id, f->at.text);
}

/* This and the next are what signing in would do. */
enum rt_err mend_secret(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "HSETNX " KEY_USER " auth %s", f->at.id,
		     secret_of(&c->chunk, f->at.id));
}

enum rt_err mend_unlisted(struct check *c, const struct fault *f)
{
	const char *field[4] = { NULL };
	struct rt_user u = { .id = f->at.id };
	struct rt_pipe p;
	enum rt_err err = rt_ask_strs(
		c->rt, &c->chunk, field, 4,
		"HMGET " KEY_USER " username auth standing display", u.id);

	if (err || !field[0])
		return err;
	u.name = field[0];
	u.standing = rt_standing_read(field[2]);
	u.display = field[3];
	rt_pipe_begin(&p, c->rt, &c->chunk);
	user_list(&p, &u, field[1]);
	return rt_pipe_end(&p);
}

enum rt_err mend_folded(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "HSETNX " KEY_NAMES " %s " ID,
		     rt_name_fold(&c->chunk, f->at.text), f->at.id);
}
