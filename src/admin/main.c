/* Reads the command line of retwis-admin, and runs one command. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/commands.h"
#include "base/fiber.h"

#define REDIS_USER "retwis-admin" /* of conf/redis.acl */

static const char usage[] =
	"Usage: retwis-admin add NAME\n"
	"       retwis-admin passwd NAME\n"
	"       retwis-admin reset NAME\n"
	"       retwis-admin host [NAME]\n"
	"       retwis-admin two-step [--off] NAME\n"
	"       retwis-admin delete [--yes] NAME | POST-ID\n"
	"       retwis-admin release NAME\n"
	"       retwis-admin site get [NAME]\n"
	"       retwis-admin site set NAME VALUE\n"
	"       retwis-admin site unset NAME\n"
	"       retwis-admin adopt\n"
	"       retwis-admin import [--from 2009 | rb | java] [--dry-run] "
	"[--lazy] SOURCE\n"
	"       retwis-admin import --forget\n"
	"       retwis-admin rebuild NAME | --all\n"
	"       retwis-admin workers [pause | resume | exit | throttle N |\n"
	"                             log jobs | log errors] [WORKER]\n"
	"       retwis-admin queue [retry JOB | --all]\n"
	"       retwis-admin queue drop [--yes] JOB | --all\n"
	"       retwis-admin check [--repair]\n"
	"       retwis-admin metrics\n"
	"       retwis-admin config [FILE]\n"
	"       retwis-admin clock [--forget]\n"
	"\n"
	"  add      adds a member, even if RETWIS_SIGNUP is closed\n"
	"  passwd   sets a password and signs the member out everywhere\n"
	"  reset    creates a link for the member to set a new password\n"
	"  host     makes a member a host, who runs the site, or lists the hosts\n"
	"  two-step says whether a member uses two-step sign-in, and with --off\n"
	"           switches it off, for somebody who has lost phone and codes\n"
	"  delete   deletes a member and all their posts, or one post; asks first\n"
	"  release  makes the name of a member who has left available again\n"
	"  site     shows the settings that hosts can change at /site, changes\n"
	"           one, or takes that back, so that it is as on this server\n"
	"  adopt    prepares the database of an older Retwis, or what it has\n"
	"           written since\n"
	"  import   copies the members and posts of a much older Retwis, from\n"
	"           unix:PATH[?db=N] or tcp://host:port[/N]; it writes nothing\n"
	"           there, and if it was interrupted, run it again to continue\n"
	"  rebuild  builds a home timeline again from the posts, or all of them\n"
	"  workers  shows which background programs are alive and what they\n"
	"           have to do, and orders one or all of them to pause, resume,\n"
	"           exit, so that their supervisor starts them again, or make\n"
	"           at most N deliveries a second (0: no limit)\n"
	"  queue    shows the jobs that failed, retries them, or drops them,\n"
	"           after asking\n"
	"  check    checks the whole database for errors\n"
	"  metrics  shows the site in numbers, in the format of Prometheus\n"
	"  config   checks the settings for mistakes before they take effect\n"
	"  clock    compares the clock and the time zone of this server with\n"
	"           those of Redis and of the site's other servers\n"
	"\n"
	"  --all      all home timelines, or all failed jobs\n"
	"  --yes      delete or drop without asking\n"
	"  --repair   repair what check finds\n"
	"  --off      switch two-step sign-in off\n"
	"  --from     read the source as that layout: 2009, rb or java\n"
	"  --dry-run  show what would be imported\n"
	"  --lazy     hash clear-text passwords when they are first used\n"
	"  --forget   forget where the import came from: then it cannot be\n"
	"             continued; or the site's time zone, so that this server's\n"
	"             replaces it\n"
	"  --help     show this text\n"
	"  --version  show the version\n"
	"\n"
	"You can write a name with the @ that the pages show before it. To\n"
	"delete, digits alone are a post; @ and digits are a member.\n"
	"It reads RETWIS_REDIS and the other settings as the pages do.\n";

static const struct admin_command *const commands[] = {
	&command_add,     &command_passwd,   &command_reset,
	&command_host,    &command_two_step, &command_delete,
	&command_release, &command_site,     &command_adopt,
	&command_import,  &command_rebuild,  &command_workers,
	&command_queue,   &command_check,    &command_config,
	&command_metrics, &command_clock,    NULL,
};

/* Prints a mistake as one line, as getopt_long() does, and exits. */
static void refuse_line(const char *what, const char *more, const char *rest)
{
	exit(say_usage("%s%s%s", what, more, rest));
}

/* Each sets a bit of `given`; --help and --version are letters instead. */
static const struct option options[] = {
	{ "yes", no_argument, NULL, OPTION_YES },
	{ "all", no_argument, NULL, OPTION_ALL },
	{ "repair", no_argument, NULL, OPTION_REPAIR },
	{ "off", no_argument, NULL, OPTION_OFF },
	{ "from", required_argument, NULL, OPTION_FROM },
	{ "dry-run", no_argument, NULL, OPTION_DRY_RUN },
	{ "lazy", no_argument, NULL, OPTION_LAZY },
	{ "forget", no_argument, NULL, OPTION_FORGET },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'v' },
	{ 0 },
};

/*
 * Returns the options that were given, and the word after --from in `from`.
 * --help, --version and mistakes end the program here.
 */
static unsigned read_options(int argc, char **argv, const char **from)
{
	unsigned given = 0;
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == '?')
			exit(EXIT_USAGE);
		if (option == 'h' || option == 'v') {
			fputs(option == 'h' ? usage
					    : "Retwis " RETWIS_VERSION "\n",
			      stdout);
			exit(EXIT_SUCCESS);
		}
		if (option == OPTION_FROM)
			*from = optarg;
		given |= (unsigned)option;
	}
	return given;
}

/* --all and --forget take the place of a name, and so count as a word. */
static void check_words(const struct admin_command *c, int words,
			unsigned given)
{
	unsigned wrong = given & ~c->options;

	for (const struct option *o = options; wrong && o->name; o++)
		if (wrong & (unsigned)o->val)
			exit(say_usage("--%s is not for %s", o->name,
				       c->name));
	words += given & (OPTION_ALL | OPTION_FORGET) ? 1 : 0;
	if (words < c->min || words > c->max)
		refuse_line(c->name, " takes ", c->takes);
}

static const struct admin_command *find_command(int words, char **word,
						unsigned given)
{
	if (words == 0)
		refuse_line("no command", "", "");
	for (const struct admin_command *const *c = commands; *c; c++)
		if (strcmp((*c)->name, *word) == 0) {
			check_words(*c, words - 1, given);
			return *c;
		}
	refuse_line("unknown command ", *word, "");
	return NULL;
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

/* The command line. */
struct command_line {
	const struct admin_command *command;
	char **words;
	unsigned given; /* the options, as bits */
	const char *from;
};

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
		.from = line->from,
	};
	struct rt_config conf;
	const char *why = NULL;
	int status;

	if (command->is_offline) {
		status = command->run(&admin, *line->words);
	} else if ((why = rt_config_load(&memory, &conf))) {
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

	line.given = read_options(argc, argv, &line.from);
	line.command = find_command(argc - optind, argv + optind, line.given);
	line.words = argv + optind + 1;
	signal(SIGPIPE, SIG_IGN);
	status = fiber_run(run_command, &line);
	if (fflush(stdout) != 0)
		status = say_failed("cannot write the output");
	return status;
}
