/* Reads the command line of retwis-admin, and runs one command. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/help.h"
#include "admin/settings_file.h"
#include "base/fiber.h"

#define REDIS_USER  "retwis-admin" /* of conf/redis.acl */
#define OPTIONS_MAX 32

/* Prints a mistake as one line, as getopt_long() does, and exits. */
static void refuse_line(const char *what, const char *more, const char *rest)
{
	exit(say_usage("%s%s%s", what, more, rest));
}

/* The command line. */
struct command_line {
	const struct admin_command *command;
	char **words;
	unsigned given;                 /* the options, as bits */
	const char *value[OPTIONS_MAX]; /* what follows each of them */
	bool wants_help;
};

#define OPTION_HELP    'h'
#define OPTION_VERSION 'v'

/* Those of admin_options, with their numbers from 1, and two more. */
static void list_options(struct option *list)
{
	int n = 0;

	for (; admin_options[n].name; n++)
		list[n] = (struct option){
			.name = admin_options[n].name,
			.has_arg = admin_options[n].value ? required_argument
							  : no_argument,
			.val = n + 1,
		};
	list[n++] = (struct option){ .name = "help", .val = OPTION_HELP };
	list[n++] =
		(struct option){ .name = "version", .val = OPTION_VERSION };
	list[n] = (struct option){ 0 };
}

/* --version and mistakes end the program here. */
static void read_options(int argc, char **argv, struct command_line *line)
{
	struct option list[OPTIONS_MAX + 3];
	int option;

	list_options(list);
	while ((option = getopt_long(argc, argv, "h", list, NULL)) != -1) {
		if (option == '?')
			exit(EXIT_USAGE);
		if (option == OPTION_VERSION) {
			puts("Retwis " RETWIS_VERSION);
			exit(EXIT_SUCCESS);
		}
		if (option == OPTION_HELP) {
			line->wants_help = true;
			continue;
		}
		line->given |= admin_options[option - 1].bit;
		line->value[option - 1] = optarg;
	}
}

/* What follows this option, or NULL. */
static const char *option_value(const struct command_line *line, unsigned bit)
{
	for (size_t i = 0; admin_options[i].name; i++)
		if (admin_options[i].bit == bit)
			return line->value[i];
	return NULL;
}

/* --all and --forget take the place of a name, and so count as a word. */
static void check_words(const struct admin_command *c, int words,
			unsigned given)
{
	unsigned wrong = given & ~c->options;

	for (const struct admin_option *o = admin_options; wrong && o->name;
	     o++)
		if (wrong & o->bit)
			exit(say_usage("--%s is not for %s", o->name,
				       c->name));
	words += given & (OPTION_ALL | OPTION_FORGET) ? 1 : 0;
	if (words < c->min || words > c->max)
		refuse_line(c->name, " takes ", c->takes);
}

/* --help with a command explains that command. */
static const struct admin_command *find_command(
	int words, char **word, const struct command_line *line)
{
	const struct admin_command *c = words ? command_find(*word) : NULL;

	if (words && !c)
		refuse_line("unknown command ", *word, "");
	if (line->wants_help) {
		if (c)
			help_print(c);
		else
			help_print_all();
		exit(fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS);
	}
	if (!c)
		refuse_line("no command", "", "");
	check_words(c, words - 1, line->given);
	return c;
}

/* If Redis does not answer, the command itself is going to report that. */
static int check_is_ours(struct admin *admin)
{
	const char *why = NULL;

	if (rt_foreign(admin->rt, admin->a, &why) != RT_OK ||
	    (!why && rt_key_fits(admin->rt, admin->a, false, &why) != RT_OK) ||
	    !why)
		return EXIT_SUCCESS;
	return say_failed("%s", why);
}

/*
 * The request ends here, so that the greeting, which some commands need, is
 * sent again with the command's first pipeline.  If Redis does not answer, the
 * name is the one in the environment.
 */
static const char *find_site_name(struct admin *admin)
{
	rt_site_read(admin->rt, admin->a);
	rt_end_request(admin->rt);
	return rt_site(admin->rt)->name;
}

static int run_command(void *arg)
{
	const struct command_line *line = arg;
	const struct admin_command *command = line->command;
	unsigned given = line->given;
	struct arena memory = { 0 };
	struct admin admin = {
		.a = &memory,
		.command = command->name,
		.words = line->words,
		.yes = given & OPTION_YES,
		.all = given & OPTION_ALL,
		.repair = given & OPTION_REPAIR,
		.dry_run = given & OPTION_DRY_RUN,
		.lazy = given & OPTION_LAZY,
		.forget = given & OPTION_FORGET,
		.off = given & OPTION_OFF,
		.from = option_value(line, OPTION_FROM),
		.standing = option_value(line, OPTION_STANDING),
		.reason = option_value(line, OPTION_REASON),
		.until = option_value(line, OPTION_UNTIL),
		.answers = option_value(line, OPTION_ANSWERS),
		.root = given & OPTION_ROOT ? option_value(line, OPTION_ROOT)
					    : "",
	};
	struct rt_config conf;
	const char *why = NULL;
	int status = EXIT_SUCCESS;

	if (command->check)
		status = command->check(&admin, *line->words);
	if (status != EXIT_SUCCESS) {
		arena_free(&memory);
		return status;
	}
	if (command->is_offline) {
		status = command->run(&admin, *line->words);
	} else if ((why = settings_supply(&memory)) ||
		   (why = rt_config_load(&memory, &conf))) {
		status = say_failed("%s", why);
	} else {
		rt_config_rename(&memory, &conf, REDIS_USER);
		admin.rt = rt_open(&conf);
		status = check_is_ours(&admin);
		if (status == EXIT_SUCCESS) {
			admin.site = find_site_name(&admin);
			status = command->run(&admin, *line->words);
		}
		rt_close(admin.rt);
	}
	arena_free(&memory);
	return status;
}

int main(int argc, char **argv)
{
	struct command_line line = { 0 };
	int status;

	read_options(argc, argv, &line);
	line.command = find_command(argc - optind, argv + optind, &line);
	line.words = argv + optind + 1;
	signal(SIGPIPE, SIG_IGN);
	status = fiber_run(run_command, &line);
	if (fflush(stdout) != 0)
		status = say_failed("cannot write the output");
	return status;
}
