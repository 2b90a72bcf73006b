/* retwis-admin adopt */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "admin/commands.h"
#include "admin/progress.h"
#include "admin/say.h"

static int adopt_database(struct admin *admin, const char *none)
{
	struct rt_adopted done;
	enum rt_err err = rt_adopt(admin->rt, progress_show, &done);

	(void)none;
	progress_end();
	if (err)
		return say_failed("%s; run it again to finish",
				  rt_strerror(err));
	printf("Adopted: members %" PRIu64 ", posts added %" PRIu64
	       ", older names added %" PRIu64 "\n",
	       done.members, done.posts, done.names);
	return EXIT_SUCCESS;
}

const struct command command_adopt = {
	.name = "adopt",
	.run = adopt_database,
	.takes = "no name",
};
