/*
 * Whether a database belongs to another program.
 *
 * There are other Twitter clones for Redis besides this one and the PHP
 * original.  Their keys look alike, until one writes a hash where another has
 * a string.  So before we begin, we look for keys that only the others have.
 */
#include <string.h>

#include "libretwis/retwis.h"
#include "libretwis/site/layout.h"
#include "redis/connect.h"
#include "redis/pipe.h"
#include "schema/key.h"

#define OTHERS 3
#define SAMPLE 5 /* this many of the newest and of the first posts */

/* A counter that such a site has from its beginning. */
static const struct {
	const char *key, *whose;
} others[OTHERS] = {
	{ "global:nextUserId",
	  "the PHP Retwis of 2009, before it had hashes" },
	{ "user:uid", "Retwis-RB" },
	{ "global:uid", "Retwis-J" },
};

struct foreign_query {
	uint64_t has[OTHERS];
	const char *users, *layout_type, *layout; /* two types, and a value */
	struct rt_ids newest;
	const char *post[2 * SAMPLE]; /* the types of their keys */
	uint64_t id[2 * SAMPLE];
	size_t n;
};

/* ---- reading ----------------------------------------------------------- */

/*
 * Skips the greeting, which reads the layout, since here the layout is read as
 * part of the check.
 */
static enum rt_err foreign_read(struct rt *rt, struct arena *a,
				struct foreign_query *l)
{
	struct rt_pipe p;

	rt->greeted = true;
	rt->refused = RT_OK;
	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < OTHERS; i++)
		rt_pipe_u64(&p, &l->has[i], "EXISTS %s", others[i].key);
	rt_pipe_str(&p, &l->users, "TYPE " KEY_USERS);
	rt_pipe_str(&p, &l->layout_type, "TYPE " KEY_LAYOUT);
	rt_pipe_str(&p, &l->layout, "GET " KEY_LAYOUT);
	rt_pipe_ids(&p, &l->newest, SAMPLE, "LRANGE " KEY_TIMELINE " 0 %d",
		    SAMPLE - 1);
	return rt_pipe_end(&p);
}

/*
 * The types of the first posts and the newest: there are too many to check
 * all.
 */
static enum rt_err foreign_read_posts(struct rt *rt, struct arena *a,
				      struct foreign_query *l)
{
	struct rt_pipe p;

	for (uint64_t id = 1; id <= SAMPLE; id++)
		l->id[l->n++] = id;
	for (size_t i = 0; i < l->newest.n && i < SAMPLE; i++)
		l->id[l->n++] = l->newest.v[i];
	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < l->n; i++)
		rt_pipe_str(&p, &l->post[i], "TYPE " KEY_POST, l->id[i]);
	return rt_pipe_end(&p);
}

/* ---- the verdict ------------------------------------------------------- */

static bool foreign_is_type(const char *type, const char *wanted)
{
	return !type || strcmp(type, "none") == 0 || strcmp(type, wanted) == 0;
}

static const char *foreign_type(struct arena *a, const char *key,
				const char *type, const char *wanted)
{
	return arena_printf(a,
			    "the database belongs to another program: its key "
			    "%s is a %s, but Retwis has a %s there",
			    key, type, wanted);
}

/*
 * One odd key among good posts is somebody's mistake, which the pages
 * tolerate; a site must not stay down for it.
 */
static const char *foreign_post(struct arena *a, const struct foreign_query *l)
{
	const char *why = NULL;

	for (size_t i = 0; i < l->n; i++) {
		const char *type = l->post[i];

		if (type && strcmp(type, "hash") == 0)
			return NULL;
		if (!why && !foreign_is_type(type, "hash"))
			why = foreign_type(a,
					   arena_printf(a, KEY_POST, l->id[i]),
					   type, "hash");
	}
	return why;
}

static const char *foreign_layout(struct arena *a,
				  const struct foreign_query *l)
{
	if (!foreign_is_type(l->layout_type, "string"))
		return foreign_type(a, KEY_LAYOUT, l->layout_type, "string");
	if (!l->layout || strcmp(l->layout, LAYOUT_OURS) == 0)
		return NULL;
	return arena_printf(a,
			    "the database has the layout %.20s, which needs a "
			    "newer Retwis; this one knows " LAYOUT_OURS,
			    rt_first_line(a, rt_text_clean(a, l->layout)));
}

static const char *foreign_reason(struct arena *a,
				  const struct foreign_query *l)
{
	const char *why;

	for (size_t i = 0; i < OTHERS; i++)
		if (l->has[i])
			return arena_printf(
				a,
				"the database is from %s, as its "
				"key %s shows, and would be "
				"damaged here; retwis-admin import copies "
				"it into a new one",
				others[i].whose, others[i].key);
	if (!foreign_is_type(l->users, "hash"))
		return foreign_type(a, KEY_USERS, l->users, "hash");
	why = foreign_layout(a, l);
	return why ? why : foreign_post(a, l);
}

enum rt_err rt_foreign(struct rt *rt, struct arena *a, const char **why)
{
	struct foreign_query *l = arena_alloc(a, sizeof *l);
	enum rt_err err;

	if (!connect_answers(rt->servers->redis, rt->servers->timeout_ms))
		return RT_DOWN;
	if (!(err = foreign_read(rt, a, l)) &&
	    !(err = foreign_read_posts(rt, a, l))) {
		*why = foreign_reason(a, l);
		layout_report(*why); /* one sentence is enough */
	}
	rt->greeted = false;
	return err;
}
