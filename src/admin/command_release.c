/* retwis-admin release NAME */
#include <stdio.h>
#include <stdlib.h>

#include "admin/argument.h"
#include "admin/commands.h"
#include "admin/say.h"
#include "admin/audit.h"

static int release_name(struct admin *admin, const char *word)
{
	const char *name = argument_name(word);
	const char *shown = say_plain(admin->a, name);
	enum rt_err err;

	audit_note(admin);
	err = rt_release(admin->rt, admin->a, name);
	if (err == RT_NOT_FOUND)
		return say_failed("no member @%s has left, so the name is not "
				  "reserved",
				  shown);
	if (err)
		return say_error(err);
	printf("@%s is available again.\n", shown);
	return EXIT_SUCCESS;
}

const struct admin_command command_release = {
	.name = "release",
	.run = release_name,
	.min = 1,
	.max = 1,
	.takes = "one name",
};
