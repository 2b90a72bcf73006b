/* retwis-admin add NAME, retwis-admin passwd NAME */
#include <stdio.h>
#include <stdlib.h>

#include "admin/admin.h"

/* Redis may have restarted while somebody was typing. */
static bool has_password(struct admin *admin, const char **password)
{
	const char *why = ask_password(admin->a, password);

	rt_rest(admin->rt);
	if (why)
		say_failed("%s", why);
	return !why;
}

/* RT_NOT_FOUND is good news here; asking before typing saves the typing. */
static int check_free(struct admin *admin, const char *name)
{
	struct rt_user user;
	enum rt_err err = rt_user_by_name(admin->rt, admin->a, name, &user);

	if (err == RT_NOT_FOUND)
		return EXIT_SUCCESS;
	return say_error(err ? err : RT_TAKEN);
}

int command_add(struct admin *admin, const char *word)
{
	const char *name = admin_name(word), *why = rt_name_problem(name);
	const char *password;
	struct rt_user user;
	enum rt_err err;

	if (why)
		return say_failed("%s", why);
	if (check_free(admin, name) != EXIT_SUCCESS)
		return EXIT_FAILURE;
	if (!has_password(admin, &password))
		return EXIT_FAILURE;
	if ((err = rt_register(admin->rt, admin->a, name, password, &user)))
		return say_error(err);
	printf("@%s is a member now.\n", name);
	return EXIT_SUCCESS;
}

int command_passwd(struct admin *admin, const char *word)
{
	const char *name = admin_name(word), *password;
	struct rt_user user;
	enum rt_err err;

	if ((err = rt_user_by_name(admin->rt, admin->a, name, &user)))
		return say_member_error(err, name);
	if (!has_password(admin, &password))
		return EXIT_FAILURE;
	if ((err = rt_set_password(admin->rt, admin->a, &user, password)))
		return say_error(err);
	printf("@%s has a new password and is signed out everywhere.\n",
	       say_plain(admin->a, user.name));
	return EXIT_SUCCESS;
}
