/* Requests as a web server hands them to a page. */
#ifndef ASKED_H
#define ASKED_H

#include "unit.h"
#include "view/page.h"
#include "http/peer.h"
#include "http/send.h"

/* Instead of RUN_REDIS: also loads two small templates. */
#define RUN_ASKED(tests) RUN_GROUP(tests, asked_start, unit_stop)
#define ASKED(test)                                                           \
	cmocka_unit_test_setup_teardown(test, unit_adopted, asked_forget)

int asked_start(void **state);
int asked_forget(void **state);

/* A file for tpl_load(). */
void asked_template(const char *name, const char *text);

/*
 * A request of plain CGI with these variables, "NAME=value" up to NULL.  The
 * next call takes it back.
 */
struct req *asked(const char *const *variables);

/* The same with a body on standard input. */
struct req *asked_with(const char *const *variables, const char *body,
		       size_t len);

/* What was answered, as the web server reads it. */
const char *asked_answer(struct req *q);

/* The value of a header that was set; NULL without one. */
const char *asked_header(const struct req *q, const char *name);

#endif
