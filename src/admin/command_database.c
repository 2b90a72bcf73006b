/* retwis-admin adopt, import, rebuild and check: the database as a whole. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/commands.h"

/* ---- adopt -------------------------------------------------------------- */

/*
 * PHP Retwis put its posts into the home timelines as they were then.  Those
 * that have been made again since lack the posts, which were in no list of
 * their authors.
 */
static void adopt_print_new_posts(const struct rt_adopted *done)
{
	if (!done->again || !(done->posts || done->names))
		return;
	puts("PHP Retwis has written here since the last time. To add that "
	     "to home\ntimelines, run retwis-admin rebuild --all. To go on "
	     "using PHP, see RETWIS_SHARED.");
}

static int adopt_database(struct admin *admin, const char *none)
{
	struct rt_adopted done;
	enum rt_err err;

	(void)none;
	audit_note(admin);
	err = rt_adopt(admin->rt, progress_show, &done);
	progress_end();
	if (err)
		return say_unfinished(err);
	printf("Adopted: members %" PRIu64 ", posts added %" PRIu64
	       ", older names added %" PRIu64 "\n",
	       done.members, done.posts, done.names);
	if (done.copies)
		printf("Copies of display names taken out of posts: %" PRIu64
		       "\n",
		       done.copies);
	puts("Sessions that PHP Retwis started have ended: these members must "
	     "sign in again.");
	adopt_print_new_posts(&done);
	return EXIT_SUCCESS;
}

/* ---- import SOURCE, import --forget ------------------------------------- */

static void import_print_count(uint64_t n, const char *what)
{
	if (n)
		printf("  %" PRIu64 " %s\n", n, what);
}

static void import_print(const struct rt_imported *d, bool dry_run)
{
	printf("%s Retwis %s: members %" PRIu64 ", posts %" PRIu64
	       ", replies among them %" PRIu64 ", follows %" PRIu64 "\n",
	       dry_run ? "Found in" : "Imported from", d->layout, d->members,
	       d->posts, d->replies, d->follows);
	if (d->are_archives)
		printf("  This site has posts, so these are in archives, below "
		       "their authors' other posts.\n");
	import_print_count(d->renamed,
			   "members renamed: their name was taken");
	import_print_count(d->recoded, "texts were Windows-1252");
	import_print_count(d->undated, "posts without a time got the time of "
				       "the post before");
	import_print_count(d->nameless, "members without a name left out");
	import_print_count(d->taken_member_ids,
			   "members left out: their ids are in use");
	import_print_count(d->authorless, "posts without an author left out");
	import_print_count(d->textless, "posts without a text left out");
	import_print_count(d->taken_post_ids,
			   "posts left out: their ids are in use");
	import_print_count(d->invalid_follows,
			   "self-follows and follows of missing "
			   "members left out");
}

/* The member will try the old name, and only the host knows the new one. */
static void import_print_rename(const char *name, const char *now)
{
	struct arena a = { 0 };

	progress_end();
	printf("Tell @%s that the name was taken: here it is @%s.\n",
	       plain_line(&a, name), plain_line(&a, now));
	arena_free(&a);
}

static int import_forget(struct admin *admin)
{
	enum rt_err err = rt_import_forget(admin->rt, admin->a);

	return err ? say_error(err) : EXIT_SUCCESS;
}

static int import_check(struct admin *admin, const char *source)
{
	const char *from = admin->from;

	(void)source;
	if (!from || strcmp(from, "2009") == 0 || strcmp(from, "rb") == 0 ||
	    strcmp(from, "java") == 0)
		return EXIT_SUCCESS;
	return say_usage("--from must be 2009, rb or java");
}

static int import_older(struct admin *admin, const char *source)
{
	const struct rt_import options = {
		.source = source,
		.password = getenv("RETWIS_IMPORT_PASSWORD"),
		.from = admin->from,
		.dry_run = admin->dry_run,
		.lazy = admin->lazy,
		.tell = progress_show,
		.rename = import_print_rename,
	};
	struct rt_imported done;
	const char *why = NULL;
	enum rt_err err;

	if (admin->forget)
		return import_forget(admin);
	audit_note(admin);
	err = rt_import(admin->rt, admin->a, &options, &done, &why);
	progress_end();
	if (why)
		return say_failed("%s", why);
	if (err)
		return say_unfinished(err);
	import_print(&done, admin->dry_run);
	return EXIT_SUCCESS;
}

/* ---- rebuild NAME, rebuild --all ---------------------------------------- */

static int rebuild_print(enum rt_err err, const char *what, uint64_t n)
{
	if (err == RT_DENIED)
		return say_failed("this database is not adopted, so there is "
				  "nothing to rebuild home timelines from");
	if (err)
		return say_unfinished(err);
	printf("%s: %" PRIu64 "\n", what, n);
	return EXIT_SUCCESS;
}

static int rebuild_all(struct admin *admin)
{
	uint64_t timelines = 0;
	enum rt_err err;

	audit_note(admin);
	err = rt_rebuild_all(admin->rt, progress_show, &timelines);
	progress_end();
	return rebuild_print(err, "Home timelines rebuilt", timelines);
}

