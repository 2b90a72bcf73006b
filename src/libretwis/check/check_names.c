/* Names, and what leads from them to their members. */
#include <string.h>

#include "libretwis/check/check.h"
#include "libretwis/member/user.h"

/* ---- users ------------------------------------------------------------- */

enum { USERNAME, PASSWORD, AUTH, FIELDS };

struct claim {
	const char *name;
	uint64_t id;
	const char *field[FIELDS];
	uint64_t hint, folded;
	const char *since, *entry;
};

static enum rt_err read_hashes(struct check *c, const struct subject *v,
			       struct claim *claim, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++) {
		claim[i].id = v[i].id;
		claim[i].name = v[i].text;
		rt_pipe_strs(&p, claim[i].field, FIELDS,
			     "HMGET " KEY_USER " username password auth",
			     v[i].id);
	}
	return rt_pipe_end(&p);
}

static bool is_whole(const struct claim *claim)
{
	const char *name = claim->field[USERNAME];

	return name && strcmp(name, claim->name) == 0;
}

static enum rt_err read_lists(struct check *c, struct claim *claim, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (struct claim *k = claim; k < claim + n; k++) {
		if (!is_whole(k))
			continue;
		if (k->field[AUTH])
			rt_pipe_u64(&p, &k->hint, "HGET " KEY_AUTHS " %s",
				    k->field[AUTH]);
		rt_pipe_str(&p, &k->since, "ZSCORE " KEY_BY_TIME " %s",
			    k->name);
		rt_pipe_str(&p, &k->entry, "ZSCORE " KEY_MEMBERS " %s",
			    user_entry(p.a, k->name, k->id));
		rt_pipe_u64(&p, &k->folded, "HGET " KEY_NAMES " %s",
			    rt_name_fold(p.a, k->name));
	}
	return rt_pipe_end(&p);
}

static void judge_lists(struct check *c, struct subject at,
			const struct claim *k)
{
	if (!k->field[PASSWORD])
		check_found(c, PASSWORD_NONE, at, 0, k->name);
	if (!k->field[AUTH])
		check_found(c, SECRET_NONE, at, 0, k->name);
	else if (k->hint != k->id)
		check_found(c, UNLISTED, at, 0, KEY_AUTHS);
	if (!k->since)
		check_found(c, UNLISTED, at, 0, KEY_BY_TIME);
	if (c->adopted && !k->entry)
		check_found(c, UNLISTED, at, 0, KEY_MEMBERS);
	if (c->adopted && !k->folded && rt_name_problem(k->name))
		check_found(c, FOLDED_MISSING, at, 0, NULL);
}

static void judge(struct check *c, struct subject at, const struct claim *k)
{
	if (!k->field[USERNAME])
		check_found(c, CLAIM_EMPTY, at, 0, NULL);
	else if (!is_whole(k))
		check_found(c, CLAIM_OTHER, at, 0, k->field[USERNAME]);
	else
		judge_lists(c, at, k);
}

LOOK(look_claims)
{
	struct claim *claim = arena_alloc(&c->chunk, n * sizeof *claim);
	enum rt_err err;

	if ((err = read_hashes(c, v, claim, n)) ||
	    (err = read_lists(c, claim, n)))
		return err;
	for (size_t i = 0; i < n; i++) {
		if (!c->again)
			ids_add(&c->all, &c->claimed, v[i].id);
		judge(c, v[i], &claim[i]);
	}
	return RT_OK;
}

/* ---- what leads to a member by its id ---------------------------------- */

static enum rt_err read_field(struct check *c, const char *field,
			      const struct subject *v, size_t n,
			      const char **value)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_str(&p, &value[i], "HGET " KEY_USER " %s", v[i].id,
			    field);
	return rt_pipe_end(&p);
}

LOOK(look_folded)
{
	const char **name = arena_alloc(&c->chunk, n * sizeof *name);
	enum rt_err err = read_field(c, "username", v, n, name);

	for (size_t i = 0; !err && i < n; i++) {
		bool is_so = name[i] ? strcmp(rt_name_fold(&c->chunk, name[i]),
					      v[i].text) == 0
				     : check_is_claimed(c, v[i].id);

		if (!is_so)
			check_found(c, FOLDED_WRONG, v[i], v[i].id, NULL);
	}
	return err;
}

LOOK(look_auths)
{
	const char **secret = arena_alloc(&c->chunk, n * sizeof *secret);
	enum rt_err err = read_field(c, "auth", v, n, secret);

	for (size_t i = 0; !err && i < n; i++)
		if (!secret[i] || strcmp(secret[i], v[i].text) != 0)
			check_found(c, AUTHS_STALE, v[i], v[i].id, NULL);
	return err;
}

/* ---- sorted sets of names ---------------------------------------------- */

LOOK(look_by_time)
{
	uint64_t *claimed = arena_alloc(&c->chunk, n * sizeof *claimed);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_u64(&p, &claimed[i], "HGET " KEY_USERS " %s",
			    v[i].text);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < n; i++)
		if (!claimed[i])
			check_found(c, BY_TIME_STALE, v[i], 0, NULL);
	return err;
}

LOOK(look_members)
{
	const char **name = arena_alloc(&c->chunk, n * sizeof *name);
	struct subject *owner = arena_alloc(&c->chunk, n * sizeof *owner);
	enum rt_err err;

	for (size_t i = 0; i < n; i++) {
		const char *tab = strrchr(v[i].text, MEMBERS_TAB);

		owner[i].id = tab ? rt_u64(tab + 1) : 0;
	}
	err = read_field(c, "username", owner, n, name);
	for (size_t i = 0; !err && i < n; i++)
		if (!name[i] ||
		    strcmp(v[i].text,
			   user_entry(&c->chunk, name[i], owner[i].id)) != 0)
			check_found(c, MEMBERS_STALE, v[i], 0, NULL);
	return err;
}
