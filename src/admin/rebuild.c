/* retwis-admin rebuild NAME, retwis-admin rebuild --all */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "admin/admin.h"

static int say_result(enum rt_err err, const char *what, uint64_t n)
{
	if (err == RT_DENIED)
		return say_failed("this database is not adopted: its home "
				  "timelines are not made of anything else");
	if (err)
		return say_failed("%s; run it again to finish",
				  rt_strerror(err));
	printf("%s: %" PRIu64 "\n", what, n);
	return EXIT_SUCCESS;
}

static int rebuild_all(struct admin *admin)
{
	uint64_t timelines = 0;
	enum rt_err err = rt_rebuild_all(admin->rt, say_progress, &timelines);

	say_progress_end();
	return say_result(err, "Home timelines made anew", timelines);
}

int command_rebuild(struct admin *admin, const char *word)
{
	const char *name = word ? admin_name(word) : NULL;
	struct rt_user user;
	uint64_t posts = 0;
	enum rt_err err;

	if (admin->all)
		return rebuild_all(admin);
	if ((err = rt_user_by_name(admin->rt, admin->a, name, &user)))
		return say_member_error(err, name);
	err = rt_rebuild(admin->rt, admin->a, user.id, &posts);
	return say_result(err,
			  arena_printf(admin->a,
				       "Posts in the home timeline of @%s",
				       say_plain(admin->a, user.name)),
			  posts);
}
