#include "admin/older/name_index.h"

#include <stdlib.h>
#include <string.h>

#include "base/prefix.h"
#include "admin/older/source.h"

/* ---- looking ------------------------------------------------------------ */

/* The name in username:NAME:id, or in places :uid; NULL for another key. */
static const char *lead_name(struct arena *a, const char *key)
{
	const char *name = text_after(key, "username:"), *end;

	if (!name || !(end = strrchr(name, ':')) ||
	    (strcmp(end, ":id") != 0 && strcmp(end, ":uid") != 0))
		return NULL;
	return arena_strndup(a, name, (size_t)(end - name));
}

static void leads_add(struct arena *a, struct leads *l, struct lead one)
{
	if (l->n == l->room) {
		struct lead *v;

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
static struct lead *leads_among(struct arena *a, const struct rt_texts *keys,
				size_t *n)
{
	struct lead *lead = arena_alloc(a, keys->n * sizeof *lead);

	*n = 0;
	for (size_t i = 0; i < keys->n; i++)
		if ((lead[*n].name = lead_name(a, keys->v[i])))
			lead[(*n)++].key = keys->v[i];
	return lead;
}

static enum rt_err leads_follow(struct source *s, struct arena *chunk,
				struct lead *lead, size_t n,
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

enum rt_err leads_look(struct source *s, struct arena *a, struct arena *chunk,
		       const struct rt_texts *keys, struct leads *found,
		       struct id_list *members)
{
	size_t n;
	struct lead *lead = leads_among(chunk, keys, &n);
	uint64_t *has_name = arena_alloc(chunk, n * sizeof *has_name);
	enum rt_err err =
		n ? leads_follow(s, chunk, lead, n, has_name) : RT_OK;

	for (size_t i = 0; !err && i < n; i++) {
		if (!lead[i].id || lead[i].id > OLDER_ID_MAX || has_name[i])
			continue;
		leads_add(a, found, lead[i]);
		ids_add(a, members, lead[i].id);
	}
	return err;
}

/* ---- finding ------------------------------------------------------------ */

static int lead_compare(const void *one, const void *other)
{
	const struct lead *a = one, *b = other;

	return (a->id > b->id) - (a->id < b->id);
}

void leads_sort(struct leads *l)
{
	if (l->n)
		qsort(l->v, l->n, sizeof *l->v, lead_compare);
}

const char *leads_name(const struct leads *l, uint64_t id)
{
	const struct lead key = { .id = id };
	const struct lead *found =
		l->n ? bsearch(&key, l->v, l->n, sizeof key, lead_compare)
		     : NULL;

	return found ? found->name : NULL;
}
