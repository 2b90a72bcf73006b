/*
 * A worker looks after each case once a day: it adds what a request that died
 * has not written, and deletes what is too old.
 */
#include "libretwis/post/case_end.h"

#include <string.h>

#include "base/clock.h"
#include "base/day.h"
#include "libretwis/post/case.h"
#include "libretwis/post/case_end.lua.h"
#include "libretwis/post/case_forget.lua.h"
#include "libretwis/site/aof_rewrite.h"
#include "patterns/delayed.h"
#include "schema/key.h"

/* ---- deleting ---------------------------------------------------------- */

/* Queues that nothing leads from those who reported it to the case. */
static void case_unlist(struct rt_pipe *p, const struct case_facts *c)
{
	for (size_t i = 0; i < c->fields.n; i++) {
		uint64_t by = case_reporter(c->fields.v[i]);

		if (by)
			rt_pipe(p, "ZREM " KEY_REPORTED " " ID, by, c->id);
	}
}

static bool case_has_words(const struct case_facts *c)
{
	for (size_t i = 0; i < c->fields.n; i++)
		if (strchr(c->fields.v[i], ':') ||
		    strcmp(c->fields.v[i], "note") == 0)
			return true;
	return false;
}

/* The hash comes before what leads to it, or nobody would find it again. */
static void case_drop_all(struct rt_pipe *p, const struct case_facts *c,
			  uint64_t author)
{
	case_unlist(p, c);
	rt_pipe_then(p);
	rt_pipe(p, "UNLINK " KEY_CASE, c->id);
	rt_pipe_then(p);
	case_release(p, c->id, author);
	rt_pipe(p, "ZREM " KEY_CASES_OF " " ID, author, c->id);
	if (case_has_words(c))
		aof_rewrite_owe(p);
}

static enum rt_err case_read_facts(struct rt *rt, struct arena *a, uint64_t id,
				   struct case_facts *c)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	case_facts_queue(&p, c, id);
	if (!(err = rt_pipe_end(&p)))
		case_facts_parse(c);
	return err;
}

enum rt_err case_drop(struct rt *rt, struct arena *a, uint64_t id,
		      uint64_t author)
{
	struct case_facts c;
	struct rt_pipe p;
	enum rt_err err;

	if ((err = case_read_facts(rt, a, id, &c)))
		return err;
	rt_pipe_begin(&p, rt, a);
	/* An id that was given out twice may be that of another case. */
	if (!c.author || c.author == author) {
		case_drop_all(&p, &c, author);
	} else {
		case_release(&p, id, author);
		rt_pipe(&p, "ZREM " KEY_CASES_OF " " ID, author, id);
	}
	return rt_pipe_end(&p);
}

void case_forget(struct rt_pipe *p, uint64_t id, uint64_t by)
{
	rt_pipe(p, "EVAL %s 1 " KEY_CASE " " ID, CASE_FORGET_LUA, id, by);
}

/* ---- what is missing --------------------------------------------------- */

/* An entry of the queue, and who of the members of its case is there. */
struct looked_after {
	struct case_facts facts;
	uint64_t author;    /* as the entry says */
	uint64_t open;      /* the case that is open about the author */
	const char *name;   /* the author's; NULL: has left */
	const char **names; /* of whoever reported, for each field */
};

static enum rt_err looked_read_names(struct rt *rt, struct arena *a,
				     struct looked_after *l)
{
	const struct rt_texts *fields = &l->facts.fields;
	struct rt_pipe p;

	l->names = arena_alloc(a, fields->n * sizeof *l->names);
	rt_pipe_begin(&p, rt, a);
	rt_pipe_str(&p, &l->name, "HGET " KEY_USER " username", l->author);
	rt_pipe_u64(&p, &l->open, "ZSCORE " KEY_CASES " " ID, l->author);
	for (size_t i = 0; i < fields->n; i++)
		if (case_reporter(fields->v[i]))
			rt_pipe_str(&p, &l->names[i],
				    "HGET " KEY_USER " username",
				    case_reporter(fields->v[i]));
	return rt_pipe_end(&p);
}

