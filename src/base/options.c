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
	int option = getopt_long(argc, argv, "", options, NULL);

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
		return option == 'c';
	}
}
