/* retwis-admin host [NAME] */
#include <stdio.h>
#include <stdlib.h>

#include "admin/argument.h"
#include "admin/commands.h"
#include "admin/say.h"
#include "admin/audit.h"

static int list_hosts(struct admin *admin)
{
	struct rt_host_list hosts;
	enum rt_err err = rt_hosts(admin->rt, admin->a, &hosts);

	if (err)
		return say_error(err);
	for (size_t i = 0; i < hosts.n; i++)
		printf("@%s\n", say_plain(admin->a, hosts.name[i]));
	if (!hosts.n)
		printf("There are no hosts yet.\n");
	return EXIT_SUCCESS;
}

static int make_host(struct admin *admin, const char *word)
{
	const char *name = argument_name(word);
	struct rt_user user;
	enum rt_err err;

	if ((err = rt_user_by_name(admin->rt, admin->a, name, &user)))
		return say_member_error(err, name);
	audit_note(admin);
	if ((err = rt_set_standing(admin->rt, admin->a, user.id, RT_HOST)))
		return say_member_error(err, name);
	printf("@%s is now a host.\n", say_plain(admin->a, user.name));
	return EXIT_SUCCESS;
}

static int list_or_make_host(struct admin *admin, const char *word)
{
	return word ? make_host(admin, word) : list_hosts(admin);
}

const struct admin_command command_host = {
	.name = "host",
	.run = list_or_make_host,
	.min = 0,
	.max = 1,
	.takes = "one name or nothing",
};
