/*
 * After a member has chosen another display name, each of the member's posts
 * gets a copy of it: a few hundred at a time, with a note in Redis of how far
 * that has come.  A worker that dies leaves its note, and the next one goes on
 * there.
 *
 * Each time the name of that moment is read, and read again behind the copies:
 * if it has changed in between, the same posts come once more.  So of two
 * changes the later one stays, whichever worker is slow.  own:ID has all posts
 * with a copy, in each database: what PHP Retwis writes has none, and no name,
 * either, and pages ask the author's hash for both.
 */
#include "libretwis/post/rename.h"

#include <string.h>

#include "base/clock.h"
#include "patterns/delayed.h"
#include "libretwis/member/display_name.h"
#include "libretwis/post/list.h"
#include "libretwis/post/rename_copy.lua.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

#define CHUNK    500
#define BATCH    10 /* members at a time */
#define LEASE_MS 60000
#define RUN_MS   250

struct rename {
	uint64_t id, since;
	struct rt_display_name called, again;
	struct list_page page;
};

void rename_post(struct rt_pipe *p, uint64_t post, uint64_t author,
		 const char *display)
{
	rt_pipe(p, "EVAL %s 1 " KEY_POST " " ID " %s", RENAME_COPY_LUA, post,
		author, display ? display : "");
}

/* ---- a few hundred posts ----------------------------------------------- */

static enum rt_err rename_read(struct rt *rt, struct arena *a,
			       struct rename *r)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	display_name_queue(&p, &r->called, r->id);
	list_queue(&p, &r->page, arena_printf(a, KEY_OWN, r->id), CHUNK + 1);
	if (!(err = rt_pipe_end(&p)))
		list_parse(&r->page);
	return err;
}

static const char *rename_display(const struct rt_display_name *called)
{
	return called->display ? called->display : "";
}

/* The search, too: of two changes at once one may have dropped the other's. */
static enum rt_err rename_copy(struct rt *rt, struct arena *a,
			       struct rename *r)
{
	size_t n = list_usable(&r->page);
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	display_name_list(&p, r->called.display, r->id);
	for (size_t i = 0; i < n; i++)
		rename_post(&p, r->page.ids.v[i], r->id, r->called.display);
	rt_pipe_then(&p);
	display_name_queue(&p, &r->again, r->id);
	return rt_pipe_end(&p);
}

static bool rename_is_over(const struct rename *r)
{
	return strcmp(rename_display(&r->called), rename_display(&r->again)) ==
	       0;
}

static enum rt_err rename_unlist(struct rt *rt, struct arena *a,
				 const struct rename *r)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	display_name_unlist(&p, &r->called, r->id, NULL);
	return rt_pipe_end(&p);
}

/* Until the name that was copied is still that of the member; NULL: gone. */
static enum rt_err rename_posts(struct rt *rt, struct arena *a,
				struct rename *r)
{
	const struct rt_place here = r->page.here;
	enum rt_err err;

	for (;;) {
		r->page = (struct list_page){ .here = here };
		if ((err = rename_read(rt, a, r)) || !r->called.name ||
		    (err = rename_copy(rt, a, r)) || rename_is_over(r))
			return err;
		if ((err = rename_unlist(rt, a, r)))
			return err;
	}
}

/* ---- the worker -------------------------------------------------------- */

static enum rt_err rename_note(struct rt *rt, struct arena *a,
			       const char *note)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	delayed_put(&p, CALLED_QUEUE, note, (uint64_t)clock_date_ms());
	return rt_pipe_end(&p);
}

/* A note of what is left comes first. */
static enum rt_err rename_chunk(struct rt *rt, struct arena *a,
				const struct delayed *note)
{
	struct rename r = { .id = 0 };
	struct rt_place next;
	enum rt_err err;

	if (!display_name_read(note->text ? note->text : "", &r.id, &r.since,
			       &r.page.here))
		return delayed_end(rt, a, CALLED_QUEUE, note);
	if ((err = rename_posts(rt, a, &r)))
		return err;
	next = list_next(&r.page, list_usable(&r.page));
	if (r.called.name && next.start)
		err = rename_note(rt, a,
				  display_name_note(a, r.id, r.since, next));
	if (err || (err = wait_replicas_data(rt, a)))
		return err;
	return delayed_end(rt, a, CALLED_QUEUE, note);
}

enum rt_err rt_displays_run(struct rt *rt, struct arena *a)
{
	int64_t end = clock_ms() + RUN_MS;
	struct delayed_list list;
	enum rt_err err;

	do {
		err = delayed_claim(rt, a, CALLED_QUEUE,
				    (uint64_t)clock_date_ms(), LEASE_MS, BATCH,
				    &list);
		for (size_t i = 0; !err && i < list.n; i++)
			err = rename_chunk(rt, a, &list.v[i]);
	} while (!err && list.n && clock_ms() < end);
	return err;
}
