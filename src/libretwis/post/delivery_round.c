#include "libretwis/post/delivery_round.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "libretwis/member/notify.h"
#include "libretwis/post/deliver.h"
#include "libretwis/post/push.h"
#include "schema/key.h"

/* ---- what goes where --------------------------------------------------- */

/* Twice as much each time: nobody knows beforehand what all posts bring. */
static void round_make_room(struct round *r, size_t n)
{
	struct round_push *before = r->push;

	if (r->pushes + n <= r->most)
		return;
	r->most = 2 * (r->pushes + n);
	r->push = arena_alloc(r->a, r->most * sizeof *r->push);
	if (r->pushes)
		memcpy(r->push, before, r->pushes * sizeof *before);
}

void round_add(struct round *r, uint64_t post, uint64_t author,
	       struct rt_ids fans)
{
	round_make_room(r, fans.n);
	for (size_t i = 0; i < fans.n; i++)
		if (fans.v[i] != author)
			r->push[r->pushes++] = (struct round_push){
				.fan = fans.v[i],
				.post = post,
				.author = author,
			};
}

static int round_order(const void *one, const void *other)
{
	const struct round_push *a = one, *b = other;

	if (a->fan != b->fan)
		return a->fan < b->fan ? -1 : 1;
	return (a->post > b->post) - (a->post < b->post);
}

/* For each follower the oldest post first, as they were written. */
void round_plan(struct round *r)
{
	uint64_t *post = arena_alloc(r->a, r->pushes * sizeof *post);
	struct round_home *h = NULL;

	if (r->pushes)
		qsort(r->push, r->pushes, sizeof *r->push, round_order);
	r->home = arena_alloc(r->a, r->pushes * sizeof *r->home);
	for (size_t i = 0; i < r->pushes; i++) {
		post[i] = r->push[i].post;
		if (!h || h->push->fan != r->push[i].fan) {
			h = &r->home[r->homes++];
			*h = (struct round_home){ .push = &r->push[i],
						  .posts.v = &post[i] };
		}
		h->posts.n++;
	}
}

/* ---- pushing ----------------------------------------------------------- */

/* A part of the round: a thousand followers at most. */
struct round_part {
	struct round_home *home;
	size_t n;
};

static struct round_part round_part(const struct round *r, size_t from)
{
	size_t n = r->homes - from < DELIVER_CHUNK ? r->homes - from
						   : DELIVER_CHUNK;

	return (struct round_part){ .home = r->home + from, .n = n };
}

static enum rt_err round_push(struct rt *rt, const struct round *r,
			      struct round_part *part)
{
	const char *push = r->adopted ? "LPUSHX" : "LPUSH";
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, r->a);
	for (struct round_home *h = part->home; h < part->home + part->n; h++)
		rt_pipe_u64_with(&p, &h->length, h->posts, "%s " KEY_POSTS,
				 push, h->push->fan);
	return rt_pipe_end(&p);
}

/* Trims timelines that are too long. */
static enum rt_err round_trim(struct rt *rt, const struct round *r,
			      const struct round_part *part)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, r->a);
	for (size_t i = 0; r->adopted && i < part->n; i++)
		push_trim(&p, part->home[i].push->fan, part->home[i].length);
	return rt_pipe_end(&p);
}

enum rt_err round_walk(struct rt *rt, struct round *r, int64_t sure_until)
{
	enum rt_err err = RT_OK;

	for (size_t at = 0; !err && at < r->homes; at += DELIVER_CHUNK) {
		struct round_part part = round_part(r, at);

		if (clock_ms() >= sure_until)
			return RT_TAKEN;
		if (!(err = round_push(rt, r, &part)))
			err = round_trim(rt, r, &part);
	}
	return err;
}

/* ---- telling ----------------------------------------------------------- */

void round_notify(struct rt_pipe *bus, const struct round *r)
{
	struct rt_ids told = { 0 };

	told.v = arena_alloc(r->a, DELIVER_CHUNK * sizeof *told.v);
	for (size_t i = 0; i < r->homes; i++) {
		if (r->home[i].length)
			told.v[told.n++] = r->home[i].push->fan;
		if (told.n < DELIVER_CHUNK && i + 1 < r->homes)
			continue;
		notify_members(bus, told);
		told.n = 0;
	}
}

size_t round_served(const struct round *r)
{
	size_t served = 0;

	for (size_t i = 0; i < r->homes; i++)
		served += r->home[i].length ? r->home[i].posts.n : 0;
	return served;
}
