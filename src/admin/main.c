/* The words and options of retwis-admin. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/admin.h"

static const char usage[] =
	"Usage: retwis-admin add NAME\n"
	"       retwis-admin passwd NAME\n"
	"       retwis-admin delete [--yes] NAME | POST-ID\n"
	"       retwis-admin adopt\n"
	"       retwis-admin rebuild NAME | --all\n"
	"       retwis-admin workers [pause | resume | exit | throttle N] "
	"[WORKER]\n"
	"       retwis-admin queue [retry JOB | --all]\n"
	"       retwis-admin queue drop [--yes] JOB | --all\n"
	"       retwis-admin check [--repair]\n"
	"\n"
	"  add      makes a member, also where RETWIS_SIGNUP is closed\n"
	"  passwd   sets a password and signs the member out everywhere\n"
	"  delete   deletes a member with all posts, or one post; asks first\n"
	"  adopt    prepares the database of an older Retwis, or what it has\n"
	"           written since\n"
	"  rebuild  makes a home timeline anew, or all of them\n"
	"  workers  shows which background programs are alive and what they\n"
	"           have to do, and tells one or all of them to pause, go on,\n"
	"           start anew, or do N deliveries a second (0: no limit)\n"
	"  queue    shows the jobs that failed, has them tried again, or drops\n"
	"           them, after asking\n"
	"  check    looks through the whole database for what is broken\n"
	"\n"
	"  --all      all home timelines, or all jobs that failed\n"
	"  --yes      delete or drop without asking\n"
	"  --repair   mend what check finds\n"
	"  --help     this text\n"
	"  --version\n"
	"\n"
	"A name may be written with the @ that the pages show before it. To\n"
	"delete, digits alone are a post; @ and digits are a member.\n"
	"RETWIS_REDIS and others in the environment are those of the pages.\n";

/* What may stand behind a command, beside its words. */
enum { YES = 1, ALL = 2, REPAIR = 4 };

static const struct command {
	const char *name;
	int (*run)(struct admin *admin, const char *word);
	int min, max; /* words behind it */
	const char *takes;
	unsigned options;
} commands[] = {
	{ "add", command_add, 1, 1, "one name", 0 },
	{ "passwd", command_passwd, 1, 1, "one name", 0 },
	{ "delete", command_delete, 1, 1, "one name", YES },
	{ "adopt", command_adopt, 0, 0, "no name", 0 },
	{ "rebuild", command_rebuild, 1, 1, "one name or --all", ALL },
	{ "workers", command_workers, 0, 3, "an order and a worker", 0 },
	{ "queue", command_queue, 0, 2, "retry or drop, and a job or --all",
	  YES | ALL },
	{ "check", command_check, 0, 0, "no name", REPAIR },
};

const char *admin_name(const char *word)
{
	return word + (*word == '@');
}

/* One line, as getopt_long() says its own. */
static void refuse(const char *what, const char *more, const char *still)
{
	exit(say_usage("%s%s%s", what, more, still));
}

/* The options given; exits for those that say all, and for mistakes. */
static unsigned read_options(int argc, char **argv)
{
	static const struct option options[] = {
		{ "yes", no_argument, NULL, YES },
		{ "all", no_argument, NULL, ALL },
		{ "repair", no_argument, NULL, REPAIR },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'v' },
		{ 0 },
	};
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
		given |= (unsigned)option;
	}
	return given;
}

/* --all stands for the name of all, and so in the place of a word. */
static void check_command(const struct command *c, int words, unsigned given)
{
	unsigned wrong = given & ~c->options;

	if (wrong)
		refuse(wrong & YES   ? "--yes"
		       : wrong & ALL ? "--all"
				     : "--repair",
		       " is not for ", c->name);
	words += given & ALL ? 1 : 0;
	if (words < c->min || words > c->max)
		refuse(c->name, " takes ", c->takes);
}

static const struct command *find_command(int words, char **word,
					  unsigned given)
{
	if (words == 0)
		refuse("no command", "", "");
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (strcmp(commands[i].name, *word) == 0) {
			check_command(&commands[i], words - 1, given);
			return &commands[i];
		}
	refuse("unknown command ", *word, "");
	return NULL;
}

static int run(const struct command *command, char **words, unsigned given)
{
	struct arena memory = { 0 };
	struct admin admin = {
		.a = &memory,
		.words = words,
		.yes = given & YES,
		.all = given & ALL,
		.repair = given & REPAIR,
	};
	struct rt_config conf;
	const char *why = rt_config_load(&memory, &conf);
	int status;

	if (why) {
		status = say_failed("%s", why);
	} else {
		admin.rt = rt_open(&conf);
		status = command->run(&admin, *words);
		rt_close(admin.rt);
	}
	arena_free(&memory);
	return status;
}

int main(int argc, char **argv)
{
	unsigned given = read_options(argc, argv);
	const struct command *command =
		find_command(argc - optind, argv + optind, given);
	int status;

	signal(SIGPIPE, SIG_IGN);
	status = run(command, argv + optind + 1, given);
	if (fflush(stdout) != 0)
		status = say_failed("cannot write what was done");
	return status;
}
