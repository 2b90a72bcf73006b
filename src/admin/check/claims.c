/*
 * Names, as `users` has them: each leads to a member of that name, who is in
 * all the lists of members.
 */
#include <string.h>

#include "base/secret.h"
#include "admin/check/checks.h"
#include "admin/check/repairs.h"
#include "admin/check/types.h"
#include "libretwis/member/display_name.h"
#include "libretwis/member/user.h"
#include "schema/key.h"

struct claim {
	struct pass_subject is;
	uint64_t hint, folded, is_host;
	const char *since, *waits;
	const char *entry[1 + CALLED_WORDS]; /* of each of the two names */
	size_t entries;
	struct member_keys has; /* these two only if there is no hash */
	uint64_t last;
};

/* ---- looking ----------------------------------------------------------- */

static bool claim_is_whole(const struct claim *k)
{
	const char *name = k->is.member.username;

	return name && strcmp(name, k->is.at.text) == 0;
}

static bool claim_stands(const struct claim *k, enum rt_standing standing)
{
	return rt_standing_read(k->is.member.standing) == standing;
}

static void claim_queue_entry(struct rt_pipe *p, struct claim *k,
			      const char *entry)
{
	rt_pipe_str(p, &k->entry[k->entries++], "ZSCORE " KEY_MEMBERS " %s",
		    entry);
}

static void claim_queue_entries(struct rt_pipe *p, struct claim *k)
{
	uint64_t id = k->is.at.id;
	struct display_name_entries e =
		display_name_entries(p->a, k->is.member.display, id);

	claim_queue_entry(p, k, user_entry(p->a, k->is.at.text, id));
	for (size_t i = 0; i < e.n; i++)
		claim_queue_entry(p, k, e.v[i]);
}

static void claim_queue_lists(struct rt_pipe *p, struct claim *k)
{
	const char *name = k->is.at.text, *auth = k->is.member.auth;

	if (auth)
		rt_pipe_u64(p, &k->hint, "HGET " KEY_AUTHS " %s", auth);
	rt_pipe_str(p, &k->since, "ZSCORE " KEY_BY_TIME " %s", name);
	claim_queue_entries(p, k);
	rt_pipe_u64(p, &k->folded, "HGET " KEY_NAMES " %s",
		    rt_name_fold(p->a, name));
	if (claim_stands(k, RT_WAITING))
		rt_pipe_str(p, &k->waits, "ZSCORE " KEY_WAITING " " ID,
			    k->is.at.id);
	if (claim_stands(k, RT_HOST))
		rt_pipe_u64(p, &k->is_host, "SISMEMBER " KEY_HOSTS " " ID,
			    k->is.at.id);
}

static void claim_queue(struct rt_pipe *p, void *one)
{
	struct claim *k = one;

	if (claim_is_whole(k))
		claim_queue_lists(p, k);
	if (k->is.member.username)
		return;
	member_queue_keys(p, k->is.at.id, &k->has);
	rt_pipe_u64(p, &k->last, "GET " KEY_NEXT_USER);
}

static bool claim_lacks_entry(const struct claim *k)
{
	for (size_t i = 0; i < k->entries; i++)
		if (!k->entry[i])
			return true;
	return false;
}

/* Where browsers share one, it is needed; and `auths` knows whose it is. */
static void claim_judge_secret(struct check *c, const struct claim *k)
{
	if (!k->is.member.auth && !c->adopted)
		check_found(c, SECRET_NONE, k->is.at, 0, k->is.at.text);
	if (k->is.member.auth && k->hint != k->is.at.id)
		check_found(c, UNLISTED, k->is.at, 0, KEY_AUTHS);
}

static void claim_judge_lists(struct check *c, const struct claim *k)
{
	if (!k->is.member.password)
		check_found(c, PASSWORD_NONE, k->is.at, 0, k->is.at.text);
	claim_judge_secret(c, k);
	if (claim_stands(k, RT_WAITING)) {
		if (!k->waits)
			check_found(c, UNLISTED, k->is.at, 0, KEY_WAITING);
		return;
	}
	if (!k->since)
		check_found(c, UNLISTED, k->is.at, 0, KEY_BY_TIME);
	if (c->adopted && claim_lacks_entry(k))
		check_found(c, UNLISTED, k->is.at, 0, KEY_MEMBERS);
	if (c->adopted && !k->folded && rt_name_problem(k->is.at.text))
		check_found(c, FOLDED_MISSING, k->is.at, 0, NULL);
	if (claim_stands(k, RT_HOST) && !k->is_host)
		check_found(c, HOST_MARK, k->is.at, 0, NULL);
}

