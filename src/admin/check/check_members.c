/* Members: their names and ids, the hosts, and the counters of ids. */
#include <string.h>

#include "admin/check/check_pictures.h"
#include "admin/check/checks.h"
#include "admin/check/derive.h"
#include "admin/check/drop_field.lua.h"
#include "admin/check/raise_counter.lua.h"
#include "admin/check/types.h"
#include "base/secret.h"
#include "libretwis/host/drop_member.h"
#include "libretwis/post/posts.h"
#include "libretwis/standing.h"
#include "schema/key.h"

/* ---- names -------------------------------------------------------------- */

struct claim {
	struct record is;
	struct entries lists; /* that the member has to be in */
	uint64_t is_host;
	struct member_keys has; /* these two only if there is no hash */
	uint64_t last;
};

static bool claim_is_whole(const struct claim *k)
{
	const char *name = k->is.member.username;

	return name && strcmp(name, k->is.at.text) == 0;
}

static bool claim_is_host(const struct claim *k)
{
	return rt_standing_read(k->is.member.standing) == RT_HOST;
}

static void claim_queue(struct rt_pipe *p, void *one)
{
	struct claim *k = one;

	if (claim_is_whole(k))
		missing_queue(p, &k->lists, A_MEMBER, &k->is);
	if (claim_is_host(k))
		rt_pipe_u64(p, &k->is_host, "SISMEMBER " KEY_HOSTS " " ID,
			    k->is.at.id);
	if (k->is.member.username)
		return;
	member_queue_keys(p, k->is.at.id, &k->has);
	rt_pipe_u64(p, &k->last, "GET " KEY_NEXT_USER);
}

static void claim_judge_member(struct check *c, const struct claim *k)
{
	if (!k->is.member.password)
		check_found(c, PASSWORD_NONE, k->is.at, 0, k->is.at.text);
	if (!k->is.member.auth && !c->adopted)
		check_found(c, SECRET_NONE, k->is.at, 0, k->is.at.text);
	if (claim_is_host(k) && !k->is_host)
		check_found(c, HOST_MARK, k->is.at, 0, NULL);
	missing_judge(&k->is, &k->lists);
}

/*
 * A deletion replaces the hash by a mark, and at the end only the name is
 * left.  If there is more than that, the member was not deleted, but has lost
 * the hash.  An id that was never given out had no hash, so nothing can have
 * been deleted.
 */
static bool claim_was_removed(const struct claim *k)
{
	const char *was = k->is.member.was_username;
	uint64_t id = k->is.at.id;

	if (was)
		return strcmp(was, k->is.at.text) == 0;
	return id && id <= k->last && !member_has_any(&k->has);
}

/* A hash with a password is a member's, who gets the name back. */
static enum kind claim_lacks_name(const struct claim *k)
{
	if (!k->is.member.was_username && k->is.member.password)
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
		claim_judge_member(c, k);
}

const struct pass claims_pass = { sizeof(struct claim), A_MEMBER,
				  .step = { NULL, claim_queue },
				  .judge = claim_judge };

/* ---- repairs of names --------------------------------------------------- */

/* An id with any other key may be a member whose hash was lost. */
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
	union user_fields m;
	struct rt_removal r;
	enum rt_err err = member_hash_read(c, &m, f->at.id);

	if (err || m.username)
		return err;
	if (!m.was_username)
		return repair_claim(c, f);
	if ((err = rt_removal(c->rt, &c->chunk, f->at.text, &r)) ||
	    r.user.id != f->at.id || !r.adopted)
		return err;
	return rt_remove_member(c->rt, &r, NULL);
}

/* The claim counts, unless the member claims the name in the hash, too. */
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
	union user_fields m;
	enum rt_err err = member_hash_read(c, &m, f->at.id);

	if (err || !m.password || m.was_username)
		return err;
	return rt_do(c->rt, &c->chunk, "HSETNX " KEY_USER " username %s",
		     f->at.id, f->at.text);
}

/* Signing in would do the same. */
enum rt_err repair_secret(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "HSETNX " KEY_USER " auth %s", f->at.id,
		     secret_new_for(&c->chunk, f->at.id));
}

