/* retwis-admin workers [pause | resume | exit | throttle N] [WORKER] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/argument.h"
#include "admin/commands.h"
#include "admin/say.h"
#include "admin/audit.h"
#include "libretwis/work.h"

/* A worker answers between two jobs: it gets there within this time. */
#define ANSWER_MS 2000

struct worker_order {
	const char *text; /* as the control channel has it; NULL: none */
	const char *name; /* whom; NULL: all */
};

/* ---- the command line -------------------------------------------------- */

static int read_throttle_order(struct admin *admin, struct worker_order *o)
{
	const char *n = admin->words[1];

	if (!n || !argument_is_number(n) || strlen(n) > CONTROL_DIGITS)
		return say_usage("throttle takes a number of deliveries a "
				 "second");
	o->text = arena_printf(admin->a, "throttle %s", n);
	o->name = admin->words[2];
	return EXIT_SUCCESS;
}

static int read_order(struct admin *admin, const char *word,
		      struct worker_order *o)
{
	if (!word)
		return EXIT_SUCCESS;
	if (strcmp(word, "throttle") == 0)
		return read_throttle_order(admin, o);
	if (strcmp(word, "pause") && strcmp(word, "resume") &&
	    strcmp(word, "exit"))
		return say_usage("unknown order %s for workers", word);
	if (admin->words[1] && admin->words[2])
		return say_usage("%s takes one worker, or none for all", word);
	o->text = word;
	o->name = admin->words[1];
	return EXIT_SUCCESS;
}

/* ---- the table --------------------------------------------------------- */

static const char *report_state(struct arena *a, const struct report *r)
{
	const char *state = say_plain(a, r->state);

	return r->limit ? arena_printf(a, "%s, %" PRIu64 "/s", state, r->limit)
			: state;
}

static const char *report_rate(struct arena *a, const struct report *r)
{
	return arena_printf(a, "%.1f", (double)r->recent / RATE_SECONDS);
}

static const char *report_time(struct arena *a, time_t t)
{
	char text[32] = "?";
	struct tm tm;

	if (localtime_r(&t, &tm))
		strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &tm);
	return arena_strdup(a, text);
}

#define ROW "%-24s  %-7s  %7s  %-16s  %7s  %12s  %s\n"

static void show_report(struct arena *a, const struct report *r)
{
	printf(ROW, say_plain(a, r->name), say_plain(a, r->kind),
	       arena_printf(a, "%" PRIu64, r->pid), report_state(a, r),
	       arena_printf(a, "%" PRIu64, r->jobs), report_rate(a, r),
	       report_time(a, r->since));
}

/* Another listener on that channel counts as asked, and never answers. */
static void show_reports(struct arena *a, const struct reports *all)
{
	if (all->n)
		printf(ROW, "name", "kind", "pid", "state", "jobs",
		       "deliveries/s", "up since");
	else
		puts("No background program is alive.");
	for (size_t i = 0; i < all->n; i++)
		show_report(a, &all->v[i]);
	if (all->asked > all->n)
		printf("No answer within %d s: %" PRIu64 "\n",
		       ANSWER_MS / 1000, all->asked - all->n);
}

static bool is_worker_alive(const struct reports *all)
{
	for (size_t i = 0; i < all->n; i++)
		if (strcmp(all->v[i].kind, "worker") == 0)
			return true;
	return false;
}

/* Without a worker nothing is delivered: the gateway alone is a failure. */
static int show_workers(struct admin *admin)
{
	struct reports all;
	enum rt_err err;
	int status;

	if ((err = report_collect(admin->rt, admin->a, ANSWER_MS, &all)))
		return say_error(err);
	show_reports(admin->a, &all);
	status = say_backlog(admin);
	if (is_worker_alive(&all))
		return status;
	return all.n ? say_failed("no worker is alive") : EXIT_FAILURE;
}

/* ---- orders ------------------------------------------------------------ */

static bool is_program_alive(const struct reports *all, const char *name)
{
	for (size_t i = 0; i < all->n; i++)
		if (strcmp(all->v[i].name, name) == 0)
			return true;
	return false;
}

/* An order that nobody hears must not look as if somebody had obeyed it. */
static int check_is_alive(struct admin *admin, const char *name)
{
	struct reports all;
	enum rt_err err;

	if ((err = report_collect(admin->rt, admin->a, ANSWER_MS, &all)))
		return say_error(err);
	if (name && !is_program_alive(&all, name))
		return say_failed("no worker %s is alive", name);
	if (!all.n)
		return say_failed("no background program is alive");
	return EXIT_SUCCESS;
}

static int give_order(struct admin *admin, const struct worker_order *o)
{
	uint64_t heard;
	enum rt_err err;

	if (check_is_alive(admin, o->name))
		return EXIT_FAILURE;
	audit_note(admin);
	err = control_publish(admin->rt, admin->a, o->name, o->text, &heard);
	return err ? say_error(err) : EXIT_SUCCESS;
}

/* A program that was told to end is not asked again: it may be gone. */
static int show_or_order_workers(struct admin *admin, const char *word)
{
	struct worker_order o = { 0 };
	int status = read_order(admin, word, &o);

	if (!status && o.text)
		status = give_order(admin, &o);
	if (status)
		return status;
	if (!o.text || strcmp(o.text, "exit") != 0)
		return show_workers(admin);
	printf("Told to exit: %s\n", o.name ? o.name : "all");
	return EXIT_SUCCESS;
}

const struct admin_command command_workers = {
	.name = "workers",
	.run = show_or_order_workers,
	.max = 3,
	.takes = "an order and a worker",
};
