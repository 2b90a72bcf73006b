/* retwis-admin adopt */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "admin/commands.h"
#include "admin/progress.h"
#include "admin/say.h"
#include "admin/audit.h"

/* Its posts are in home timelines only until these are made again. */
static void say_php_has_written(const struct rt_adopted *done)
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
	say_php_has_written(&done);
	return EXIT_SUCCESS;
}

const struct admin_command command_adopt = {
	.name = "adopt",
	.run = adopt_database,
	.takes = "no name",
};
