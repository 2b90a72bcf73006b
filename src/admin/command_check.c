/* retwis-admin check, retwis-admin check --repair */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/commands.h"
#include "admin/progress.h"
#include "admin/say.h"
#include "admin/audit.h"

/* So many of a kind are shown one by one. */
#define LINES 20

/*
 * The pause before the second look.  A page waits for Redis one second, unless
 * the host has set something else; after that, its data are either written or
 * were cut off.  Only mending needs to be that sure.
 */
#define PAUSE_MS        250
#define PAUSE_REPAIR_MS 1500

/* One kind of fault, and its first lines. */
struct kind {
	const char *name;
	enum rt_severity severity;
	uint64_t found, mended;
	const char *line[LINES];
	struct kind *next;
};

struct check_report {
	struct arena *a;
	struct kind *first, **last, *now;
};

static void add_fault(const struct rt_fault *f, void *to)
{
	struct check_report *r = to;
	struct kind *k = r->now;

	if (!k || k->name != f->kind) {
		k = arena_alloc(r->a, sizeof *k);
		k->name = f->kind;
		k->severity = f->severity;
		*r->last = r->now = k;
		r->last = &k->next;
	}
	if (k->found < LINES)
		k->line[k->found] =
			arena_printf(r->a, "%s%s", say_plain(r->a, f->text),
				     f->mended ? " (repaired)" : "");
	k->found++;
	k->mended += f->mended;
}

static void print_kind(const struct kind *k)
{
	static const char *const severity[] = {
		[RT_BREAK] = "Broken",
		[RT_LEFTOVER] = "Left over",
		[RT_REMARK] = "Note",
	};

	printf("%s, %s: %" PRIu64, severity[k->severity], k->name, k->found);
	if (k->mended)
		printf(", repaired %" PRIu64, k->mended);
	putchar('\n');
	for (size_t i = 0; i < LINES && i < k->found; i++)
		printf("  %s\n", k->line[i]);
	if (k->found > LINES)
		printf("  and %" PRIu64 " more\n", k->found - LINES);
}

static int say_checked(const struct rt_checked *sum, bool repair)
{
	uint64_t broken = sum->found[RT_BREAK];
	uint64_t left = sum->found[RT_LEFTOVER];
	uint64_t mended = sum->mended[RT_BREAK] + sum->mended[RT_LEFTOVER];

	printf("Checked: member ids %" PRIu64 ", post ids %" PRIu64
	       "\nBroken: %" PRIu64 ", left over: %" PRIu64,
	       sum->members, sum->posts, broken, left);
	if (repair)
		printf(", repaired: %" PRIu64, mended);
	putchar('\n');
	if (broken == sum->mended[RT_BREAK])
		return EXIT_SUCCESS;
	if (!repair)
		return say_failed("something is broken: "
				  "retwis-admin check --repair repairs "
				  "what it can");
	return say_failed("not everything that is broken could be repaired");
}

static int check_database(struct admin *admin, const char *none)
{
	struct check_report report = { .a = admin->a, .last = &report.first };
	const struct rt_check how = {
		.repair = admin->repair,
		.pause_ms = admin->repair ? PAUSE_REPAIR_MS : PAUSE_MS,
		.tell = progress_show,
		.found = add_fault,
		.to = &report,
	};
	struct rt_checked sum;
	enum rt_err err;

	(void)none;
	if (admin->repair)
		audit_note(admin);
	err = rt_check(admin->rt, &how, &sum);
	progress_end();
	if (err)
		return say_failed("%s; run it again%s", rt_strerror(err),
				  admin->repair ? " to finish" : "");
	for (const struct kind *k = report.first; k; k = k->next)
		print_kind(k);
	return say_checked(&sum, admin->repair);
}

const struct admin_command command_check = {
	.name = "check",
	.run = check_database,
	.takes = "no name",
	.options = OPTION_REPAIR,
};
