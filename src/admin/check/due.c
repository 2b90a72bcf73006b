/* Scheduled posts: each that its author sees in the list will be due. */
#include <string.h>

#include "admin/check/checks.h"
#include "admin/check/repairs.h"
#include "patterns/queue.h"
#include "libretwis/post/schedule.h"
#include "libretwis/post/target.h"
#include "schema/key.h"

/* A scheduled post that waits in its author's list. */
struct waiting {
	const char *text, *entry;
	const char *due; /* a worker will take it, or has it in hand */
	struct target parent;
};

struct waiting_of {
	struct pass_subject is;
	struct rt_texts texts, dead;
	struct waiting *v;
};

/* ---- looking ----------------------------------------------------------- */

static void due_queue(struct rt_pipe *p, void *one)
{
	struct waiting_of *l = one;

	rt_pipe_texts(p, &l->texts, RT_ALL, "ZRANGE " KEY_DUE_OF " 0 -1",
		      SCHEDULE_QUEUE, l->is.at.id);
}

static const char *due_entry(struct arena *a, uint64_t id, const char *text)
{
	return arena_printf(a, ID " %s", id, text);
}

static void due_queue_parents(struct rt_pipe *p, void *one)
{
	struct waiting_of *l = one;

	l->v = arena_alloc(p->a, l->texts.n * sizeof *l->v);
	for (size_t i = 0; i < l->texts.n; i++) {
		struct waiting *w = &l->v[i];

		w->text = l->texts.v[i];
		w->entry = due_entry(p->a, l->is.at.id, w->text);
		target_queue(p, &w->parent, schedule_reply_to(p->a, w->text));
	}
}

static void due_queue_queue(struct rt_pipe *p, void *one)
{
	struct waiting_of *l = one;

	for (size_t i = 0; i < l->texts.n; i++)
		rt_pipe_str(p, &l->v[i].due, "ZSCORE " KEY_DUE " %s",
			    SCHEDULE_QUEUE, l->v[i].entry);
	if (l->texts.n)
		rt_pipe_texts(p, &l->dead, RT_ALL, "LRANGE " KEY_DEAD " 0 -1",
			      SCHEDULE_QUEUE);
}

/* It failed too often: retwis-admin queue shows it. */
static bool due_is_dead(struct rt_texts dead, const char *entry)
{
	for (size_t i = 0; i < dead.n; i++)
		if (strcmp(job_read(dead.v[i]).payload, entry) == 0)
			return true;
	return false;
}

/* A reply to a post that is gone stays with its author, who may cancel it. */
static void due_judge(struct check *c, const void *one)
{
	const struct waiting_of *l = one;

	for (const struct waiting *w = l->v; w < l->v + l->texts.n; w++)
		if (!w->due && !target_is_gone(&w->parent) &&
		    !due_is_dead(l->dead, w->entry))
			check_found(c, SCHEDULED, l->is.at, 0, w->text);
}

const struct pass scheduled_pass = { .size = sizeof(struct waiting_of),
				     .ask = { due_queue, due_queue_parents,
					      due_queue_queue },
				     .on_bus = { true, false, true },
				     .judge = due_judge };

/* ---- mending ----------------------------------------------------------- */

/* At the time that its author was told; or now, if that is over. */
enum rt_err repair_scheduled(struct check *c, const struct fault *f)
{
	const char *at = NULL;
	enum rt_err err = rt_read_str(rt_bus(c->rt), &c->chunk, &at,
				      "ZSCORE " KEY_DUE_OF " %s",
				      SCHEDULE_QUEUE, f->at.id, f->what);

	if (err || !at)
		return err;
	return rt_do(rt_bus(c->rt), &c->chunk, "ZADD " KEY_DUE " NX %s %s",
		     SCHEDULE_QUEUE, at,
		     due_entry(&c->chunk, f->at.id, f->what));
}
