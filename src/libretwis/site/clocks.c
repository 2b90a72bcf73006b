/*
 * Whether the machines of one site agree on the time.
 *
 * One command reads both the time and the zone, and it names a key.  So with
 * several servers, each of which has a clock of its own, it always goes to the
 * same one.
 */
#include "libretwis/retwis.h"
#include "base/clock.h"
#include "base/day.h"
#include "libretwis/site/zone_tell.lua.h"
#include "redis/pipe.h"
#include "schema/key.h"

enum { SECONDS, MICROSECONDS, ZONE, FIELDS };

#define JULY (181 * DAY_SECONDS)

/* The offset from UTC at that time, such as "+0100". */
static const char *clocks_offset(struct arena *a, time_t time)
{
	char offset[8] = "";
	struct tm t;

	strftime(offset, sizeof offset, "%z", localtime_r(&time, &t));
	return arena_strdup(a, offset);
}

/*
 * The offsets in January and in July, so that summer time shows in both
 * hemispheres.
 */
static const char *clocks_zone(struct arena *a, time_t now)
{
	struct tm t;
	time_t january = now;

	gmtime_r(&now, &t);
	january -= (time_t)t.tm_yday * DAY_SECONDS;
	return arena_printf(a, "%s/%s", clocks_offset(a, january),
			    clocks_offset(a, january + JULY));
}

/* Redis read its clock between the two times; if it could be right, it is. */
static int64_t clocks_ahead(int64_t before, int64_t after, int64_t redis)
{
	if (redis < before)
		return before - redis;
	return redis > after ? after - redis : 0;
}

enum rt_err rt_clocks(struct rt *rt, struct arena *a, struct rt_clocks *out)
{
	const char *field[FIELDS] = { NULL };
	struct rt_clocks c = { .here = clocks_zone(a, time(NULL)) };
	int64_t before = clock_date_ms();
	enum rt_err err =
		rt_read_strs(rt, a, field, FIELDS, "EVAL %s 1 " KEY_ZONE " %s",
			     ZONE_TELL_LUA, c.here);

	if (!err && (!field[MICROSECONDS] || !field[ZONE]))
		err = RT_BROKEN;
	if (err)
		return err;
	c.ahead_ms =
		clocks_ahead(before, clock_date_ms(),
			     (int64_t)(rt_u64(field[SECONDS]) * 1000 +
				       rt_u64(field[MICROSECONDS]) / 1000));
	c.site = field[ZONE];
	*out = c;
	return RT_OK;
}

enum rt_err rt_clocks_forget(struct rt *rt, struct arena *a)
{
	return rt_do(rt, a, "DEL " KEY_ZONE);
}
