/* The words and options of retwis-admin. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/admin.h"

#define EXIT_USAGE 2

static const char usage[] =
	"Usage: retwis-admin add NAME\n"
	"       retwis-admin passwd NAME\n"
	"       retwis-admin delete [--yes] NAME | POST-ID\n"
	"       retwis-admin adopt\n"
	"       retwis-admin check [--repair]\n"
	"\n"
	"  add      makes a member, also where RETWIS_SIGNUP is closed\n"
	"  passwd   sets a password and signs the member out everywhere\n"
	"  delete   deletes a member with all posts, or one post; asks first\n"
	"  adopt    prepares the database of an older Retwis, or what it has\n"
	"           written since\n"
	"  check    looks through the whole database for what is broken\n"
	"\n"
	"  --yes      delete without asking\n"
	"  --repair   mend what check finds\n"
	"  --help     this text\n"
	"  --version\n"
	"\n"
	"A name may be written with the @ that the pages show before it. To\n"
	"delete, digits alone are a post; @ and digits are a member.\n"
	"RETWIS_REDIS and others in the environment are those of the pages.\n";

static const struct command {
	const char *name;
	int (*run)(struct admin *admin, const char *word);
	int words;
} commands[] = {
	{ "add", command_add, 1 },       { "passwd", command_passwd, 1 },
	{ "delete", command_delete, 1 }, { "adopt", command_adopt, 0 },
	{ "check", command_check, 0 },
};

const char *admin_name(const char *word)
{
	return word + (*word == '@');
}

/* One line, as getopt_long() says its own. */
static void refuse(const char *what, const char *word)
{
	fprintf(stderr, "retwis-admin: %s%s; see retwis-admin --help\n", what,
		word);
	exit(EXIT_USAGE);
}

/* Exits for --help and --version, and for mistakes. */
static void read_options(int argc, char **argv, struct admin *admin)
{
	static const struct option options[] = {
		{ "yes", no_argument, NULL, 'y' },
		{ "repair", no_argument, NULL, 'r' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'v' },
		{ 0 },
	};
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		admin->yes |= option == 'y';
		admin->repair |= option == 'r';
		if (option == 'y' || option == 'r')
			continue;
		if (option == '?')
			exit(EXIT_USAGE);
		fputs(option == 'h' ? usage : "Retwis " RETWIS_VERSION "\n",
		      stdout);
		exit(EXIT_SUCCESS);
	}
}

static const struct command *find_command(int words, char **word,
					  const struct admin *admin)
{
	if (words == 0)
		refuse("no command", "");
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		const struct command *c = &commands[i];

		if (strcmp(c->name, *word) != 0)
			continue;
		if (words - 1 != c->words)
			refuse(c->name, c->words ? " takes one name"
						 : " takes no name");
		if (admin->yes && c->run != command_delete)
			refuse("--yes is for delete, not for ", c->name);
		if (admin->repair && c->run != command_check)
			refuse("--repair is for check, not for ", c->name);
		return c;
	}
	refuse("unknown command ", *word);
	return NULL;
}

static int run(const struct command *command, const char *word,
	       struct admin *admin)
{
	struct rt_config conf;
	const char *why = rt_config_load(admin->a, &conf);
	int status;

	if (why)
		return say_failed("%s", why);
	admin->rt = rt_open(&conf);
	status = command->run(admin, word);
	rt_close(admin->rt);
	return status;
}

int main(int argc, char **argv)
{
	struct arena memory = { 0 };
	struct admin admin = { .a = &memory };
	const struct command *command;
	int status;

	read_options(argc, argv, &admin);
	command = find_command(argc - optind, argv + optind, &admin);
	signal(SIGPIPE, SIG_IGN);
	status = run(command, argv[optind + 1], &admin);
	arena_free(&memory);
	if (fflush(stdout) != 0)
		status = say_failed("cannot write what was done");
	return status;
}
