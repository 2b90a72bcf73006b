#include "libretwis/member/member_rows.h"

#include <string.h>

#include "base/clock.h"
#include "base/day.h"
#include "libretwis/member/name_index.h"
#include "libretwis/member/user.h"
#include "libretwis/site/context.h"
#include "redis/ids.h"
#include "schema/key.h"

struct member_rows member_rows_new(struct arena *a, size_t room)
{
	return (struct member_rows){
		.room = room,
		.id = arena_alloc(a, room * sizeof(uint64_t)),
		.entry = arena_alloc(a, room * sizeof(const char *)),
		.fields = arena_alloc(a, room * sizeof(union user_fields)),
		.followed = arena_alloc(a, room * sizeof(const char *)),
		.since = arena_alloc(a, room * sizeof(uint64_t)),
	};
}

void member_rows_add(struct member_rows *rows, uint64_t id, const char *entry)
{
	struct rt_ids ids = { rows->id, rows->n };

	if (!id || rows->n == rows->room || ids_have(ids, id))
		return;
	rows->id[rows->n] = id;
	rows->entry[rows->n++] = entry;
}

void member_rows_add_entries(struct member_rows *rows, const char **entry)
{
	for (; *entry; entry++) {
		const char *tab = strrchr(*entry, MEMBERS_TAB);

		member_rows_add(rows, rt_u64(tab ? tab + 1 : NULL), *entry);
	}
}

void member_rows_queue(struct rt_pipe *p, struct member_rows *rows,
		       uint64_t visitor, size_t from, size_t to)
{
	struct rt_ids ids = { .v = rows->id + from };

	for (size_t i = from; i < to; i++, ids.n++)
		user_fields_queue(p, &rows->fields[i], rows->id[i],
				  USER_USERNAME | USER_DISPLAY | USER_LAST |
					  USER_STANDING | USER_INVITED_BY |
					  user_fields_face(p->rt));
	relation_queue(p, rows->followed + from, visitor, ids);
}

bool member_row_is_listed(struct arena *a, const struct member_rows *rows,
			  size_t i)
{
	const char *name = rows->fields[i].username;

	return strcmp(rows->entry[i], directory_entry(a, name, rows->id[i])) ==
	       0;
}

void member_row_queue_more(struct rt_pipe *p, struct member_rows *rows,
			   size_t i, bool invited)
{
	const char *name = rows->fields[i].username;

	rows->since[i] = name_cache_since(name, rows->id[i]);
	if (!rows->since[i])
		rt_pipe_u64(p, &rows->since[i], "ZSCORE " KEY_BY_TIME " %s",
			    name);
	if (invited)
		member_names_queue(p, &rows->names,
				   rt_u64(rows->fields[i].invited_by));
}

/*
 * The id is a guess, as always in that cache: the entry doesn't say who has the
 * name.
 */
void member_row_remember(const struct member_rows *rows, size_t i)
{
	const char *name = rows->fields[i].username;

	if (!rows->since[i])
		return;
	name_cache_store(name, rows->id[i]);
	name_cache_store_since(name, rows->id[i], rows->since[i]);
}

struct rt_person member_row_person(const struct rt *rt,
				   const struct member_rows *rows, size_t i,
				   bool for_hosts)
{
	const union user_fields *fields = &rows->fields[i];
	struct rt_person person = {
		.id = rows->id[i],
		.name = fields->username,
		.display = fields->display,
		.face = fields->face,
		.followed = rows->followed[i],
		.since = clock_stored(rows->since[i]),
	};

	if (!for_hosts)
		return person;
	person.standing = rt_standing_read(fields->standing);
	if (rt->context->conf->last_seen)
		person.last_seen = day_noon(fields->last);
	person.invited_by =
		member_names_get(&rows->names, rt_u64(fields->invited_by))
			.name;
	return person;
}
