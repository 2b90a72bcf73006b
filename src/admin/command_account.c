/* retwis-admin add NAME, passwd NAME and reset NAME */
#include <stdio.h>
#include <stdlib.h>

#include "admin/argument.h"
#include "admin/commands.h"
#include "admin/prompt.h"
#include "admin/say.h"
#include "admin/audit.h"

/* False when it has said why.  Redis may have restarted during the typing. */
static bool read_new_password(struct admin *admin, const char *name,
			      const char **password)
{
	const char *why = prompt_password(admin, name, password);

	rt_end_request(admin->rt);
	if (why)
		say_failed("%s", why);
	return !why;
}

/* Looks before the host types: a name that is taken needs no password. */
static int check_name_is_free(struct admin *admin, const char *name)
{
	bool is_reserved = false;
	struct rt_user user;
	enum rt_err err = rt_user_by_name(admin->rt, admin->a, name, &user);

	if (err != RT_NOT_FOUND)
		return say_error(err ? err : RT_TAKEN);
	if ((err = rt_is_reserved(admin->rt, admin->a, name, &is_reserved)))
		return say_error(err);
	if (is_reserved)
		return say_failed("a member @%s has left: to make the name "
				  "available again, run retwis-admin release",
				  name);
	return EXIT_SUCCESS;
}

static int add_member(struct admin *admin, const char *word)
{
	const char *name = argument_name(word), *why = rt_name_problem(name);
	const char *password;
	enum rt_err err;

	if (why)
		return say_failed("%s", why);
	if (check_name_is_free(admin, name) != EXIT_SUCCESS)
		return EXIT_FAILURE;
	if (!read_new_password(admin, name, &password))
		return EXIT_FAILURE;
	audit_note(admin);
	if ((err = rt_register(admin->rt, admin->a, name, password, NULL)))
		return say_error(err);
	printf("@%s is now a member.\n", name);
	return EXIT_SUCCESS;
}

static int change_password(struct admin *admin, const char *word)
{
	const char *name = argument_name(word), *password;
	struct rt_user user;
	enum rt_err err;

	if ((err = rt_user_by_name(admin->rt, admin->a, name, &user)))
		return say_member_error(err, name);
	if (!read_new_password(admin, name, &password))
		return EXIT_FAILURE;
	audit_note(admin);
	if ((err = rt_set_password(admin->rt, admin->a, &user, password)))
		return say_member_error(err, name);
	printf("@%s has a new password and is signed out everywhere.\n",
	       say_plain(admin->a, user.name));
	return EXIT_SUCCESS;
}

/* The host never knows the password. */
static int make_reset_link(struct admin *admin, const char *word)
{
	const char *name = argument_name(word), *token;
	struct rt_user user;
	enum rt_err err;

	if ((err = rt_user_by_name(admin->rt, admin->a, name, &user)))
		return say_member_error(err, name);
	audit_note(admin);
	if ((err = rt_reset_begin(admin->rt, admin->a, &user, 0, &token)))
		return say_member_error(err, name);
	printf("With this link @%s can set a new password, once and within a "
	       "day. Put your\nsite's address before it, and give it to nobody "
	       "else.\n\n/reset/%s\n",
	       say_plain(admin->a, user.name), token);
	return EXIT_SUCCESS;
}

const struct admin_command command_add = {
	.name = "add",
	.run = add_member,
	.min = 1,
	.max = 1,
	.takes = "one name",
};

const struct admin_command command_passwd = {
	.name = "passwd",
	.run = change_password,
	.min = 1,
	.max = 1,
	.takes = "one name",
};

const struct admin_command command_reset = {
	.name = "reset",
	.run = make_reset_link,
	.min = 1,
	.max = 1,
	.takes = "one name",
};
