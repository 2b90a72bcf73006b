/*
 * Home timelines in an adopted database: each holds the posts of its owner and
 * of those who are followed, and once.  One that never expires was begun
 * before they were made anew when they are wrong, and may lack some.
 */
#include "libretwis/check.h"

#include <stdlib.h>
#include <string.h>

#include "libretwis/queue.h"

#define QUEUE "fanout"
#ifndef KEY_OUTBOX
#define KEY_OUTBOX "outbox"
#endif

/* So many authors are asked at once, and for so many posts at first. */
#define AUTHORS 100
#define FIRST   50

/* What was written so soon after a follow may have been taken for older. */
#define MOMENT_SECONDS 5

static const struct entries home = {
	.key = KEY_POSTS,
	.is_ordered = true,
	.cap = TIMELINE_CAP,
};

struct look {
	struct subject of;
	const char *name, *key;
	uint64_t ttl;
	struct rt_ids ids, followed; /* with the times, in turn */
	struct rt_ids sorted;        /* the ids, smallest first */
	const char **post;           /* user_id of each */
	const char **stays; /* in followers: of its author, the owner */
};

/* ---- what waits -------------------------------------------------------- */

static enum rt_err read_hands(struct check *c, struct rt_texts workers,
			      uint64_t *waiting)
{
	uint64_t *taken = arena_alloc(&c->chunk, workers.n * sizeof *taken);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	for (size_t i = 0; i < workers.n; i++)
		rt_pipe_u64(&p, &taken[i], "LLEN " KEY_TAKEN, QUEUE,
			    workers.v[i]);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < workers.n; i++)
		*waiting += taken[i];
	return err;
}

/* A job moves from the outbox to the queue to a worker: so does this look. */
static enum rt_err read_waiting(struct check *c, uint64_t *waiting)
{
	struct rt_texts workers = { 0 };
	struct queue_state state;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, waiting, "ZCARD " KEY_OUTBOX);
	if ((err = rt_pipe_end(&p)) ||
	    (err = queue_state(c->rt, &c->chunk, QUEUE, &state)))
		return err;
	*waiting += state.length + state.dead;
	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	rt_pipe_texts(&p, &workers, "ZRANGE " KEY_WORKERS " 0 -1", QUEUE);
	if ((err = rt_pipe_end(&p)))
		return err;
	return read_hands(c, workers, waiting);
}

/* ---- what is in it ----------------------------------------------------- */

static enum rt_err read_lists(struct check *c, const struct subject *v,
			      struct look *l, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++) {
		l[i].of = v[i];
		l[i].key = arena_printf(&c->chunk, KEY_POSTS, v[i].id);
		rt_pipe_str(&p, &l[i].name, "HGET " KEY_USER " username",
			    v[i].id);
		rt_pipe_u64(&p, &l[i].ttl, "TTL " KEY_POSTS, v[i].id);
		rt_pipe_ids(&p, &l[i].followed,
			    "ZREVRANGE " KEY_FOLLOWING " 0 -1 WITHSCORES",
			    v[i].id);
		rt_pipe_ids(&p, &l[i].ids, "LRANGE " KEY_POSTS " 0 -1",
			    v[i].id);
	}
	return rt_pipe_end(&p);
}

static bool is_kept(const struct look *l)
{
	return l->name && (int64_t)l->ttl > 0;
}

/* Since when; 0 for who is not followed. */
static uint64_t followed_since(const struct look *l, uint64_t author)
{
	for (size_t i = 0; i + 1 < l->followed.n; i += 2)
		if (l->followed.v[i] == author)
			return l->followed.v[i + 1];
	return author == l->of.id;
}

static void ask_posts(struct rt_pipe *p, struct look *l)
{
	l->post = arena_alloc(p->a, l->ids.n * sizeof *l->post);
	l->stays = arena_alloc(p->a, l->ids.n * sizeof *l->stays);
	for (size_t i = 0; l->name && i < l->ids.n; i++)
		rt_pipe_str(p, &l->post[i], "HGET " KEY_POST " user_id",
			    l->ids.v[i]);
}

static bool is_strange(const struct look *l, size_t i)
{
	uint64_t author = rt_u64(l->post[i]);

	return is_kept(l) && author && !followed_since(l, author);
}

static void ask_strangers(struct rt_pipe *p, struct look *l)
{
	for (size_t i = 0; i < l->ids.n; i++)
		if (is_strange(l, i))
			rt_pipe_str(p, &l->stays[i],
				    "ZSCORE " KEY_FOLLOWERS " " ID,
				    rt_u64(l->post[i]), l->of.id);
}

/* Who was left, and was not told so, goes on delivering. */
static void judge_entries(struct check *c, const struct look *l)
{
	bool has_gone = false;

	for (size_t i = 0; i < l->ids.n; i++) {
		uint64_t id = l->ids.v[i];

		has_gone |= id && !l->post[i];
		if (is_strange(l, i))
			check_found(c, l->stays[i] ? HOME_LEFT : HOME_WRONG,
				    l->of, id, NULL);
	}
	if (has_gone)
		check_found(c, HOME_GONE, l->of, 0, NULL);
}

/* ---- what it lacks ----------------------------------------------------- */

static int by_number(const void *one, const void *other)
{
	uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;

	return (a > b) - (a < b);
}