/* ---- ids ---------------------------------------------------------------- */

struct member_id {
	struct record is;
	uint64_t claimed; /* the id to which the name leads */
	uint64_t hint;    /* and the one to which the secret leads */
	struct member_keys has;
	struct named_picture face;
};

static void member_id_queue_claim(struct rt_pipe *p, void *one)
{
	struct member_id *m = one;

	picture_named_queue(p, &m->face, m->is.member.face);
	if (m->is.member.username)
		rt_pipe_u64(p, &m->claimed, "HGET " KEY_USERS " %s",
			    m->is.member.username);
}

static void member_id_queue_rest(struct rt_pipe *p, void *one)
{
	struct member_id *m = one;

	if (m->claimed == m->is.at.id)
		return;
	member_queue_keys(p, m->is.at.id, &m->has);
	if (m->is.member.auth)
		rt_pipe_u64(p, &m->hint, "HGET " KEY_AUTHS " %s",
			    m->is.member.auth);
}

static void member_id_found_key(struct check *c, const struct member_id *m,
				const char *key)
{
	check_found(c, NOBODY, m->is.at, 0,
		    subject_key(&c->chunk, key, m->is.at));
}

static void member_id_judge_nobody(struct check *c, const struct member_id *m)
{
	if (m->is.member.was_username)
		member_id_found_key(c, m, FORMAT_BY_ID(KEY_USER));
	for (size_t i = 0; i < m->has.n; i++)
		if (m->has.is_there[i])
			member_id_found_key(c, m, m->has.key[i]);
}

/* An id that is claimed, but has no hash, is left to claims_pass. */
static void member_id_judge(struct check *c, const void *one)
{
	const struct member_id *m = one;
	const char *name = m->is.member.username;
	uint64_t id = m->is.at.id;

	picture_named_judge(c, &m->face, m->is.at, PICTURE_FACE, FACE_ROWLESS,
			    FACE_GONE);
	if (name && m->claimed != id)
		check_found(c,
			    member_has_any(&m->has) || m->hint == id
				    ? CLAIM_LOST
				    : UNCLAIMED,
			    m->is.at, 0, name);
	else if (!name && !check_is_claimed(c, id))
		member_id_judge_nobody(c, m);
}

const struct pass ids_pass = { sizeof(struct member_id), A_MEMBER,
			       .step = { NULL, member_id_queue_claim,
					 member_id_queue_rest },
			       .judge = member_id_judge };

/* ---- repairs of ids ----------------------------------------------------- */

/* Does nothing if the hash has another name by now. */
enum rt_err repair_claim_lost(struct check *c, const struct fault *f)
{
	union user_fields m;
	enum rt_err err = member_hash_read(c, &m, f->at.id);

	if (err || !m.username || strcmp(m.username, f->what) != 0)
		return err;
	return rt_do(c->rt, &c->chunk, "HSETNX " KEY_USERS " %s " ID, f->what,
		     f->at.id);
}

/*
 * The name is claimed while the hash is deleted, so that a registration that
 * was only slow cannot claim it at that moment.
 */
enum rt_err repair_unclaimed(struct check *c, const struct fault *f)
{
	uint64_t taken = 0, by = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, &taken, "HSETNX " KEY_USERS " %s " ID, f->what,
		    f->at.id);
	rt_pipe_u64(&p, &by, "HGET " KEY_USERS " %s", f->what);
	if ((err = rt_pipe_end(&p)) || (!taken && by == f->at.id))
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "UNLINK " KEY_USER, f->at.id);
	rt_pipe_then(&p);
	rt_pipe(&p, "EVAL %s 1 " KEY_USERS " %s " ID, DROP_FIELD_LUA, f->what,
		f->at.id);
	return rt_pipe_end(&p);
}

/* Empties own:ID by a thousand posts, if none of them exists. */
static enum rt_err member_drop_own(struct check *c, uint64_t id, bool *wrote)
{
	struct rt_ids ids = { 0 };
	uint64_t *author;
	enum rt_err err;

