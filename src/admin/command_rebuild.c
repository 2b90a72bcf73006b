/* retwis-admin rebuild NAME, retwis-admin rebuild --all */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "admin/argument.h"
#include "admin/commands.h"
#include "admin/progress.h"
#include "admin/say.h"
#include "admin/audit.h"

static int say_rebuilt(enum rt_err err, const char *what, uint64_t n)
{
	if (err == RT_DENIED)
		return say_failed("this database is not adopted, so there is "
				  "nothing to rebuild home timelines from");
	if (err)
		return say_unfinished(err);
	printf("%s: %" PRIu64 "\n", what, n);
	return EXIT_SUCCESS;
}

static int rebuild_all_homes(struct admin *admin)
{
	uint64_t timelines = 0;
	enum rt_err err;

	audit_note(admin);
	err = rt_rebuild_all(admin->rt, progress_show, &timelines);
	progress_end();
	return say_rebuilt(err, "Home timelines rebuilt", timelines);
}

static int rebuild_one_or_all(struct admin *admin, const char *word)
{
	const char *name = word ? argument_name(word) : NULL;
	struct rt_user user;
	uint64_t posts = 0;
	enum rt_err err;

	if (admin->all)
		return rebuild_all_homes(admin);
	if ((err = rt_user_by_name(admin->rt, admin->a, name, &user)))
		return say_member_error(err, name);
	audit_note(admin);
	err = rt_rebuild(admin->rt, admin->a, user.id, &posts);
	return say_rebuilt(err,
			   arena_printf(admin->a,
					"Posts in the home timeline of @%s",
					say_plain(admin->a, user.name)),
			   posts);
}

const struct admin_command command_rebuild = {
	.name = "rebuild",
	.run = rebuild_one_or_all,
	.min = 1,
	.max = 1,
	.takes = "one name or --all",
	.options = OPTION_ALL,
};
