#include "admin/check/types.h"

#include <string.h>

#include "libretwis/host/removal.h"

/* ---- what a member has --------------------------------------------------- */

/* A deletion removes these before the hash. */
static bool member_key_counts(const struct key *key)
{
	return key_is_of(key, A_MEMBER) && key->ends != ENDS_LAST;
}

void member_queue_keys(struct rt_pipe *p, uint64_t id, struct member_keys *has)
{
	size_t n = 0;

	for (const struct key *k = all_keys; k->format; k++)
		n += member_key_counts(k);
	*has = (struct member_keys){
		.key = arena_alloc(p->a, n * sizeof *has->key),
		.is_there = arena_alloc(p->a, n * sizeof *has->is_there),
	};
	for (const struct key *k = all_keys; k->format; k++)
		if (member_key_counts(k)) {
			has->key[has->n] = k->format;
			rt_pipe_u64(p, &has->is_there[has->n++], "EXISTS %s",
				    arena_printf(p->a, k->format, id));
		}
}

bool member_has_any(const struct member_keys *has)
{
	for (size_t i = 0; i < has->n; i++)
		if (has->is_there[i])
			return true;
	return false;
}

/* ---- types --------------------------------------------------------------- */

bool type_judge(struct check *c, enum kind kind, struct subject at,
		const char *key, const char *type, const char *wanted)
{
	if (!type || strcmp(type, "none") == 0 || strcmp(type, wanted) == 0)
		return true;
	check_found(c, kind, at, 0,
		    arena_printf(&c->chunk, "%s is a %s, but should be a %s",
				 key, type, wanted));
	return false;
}

/* One key, and its type. */
struct typed {
	struct subject of;
	const char *key, *type, *wanted;
};

static struct typed *types_list(struct check *c, enum named owner,
				const struct subject *v, size_t n,
				size_t *count)
{
	struct typed *list;
	size_t keys = 0;

	for (const struct key *k = all_keys; k->format; k++)
		keys += key_is_of(k, owner);
	list = arena_alloc(&c->chunk, n * keys * sizeof *list);
	*count = 0;
	for (size_t i = 0; i < n; i++)
		for (const struct key *k = all_keys; k->format; k++)
			if (key_is_of(k, owner))
				list[(*count)++] = (struct typed){
					.of = v[i],
					.key = subject_key(&c->chunk,
							   k->format, v[i]),
					.wanted = k->type,
				};
	return list;
}

enum rt_err types_check(struct check *c, struct rt *link, enum named owner,
			const struct subject *v, size_t n)
{
	size_t count;
	struct typed *t = types_list(c, owner, v, n, &count);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, link, &c->chunk);
	for (size_t i = 0; i < count; i++)
		rt_pipe_str(&p, &t[i].type, "TYPE %s", t[i].key);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < count; i++)
		type_judge(c, WRONG_TYPE, t[i].of, t[i].key, t[i].type,
			   t[i].wanted);
	return RT_OK;
}

enum rt_err check_leaving_types(struct check *c, const struct subject *v,
				size_t n)
{
	(void)v;
	return n ? types_check(c, c->rt, A_QUEUE, &NAMED(REMOVAL_QUEUE), 1)
		 : RT_OK;
}
