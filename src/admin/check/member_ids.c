/*
 * Every member's id that was ever given: a member of a claimed name has it, or
 * nothing is left of it.
 */
#include <string.h>

#include "admin/check/drop_field.lua.h"
#include "admin/check/checks.h"
#include "admin/check/repairs.h"
#include "admin/check/types.h"
#include "libretwis/host/drop_member.h"
#include "libretwis/post/posts.h"
#include "schema/key.h"

/* ---- looking ----------------------------------------------------------- */

struct member_id {
	struct pass_subject is;
	uint64_t claimed; /* to which member the name leads */
	uint64_t hint;    /* and the secret */
	struct member_keys has;
};

static void member_id_queue_claim(struct rt_pipe *p, void *one)
{
	struct member_id *m = one;

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
	check_found(c, NOBODY, m->is.at, 0, pass_key(c, key, m->is.at));
}

static void member_id_judge_nobody(struct check *c, const struct member_id *m)
{
	if (m->is.member.was)
		member_id_found_key(c, m, FORMAT_BY_ID(KEY_USER));
	for (size_t i = 0; i < m->has.n; i++)
		if (m->has.is_there[i])
			member_id_found_key(c, m, m->has.key[i]);
}

/* A claim whose hash is gone is looked at by its name. */
static void member_id_judge(struct check *c, const void *one)
{
	const struct member_id *m = one;
	const char *name = m->is.member.username;
	uint64_t id = m->is.at.id;

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
			       .ask = { NULL, member_id_queue_claim,
					member_id_queue_rest },
			       .judge = member_id_judge };

/* ---- mending ----------------------------------------------------------- */

/* Unless the hash has got another name since. */
enum rt_err repair_claim_lost(struct check *c, const struct fault *f)
{
	struct member_hash m;
	enum rt_err err = member_hash_read(c, &m, f->at.id);

	if (err || !m.username || strcmp(m.username, f->what) != 0)
		return err;
	return rt_do(c->rt, &c->chunk, "HSETNX " KEY_USERS " %s " ID, f->what,
		     f->at.id);
}

/*
 * The name is taken for a moment: a registration that was only slow must not
 * claim it for a hash that is just going.
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

/* The first of own: are looked at, and go if all of them are gone. */
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

/* The mark of a removal that was cut off after the name was free. */
static enum rt_err member_drop_mark(struct check *c, uint64_t id)
{
	struct member_hash m;
	enum rt_err err = member_hash_read(c, &m, id);

	if (err || m.username || !m.was)
		return err;
	return rt_do(c->rt, &c->chunk, "UNLINK " KEY_USER, id);
}

/*
 * An id that still has posts may have lost its hash by accident; and where the
 * database is not adopted, posts: may be all that tells of them.
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
