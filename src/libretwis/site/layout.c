#include "libretwis/site/layout.h"

#include <stdio.h>
#include <string.h>

#include "libretwis/site/context.h"
#include "libretwis/site/site_snapshot.h"
#include "schema/key.h"

/*
 * A line on stderr has said that the database is not ours, and is not
 * repeated.
 */
static bool is_reported;

void layout_report(bool is_done)
{
	is_reported = is_done;
}

static void layout_parse(struct rt *rt, const char *layout)
{
	rt->context->adopted = layout && strcmp(layout, LAYOUT_OURS) == 0;
	if (!layout || rt->context->adopted) {
		is_reported = false;
		return;
	}
	if (!is_reported)
		fprintf(stderr,
			"retwis: the layout of the database is not " LAYOUT_OURS
			": it needs a newer Retwis\n");
	is_reported = true;
}

static void layout_greet(struct rt_pipe *p)
{
	rt_pipe_str(p, &p->rt->context->layout, "GET " KEY_LAYOUT);
	site_snapshot_queue(p);
}

static enum rt_err layout_answer(struct rt *rt)
{
	const char *layout = rt->context->layout;

	layout_parse(rt, layout);
	return !layout || rt->context->adopted ? site_snapshot_answer(rt)
					       : RT_FOREIGN;
}

const struct rt_greeting layout_greeting = { .ask = layout_greet,
					     .answer = layout_answer };

void layout_queue(struct rt_pipe *p, const char **layout)
{
	*layout = NULL;
	if (!p->rt->context->adopted && !p->greets)
		rt_pipe_str(p, layout, "GET " KEY_LAYOUT);
}

enum rt_err layout_adopt(struct rt *rt, struct arena *a)
{
	enum rt_err err = rt_do(rt, a, "SET " KEY_LAYOUT " " LAYOUT_OURS);

	if (!err)
		layout_parse(rt, LAYOUT_OURS);
	return err;
}

bool layout_adopted(struct rt *rt, const char *layout)
{
	if (layout)
		layout_parse(rt, layout);
	return rt->context->adopted;
}

enum rt_err layout_check(struct rt *rt, struct arena *a)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_open(&p);
	return rt_pipe_end(&p);
}

enum rt_err rt_check_layout(struct rt *rt, struct arena *a)
{
	rt->greeted = false;
	return layout_check(rt, a);
}