static int rebuild_one_or_all(struct admin *admin, const char *word)
{
	const char *name = word ? argument_name(word) : NULL;
	struct rt_user user;
	uint64_t posts = 0;
	enum rt_err err;

	if (admin->all)
		return rebuild_all(admin);
	if ((err = rt_user_by_name(admin->rt, admin->a, name, &user)))
		return say_member_error(err, name);
	audit_note(admin);
	err = rt_rebuild(admin->rt, admin->a, user.id, &posts);
	return rebuild_print(err,
			     arena_printf(admin->a,
					  "Posts in the home timeline of @%s",
					  plain_line(admin->a, user.name)),
			     posts);
}

/* ---- check, check --repair ---------------------------------------------- */

/* How many faults of a kind are shown one by one. */
#define CHECK_LINES 20

/*
 * The pause before everything that was found is checked again.  A page may be
 * in the middle of a change.  It waits for Redis for a second at most, unless
 * the host has set another time-out, so after a longer pause the change is
 * complete or was interrupted.  Only repairs need to be that sure.
 */
#define CHECK_PAUSE_MS        250
#define CHECK_PAUSE_REPAIR_MS 1500

/*
 * The faults of one kind: how many there are, and the text of the first ones.
 */
struct fault_group {
	const char *name;
	enum rt_severity severity;
	uint64_t found, mended;
	const char *line[CHECK_LINES];
	struct fault_group *next;
};

struct check_report {
	struct arena *a;
	struct fault_group *first, **last, *current;
};

static void check_add_fault(const struct rt_fault *f, void *to)
{
	struct check_report *r = to;
	struct fault_group *k = r->current;

	if (!k || k->name != f->kind) {
		k = arena_alloc(r->a, sizeof *k);
		k->name = f->kind;
		k->severity = f->severity;
		*r->last = r->current = k;
		r->last = &k->next;
	}
	if (k->found < CHECK_LINES)
		k->line[k->found] =
			arena_printf(r->a, "%s%s", plain_line(r->a, f->text),
				     f->mended ? " (repaired)" : "");
	k->found++;
	k->mended += f->mended;
}

static void check_print_group(const struct fault_group *k)
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
	for (size_t i = 0; i < CHECK_LINES && i < k->found; i++)
		printf("  %s\n", k->line[i]);
	if (k->found > CHECK_LINES)
		printf("  and %" PRIu64 " more\n", k->found - CHECK_LINES);
}

static int check_print_sum(const struct rt_checked *sum, bool repair)
{
	uint64_t broken = sum->found[RT_BREAK];
	uint64_t leftovers = sum->found[RT_LEFTOVER];
	uint64_t mended = sum->mended[RT_BREAK] + sum->mended[RT_LEFTOVER];

	printf("Checked: member ids %" PRIu64 ", post ids %" PRIu64
	       "\nBroken: %" PRIu64 ", left over: %" PRIu64,
	       sum->members, sum->posts, broken, leftovers);
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
		.pause_ms =
			admin->repair ? CHECK_PAUSE_REPAIR_MS : CHECK_PAUSE_MS,
		.tell = progress_show,
		.found = check_add_fault,
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
	for (const struct fault_group *k = report.first; k; k = k->next)
		check_print_group(k);
	return check_print_sum(&sum, admin->repair) |
	       say_unless_writable(admin);
}

/* ---- the commands ------------------------------------------------------- */

const struct admin_command command_adopt = {
	.name = "adopt",
	.usage = "",
	.does = "prepares the database of the PHP original",
	.run = adopt_database,
	.takes = "no name",
};

const struct admin_command command_import = {
	.name = "import",
	.usage = "[--from 2009 | rb | java] [--dry-run] [--lazy] SOURCE\n"
		 "--forget",
	.does = "copies the members and posts of a much older Retwis",
	.help = "SOURCE is unix:PATH[?db=N] or tcp://host:port[/N]; nothing\n"
		"is written there. If it was interrupted, run it again to\n"
		"continue. After --forget it cannot be continued.\n",
	.run = import_older,
	.check = import_check,
	.min = 1,
	.max = 1,
	.takes = "one address, or --forget",
	.options = OPTION_FROM | OPTION_DRY_RUN | OPTION_LAZY | OPTION_FORGET,
};

const struct admin_command command_rebuild = {
	.name = "rebuild",
	.usage = "NAME\n--all",
	.does = "rebuilds one home timeline, or all of them",
	.run = rebuild_one_or_all,
	.min = 1,
	.max = 1,
	.takes = "one name or --all",
	.options = OPTION_ALL,
};

const struct admin_command command_check = {
	.name = "check",
	.usage = "[--repair]",
	.does = "checks the whole database for errors",
	.help = "--repair deletes nothing that anybody wrote.\n",
	.run = check_database,
	.takes = "no name",
	.options = OPTION_REPAIR,
};
