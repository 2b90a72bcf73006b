/* Scheduled posts: each that its author sees in the list will be due. */
#include "libretwis/check/check.h"

/* In hand or waiting it has a score there; see delayed.h. */
static enum rt_err read_due(struct check *c, uint64_t id,
			    struct rt_texts texts)
{
	const char **due = arena_alloc(&c->chunk, texts.n * sizeof *due);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	for (size_t i = 0; i < texts.n; i++)
		rt_pipe_str(&p, &due[i], "ZSCORE " KEY_DUE " %s", CHECK_LATER,
			    arena_printf(&c->chunk, ID " %s", id, texts.v[i]));
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < texts.n; i++)
		if (!due[i])
			check_found(c, SCHEDULED, AT(id), 0, texts.v[i]);
	return err;
}

LOOK(look_scheduled)
{
	struct rt_texts *texts = arena_alloc(&c->chunk, n * sizeof *texts);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_texts(&p, &texts[i], "ZRANGE " KEY_DUE_OF " 0 -1",
			      CHECK_LATER, v[i].id);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < n; i++)
		if (texts[i].n)
			err = read_due(c, v[i].id, texts[i]);
	return err;
}