/*
 * A deletion leaves a mark in the place of the hash, and then nothing but the
 * name.  Anything else behind a claim has lost its hash; and an id that was
 * never given had none.
 */
static bool claim_was_removed(const struct claim *k)
{
	const char *was = k->is.member.was;
	uint64_t id = k->is.at.id;

	if (was)
		return strcmp(was, k->is.at.text) == 0;
	return id && id <= k->last && !member_has_any(&k->has);
}

/* A hash with a password is a member, whom the claim gives the name back. */
static enum kind claim_lacks_name(const struct claim *k)
{
	if (!k->is.member.was && k->is.member.password)
		return NAME_LOST;
	return claim_was_removed(k) ? REMOVAL_CUT : CLAIM_EMPTY;
}

static void claim_judge(struct check *c, const void *one)
{
	const struct claim *k = one;
	const char *name = k->is.member.username;

	if (!c->again)
		ids_add(&c->all, &c->claimed, k->is.at.id);
	if (!name)
		check_found(c, claim_lacks_name(k), k->is.at, 0, NULL);
	else if (!claim_is_whole(k))
		check_found(c, CLAIM_OTHER, k->is.at, 0, name);
	else
		claim_judge_lists(c, k);
}

const struct pass claims_pass = { sizeof(struct claim), A_MEMBER,
				  .ask = { NULL, claim_queue },
				  .judge = claim_judge };

/* ---- mending ----------------------------------------------------------- */

/* An id that left anything behind may be a member whose hash was lost. */
enum rt_err repair_claim(struct check *c, const struct fault *f)
{
	struct member_keys has;
	uint64_t hash = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, &hash, "EXISTS " KEY_USER, f->at.id);
	member_queue_keys(&p, f->at.id, &has);
	if ((err = rt_pipe_end(&p)) || hash)
		return err;
	if (member_has_any(&has))
		return RT_OK;
	return hash_drop(c, KEY_USERS, f->at.text, f->at.id);
}

enum rt_err repair_removal(struct check *c, const struct fault *f)
{
	struct member_hash m;
	struct rt_removal r;
	enum rt_err err = member_hash_read(c, &m, f->at.id);

	if (err || m.username)
		return err;
	if (!m.was)
		return repair_claim(c, f);
	if ((err = rt_removal(c->rt, &c->chunk, f->at.text, &r)) ||
	    r.user.id != f->at.id || !r.adopted)
		return err;
	return rt_remove_member(c->rt, &r, NULL);
}

/* The claim decides, unless the name in the hash is claimed as well. */
enum rt_err repair_name(struct check *c, const struct fault *f)
{
	uint64_t claimed = 0;
	enum rt_err err = rt_read_u64(c->rt, &c->chunk, &claimed,
				      "HGET " KEY_USERS " %s", f->what);

	if (err)
		return err;
	if (claimed == f->at.id)
		return hash_drop(c, KEY_USERS, f->at.text, f->at.id);
	return rt_do(c->rt, &c->chunk, "HSET " KEY_USER " username %s",
		     f->at.id, f->at.text);
}

enum rt_err repair_name_lost(struct check *c, const struct fault *f)
{
	struct member_hash m;
	enum rt_err err = member_hash_read(c, &m, f->at.id);

	if (err || !m.password || m.was)
		return err;
	return rt_do(c->rt, &c->chunk, "HSETNX " KEY_USER " username %s",
		     f->at.id, f->at.text);
}

/* This and the next are what signing in would do. */
enum rt_err repair_secret(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "HSETNX " KEY_USER " auth %s", f->at.id,
		     secret_of(&c->chunk, f->at.id));
}

enum rt_err repair_unlisted(struct check *c, const struct fault *f)
{
	struct member_hash m;
	struct rt_user u = { .id = f->at.id };
	struct rt_pipe p;
	enum rt_err err = member_hash_read(c, &m, u.id);

	if (err || !m.username)
		return err;
	u.name = m.username;
	u.standing = rt_standing_read(m.standing);
	u.display = m.display;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	user_list(&p, &u, m.auth);
	return rt_pipe_end(&p);
}

enum rt_err repair_folded(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "HSETNX " KEY_NAMES " %s " ID,
		     rt_name_fold(&c->chunk, f->at.text), f->at.id);
}
