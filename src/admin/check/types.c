#include "admin/check/types.h"

#include <string.h>

#include "patterns/queue.h"
#include "libretwis/host/removal.h"
#include "schema/key.h"

/* The hash stands behind what MEMBER_KEYS counts. */
const struct typed types_of_member[] = {
	{ FORMAT_BY_ID(KEY_OWN), "list" },
	{ FORMAT_BY_ID(KEY_POSTS), "list" },
	{ FORMAT_BY_ID(KEY_FOLLOWERS), "zset" },
	{ FORMAT_BY_ID(KEY_FOLLOWING), "zset" },
	{ FORMAT_BY_ID(KEY_LIKED), "zset" },
	{ FORMAT_BY_ID(KEY_REPOSTED), "zset" },
	{ FORMAT_BY_ID(KEY_NOTICES), "zset" },
	{ FORMAT_BY_ID(KEY_ARCHIVE), "zset" },
	{ FORMAT_BY_ID(KEY_IMPORT_STAGING), "list" },
	{ FORMAT_BY_ID(KEY_INVITES), "zset" },
	{ FORMAT_BY_ID(KEY_KNOWN_PLACES), "hash" },
	{ FORMAT_BY_ID(KEY_SESSIONS), NULL },
	{ FORMAT_BY_ID(KEY_USER), "hash" },
	{ NULL, NULL },
};

const struct typed types_of_post[] = {
	{ FORMAT_BY_ID(KEY_POST), "hash" },
	{ FORMAT_BY_ID(KEY_REPLIES), "list" },
	{ FORMAT_BY_ID(KEY_LIKES), "zset" },
	{ FORMAT_BY_ID(KEY_REPOSTS), "zset" },
	{ NULL, NULL },
};

const struct typed types_of_mark[] = {
	{ FORMAT_BY_ID(KEY_REBUILT), "zset" },
	{ NULL, NULL },
};

const struct typed types_of_queue[] = {
	{ FORMAT_BY_TEXT(KEY_JOBS), "list" },
	{ FORMAT_BY_TEXT(KEY_DEAD), "list" },
	{ FORMAT_BY_TEXT(KEY_WORKERS), "zset" },
	{ FORMAT_BY_TEXT(KEY_DUE), "zset" },
	{ FORMAT_BY_TEXT(KEY_TRIES), "hash" },
	{ NULL, NULL },
};

/* The key of the layout and `users` are looked at before anything: foreign.c */
const struct typed types_single[] = {
	{ KEY_NEXT_USER, "string" }, { KEY_NEXT_POST, "string" },
	{ KEY_AUTHS, "hash" },       { KEY_NAMES, "hash" },
	{ KEY_BY_TIME, "zset" },     { KEY_MEMBERS, "zset" },
	{ KEY_TAGS, "zset" },        { KEY_OUTBOX, "zset" },
	{ KEY_ERASING, "zset" },     { KEY_REBUILT_EARLIER, "zset" },
	{ KEY_TIMELINE, "list" },    { KEY_HOSTS, "set" },
	{ KEY_WAITING, "zset" },     { KEY_RESERVED, "set" },
	{ KEY_REWRITE, "hash" },     { "{" REMOVAL_QUEUE "}:due", "zset" },
	{ KEY_SEAL, "string" },      { KEY_ORIGIN, "string" },
	{ KEY_ZONE, "string" },      { NULL, NULL },
};

void member_queue_keys(struct rt_pipe *p, uint64_t id,
		       uint64_t there[MEMBER_KEYS])
{
	for (size_t i = 0; i < MEMBER_KEYS; i++)
		rt_pipe_u64(p, &there[i], "EXISTS %s",
			    arena_printf(p->a, types_of_member[i].key, id));
}

bool member_has_any(const uint64_t there[MEMBER_KEYS])
{
	for (size_t i = 0; i < MEMBER_KEYS; i++)
		if (there[i])
			return true;
	return false;
}

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

enum rt_err types_check(struct check *c, struct rt *link,
			const struct typed *table, const struct subject *v,
			size_t n)
{
	size_t keys = 0;
	const char **key, **type;
	struct rt_pipe p;
	enum rt_err err;

	while (table[keys].key)
		keys++;
	key = arena_alloc(&c->chunk, n * keys * sizeof *key);
	type = arena_alloc(&c->chunk, n * keys * sizeof *type);
	rt_pipe_begin(&p, link, &c->chunk);
	for (size_t i = 0; i < n * keys; i++) {
		key[i] = pass_key(c, table[i % keys].key, v[i / keys]);
		if (table[i % keys].type)
			rt_pipe_str(&p, &type[i], "TYPE %s", key[i]);
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < n * keys; i++)
		if (table[i % keys].type)
			type_judge(c, WRONG_TYPE, v[i / keys], key[i], type[i],
				   table[i % keys].type);
	return RT_OK;
}
