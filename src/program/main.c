/*
 * A page program.  As a FastCGI program it serves requests in a loop
 * (http/loop.h) until it is stopped; as a plain CGI program it answers a
 * single one.
 *
 * Most pages are hard links to one executable, and the name by which it is
 * started says which page it is.  So the code, and that of the libraries in
 * it, is in memory once for all of their processes.  Each page still has a
 * process and a socket of its own.
 */
#include <fcgiapp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fiber.h"
#include "base/options.h"
#include "base/prefork.h"
#include "schema/routes.h"
#include "libretwis/preflight.h"
#include "http/fcgi_reader.h"
#include "http/loop.h"
#include "http/req.h"
#include "http/send.h"
#include "http/upload.h"
#include "view/language.h"
#include "view/page.h"

/* ---- which page this program is ---------------------------------------- */

/*
 * Each page is a file of src/pages, and `make` appends "_of_NAME" to its
 * page() and page_templates.  EACH_PAGE has the names of all pages, who may
 * read them, and whether their forms may have files, from the table
 * src/schema/routes.  A program contains only some of them, and has NULL for
 * the others.
 */
#define DECLARE(name, needs, has_files)                                       \
	__attribute__((weak)) void page_of_##name(struct req *q);             \
	__attribute__((weak)) extern const char *const templates_of_##name[];

#define DESCRIBE(name, needs, has_files)                                      \
	{ #name, page_of_##name, templates_of_##name, ACCESS_##needs,         \
	  has_files },

EACH_PAGE(DECLARE)

static const struct {
	const char *name;
	void (*answer)(struct req *q);
	const char *const *templates;
	enum access needs;
	bool has_files;
} pages[] = { EACH_PAGE(DESCRIBE) };

#define PAGES (sizeof pages / sizeof *pages)

static size_t chosen;

static bool pages_choose(const char *program)
{
	const char *slash = strrchr(program, '/');
	const char *name = slash ? slash + 1 : program;

	for (chosen = 0; chosen < PAGES; chosen++)
		if (strcmp(pages[chosen].name, name) == 0 &&
		    pages[chosen].answer)
			return true;
	fprintf(stderr, "retwis: there is no page named %s\n", name);
	return false;
}

static const char *const *pages_templates(void)
{
	return pages[chosen].templates;
}

static enum access pages_access(void)
{
	return pages[chosen].needs;
}

static void pages_answer(struct req *q)
{
	pages[chosen].answer(q);
}

/* ---- one request ------------------------------------------------------- */

extern char **environ;

/*
 * Apache's mod_cgid gives a program one socket for both directions.  If a body
 * is left unread there, the answer is lost when the program ends.
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

/*
 * The form was carried out, but isn't on as many replicas as the host wants:
 * then the answer is replaced by one that says so.
 */
static void wait_for_replicas(struct req *q)
{
	if (q->is_post && q->status < 400 && !q->stream &&
	    rt_replicas_wait(q->rt, q->a))
		page_unreplicated(q);
}

/* What was read from the web server stays, since it is not sent again. */
static void begin_run(struct req *q, const struct req *asked)
{
	const struct req before = *q;

	*q = *asked;
	q->is_again = before.method;
	q->form = before.form;
	q->upload = before.upload;
	q->is_form_read = before.is_form_read;
	q->form_status = before.form_status;
	rt_site_begin(q->rt);
	q->conf = rt_site(q->rt);
}

/* Runs the page, by the settings that this process knows. */
static void run_page(struct req *q)
{
	if (req_read(q)) {
		rt_visitor(q->rt, req_client(q), q->browser);
		rt_set_cookie_origin(q->rt, q->way);
		if (q->is_post && !q->is_again)
			rt_replicas_begin(q->rt);
		if (!access_is_denied(q, pages_access()) && !page_moved(q))
			pages_answer(q);
		wait_for_replicas(q);
	} else {
		q->needs_no_site = true;
		page_error(q, 400);
	}
	overload_end(q);
	access_check(q, pages_access());
}

/*
 * Whether that is the answer.  Settings that are older than ten seconds may
 * have changed: then nothing has been written, and the request begins again.
 * Without any settings a closed site could be served open.
 */
static bool is_settled(struct req *q)
{
	enum rt_err err = rt_site_confirm(q->rt, q->a);

	if (err && err != RT_CHANGED && !q->needs_no_site)
		page_unsettled(q);
	return err != RT_CHANGED;
}

static bool serve_request(struct rt *rt, struct arena *a,
			  struct fcgi_reader *fcgi)
{
	const struct req asked = {
		.rt = rt,
		.a = a,
		.fcgi = fcgi,
		.received_ms = clock_date_ms(),
		.env = fcgi ? fcgi->env : environ,
	};
	int64_t begun = clock_ms();
	struct req q = asked;
	bool is_whole;

	do {
		begin_run(&q, &asked);
		run_page(&q);
	} while (!is_settled(&q));
	page_move_cookie(&q);
	is_whole = page_send(&q);
	req_close_upload(&q);
	if (!q.stream)
		log_slow(clock_ms() - begun);
	if (!q.is_post)
		rt_signed_in(rt, a, &q.me);
	if (!fcgi)
		drain_body(&q);
	return is_whole;
}

/* ---- the program ------------------------------------------------------- */

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

	if (!templates || !*templates)
		templates = DEFAULT_TEMPLATES;
	if (!why)
		why = language_load(a, templates, &templates);
	if (why) {
		fprintf(stderr, "retwis: %s\n", why);
		return false;
	}
	return tpl_load(templates, is_check ? NULL : pages_templates());
}

/* Answers one request, as plain CGI. */
static int serve_one(void *conf)
{
	struct arena memory = { 0 };
	struct rt *rt = rt_open(conf);
	bool is_whole = serve_request(rt, &memory, NULL);

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
	/* A web server may pass words of a query to a CGI program in argv. */
	bool is_check = !getenv("GATEWAY_INTERFACE") &&
			options_check(argc, argv, usage);
	struct arena settings = { 0 };
	struct rt_config conf;
	bool is_good = pages_choose(argv[0]) &&
		       is_page_ready(&settings, &conf, is_check);
	int status = is_good ? EXIT_SUCCESS : EXIT_FAILURE;

	if (is_check && is_good) {
		if (pages[chosen].has_files)
			preflight_pictures(&conf, true);
		status = preflight_database(&conf);
	}
	if (is_check || !is_good) {
		arena_free(&settings);
		return status;
	}
	tzset();
	signal(SIGPIPE, SIG_IGN);
	/* From here on libfcgi catches SIGTERM and ignores it. */
	prefork_mask_signals(SIG_BLOCK);
	if (FCGX_IsCGI()) {
		prefork_mask_signals(SIG_UNBLOCK);
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
