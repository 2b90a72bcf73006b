#include "admin/older/name_index.h"

#include <stdlib.h>
#include <string.h>

#include "base/prefix.h"
#include "admin/older/source.h"

/* ---- looking ------------------------------------------------------------ */

/* The name in username:NAME:id, or in places :uid; NULL for another key. */
static const char *name_index_entry_name(struct arena *a, const char *key)
{
	const char *name = text_after(key, "username:"), *end;

	if (!name || !(end = strrchr(name, ':')) ||
	    (strcmp(end, ":id") != 0 && strcmp(end, ":uid") != 0))
		return NULL;
	return arena_strndup(a, name, (size_t)(end - name));
}

static void name_index_add(struct arena *a, struct name_index *l,
			   struct name_index_entry one)
{
	if (l->n == l->room) {
		struct name_index_entry *v;

		l->room = l->room ? 2 * l->room : 16;
		v = arena_alloc(a, l->room * sizeof *v);
		if (l->n)
			memcpy(v, l->v, l->n * sizeof *v);
		l->v = v;
	}
	one.name = arena_strdup(a, one.name);
	one.key = NULL;
	l->v[l->n++] = one;
}

/* The keys as leads with a name, `n` of them. */
static struct name_index_entry *name_index_among(struct arena *a,
						 const struct rt_texts *keys,
						 size_t *n)
{
	struct name_index_entry *lead = arena_alloc(a, keys->n * sizeof *lead);

	*n = 0;
	for (size_t i = 0; i < keys->n; i++)
		if ((lead[*n].name = name_index_entry_name(a, keys->v[i])))
			lead[(*n)++].key = keys->v[i];
	return lead;
}

static enum rt_err name_index_follow(struct source *s, struct arena *chunk,
				     struct name_index_entry *lead, size_t n,
				     uint64_t *has_name)
{
	struct rt_pipe p;
	enum rt_err err;

	source_begin(&p, s, chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_u64(&p, &lead[i].id, "GET %s", lead[i].key);
	if ((err = rt_pipe_end(&p)))
		return err;
	source_begin(&p, s, chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_u64(&p, &has_name[i], "EXISTS uid:" ID ":username",
			    lead[i].id);
	return rt_pipe_end(&p);
}

enum rt_err name_index_read(struct source *s, struct arena *a,
			    struct arena *chunk, const struct rt_texts *keys,
			    struct name_index *found, struct id_list *members)
{
	size_t n;
	struct name_index_entry *lead = name_index_among(chunk, keys, &n);
	uint64_t *has_name = arena_alloc(chunk, n * sizeof *has_name);
	enum rt_err err =
		n ? name_index_follow(s, chunk, lead, n, has_name) : RT_OK;

	for (size_t i = 0; !err && i < n; i++) {
		if (!lead[i].id || lead[i].id > OLDER_ID_MAX || has_name[i])
			continue;
		name_index_add(a, found, lead[i]);
		ids_add(a, members, lead[i].id);
	}
	return err;
}

/* ---- finding ------------------------------------------------------------ */

static int name_index_entry_compare(const void *one, const void *other)
{
	const struct name_index_entry *a = one, *b = other;

	return (a->id > b->id) - (a->id < b->id);
}

void name_index_sort(struct name_index *l)
{
	if (l->n)
		qsort(l->v, l->n, sizeof *l->v, name_index_entry_compare);
}

const char *name_index_name(const struct name_index *l, uint64_t id)
{
	const struct name_index_entry key = { .id = id };
	const struct name_index_entry *found =
		l->n ? bsearch(&key, l->v, l->n, sizeof key,
			       name_index_entry_compare)
		     : NULL;

	return found ? found->name : NULL;
}
