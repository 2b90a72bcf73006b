/* retwis-admin adopt */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "admin/admin.h"

int command_adopt(struct admin *admin, const char *none)
{
	struct rt_adopted done;
	enum rt_err err = rt_adopt(admin->rt, say_progress, &done);

	(void)none;
	say_progress_end();
	if (err)
		return say_failed("%s; run it again to finish",
				  rt_strerror(err));
	printf("Adopted: members %" PRIu64 ", posts added %" PRIu64
	       ", older names added %" PRIu64 "\n",
	       done.members, done.posts, done.names);
	return EXIT_SUCCESS;
}
