/* Keys that expire, and the queue of deliveries. */
#include <string.h>

#include "libretwis/check/check.h"
#include "libretwis/engine/job.h"

/* Trends of so many hours are looked at, and of two to come. */
#define HOURS 720

static enum rt_err look_at_ends(struct check *c, struct rt *link,
				const char *const *key, size_t n)
{
	uint64_t *ttl = arena_alloc(&c->chunk, n * sizeof *ttl);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, link, &c->chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_u64(&p, &ttl[i], "TTL %s", key[i]);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < n; i++)
		if (ttl[i] == (uint64_t)-1)
			check_found(c, FOR_EVER,
				    (struct subject){ .text = key[i] }, 0,
				    NULL);
	return err;
}

LOOK(look_trends)
{
	const char **key = arena_alloc(&c->chunk, (HOURS + 1) * sizeof *key);
	uint64_t now = (uint64_t)time(NULL) / 3600;

	(void)v;
	(void)n;
	for (uint64_t i = 0; i < HOURS; i++)
		key[i] = arena_printf(&c->chunk, KEY_TREND, now + 2 - i);
	key[HOURS] = "cache:trending";
	return look_at_ends(c, c->rt, key, HOURS + 1);
}

/* ---- all keys ---------------------------------------------------------- */

/*
 * Those that expire and those of workers, wherever the bus is: its link lets
 * SCAN through, while a proxy before the data does not.
 */
#define SCAN_KEYS                                                             \
	"local page = redis.call('SCAN', ARGV[1], 'COUNT', 1000) "            \
	"local kinds = {once=1, lock=1, limit=1, cache=1, sent=1, known=1} "  \
	"local found = { page[1] } "                                          \
	"for _, key in ipairs(page[2]) do "                                   \
	"if kinds[key:match('^(%l+):')] or key:match('^{.*}:taken:') then "   \
	"found[#found + 1] = key end end "                                    \
	"return found"

struct hand {
	const char *list, *alive;
	const char *job;
};

/* The queue's name and the worker's are in the key. */
static const char *workers_of(struct arena *a, const char *list)
{
	const char *end = strstr(list, "}:taken:");

	return arena_printf(a, "%.*s}:workers", (int)(end - list), list);
}

static enum rt_err look_at_hands(struct check *c, struct hand *hand, size_t n)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_str(&p, &hand[i].alive, "ZSCORE %s %s",
			    workers_of(&c->chunk, hand[i].list),
			    strstr(hand[i].list, "}:taken:") + 8);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < n; i++)
		if (!hand[i].alive)
			check_found(c, JOB_LOST,
				    (struct subject){ .text = hand[i].list },
				    0, NULL);
	return err;
}

static enum rt_err look_at_keys(struct check *c, struct rt_texts keys)
{
	struct hand *hand = arena_alloc(&c->chunk, keys.n * sizeof *hand);
	size_t hands = 0, others = 0;
	enum rt_err err;

	for (size_t i = 0; i < keys.n; i++)
		if (keys.v[i][0] == '{')
			hand[hands++].list = keys.v[i];
		else
			keys.v[others++] = keys.v[i];
	err = look_at_hands(c, hand, hands);
	return err ? err : look_at_ends(c, rt_bus(c->rt), keys.v, others);
}

LOOK(look_keys)
{
	uint64_t cursor = 0;
	struct rt_texts keys;
	struct rt_pipe p;
	enum rt_err err;

	(void)v;
	(void)n;
	do {
		arena_reset(&c->chunk);
		keys = (struct rt_texts){ 0 };
		rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
		rt_pipe_texts(&p, &keys, "EVAL %s 0 " ID, SCAN_KEYS, cursor);
		if ((err = rt_pipe_end(&p)))
			return err;
		if (!keys.n)
			return RT_BROKEN;
		cursor = rt_u64(keys.v[0]);
		keys.v++;
		keys.n--;
		if ((err = look_at_keys(c, keys)))
			return err;
	} while (cursor);
	return RT_OK;
}

/* ---- the queue --------------------------------------------------------- */

LOOK(look_queue)
{
	const struct subject queue = { .text = DELIVER_QUEUE };
	const char *job[QUEUE_LIST] = { NULL };
	struct queue_state state;
	struct rt_pipe p;
	enum rt_err err;

	(void)v;
	(void)n;
	if ((err = queue_state(c->rt, &c->chunk, DELIVER_QUEUE, &state)))
		return err;
	if (state.dead)
		check_found(c, JOBS_DEAD, queue, state.dead, NULL);
	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	rt_pipe_strs(&p, job, QUEUE_LIST, "LRANGE " KEY_JOBS " 0 %d",
		     DELIVER_QUEUE, QUEUE_LIST - 1);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < QUEUE_LIST && job[i]; i++)
		if (!job_read(job[i]).since)
			check_found(c, JOB_ODD, queue, 0, job[i]);
	return err;
}
