#include "libretwis/site/site_snapshot.h"

#include <string.h>

#include "base/clock.h"
#include "libretwis/site/context.h"
#include "libretwis/site/site_settings.h"
#include "schema/key.h"

/* Younger settings are not read again, and older ones are not relied on. */
#define SITE_FRESH_MS 5000
#define SITE_LAST_MS  10000

struct site_snapshot {
	struct arena memory;
	struct rt_config conf;
	const struct rt_config *loaded; /* what it was made from */
	const char *value[SITE_FIELDS];
	unsigned users; /* requests that have it, and the process */
};

/* The newest one of this process; NULL if there is none yet. */
static struct site_snapshot *newest;
static int64_t newest_asked_ms;

/* ---- snapshots --------------------------------------------------------- */

static void snapshot_release(struct site_snapshot *s)
{
	struct arena memory;

	if (!s || --s->users)
		return;
	memory = s->memory;
	arena_free(&memory);
}

static struct site_snapshot *snapshot_make(const struct site_reading *r)
{
	struct arena memory = { 0 };
	struct site_snapshot *s = arena_alloc(&memory, sizeof *s);

	s->conf = *r->loaded;
	s->loaded = r->loaded;
	s->users = 1;
	for (size_t i = 0; i < SITE_FIELDS; i++)
		if (r->value[i])
			s->value[i] = arena_strdup(&memory, r->value[i]);
	site_settings_apply(&memory, &s->conf, s->value);
	s->memory = memory;
	return s;
}

static bool snapshot_is_same(const struct site_snapshot *s,
			     const struct site_reading *r)
{
	for (size_t i = 0; i < SITE_FIELDS; i++)
		if (!s->value[i] != !r->value[i] ||
		    (s->value[i] && strcmp(s->value[i], r->value[i]) != 0))
			return false;
	return true;
}

/* A test opens Redis with different settings in one process. */
static bool snapshot_is_ours(const struct site_reading *r)
{
	return newest && newest->loaded == r->loaded;
}

/*
 * Replies of several servers may come in another order than they were asked
 * for.
 */
static void snapshot_take(const struct site_reading *r)
{
	if (snapshot_is_ours(r) && r->asked_ms < newest_asked_ms)
		return;
	newest_asked_ms = r->asked_ms;
	if (snapshot_is_ours(r) && snapshot_is_same(newest, r))
		return;
	snapshot_release(newest);
	newest = snapshot_make(r);
}

/* ---- in the greeting --------------------------------------------------- */

void site_snapshot_queue(struct rt_pipe *p)
{
	struct site_reading *r = &p->rt->context->site;

	if (!r->is_due)
		return;
	r->asked_ms = clock_ms();
	rt_pipe_fields(p, r->value, site_fields, (1U << SITE_FIELDS) - 1,
		       "HMGET " KEY_SITE);
	rt_pipe_lenient(p);
}

/* Whether a request that was begun with these settings has to begin again. */
static bool reading_is_outdated(const struct site_reading *r)
{
	return r->pinned ? r->pinned != newest : newest->conf.is_set_up;
}

enum rt_err site_snapshot_answer(struct rt *rt)
{
	struct site_reading *r = &rt->context->site;

	if (r->is_due) {
		r->is_due = false;
		snapshot_take(r);
		if (r->is_unsure && reading_is_outdated(r))
			r->has_changed = true;
		r->is_unsure = false;
	}
	return r->has_changed ? RT_CHANGED : RT_OK;
}

/* ---- for a request ----------------------------------------------------- */

void site_snapshot_unpin(struct rt *rt)
{
	struct rt_context *c = rt->context;

	snapshot_release(c->site.pinned);
	c->site.pinned = NULL;
	c->conf = c->site.loaded;
}

static void snapshot_pin(struct rt *rt)
{
	struct rt_context *c = rt->context;

	site_snapshot_unpin(rt);
	if (!snapshot_is_ours(&c->site))
		return;
	newest->users++;
	c->site.pinned = newest;
	c->conf = &newest->conf;
}

const struct rt_config *rt_site(const struct rt *rt)
{
	return rt->context->conf;
}

void rt_site_begin(struct rt *rt)
{
	struct site_reading *r = &rt->context->site;
	int64_t age = clock_ms() - newest_asked_ms;

	snapshot_pin(rt);
	r->is_due = !r->pinned || age >= SITE_FRESH_MS;
	r->is_unsure = !r->pinned || age >= SITE_LAST_MS;
	r->has_changed = false;
	rt->refused = RT_OK;
}

/* Sends the greeting again, with nothing else. */
static enum rt_err snapshot_ask(struct rt *rt, struct arena *a)
{
	struct rt_pipe p;

	rt->context->site.is_due = true;
	rt->greeted = false;
	rt_pipe_begin(&p, rt, a);
	rt_pipe_open(&p);
	return rt_pipe_end(&p);
}

enum rt_err rt_site_confirm(struct rt *rt, struct arena *a)
{
	struct site_reading *r = &rt->context->site;
	enum rt_err err;

	if (r->has_changed)
		return RT_CHANGED;
	if (!r->is_unsure)
		return RT_OK;
	err = snapshot_ask(rt, a);
	return err != RT_CHANGED && r->pinned ? RT_OK : err;
}

enum rt_err rt_site_read(struct rt *rt, struct arena *a)
{
	enum rt_err err;

	rt->context->site.is_unsure = false;
	err = snapshot_ask(rt, a);
	if (!err)
		snapshot_pin(rt);
	return err;
}
