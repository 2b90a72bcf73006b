/* retwis-admin import */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "admin/commands.h"
#include "admin/progress.h"
#include "admin/say.h"
#include "admin/audit.h"

static void import_print_some(uint64_t n, const char *what)
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
	import_print_some(d->renamed, "members renamed: their name was taken");
	import_print_some(d->recoded, "texts were Windows-1252");
	import_print_some(d->undated, "posts without a time got the time of "
				      "the post before");
	import_print_some(d->nameless, "members without a name left out");
	import_print_some(d->latecomers,
			  "members left out: their ids are in use");
	import_print_some(d->nobodys, "posts without an author left out");
	import_print_some(d->textless, "posts without a text left out");
	import_print_some(d->occupied, "posts left out: their ids are in use");
	import_print_some(d->strangers, "self-follows and follows of missing "
					"members left out");
}

/* Nobody else can tell that member, who will try the old name. */
static void import_print_rename(const char *name, const char *now)
{
	struct arena a = { 0 };

	progress_end();
	printf("Tell @%s that the name was taken: here it is @%s.\n",
	       say_plain(&a, name), say_plain(&a, now));
	arena_free(&a);
}

static int import_forget(struct admin *admin)
{
	enum rt_err err = rt_import_forget(admin->rt, admin->a);

	return err ? say_error(err) : EXIT_SUCCESS;
}

static int import_older(struct admin *admin, const char *source)
{
	const struct rt_import wish = {
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
	err = rt_import(admin->rt, admin->a, &wish, &done, &why);
	progress_end();
	if (why)
		return say_failed("%s", why);
	if (err)
		return say_unfinished(err);
	import_print(&done, admin->dry_run);
	return EXIT_SUCCESS;
}

const struct admin_command command_import = {
	.name = "import",
	.run = import_older,
	.min = 1,
	.max = 1,
	.takes = "one address, or --forget",
	.options = OPTION_FROM | OPTION_DRY_RUN | OPTION_LAZY | OPTION_FORGET,
};