static void looked_repair_report(struct rt_pipe *p,
				 const struct looked_after *l, size_t i)
{
	uint64_t by = case_reporter(l->facts.fields.v[i]);

	if (!by)
		return;
	if (l->names[i])
		rt_pipe(p, "ZADD " KEY_REPORTED " " ID " " ID, by, l->facts.id,
			l->facts.id);
	else
		case_forget(p, l->facts.id, by);
}

static void looked_repair(struct rt_pipe *p, const struct looked_after *l)
{
	const struct case_facts *c = &l->facts;

	if (c->closed)
		case_release(p, c->id, c->author);
	else if (!l->open)
		rt_pipe(p, "ZADD " KEY_CASES " NX " ID " " ID, c->id,
			c->author);
	rt_pipe(p, "ZADD " KEY_CASES_OF " " ID " " ID, c->author, c->id,
		c->id);
	for (size_t i = 0; i < c->fields.n; i++)
		looked_repair_report(p, l, i);
}

/* ---- what is too old --------------------------------------------------- */

/* The second at which its words are deleted, and at which the rest is. */
static time_t looked_words_until(const struct case_facts *c)
{
	time_t since = c->closed ? case_closed_at(c) : c->opened;
	time_t days = c->closed ? RT_CASE_DAYS : RT_CASE_OPEN_DAYS;

	return since + days * DAY_SECONDS;
}

static time_t looked_kept_until(const struct case_facts *c)
{
	if (!c->closed)
		return INT64_MAX;
	return case_closed_at(c) + (time_t)RT_CASE_KEPT_DAYS * DAY_SECONDS;
}

/* Who reported it is found through the words, so these are deleted last. */
static void looked_end_words(struct rt_pipe *p, const struct case_facts *c)
{
	case_unlist(p, c);
	case_release(p, c->id, c->author);
	rt_pipe_then(p);
	rt_pipe(p, "EVAL %s 1 " KEY_CASE " %lld", CASE_END_LUA, c->id,
		(long long)clock_date_us());
	rt_pipe_then(p);
	aof_rewrite_owe(p);
}

/*
 * Not before the next day, since somebody may close the case while it is looked
 * at.
 */
static void looked_done(struct rt_pipe *p, const struct case_facts *c)
{
	case_postpone(p, c->id, c->author,
		      (uint64_t)clock_date_ms() + DAY_SECONDS * 1000ULL);
}

static enum rt_err looked_after(struct rt *rt, struct arena *a,
				struct looked_after *l,
				const struct delayed *entry)
{
	time_t now = (time_t)(clock_date_ms() / 1000);
	const struct case_facts *c = &l->facts;
	struct rt_pipe p;
	enum rt_err err;

	if ((err = looked_read_names(rt, a, l)))
		return err;
	rt_pipe_begin(&p, rt, a);
	if (c->author != l->author || !l->name ||
	    looked_kept_until(c) <= now) {
		if (c->author && c->author != l->author)
			case_release(&p, c->id, l->author);
		else
			case_drop_all(&p, c, l->author);
		delayed_done(&p, CASE_QUEUE, entry);
	} else {
		if (looked_words_until(c) <= now &&
		    (case_has_words(c) || !c->closed))
			looked_end_words(&p, c);
		else
			looked_repair(&p, l);
		looked_done(&p, c);
	}
	return rt_pipe_end(&p);
}

enum rt_err case_look_after(struct rt *rt, struct arena *a, uint64_t id,
			    uint64_t author)
{
	const struct delayed entry = { .text = arena_printf(a, ID " " ID, id,
							    author) };
	struct looked_after l = { .author = author };
	enum rt_err err = case_read_facts(rt, a, id, &l.facts);

	return err ? err : looked_after(rt, a, &l, &entry);
}

static enum rt_err looked_run(struct rt *rt, struct arena *a,
			      const struct delayed *entry)
{
	const char *text = entry->text;
	uint64_t id, author;

	if (!text || !digits_read(&text, &id) || *text++ != ' ' ||
	    !digits_read(&text, &author) || *text)
		return delayed_end(rt, a, CASE_QUEUE, entry);
	return case_look_after(rt, a, id, author);
}

enum rt_err rt_cases_run(struct rt *rt, struct arena *a)
{
	return delayed_run(rt, a, CASE_QUEUE, looked_run);
}
