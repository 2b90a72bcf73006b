/*
 * retwis-admin host, moderator, member, suspend and restore: what a member may
 * do.  They follow the rules of the page /standing, except that whoever can run
 * this program may do what hosts may.
 */
#include <stdio.h>
#include <stdlib.h>

#include "admin/commands.h"
#include "base/day.h"
#include "view/typed_time.h"

/* ---- changing it -------------------------------------------------------- */

/* On failure it has printed the reason. */
static bool role_find(struct admin *admin, const char *word,
		      struct rt_user *user)
{
	const char *name = argument_name(word);
	struct rt_person person;
	enum rt_err err;

	if ((err = rt_user_by_name(admin->rt, admin->a, name, user)) ||
	    (err = rt_members_one(admin->rt, admin->a, user->id, &person))) {
		say_member_error(err, plain_line(admin->a, name));
		return false;
	}
	user->standing = person.standing;
	if (user->standing == RT_WAITING)
		say_failed("@%s waits for approval: a host or a moderator can "
			   "approve newcomers on the site, at /waiting",
			   plain_line(admin->a, user->name));
	return user->standing != RT_WAITING;
}

/* Who suspended this member, and why. */
static int role_say_taken(struct admin *admin, const struct rt_user *user)
{
	struct rt_suspension s;
	enum rt_err err = rt_suspension(admin->rt, admin->a, user->id, &s);

	if (err)
		return say_member_error(err, plain_line(admin->a, user->name));
	return say_failed("@%s is suspended already, by %s: %s",
			  plain_line(admin->a, user->name),
			  actor_text(admin, s.by, s.system),
			  plain_line(admin->a, s.reason));
}

/* `done` is the end of the sentence "@NAME ..." */
static int role_change(struct admin *admin, const struct rt_user *user,
		       struct rt_standing_change change, const char *done)
{
	const char *shown = plain_line(admin->a, user->name);
	enum rt_err err;

	change.whom = user->id;
	change.from = user->standing;
	change.as = RT_HOST;
	audit_note(admin);
	err = rt_change_standing(admin->rt, admin->a, &change);
	if (err == RT_DENIED)
		return say_only_host(shown);
	if (err == RT_TAKEN)
		return role_say_taken(admin, user);
	if (err)
		return say_member_error(err, shown);
	printf("@%s %s.\n", shown, done);
	return EXIT_SUCCESS;
}

/* ---- host [NAME], moderator NAME, member NAME --------------------------- */

static int role_give(struct admin *admin, const char *word,
		     enum rt_standing to, const char *done)
{
	struct rt_user user;

	if (!role_find(admin, word, &user))
		return EXIT_FAILURE;
	if (user.standing == RT_SUSPENDED)
		return say_failed("@%s is suspended: run retwis-admin restore "
				  "first",
				  plain_line(admin->a, user.name));
	return role_change(admin, &user,
			   (struct rt_standing_change){
				   .to = to, .who = audit_acting(admin) },
			   done);
}

static int list_hosts(struct admin *admin)
{
	struct rt_host_list hosts;
	enum rt_err err = rt_hosts(admin->rt, admin->a, &hosts);

	if (err)
		return say_error(err);
	for (size_t i = 0; i < hosts.n; i++)
		printf("@%s\n", plain_line(admin->a, hosts.name[i]));
	if (!hosts.n)
		printf("There are no hosts yet.\n");
	return EXIT_SUCCESS;
}

static int list_or_make_host(struct admin *admin, const char *word)
{
	return word ? role_give(admin, word, RT_HOST, "is now a host")
		    : list_hosts(admin);
}

static int make_moderator(struct admin *admin, const char *word)
{
	return role_give(admin, word, RT_MODERATOR, "is now a moderator");
}

static int make_member(struct admin *admin, const char *word)
{
	return role_give(admin, word, RT_MEMBER,
			 "is a member, and neither host nor moderator");
}

/* ---- suspend NAME, restore NAME ----------------------------------------- */

static int suspension_problem(const char *option, const char *why)
{
	say_failed("%s: %s", option, why);
	return EXIT_USAGE;
}

static int check_suspension(struct admin *admin, const char *word)
{
	char *reason;
	const char *why;
	time_t until;

	(void)word;
	if (!admin->reason)
		return say_usage("suspend needs --reason TEXT");
	if (admin->until && !day_noon(admin->until) &&
	    (why = day_problem(admin->until, time(NULL), &until)))
		return suspension_problem("--until", why);
	why = rt_reason_problem(admin->a, admin->reason, &reason);
	if (why)
		return suspension_problem("--reason", why);
	admin->reason = reason;
	return EXIT_SUCCESS;
}

static int suspend_member(struct admin *admin, const char *word)
{
	struct rt_standing_change change = { .to = RT_SUSPENDED,
					     .who = audit_acting(admin) };
	const char *done = "is suspended until somebody restores the account";
	struct rt_user user;
	const char *why;

	/* Which days are to come depends on the time zone of the settings. */
	if (admin->until &&
	    (why = day_problem(admin->until, time(NULL), &change.until)))
		return suspension_problem("--until", why);
	if (!role_find(admin, word, &user))
		return EXIT_FAILURE;
	change.who.reason = admin->reason;
	if (change.until)
		done = arena_printf(admin->a, "is suspended until %s",
				    day_of(admin->a, change.until));
	return role_change(admin, &user, change, done);
}

static int restore_member(struct admin *admin, const char *word)
{
	struct rt_user user;

	if (!role_find(admin, word, &user))
		return EXIT_FAILURE;
	if (user.standing != RT_SUSPENDED)
		return say_failed("@%s is not suspended",
				  plain_line(admin->a, user.name));
	return role_change(
		admin, &user,
		(struct rt_standing_change){ .to = RT_MEMBER,
					     .who = audit_acting(admin) },
		"is restored");
}

/* ---- the commands ------------------------------------------------------- */

const struct admin_command command_host = {
	.name = "host",
	.usage = "[NAME]",
	.does = "makes a member a host, who runs the site, or lists the hosts",
	.run = list_or_make_host,
	.max = 1,
	.takes = "one name or nothing",
};

const struct admin_command command_moderator = {
	.name = "moderator",
	.usage = "NAME",
	.does = "makes a member or a host a moderator",
	.help = "The only host cannot become anything else.\n",
	.run = make_moderator,
	.min = 1,
	.max = 1,
	.takes = "one name",
};

const struct admin_command command_member = {
	.name = "member",
	.usage = "NAME",
	.does = "makes a host or a moderator a member again, and nothing else",
	.help = "The only host cannot become anything else.\n",
	.run = make_member,
	.min = 1,
	.max = 1,
	.takes = "one name",
};

const struct admin_command command_suspend = {
	.name = "suspend",
	.usage = "--reason TEXT [--until DAY] NAME",
	.does = "suspends a member, who can then only read why",
	.help = "The only host cannot be suspended.\n",
	.run = suspend_member,
	.check = check_suspension,
	.min = 1,
	.max = 1,
	.takes = "one name",
	.options = OPTION_REASON | OPTION_UNTIL,
};

const struct admin_command command_restore = {
	.name = "restore",
	.usage = "NAME",
	.does = "ends the suspension of a member",
	.run = restore_member,
	.min = 1,
	.max = 1,
	.takes = "one name",
};
