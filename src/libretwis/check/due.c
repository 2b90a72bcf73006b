#include "libretwis/check/due.h"

#include <string.h>

#include "libretwis/engine/job.h"
#include "libretwis/post/schedule.h"
#include "libretwis/post/target.h"

/* A scheduled post that waits in its author's list. */
struct waiting {
	const char *text, *entry;
	const char *due; /* a worker will take it, or has it in hand */
	struct target parent;
};

/* ---- what may be there without being due ---------------------------------- */

/* It failed too often: retwis-admin queue shows it. */
static bool due_is_dead(struct rt_texts dead, const char *entry)
{
	for (size_t i = 0; i < dead.n; i++)
		if (strcmp(job_read(dead.v[i]).payload, entry) == 0)
			return true;
	return false;
}

/* A reply to a post that is gone stays with its author, who may cancel it. */
static void due_judge(struct check *c, uint64_t id, const struct waiting *w,
		      struct rt_texts dead)
{
	if (!w->due && !target_is_gone(&w->parent) &&
	    !due_is_dead(dead, w->entry))
		check_found(c, SCHEDULED, AT(id), 0, w->text);
}

/* ---- looking -------------------------------------------------------------- */

static enum rt_err due_ask(struct check *c, struct waiting *w, size_t n,
			   struct rt_texts *dead)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++)
		target_look(&p, &w[i].parent,
			    schedule_reply_to(&c->chunk, w[i].text));
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_str(&p, &w[i].due, "ZSCORE " KEY_DUE " %s",
			    SCHEDULE_QUEUE, w[i].entry);
	rt_pipe_texts(&p, dead, RT_ALL, "LRANGE " KEY_DEAD " 0 -1",
		      SCHEDULE_QUEUE);
	return rt_pipe_end(&p);
}

static const char *due_entry(struct check *c, uint64_t id, const char *text)
{
	return arena_printf(&c->chunk, ID " %s", id, text);
}

static enum rt_err due_read(struct check *c, uint64_t id,
			    struct rt_texts texts)
{
	struct waiting *w = arena_alloc(&c->chunk, texts.n * sizeof *w);
	struct rt_texts dead = { 0 };
	enum rt_err err;

	for (size_t i = 0; i < texts.n; i++) {
		w[i].text = texts.v[i];
		w[i].entry = due_entry(c, id, texts.v[i]);
	}
	if ((err = due_ask(c, w, texts.n, &dead)))
		return err;
	for (size_t i = 0; i < texts.n; i++)
		due_judge(c, id, &w[i], dead);
	return RT_OK;
}

enum rt_err look_scheduled(struct check *c, const struct subject *v, size_t n)
{
	struct rt_texts *texts = arena_alloc(&c->chunk, n * sizeof *texts);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_texts(&p, &texts[i], RT_ALL,
			      "ZRANGE " KEY_DUE_OF " 0 -1", SCHEDULE_QUEUE,
			      v[i].id);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < n; i++)
		if (texts[i].n)
			err = due_read(c, v[i].id, texts[i]);
	return err;
}

/* ---- mending -------------------------------------------------------------- */

/* At the time that its author was told; or now, if that is over. */
enum rt_err mend_scheduled(struct check *c, const struct fault *f)
{
	const char *at = NULL;
	enum rt_err err = rt_ask_str(rt_bus(c->rt), &c->chunk, &at,
				     "ZSCORE " KEY_DUE_OF " %s",
				     SCHEDULE_QUEUE, f->at.id, f->what);

	if (err || !at)
		return err;
	return rt_do(rt_bus(c->rt), &c->chunk, "ZADD " KEY_DUE " NX %s %s",
		     SCHEDULE_QUEUE, at, due_entry(c, f->at.id, f->what));
}
