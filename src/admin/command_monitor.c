/*
 * retwis-admin metrics and clock, which a host runs again and again: the site
 * in numbers, as Prometheus reads them, and the clock of this server.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/commands.h"
#include "libretwis/work.h"

/* ---- metrics ------------------------------------------------------------ */

/*
 * How long to wait for the background programs: as long as `retwis-admin
 * workers` does, and not as long as Prometheus waits for its numbers.
 */
#define METRICS_WAIT_MS 2000

/* The two lines that the format wants before the values of a metric. */
static void metrics_print_head(const char *name, const char *type,
			       const char *help)
{
	printf("# HELP retwis_%s %s\n# TYPE retwis_%s %s\n", name, help, name,
	       type);
}

static void metrics_print_gauge(const char *name, const char *help,
				uint64_t value)
{
	metrics_print_head(name, "gauge", help);
	printf("retwis_%s %" PRIu64 "\n", name, value);
}

static void metrics_print_jobs(const struct rt_backlog *b)
{
	time_t now = time(NULL);

	metrics_print_head("jobs", "gauge", "Deliveries, by state.");
	printf("retwis_jobs{state=\"waiting\"} %" PRIu64 "\n", b->waiting);
	printf("retwis_jobs{state=\"in_hand\"} %" PRIu64 "\n", b->in_hand);
	printf("retwis_jobs{state=\"dead\"} %" PRIu64 "\n", b->failed);
	metrics_print_gauge(
		"oldest_job_age_seconds",
		"Age of the oldest job that is not dead; 0 if there is none.",
		b->oldest && b->oldest < now ? (uint64_t)(now - b->oldest)
					     : 0);
	metrics_print_gauge("outbox_posts",
			    "Posts that no worker has started to deliver.",
			    b->outbox);
}

/* A number of each server that there is: of the data, and a bus of its own. */
static void metrics_print_servers(const struct rt_stats *n, const char *name,
				  const char *help,
				  bool (*has)(const struct rt_server *s),
				  uint64_t (*value)(const struct rt_server *s))
{
	const struct {
		const char *link;
		const struct rt_server *server;
	} both[] = { { "data", &n->data }, { "bus", &n->bus } };

	metrics_print_head(name, "gauge", help);
	for (size_t i = 0; i < 2; i++)
		if (has(both[i].server))
			printf("retwis_%s{link=\"%s\"} %" PRIu64 "\n", name,
			       both[i].link, value(both[i].server));
}

static bool server_is_known(const struct rt_server *s)
{
	return s->known;
}

static bool server_appends(const struct rt_server *s)
{
	return s->known && s->appends;
}

static uint64_t server_used(const struct rt_server *s)
{
	return s->used;
}

static uint64_t server_max(const struct rt_server *s)
{
	return s->max;
}

static uint64_t server_machine(const struct rt_server *s)
{
	return s->machine;
}

static uint64_t server_append_is_good(const struct rt_server *s)
{
	return s->is_append_good;
}

static uint64_t server_rewrite_is_good(const struct rt_server *s)
{
	return s->is_rewrite_good;
}

static void metrics_print_redis(const struct rt_stats *n)
{
	metrics_print_gauge("writable",
			    "1: Redis saves what is written. 0: it refuses.",
			    n->writable == RT_OK);
	metrics_print_servers(n, "redis_memory_bytes",
			      "Memory that Redis uses.", server_is_known,
			      server_used);
	metrics_print_servers(n, "redis_memory_limit_bytes",
			      "Memory that Redis may use; 0: no limit.",
			      server_is_known, server_max);
	metrics_print_servers(n, "redis_machine_memory_bytes",
			      "Memory of the machine that Redis runs on.",
			      server_is_known, server_machine);
	metrics_print_servers(n, "redis_append_ok",
			      "0: the append-only file could not be written.",
			      server_appends, server_append_is_good);
	metrics_print_servers(
		n, "redis_rewrite_ok",
		"0: the append-only file could not be rewritten.",
		server_appends, server_rewrite_is_good);
}

static uint64_t metrics_count_programs(const struct reports *all,
				       const char *kind, const char *state)
{
	uint64_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		n += !strcmp(all->v[i].kind, kind) &&
		     !strcmp(all->v[i].state, state);
	return n;
}

/* Each has a value, even if it is 0, so that an alarm can compare it. */
static void metrics_print_programs(const struct reports *all)
{
	static const char *const kinds[] = { "worker", "gateway" };
	static const char *const states[] = { "working", "paused", "ending" };

	metrics_print_head("programs", "gauge",
			   "Background programs that are alive.");
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		for (size_t s = 0; s < sizeof states / sizeof *states; s++)
			printf("retwis_programs{kind=\"%s\",state=\"%s\"} "
			       "%" PRIu64 "\n",
			       kinds[k], states[s],
			       metrics_count_programs(all, kinds[k],
						      states[s]));
}

