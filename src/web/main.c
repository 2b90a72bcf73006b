/*
 * The loop around every page: one request after the other from a FastCGI
 * web server, or a single one as a plain CGI program.
 */
#include <errno.h>
#include <fcgiapp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "libretwis/base/clock.h"
#include "program/options.h"
#include "program/ready.h"
#include "web/page.h"
#include "web/peer.h"
#include "web/send.h"

#define DEFAULT_TEMPLATES RETWIS_DATADIR "/templates"

/* A web server that has connected may stay silent for so long. */
#define SILENCE_MS 2000

static const char usage[] =
	"Usage: %s [--check | --help | --version]\n"
	"One page of Retwis, as a FastCGI or CGI program on standard input.\n"
	"\n"
	"  --check    look at the configuration, all templates and the database,\n"
	"             then exit\n"
	"\n"
	"The environment configures it, RETWIS_REDIS and others: see\n"
	"docs/settings.md of the source.\n";

extern char **environ;

static volatile sig_atomic_t stopping;

/*
 * An idle program waits in accept(), which fails on a closed socket; other
 * processes keep theirs.  Closing it here leaves no moment in which the signal
 * could be missed.
 */
static void stop_accepting(int signal_number)
{
	(void)signal_number;
	stopping = 1;
	close(STDIN_FILENO);
}

/*
 * Apache's mod_cgid gives a program one socket for both directions.  A body
 * that is left unread there at the end takes the answer with it.
 */
static void drain_body(const struct req *q)
{
	char unread[4096];

	fflush(stdout);
	if (req_param(q, "CONTENT_LENGTH") ||
	    req_param(q, "HTTP_TRANSFER_ENCODING"))
		while (fread(unread, 1, sizeof unread, stdin) > 0)
			continue;
}

static void serve_request(struct rt *rt, const struct rt_config *conf,
			  struct arena *a, FCGX_Request *fcgi)
{
	struct req q = {
		.rt = rt,
		.a = a,
		.conf = conf,
		.fcgi = fcgi,
		.taken_ms = clock_date_ms(),
		.env = fcgi ? fcgi->envp : environ,
	};

	int64_t begun = clock_ms();

	if (req_read(&q)) {
		rt_visitor(rt, req_client(&q), q.browser);
		page(&q);
	} else {
		page_error(&q, 400);
	}
	page_send(&q);
	log_slow(clock_ms() - begun);
	if (!fcgi)
		drain_body(&q);
	arena_reset(a);
	rt_rest(rt);
}

/* ---- FastCGI ----------------------------------------------------------- */

static const int stop_signals[] = { SIGTERM, SIGINT, SIGUSR1 };
#define STOP_SIGNALS (sizeof stop_signals / sizeof *stop_signals)

/* SIG_BLOCK: they wait.  SIG_UNBLOCK: they come, also those that waited. */
static void hold_stops(int how)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < STOP_SIGNALS; i++)
		sigaddset(&set, stop_signals[i]);
	sigprocmask(how, &set, NULL);
}

static bool is_passing_error(int error)
{
	return error == EINTR || error == ECONNABORTED;
}

/*
 * A program that was told to stop leaves here and nowhere else, so it serves
 * every visitor whom it has accepted.  A web server may keep its connection
 * for more.  False at the end.
 */
static bool next_connection(FCGX_Request *fcgi)
{
	bool is_kept = fcgi->ipcFd >= 0;

	hold_stops(SIG_UNBLOCK);
	while (fcgi->ipcFd < 0 && !stopping) {
		fcgi->ipcFd = accept(STDIN_FILENO, NULL, NULL);
		fcgi->keepConnection = 0;
		if (fcgi->ipcFd < 0 && !is_passing_error(errno))
			break;
	}
	hold_stops(SIG_BLOCK);
	return is_kept ? !stopping : fcgi->ipcFd >= 0;
}

/*
 * libfcgi is told that this connection was kept from an earlier request, so
 * that it does not accept one itself: it would hang up if a signal came before
 * the first byte.  As libfcgi does, this waits only a little while for that
 * byte.
 */
static bool read_request(FCGX_Request *fcgi)
{
	struct pollfd first = { .fd = fcgi->ipcFd, .events = POLLIN };

	if (!fcgi->keepConnection && poll(&first, 1, SILENCE_MS) <= 0) {
		FCGX_Finish_r(fcgi);
		return false;
	}
	fcgi->keepConnection = 1;
	return FCGX_Accept_r(fcgi) == 0;
}

static int serve_all(struct rt *rt, const struct rt_config *conf,
		     struct arena *a)
{
	struct sigaction stop = { .sa_handler = stop_accepting };
	FCGX_Request fcgi;

	hold_stops(SIG_BLOCK);
	for (size_t i = 0; i < STOP_SIGNALS; i++)
		sigaction(stop_signals[i], &stop, NULL);
	if (FCGX_Init() != 0 || FCGX_InitRequest(&fcgi, -1, 0) != 0) {
		fputs("retwis: FastCGI cannot start\n", stderr);
		return EXIT_FAILURE;
	}
	while (next_connection(&fcgi)) {
		if (!read_request(&fcgi))
			continue;
		serve_request(rt, conf, a, &fcgi);
		FCGX_Finish_r(&fcgi);
	}
	return stopping ? EXIT_SUCCESS : EXIT_FAILURE;
}

static bool is_page_ready(struct arena *a, struct rt_config *conf)
{
	const char *templates = getenv("RETWIS_TEMPLATES");
	const char *why = rt_config_load(a, conf);

	if (why) {
		fprintf(stderr, "retwis: %s\n", why);
		return false;
	}
	return tpl_load(templates && *templates ? templates
						: DEFAULT_TEMPLATES);
}

int main(int argc, char **argv)
{
	/* A web server may start a CGI program with words of a query in argv. */
	bool is_check = !getenv("GATEWAY_INTERFACE") &&
			options_check(argc, argv, usage);
	struct arena settings = { 0 }, memory = { 0 };
	struct rt_config conf;
	struct rt *rt;
	bool is_good = is_page_ready(&settings, &conf);
	int status = EXIT_SUCCESS;

	if (is_check && is_good)
		is_good = ready_database(&conf);
	if (is_check || !is_good) {
		arena_free(&settings);
		return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
	}
	tzset();
	signal(SIGPIPE, SIG_IGN);
	rt = rt_open(&conf);
	if (FCGX_IsCGI())
		serve_request(rt, &conf, &memory, NULL);
	else
		status = serve_all(rt, &conf, &memory);
	rt_close(rt);
	arena_free(&memory);
	arena_free(&settings);
	return status;
}
