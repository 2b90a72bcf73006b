/*
 * retwis-admin add, passwd, reset, two-step, delete and release: one member, or
 * one post.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "admin/commands.h"
#include "base/digits.h"

/* ---- add NAME, passwd NAME, reset NAME ---------------------------------- */

/*
 * On failure it has printed the reason.  Redis may have restarted during the
 * typing: after rt_end_request() the next command connects again.
 */
static bool read_new_password(struct admin *admin, const char *name,
			      const char **password)
{
	const char *why = prompt_password(admin, name, password);

	rt_end_request(admin->rt);
	if (why)
		say_failed("%s", why);
	return !why;
}

/* Checked first, so that nobody types a password for a name that is taken. */
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
	const char *name = rt_name_typed(admin->a, word);
	const char *why = rt_name_problem(name), *password;
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
	if ((err = audit_log(admin, RT_ACT_PASSWORD, user.id)))
		return say_error(err);
	printf("@%s has a new password and is signed out everywhere.\n",
	       plain_line(admin->a, user.name));
	return EXIT_SUCCESS;
}

/* The member chooses the password, and the host never learns it. */
static int make_reset_link(struct admin *admin, const char *word)
{
	const struct rt_acting who = audit_acting(admin);
	const char *name = argument_name(word), *token;
	struct rt_user user;
	enum rt_err err;

	if ((err = rt_user_by_name(admin->rt, admin->a, name, &user)))
		return say_member_error(err, name);
	audit_note(admin);
	if ((err = rt_reset_begin(admin->rt, admin->a, &user, &who, &token)))
		return say_member_error(err, name);
	print_reset_link(admin, user.name, token);
	return EXIT_SUCCESS;
}

/* ---- two-step [--off] NAME ---------------------------------------------- */

static int switch_two_step_off(struct admin *admin, const struct rt_user *user)
{
	enum rt_err err;

	audit_note(admin);
	if ((err = rt_two_step_off(admin->rt, admin->a, user->id)) ||
	    (err = audit_log(admin, RT_ACT_CODE, user->id)))
		return say_error(err);
	printf("Two-step sign-in of @%s is off now.\n",
	       plain_line(admin->a, user->name));
	return EXIT_SUCCESS;
}

static int report_two_step(struct admin *admin, const char *word)
{
	const char *name = argument_name(word);
	struct rt_two_step state;
	struct rt_user user;
	enum rt_err err;

	if ((err = rt_user_by_name(admin->rt, admin->a, name, &user)) ||
	    (err = rt_two_step(admin->rt, admin->a, user.id, &state)))
		return say_member_error(err, name);
	if (state.is_on && admin->off)
		return switch_two_step_off(admin, &user);
	printf("Two-step sign-in of @%s is %s.",
	       plain_line(admin->a, user.name), state.is_on ? "on" : "off");
	if (state.is_on)
		printf(" Spare codes left: %u.", state.spare);
	putchar('\n');
	return EXIT_SUCCESS;
}

/* ---- delete NAME, delete POST-ID ---------------------------------------- */

static int confirm_delete(const struct admin *admin, const char *what,
			  const char *question)
{
	struct confirmation c = { "delete", "deleted", what, question };

	return prompt_consent(admin, &c);
}

static int delete_member(struct admin *admin, const char *name)
{
	const struct rt_acting who = audit_acting(admin);
	struct rt_removal r;
	const char *what;
	enum rt_err err;

	if ((err = rt_removal(admin->rt, admin->a, name, &r)))
		return say_member_error(err, name);
	if (!r.adopted)
		return say_failed("this database is not adopted, so not all "
				  "posts are known: run retwis-admin adopt");
	what = arena_printf(admin->a,
			    "@%s: posts %" PRIu64 ", followers %" PRIu64
			    ", following %" PRIu64 ", likes %" PRIu64,
			    plain_line(admin->a, r.user.name), r.posts,
			    r.followers, r.following, r.likes);
	if (confirm_delete(admin, what, "Delete this member permanently?"))
		return EXIT_FAILURE;
	audit_note(admin);
	err = rt_expel(admin->rt, RT_ACT_EXPEL, &r, &who, progress_show);
	progress_end();
	if (err == RT_DENIED)
		return say_only_host(plain_line(admin->a, r.user.name));
	if (err)
		return say_unfinished(err);
	printf("@%s has been deleted.\n", plain_line(admin->a, r.user.name));
	return EXIT_SUCCESS;
}

/*
 * Whoever began to delete it has already confirmed, so it does not ask again.
 */
