/*
 * A page program: as FastCGI it serves in a loop (loop.h) until it is told to
 * end, and as plain CGI a single request.  Its name tells which page it is.
 */
#include <fcgiapp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/fiber.h"
#include "base/prefork.h"
#include "base/options.h"
#include "libretwis/preflight.h"
#include "http/loop.h"
#include "view/page.h"
#include "program/pages.h"
#include "program/serve.h"

#define DEFAULT_TEMPLATES RETWIS_DATADIR "/templates"

static const char usage[] =
	"Usage: %s [--check | --help | --version]\n"
	"One page of Retwis, as a FastCGI or CGI program on standard input.\n"
	"\n"
	"  --check    check the settings, all templates and the database, then\n"
	"             exit\n"
	"\n"
	"On SIGTERM it finishes the requests it has begun, then exits.  On SIGHUP\n"
	"it does the same, then starts again, as the program now in its place.\n"
	"Its settings are environment variables: see retwis.env(5).\n";

static bool is_page_ready(struct arena *a, struct rt_config *conf,
			  bool is_check)
{
	const char *templates = getenv("RETWIS_TEMPLATES");
	const char *why = rt_config_load(a, conf);

	if (why) {
		fprintf(stderr, "retwis: %s\n", why);
		return false;
	}
	return tpl_load(templates && *templates ? templates
						: DEFAULT_TEMPLATES,
			is_check ? NULL : pages_templates());
}

/* One request, as plain CGI. */
static int serve_one(void *conf)
{
	struct arena memory = { 0 };
	struct rt *rt = rt_open(conf);
	bool is_whole = serve_request(rt, conf, &memory, NULL);

	rt_close(rt);
	arena_free(&memory);
	return is_whole ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int serve_all(void *conf)
{
	return loop_run(conf, serve_request);
}

int main(int argc, char **argv)
{
	/* A web server may start a CGI program with words of a query in argv. */
	bool is_check = !getenv("GATEWAY_INTERFACE") &&
			options_check(argc, argv, usage);
	struct arena settings = { 0 };
	struct rt_config conf;
	bool is_good = pages_choose(argv[0]) &&
		       is_page_ready(&settings, &conf, is_check);
	int status = is_good ? EXIT_SUCCESS : EXIT_FAILURE;

	if (is_check && is_good)
		status = preflight_database(&conf);
	if (is_check || !is_good) {
		arena_free(&settings);
		return status;
	}
	tzset();
	signal(SIGPIPE, SIG_IGN);
	/* libfcgi takes SIGTERM from here on, and does nothing about it. */
	prefork_hold_signals(SIG_BLOCK);
	if (FCGX_IsCGI()) {
		prefork_hold_signals(SIG_UNBLOCK);
		status = fiber_run(serve_one, &conf);
	} else {
		status = preflight_key(&conf)
				 ? prefork_run(argv, conf.processes, serve_all,
					       &conf)
				 : EXIT_FAILURE;
	}
	arena_free(&settings);
	return status;
}
