#include "libretwis/check/due.h"

/* The queue of scheduled posts. */
#define LATER "later"

/* A post that waits, or that a worker has in hand, has a score: delayed.h. */
static enum rt_err due_read(struct check *c, uint64_t id,
			    struct rt_texts texts)
{
	const char **due = arena_alloc(&c->chunk, texts.n * sizeof *due);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	for (size_t i = 0; i < texts.n; i++)
		rt_pipe_str(&p, &due[i], "ZSCORE " KEY_DUE " %s", LATER,
			    arena_printf(&c->chunk, ID " %s", id, texts.v[i]));
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < texts.n; i++)
		if (!due[i])
			check_found(c, SCHEDULED, AT(id), 0, texts.v[i]);
	return err;
}

enum rt_err look_scheduled(struct check *c, const struct subject *v, size_t n)
{
	struct rt_texts *texts = arena_alloc(&c->chunk, n * sizeof *texts);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_texts(&p, &texts[i], "ZRANGE " KEY_DUE_OF " 0 -1",
			      LATER, v[i].id);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < n; i++)
		if (texts[i].n)
			err = due_read(c, v[i].id, texts[i]);
	return err;
}

/* At the time that its author was told; or now, if that is over. */
enum rt_err mend_scheduled(struct check *c, const struct fault *f)
{
	const char *at = NULL;
	enum rt_err err = rt_ask_str(rt_bus(c->rt), &c->chunk, &at,
				     "ZSCORE " KEY_DUE_OF " %s", LATER,
				     f->at.id, f->what);

	if (err || !at)
		return err;
	return rt_do(rt_bus(c->rt), &c->chunk, "ZADD " KEY_DUE " NX %s %s",
		     LATER, at,
		     arena_printf(&c->chunk, ID " %s", f->at.id, f->what));
}
