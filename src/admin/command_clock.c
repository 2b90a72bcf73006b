/* retwis-admin clock [--forget] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/commands.h"
#include "admin/say.h"
#include "admin/audit.h"

/*
 * The shortest span that begins by the clock of one host and ends by that of
 * another is the two seconds for which a worker has a scheduled post to itself.
 * Hosts that are each less than one second off are less than two apart.
 */
#define AHEAD_MS 1000

static int compare_clock(int64_t ahead_ms)
{
	int64_t ms = llabs(ahead_ms);

	if (ms < AHEAD_MS)
		return EXIT_SUCCESS;
	return say_failed("the clock of this server is %" PRId64 ".%" PRId64
			  " s %s that of Redis: set both by a time server",
			  ms / 1000, ms % 1000 / 100,
			  ahead_ms > 0 ? "ahead of" : "behind");
}

static int compare_zone(struct arena *a, const struct rt_clocks *c)
{
	if (strcmp(c->here, c->site) == 0)
		return EXIT_SUCCESS;
	return say_failed("the time zone of this server is %s (January/July), "
			  "but that of the site is %s: give all servers the "
			  "same TZ, or, if this one is right from now on, "
			  "run this here: retwis-admin clock --forget",
			  c->here, say_plain(a, c->site));
}

static int compare_clocks(struct admin *admin)
{
	struct rt_clocks c;
	enum rt_err err = rt_clocks(admin->rt, admin->a, &c);

	if (err)
		return say_error(err);
	if (compare_clock(c.ahead_ms) | compare_zone(admin->a, &c))
		return EXIT_FAILURE;
	printf("The clock agrees with that of Redis, and the time zone is %s "
	       "(January/July).\n",
	       c.here);
	return EXIT_SUCCESS;
}

/* The next to look is this host, and so it tells the zone. */
static int forget_zone(struct admin *admin)
{
	enum rt_err err;

	audit_note(admin);
	err = rt_clocks_forget(admin->rt, admin->a);
	return err ? say_error(err) : compare_clocks(admin);
}

static int compare_or_forget(struct admin *admin, const char *word)
{
	if (word)
		return say_usage("clock takes nothing, or --forget");
	return admin->forget ? forget_zone(admin) : compare_clocks(admin);
}

const struct admin_command command_clock = {
	.name = "clock",
	.run = compare_or_forget,
	.max = 1,
	.takes = "nothing, or --forget",
	.options = OPTION_FORGET,
};
