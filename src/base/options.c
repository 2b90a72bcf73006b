#include "base/options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#define EXIT_USAGE 2

bool options_check(int argc, char **argv, const char *usage)
{
	static const struct option options[] = {
		{ "check", no_argument, NULL, 'c' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'v' },
		{ 0 },
	};
	bool is_check = false;
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case 'h':
			printf(usage, argv[0]);
			exit(EXIT_SUCCESS);
		case 'v':
			puts("Retwis " RETWIS_VERSION);
			exit(EXIT_SUCCESS);
		case '?':
			exit(EXIT_USAGE);
		default:
			is_check = true;
		}
	}
	if (optind < argc) {
		fprintf(stderr, "%s: it takes no words; see %s --help\n",
			argv[0], argv[0]);
		exit(EXIT_USAGE);
	}
	return is_check;
}