static void sort_ids(struct check *c, struct look *l)
{
	size_t n = l->ids.n;

	l->sorted.v = arena_alloc(&c->chunk, n * sizeof *l->sorted.v);
	l->sorted.n = n;
	if (!n)
		return;
	memcpy(l->sorted.v, l->ids.v, n * sizeof *l->sorted.v);
	qsort(l->sorted.v, n, sizeof *l->sorted.v, by_number);
}

/* What is older than the oldest entry may have been cut off. */
static bool is_lacking(const struct look *l, uint64_t id)
{
	return id > l->ids.v[l->ids.n - 1] &&
	       !bsearch(&id, l->sorted.v, l->sorted.n, sizeof id, by_number);
}

struct author {
	uint64_t id, since;
	struct rt_ids own;
	const char **time; /* of those that are lacking */
};

static void judge_lack(struct check *c, const struct look *l,
		       const struct author *by, size_t i)
{
	uint64_t time = rt_u64(by->time[i]), id = by->own.v[i];
	bool is_older = time <= by->since + MOMENT_SECONDS;

	if (by->time[i])
		check_found(c, is_older ? HOME_STALE : HOME_MISSING, l->of, id,
			    NULL);
}

static enum rt_err judge_lacks(struct check *c, const struct look *l,
			       struct author *by, size_t n)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->part);
	for (size_t k = 0; k < n; k++) {
		struct rt_ids own = by[k].own;

		by[k].time =
			arena_alloc(&c->part, own.n * sizeof *by[k].time);
		for (size_t i = 0; i < own.n; i++)
			if (is_lacking(l, own.v[i]))
				rt_pipe_str(&p, &by[k].time[i],
					    "HGET " KEY_POST " time",
					    own.v[i]);
	}
	err = rt_pipe_end(&p);
	for (size_t k = 0; !err && k < n; k++)
		for (size_t i = 0; i < by[k].own.n; i++)
			judge_lack(c, l, &by[k], i);
	return err;
}

static enum rt_err read_own(struct check *c, struct author *by, size_t n,
			    int from, int to)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->part);
	for (size_t i = 0; i < n; i++)
		rt_pipe_ids(&p, &by[i].own, "LRANGE " KEY_OWN " %d %d",
			    by[i].id, from, to);
	return rt_pipe_end(&p);
}

/* Of few authors so many posts are newer than all of a timeline. */
static size_t keep_busy(const struct look *l, struct author *by, size_t n)
{
	size_t busy = 0;

	for (size_t i = 0; i < n; i++)
		if (by[i].own.n == FIRST &&
		    by[i].own.v[FIRST - 1] > l->ids.v[l->ids.n - 1])
			by[busy++] = by[i];
	return busy;
}

static enum rt_err look_at_authors(struct check *c, const struct look *l,
				   struct author *by, size_t n)
{
	enum rt_err err;

	if ((err = read_own(c, by, n, 0, FIRST - 1)) ||
	    (err = judge_lacks(c, l, by, n)))
		return err;
	n = keep_busy(l, by, n);
	if (!n || (err = read_own(c, by, n, FIRST, TIMELINE_CAP - 1)))
		return n ? err : RT_OK;
	return judge_lacks(c, l, by, n);
}

static enum rt_err look_for_lacks(struct check *c, struct look *l)
{
	size_t followed = l->followed.n / 2;
	enum rt_err err = RT_OK;

	if (!is_kept(l) || !l->ids.n)
		return RT_OK;
	sort_ids(c, l);
	for (size_t at = 0; !err && at <= followed; at += AUTHORS) {
		struct author by[AUTHORS] = { { .id = l->of.id } };
		size_t n = at ? 0 : 1;

		arena_reset(&c->part);
		for (size_t i = at; i < followed && n < AUTHORS; i++)
			by[n++] = (struct author){
				.id = l->followed.v[2 * i],
				.since = l->followed.v[2 * i + 1]
			};
		err = look_at_authors(c, l, by, n);
	}
	return err;
}

/* ---- all of it --------------------------------------------------------- */

static enum rt_err look_at_one(struct check *c, struct look *l, bool waits)
{
	enum rt_err err;

	if (!l->name)
		return RT_OK;
	judge_entries(c, l);
	err = check_list(c, &home, l->of, l->key, l->ids);
	return err || waits ? err : look_for_lacks(c, l);
}

static enum rt_err ask_all(struct check *c, struct look *l, size_t n,
			   void (*ask)(struct rt_pipe *p, struct look *l))
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++)
		ask(&p, &l[i]);
	return rt_pipe_end(&p);
}

LOOK(look_home)
{
	struct look *l = arena_alloc(&c->chunk, n * sizeof *l);
	uint64_t waiting = 0;
	enum rt_err err;

	if ((err = read_waiting(c, &waiting)) ||
	    (err = read_lists(c, v, l, n)) ||
	    (err = ask_all(c, l, n, ask_posts)) ||
	    (err = ask_all(c, l, n, ask_strangers)))
		return err;
	if (waiting)
		check_found(c, HOME_PENDING, AT(0), 0, NULL);
	for (size_t i = 0; !err && i < n; i++)
		err = look_at_one(c, &l[i], waiting);
	return err;
}