static void metrics_print_pictures(const struct rt_stats *n)
{
	metrics_print_gauge("pictures", "Pictures and faces.", n->pictures);
	metrics_print_gauge("picture_bytes", "Bytes of their files.",
			    n->picture_bytes);
	metrics_print_head("pictures_refused_total", "counter",
			   "Pictures that were sent, but not taken in.");
	printf("retwis_pictures_refused_total %" PRIu64 "\n",
	       n->pictures_refused);
}

static int metrics_print(struct admin *admin, const char *none)
{
	struct rt_stats n;
	struct reports all;
	enum rt_err err;

	(void)none;
	if ((err = rt_stats(admin->rt, admin->a, &n)) ||
	    (err = report_collect(admin->rt, admin->a, METRICS_WAIT_MS, &all)))
		return say_error(err);
	metrics_print_gauge("members", "Members.", n.members);
	metrics_print_head(
		"posts_total", "counter",
		"Post ids assigned: posts, reposts, and some never used.");
	printf("retwis_posts_total %" PRIu64 "\n", n.posts);
	metrics_print_gauge("scheduled_posts", "Posts scheduled for later.",
			    n.scheduled);
	metrics_print_pictures(&n);
	metrics_print_jobs(&n.backlog);
	metrics_print_programs(&all);
	metrics_print_redis(&n);
	return EXIT_SUCCESS;
}

/* ---- clock, clock --forget ---------------------------------------------- */

/*
 * A clock may differ from that of Redis by less than this.  The shortest time
 * that begins on the clock of one server and ends on that of another is the
 * lease of a scheduled post, two seconds; the clocks of two servers that pass
 * this check differ by less than that.
 */
#define CLOCK_TOLERANCE_MS 1000

static int clock_check_time(int64_t ahead_ms)
{
	int64_t ms = llabs(ahead_ms);

	if (ms < CLOCK_TOLERANCE_MS)
		return EXIT_SUCCESS;
	return say_failed("the clock of this server is %" PRId64 ".%" PRId64
			  " s %s that of Redis: set both by a time server",
			  ms / 1000, ms % 1000 / 100,
			  ahead_ms > 0 ? "ahead of" : "behind");
}

static int clock_check_zone(struct arena *a, const struct rt_clocks *c)
{
	if (strcmp(c->here, c->site) == 0)
		return EXIT_SUCCESS;
	return say_failed("the time zone of this server is %s (January/July), "
			  "but that of the site is %s: give all servers the "
			  "same TZ, or, if this one is right from now on, "
			  "run this here: retwis-admin clock --forget",
			  c->here, plain_line(a, c->site));
}

static int clock_check(struct admin *admin)
{
	struct rt_clocks c;
	enum rt_err err = rt_clocks(admin->rt, admin->a, &c);

	if (err)
		return say_error(err);
	if (clock_check_time(c.ahead_ms) | clock_check_zone(admin->a, &c))
		return EXIT_FAILURE;
	printf("The clock agrees with that of Redis, and the time zone is %s "
	       "(January/July).\n",
	       c.here);
	return EXIT_SUCCESS;
}

/*
 * The site has the time zone of the first server that compares its own, which
 * after this is the server that runs the command.
 */
static int clock_forget(struct admin *admin)
{
	enum rt_err err;

	audit_note(admin);
	err = rt_clocks_forget(admin->rt, admin->a);
	return err ? say_error(err) : clock_check(admin);
}

static int clock_check_words(struct admin *admin, const char *word)
{
	(void)admin;
	return word ? say_usage("clock takes nothing, or --forget")
		    : EXIT_SUCCESS;
}

static int clock_check_or_forget(struct admin *admin, const char *word)
{
	(void)word;
	return admin->forget ? clock_forget(admin) : clock_check(admin);
}

/* ---- the commands ------------------------------------------------------- */

const struct admin_command command_metrics = {
	.name = "metrics",
	.usage = "",
	.does = "shows the site in numbers, in the format of Prometheus",
	.run = metrics_print,
	.takes = "no name",
};

const struct admin_command command_clock = {
	.name = "clock",
	.usage = "[--forget]",
	.does = "compares the clock and the time zone with those of the site",
	.help = "--forget makes the time zone of this server that of the\n"
		"site.\n",
	.run = clock_check_or_forget,
	.check = clock_check_words,
	.max = 1,
	.takes = "nothing, or --forget",
	.options = OPTION_FORGET,
};
