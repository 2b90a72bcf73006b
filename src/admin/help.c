#include "admin/help.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUP_COMMANDS 12

static const struct {
	const char *title;
	const struct admin_command *commands[GROUP_COMMANDS + 1];
} groups[] = {
	{ "Members:",
	  { &command_members, &command_show, &command_add, &command_passwd,
	    &command_reset, &command_two_step, &command_suspend,
	    &command_restore, &command_delete, &command_release } },
	{ "Who runs the site:",
	  { &command_host, &command_moderator, &command_member } },
	{ "The site:",
	  { &command_setup, &command_site, &command_config, &command_clock,
	    &command_check, &command_metrics } },
	{ "Background work:",
	  { &command_workers, &command_queue, &command_rebuild } },
	{ "Older databases:", { &command_adopt, &command_import } },
	{ "This program:", { &command_help } },
};

#define GROUPS (sizeof groups / sizeof *groups)

const struct admin_option admin_options[] = {
	{ "yes", NULL, OPTION_YES, "delete or drop without asking" },
	{ "all", NULL, OPTION_ALL, "all of them" },
	{ "repair", NULL, OPTION_REPAIR, "repair what is found" },
	{ "off", NULL, OPTION_OFF, "switch two-step sign-in off" },
	{ "standing", "STANDING", OPTION_STANDING,
	  "only these: host, moderator, member, suspended or waiting" },
	{ "reason", "TEXT", OPTION_REASON,
	  "why, in one line that the member reads" },
	{ "until", "DAY", OPTION_UNTIL,
	  "the day on which it ends by itself, such as 2026-12-24" },
	{ "answers", "FILE", OPTION_ANSWERS,
	  "take the answers from this file, and ask nothing" },
	{ "root", "FOLDER", OPTION_ROOT,
	  "the folder that is going to be / of another machine" },
	{ "from", "LAYOUT", OPTION_FROM,
	  "read the source as that layout: 2009, rb or java" },
	{ "dry-run", NULL, OPTION_DRY_RUN, "show what would be imported" },
	{ "lazy", NULL, OPTION_LAZY,
	  "hash clear-text passwords when they are first used" },
	{ "forget", NULL, OPTION_FORGET,
	  "forget what is stored about an import, or the time zone" },
	{ 0 },
};

const struct admin_command *command_find(const char *name)
{
	for (size_t g = 0; g < GROUPS; g++)
		for (size_t i = 0; groups[g].commands[i]; i++)
			if (strcmp(groups[g].commands[i]->name, name) == 0)
				return groups[g].commands[i];
	return NULL;
}

void help_print_all(void)
{
	fputs("Usage: retwis-admin COMMAND [OPTION...] [WORD...]\n"
	      "       retwis-admin help COMMAND\n"
	      "       retwis-admin --help | --version\n",
	      stdout);
	for (size_t g = 0; g < GROUPS; g++) {
		printf("\n%s\n", groups[g].title);
		for (size_t i = 0; groups[g].commands[i]; i++)
			printf("  %-9s  %s\n", groups[g].commands[i]->name,
			       groups[g].commands[i]->does);
	}
	fputs("\nYou can write a name with the @ that the pages show before "
	      "it. The settings\nare environment variables, as for the "
	      "pages: see retwis.env(5).\n",
	      stdout);
}

static void help_print_options(const struct admin_command *c)
{
	const char *head = "\n";

	for (const struct admin_option *o = admin_options; o->name; o++) {
		if (!(c->options & o->bit))
			continue;
		printf("%s  --%s%s%s\n      %s\n", head, o->name,
		       o->value ? " " : "", o->value ? o->value : "", o->does);
		head = "";
	}
}

void help_print(const struct admin_command *c)
{
	const char *form = c->usage, *head = "Usage: ";

	for (size_t len; form; form = form[len] ? form + len + 1 : NULL) {
		len = strcspn(form, "\n");
		printf("%sretwis-admin %s%s%.*s\n", head, c->name,
		       len ? " " : "", (int)len, form);
		head = "       ";
	}
	printf("\n%c%s.\n", toupper(*c->does), c->does + 1);
	if (c->help)
		printf("\n%s", c->help);
	help_print_options(c);
}

/* ---- help [COMMAND] ----------------------------------------------------- */

static int help_run(struct admin *admin, const char *word)
{
	const struct admin_command *c = word ? command_find(word) : NULL;

	if (word && !c)
		return say_usage("unknown command %s",
				 plain_line(admin->a, word));
	if (c)
		help_print(c);
	else
		help_print_all();
	return EXIT_SUCCESS;
}

const struct admin_command command_help = {
	.name = "help",
	.usage = "[COMMAND]",
	.does = "shows this list, or explains one command",
	.run = help_run,
	.max = 1,
	.takes = "one command at most",
	.is_offline = true,
};