static int finish_post(struct admin *admin, const char *digits, uint64_t id)
{
	enum rt_err err = rt_finish_post(admin->rt, id, progress_show);

	progress_end();
	if (err == RT_NOT_FOUND)
		return say_failed("there is no post %s (a member is @%s)",
				  digits, digits);
	if (err)
		return say_unfinished(err);
	printf("Post %" PRIu64 " has been deleted.\n", id);
	return EXIT_SUCCESS;
}

static int delete_post(struct admin *admin, const char *digits)
{
	const struct rt_acting who = audit_acting(admin);
	uint64_t id = rt_u64(digits);
	struct rt_post post;
	const char *what;
	enum rt_err err;

	if ((err = rt_post_read(admin->rt, admin->a, id, &post)))
		return say_error(err);
	if (!post.id)
		return finish_post(admin, digits, id);
	if (post.id != id)
		return say_failed("%s is a repost of post %" PRIu64
				  ", and is deleted with it",
				  digits, post.id);
	what = arena_printf(admin->a, "Post %" PRIu64 " by @%s: %s", id,
			    plain_line(admin->a, post.name),
			    plain_line(admin->a, post.body));
	if (confirm_delete(admin, what, "Delete this post permanently?"))
		return EXIT_FAILURE;
	audit_note(admin);
	err = rt_delete_post(admin->rt, &post, &who, progress_show);
	progress_end();
	if (err)
		return say_unfinished(err);
	printf("Post %" PRIu64 " has been deleted.\n", id);
	return EXIT_SUCCESS;
}

static int delete_member_or_post(struct admin *admin, const char *word)
{
	if (argument_is_number(word))
		return delete_post(admin, word);
	return delete_member(admin, argument_name(word));
}

/* ---- release NAME ------------------------------------------------------- */

static int release_name(struct admin *admin, const char *word)
{
	const char *name = argument_name(word);
	const char *shown = plain_line(admin->a, name);
	enum rt_err err;

	audit_note(admin);
	err = rt_release(admin->rt, admin->a, name);
	if (err == RT_NOT_FOUND &&
	    rt_name_is_official(admin->a, name, admin->site))
		return say_failed("@%s is reserved for the people who run the "
				  "site: give it to somebody with "
				  "retwis-admin add",
				  shown);
	if (err == RT_NOT_FOUND)
		return say_failed("no member @%s has left, so the name is not "
				  "reserved",
				  shown);
	if (err)
		return say_error(err);
	printf("@%s is available again.\n", shown);
	return EXIT_SUCCESS;
}

/* ---- the commands ------------------------------------------------------- */

const struct admin_command command_add = {
	.name = "add",
	.usage = "NAME",
	.does = "adds a member, even if nobody can register",
	.help = "Asks for the password twice. If standard input is not a\n"
		"terminal, its first line is the password.\n",
	.run = add_member,
	.min = 1,
	.max = 1,
	.takes = "one name",
};

const struct admin_command command_passwd = {
	.name = "passwd",
	.usage = "NAME",
	.does = "sets a password and signs the member out everywhere",
	.help = "Asks for the password twice. If standard input is not a\n"
		"terminal, its first line is the password.\n",
	.run = change_password,
	.min = 1,
	.max = 1,
	.takes = "one name",
};

const struct admin_command command_reset = {
	.name = "reset",
	.usage = "NAME",
	.does = "creates a link for the member to set a new password",
	.help = "The link works once and within a day. With RETWIS_URL it is\n"
		"whole; otherwise put the address of your site before it.\n",
	.run = make_reset_link,
	.min = 1,
	.max = 1,
	.takes = "one name",
};

const struct admin_command command_two_step = {
	.name = "two-step",
	.usage = "[--off] NAME",
	.does = "says whether two-step sign-in is on, or switches it off",
	.help = "--off is for somebody who has lost phone and codes.\n",
	.run = report_two_step,
	.min = 1,
	.max = 1,
	.takes = "one name",
	.options = OPTION_OFF,
};

const struct admin_command command_delete = {
	.name = "delete",
	.usage = "[--yes] NAME\n[--yes] POST-ID",
	.does = "deletes a member and all their posts, or one post; asks first",
	.help = "Digits alone are the id of a post. For a member whose name "
		"is 123, write @123.\nThe only host cannot be deleted.\n",
	.run = delete_member_or_post,
	.min = 1,
	.max = 1,
	.takes = "one name",
	.options = OPTION_YES,
};

const struct admin_command command_release = {
	.name = "release",
	.usage = "NAME",
	.does = "makes the name of a member who has left available again",
	.run = release_name,
	.min = 1,
	.max = 1,
	.takes = "one name",
};
