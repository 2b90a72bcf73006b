#include "libretwis/check/indexes.h"

#include <string.h>

#include "libretwis/check/drop_field.lua.h"
#include "libretwis/member/called.h"

/* ---- what an entry should say ------------------------------------------ */

/* `at` is the entry, `is` what its member has, or NULL. */
typedef bool fitting(struct check *c, struct subject at, const char *is);

static bool index_fits_name(struct check *c, struct subject at, const char *is)
{
	if (!is)
		return check_is_claimed(c, at.id);
	return strcmp(rt_name_fold(&c->chunk, is), at.text) == 0;
}

static bool index_fits_secret(struct check *c, struct subject at,
			      const char *is)
{
	(void)c;
	return is && strcmp(is, at.text) == 0;
}

static bool index_fits_claim(struct check *c, struct subject at,
			     const char *is)
{
	(void)c;
	(void)at;
	return rt_u64(is) != 0;
}

/* The id stands behind a name and a tab, or alone. */
static uint64_t index_id(struct subject at)
{
	const char *tab = strrchr(at.text, MEMBERS_TAB);

	return rt_u64(tab ? tab + 1 : at.text);
}

static bool index_fits_standing(struct check *c, struct subject at,
				const char *is)
{
	(void)c;
	(void)at;
	return rt_standing_read(is) == RT_WAITING;
}

/* ---- the table --------------------------------------------------------- */

struct index {
	const char *key;
	const char *field; /* of the member; NULL: the claim of the name */
	fitting *fits;
	enum kind stale;
	bool is_hash; /* to ids; else a sorted set */
};

enum { BY_NAME, BY_SECRET, BY_TIME, BY_ENTRY, BY_WAITING, INDEXES };

static const struct index indexes[INDEXES] = {
	[BY_NAME] = { KEY_NAMES, "username", index_fits_name, FOLDED_WRONG,
		      true },
	[BY_SECRET] = { KEY_AUTHS, "auth", index_fits_secret, AUTHS_STALE,
			true },
	[BY_TIME] = { KEY_BY_TIME, NULL, index_fits_claim, BY_TIME_STALE,
		      false },
	[BY_ENTRY] = { KEY_MEMBERS, NULL, NULL, MEMBERS_STALE, false },
	[BY_WAITING] = { KEY_WAITING, "standing", index_fits_standing,
			 WAITING_STALE, false },
};

static enum rt_err index_look(struct check *c, const struct index *index,
			      const struct subject *v, size_t n)
{
	const char **is = arena_alloc(&c->chunk, n * sizeof *is);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++)
		if (index->field)
			rt_pipe_str(&p, &is[i], "HGET " KEY_USER " %s",
				    index->is_hash ? v[i].id : index_id(v[i]),
				    index->field);
		else
			rt_pipe_str(&p, &is[i], "HGET " KEY_USERS " %s",
				    v[i].text);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < n; i++)
		if (!index->fits(c, v[i], is[i]))
			check_found(c, index->stale, v[i], v[i].id, NULL);
	return err;
}

enum rt_err look_names(struct check *c, const struct subject *v, size_t n)
{
	return index_look(c, &indexes[BY_NAME], v, n);
}

enum rt_err look_auths(struct check *c, const struct subject *v, size_t n)
{
	return index_look(c, &indexes[BY_SECRET], v, n);
}

enum rt_err look_by_time(struct check *c, const struct subject *v, size_t n)
{
	return index_look(c, &indexes[BY_TIME], v, n);
}

/* An entry may be one of the name, or one of the display name. */
enum rt_err look_members(struct check *c, const struct subject *v, size_t n)
{
	struct rt_called *is = arena_alloc(&c->chunk, n * sizeof *is);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++)
		called_ask(&p, &is[i], index_id(v[i]));
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < n; i++)
		if (!is[i].name ||
		    !called_has_entry(&c->chunk, &is[i], index_id(v[i]),
				      v[i].text))
			check_found(c, MEMBERS_STALE, v[i], v[i].id, NULL);
	return err;
}

enum rt_err look_waiting(struct check *c, const struct subject *v, size_t n)
{
	return index_look(c, &indexes[BY_WAITING], v, n);
}

/* ---- mending ----------------------------------------------------------- */

enum rt_err index_drop(struct check *c, const char *key, const char *field,
		       uint64_t id)
{
	return rt_do(c->rt, &c->chunk, "EVAL %s 1 %s %s " ID, DROP_FIELD_LUA,
		     key, field, id);
}

enum rt_err mend_index(struct check *c, const struct fault *f)
{
	for (const struct index *i = indexes; i < indexes + INDEXES; i++)
		if (i->stale == f->kind && i->is_hash)
			return index_drop(c, i->key, f->at.text, f->at.id);
		else if (i->stale == f->kind)
			return rt_do(c->rt, &c->chunk, "ZREM %s %s", i->key,
				     f->at.text);
	return RT_OK;
}