	if ((err = rt_read_ids(c->rt, &c->chunk, &ids, CHECK_PART,
			       "LRANGE " KEY_OWN " 0 %d", id,
			       CHECK_PART - 1)) ||
	    (err = posts_authors(c->rt, &c->chunk, ids, &author)))
		return err;
	*wrote = false;
	for (size_t i = 0; i < ids.n; i++)
		*wrote |= author[i] == id;
	if (*wrote || !ids.n)
		return RT_OK;
	return rt_do(c->rt, &c->chunk, "LTRIM " KEY_OWN " " ID " -1", id,
		     (uint64_t)ids.n);
}

/* The mark of a deletion that was cut off when the name was free already. */
static enum rt_err member_drop_mark(struct check *c, uint64_t id)
{
	union user_fields m;
	enum rt_err err = member_hash_read(c, &m, id);

	if (err || m.username || !m.was_username)
		return err;
	return rt_do(c->rt, &c->chunk, "UNLINK " KEY_USER, id);
}

/*
 * An id that still has posts may have lost its hash by accident.  In a database
 * that is not adopted there are no own: lists to find the posts by.
 */
enum rt_err repair_nobody(struct check *c, const struct fault *f)
{
	bool wrote = true;
	enum rt_err err = RT_OK;

	if (!c->adopted || (err = member_drop_own(c, f->at.id, &wrote)) ||
	    wrote)
		return err;
	err = drop_member_remains(c->rt, f->at.id);
	return err ? err : member_drop_mark(c, f->at.id);
}

/* ---- hosts -------------------------------------------------------------- */

static void hosts_judge(struct check *c, const void *one)
{
	const struct record *is = one;
	const char *standing = is->member.standing;

	if (!is->member.username)
		check_found(c, HOST_NOBODY, is->at, 0, NULL);
	else if (rt_standing_read(standing) != RT_HOST)
		check_found(c, HOST_UNMARKED, is->at, 0,
			    standing ? standing : rt_standing_word(RT_MEMBER));
}

const struct pass hosts_pass = { sizeof(struct record), A_MEMBER,
				 .judge = hosts_judge };

/* Ids are given out once, so nobody can have become this member since. */
enum rt_err repair_host_nobody(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "SREM " KEY_HOSTS " " ID, f->at.id);
}

/* The set `hosts` is the truth, and the standing a copy of it. */
enum rt_err repair_host_mark(struct check *c, const struct fault *f)
{
	const struct rt_standing_change mark = {
		.whom = f->at.id,
		.to = RT_HOST,
		.who = { .system = "check" },
		.as = RT_HOST,
	};
	bool is_host = false;
	enum rt_err err = rt_is_host(c->rt, &c->chunk, f->at.id, &is_host);

	if (err || is_host != (f->kind == HOST_UNMARKED))
		return err;
	if (is_host)
		return rt_change_standing(c->rt, &c->chunk, &mark);
	return rt_do(c->rt, &c->chunk, "HDEL " KEY_USER " standing", f->at.id);
}

/* ---- counters ----------------------------------------------------------- */

/*
 * An id given out twice would mix up two members, or two posts.  The last ids
 * were found before the counters are read, so a new one is no fault.
 */
enum rt_err check_counters(struct check *c, const struct subject *v,
			   __attribute__((unused)) size_t n)
{
	uint64_t users = 0, posts = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, &users, "GET " KEY_NEXT_USER);
	rt_pipe_u64(&p, &posts, "GET " KEY_NEXT_POST);
	err = rt_pipe_end(&p);
	if (!err && c->members > users)
		check_found(c, USER_COUNTER, *v, c->members, NULL);
	if (!err && c->posts > posts)
		check_found(c, POST_COUNTER, *v, c->posts, NULL);
	return err;
}

enum rt_err repair_counter(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "EVAL %s 1 %s " ID, RAISE_COUNTER_LUA,
		     f->kind == USER_COUNTER ? KEY_NEXT_USER : KEY_NEXT_POST,
		     f->other);
}
