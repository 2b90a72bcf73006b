/*
 * retwis-admin members and show: who the members are.  They show what hosts see
 * on the site.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "admin/commands.h"
#include "base/day.h"

/* For people columns, and for other programs fields with tabs between them. */
static bool roster_is_for_people(void)
{
	return isatty(STDOUT_FILENO);
}

static const char *const standings[RT_STANDINGS + 1] = {
	[RT_MEMBER] = "member",       [RT_MODERATOR] = "moderator",
	[RT_HOST] = "host",           [RT_WAITING] = "waiting",
	[RT_SUSPENDED] = "suspended", [RT_STANDINGS] = "unknown",
};

/* RT_STANDINGS for any other word. */
static enum rt_standing roster_read_standing(const char *word)
{
	unsigned i = 0;

	while (i < RT_STANDINGS && strcmp(standings[i], word) != 0)
		i++;
	return i;
}

/* An empty field would be hard to see, and to count. */
static const char *roster_text(struct arena *a, const char *text)
{
	return text && *text ? plain_line(a, text) : "-";
}

static const char *roster_day(struct arena *a, time_t day)
{
	return day ? day_of(a, day) : "-";
}

static const char *roster_name(struct arena *a, const char *name)
{
	return name ? arena_printf(a, "@%s", plain_line(a, name)) : "-";
}

/* ---- members [--standing STANDING] -------------------------------------- */

struct roster {
	enum rt_standing only; /* RT_STANDINGS: any */
	bool is_for_people;
	bool is_begun;
};

static void roster_print(const struct roster *r, const char *name,
			 const char *standing, const char *since,
			 const char *last_seen, const char *invited_by,
			 const char *display)
{
	printf(r->is_for_people ? "%-21s  %-9s  %-10s  %-10s  %-21s  %s\n"
				: "%s\t%s\t%s\t%s\t%s\t%s\n",
	       name, standing, since, last_seen, invited_by, display);
}

static void roster_print_member(struct roster *r, struct arena *a,
				const struct rt_person *m)
{
	if (r->is_for_people && !r->is_begun)
		roster_print(r, "NAME", "STANDING", "SINCE", "LAST VISIT",
			     "INVITED BY", "DISPLAY NAME");
	r->is_begun = true;
	roster_print(r, roster_name(a, m->name), standings[m->standing],
		     roster_day(a, m->since), roster_day(a, m->last_seen),
		     roster_name(a, m->invited_by),
		     roster_text(a, m->display));
}

/* Ends early if nobody reads the rest, as in `members | head`. */
static enum rt_err roster_walk(struct admin *admin, struct roster *r,
			       struct rt_members_walk *w)
{
	struct arena chunk = { 0 };
	struct rt_people_list some;
	enum rt_err err = RT_OK;

	while (!err && !w->is_done && !ferror(stdout)) {
		arena_reset(&chunk);
		err = rt_members_next(admin->rt, admin->a, &chunk, w, &some);
		for (size_t i = 0; !err && i < some.n; i++)
			if (r->only == RT_STANDINGS ||
			    r->only == some.v[i].standing)
				roster_print_member(r, &chunk, &some.v[i]);
	}
	arena_free(&chunk);
	return err;
}

static int check_standing(struct admin *admin, const char *none)
{
	(void)none;
	if (!admin->standing ||
	    roster_read_standing(admin->standing) != RT_STANDINGS)
		return EXIT_SUCCESS;
	return say_usage("--standing takes host, moderator, member, suspended "
			 "or waiting");
}

static int list_members(struct admin *admin, const char *none)
{
	struct roster r = { .only = RT_STANDINGS,
			    .is_for_people = roster_is_for_people() };
	struct rt_members_walk w = { .after = NULL };
	enum rt_err err;

	(void)none;
	if (admin->standing)
		w.only = r.only = roster_read_standing(admin->standing);
	if ((err = roster_walk(admin, &r, &w)))
		return say_error(err);
	if (r.is_for_people && !r.is_begun)
		puts("There are none.");
	return w.is_partial ? say_failed("not everybody is listed: run "
					 "retwis-admin adopt")
			    : EXIT_SUCCESS;
}

/* ---- show NAME ---------------------------------------------------------- */

struct facts {
	struct rt_person person;
	struct rt_removal has; /* how many posts and followers */
	struct rt_two_step two_step;
	struct rt_suspension suspension;
};

static enum rt_err facts_read(struct admin *admin, const char *name,
			      struct facts *f)
{
	struct rt_user user;
	enum rt_err err;

	if ((err = rt_user_by_name(admin->rt, admin->a, name, &user)) ||
	    (err = rt_members_one(admin->rt, admin->a, user.id, &f->person)) ||
	    (err = rt_removal(admin->rt, admin->a, user.name, &f->has)) ||
	    (err = rt_two_step(admin->rt, admin->a, user.id, &f->two_step)))
		return err;
	if (f->person.standing != RT_SUSPENDED)
		return RT_OK;
	return rt_suspension(admin->rt, admin->a, user.id, &f->suspension);
}

static void facts_print(const char *what, const char *value)
{
	printf(roster_is_for_people() ? "%-15s %s\n" : "%s\t%s\n", what,
	       value);
}

static void facts_print_number(struct arena *a, const char *what, uint64_t n)
{
	facts_print(what, arena_printf(a, "%llu", (unsigned long long)n));
}

static void facts_print_suspension(const struct admin *admin,
				   const struct rt_suspension *s)
{
	struct arena *a = admin->a;

	facts_print("reason", roster_text(a, s->reason));
	facts_print("suspended by", actor_text(admin, s->by, s->system));
	facts_print("suspended until", roster_day(a, s->until));
}

static int show_member(struct admin *admin, const char *word)
{
	const char *name = argument_name(word);
	struct arena *a = admin->a;
	struct facts f = { 0 };
	enum rt_err err = facts_read(admin, name, &f);

	if (err)
		return say_member_error(err, plain_line(a, name));
	facts_print("name", roster_name(a, f.person.name));
	facts_print("display name", roster_text(a, f.person.display));
	facts_print("standing", standings[f.person.standing]);
	if (f.person.standing == RT_SUSPENDED)
		facts_print_suspension(admin, &f.suspension);
	facts_print("since", roster_day(a, f.person.since));
	facts_print("last visit", roster_day(a, f.person.last_seen));
	facts_print("invited by", roster_name(a, f.person.invited_by));
	if (f.has.adopted)
		facts_print_number(a, "posts", f.has.posts);
	else
		facts_print("posts", "-");
	facts_print_number(a, "followers", f.has.followers);
	facts_print_number(a, "following", f.has.following);
	facts_print("two-step", f.two_step.is_on ? "on" : "off");
	return EXIT_SUCCESS;
}

/* ---- the commands ------------------------------------------------------- */

const struct admin_command command_members = {
	.name = "members",
	.usage = "[--standing STANDING]",
	.does = "lists the members, by name",
	.help = "Name, standing, since when, last visit, invited by, and\n"
		"display name; - is what is not known. They are columns on a\n"
		"terminal, and otherwise fields with tabs between them.\n",
	.run = list_members,
	.check = check_standing,
	.takes = "no name",
	.options = OPTION_STANDING,
};

const struct admin_command command_show = {
	.name = "show",
	.usage = "NAME",
	.does = "shows who a member is, and why somebody is suspended",
	.run = show_member,
	.min = 1,
	.max = 1,
	.takes = "one name",
};
