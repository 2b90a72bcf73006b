/* Requests as a web server hands them to a page. */
#ifndef ASKED_H
#define ASKED_H

#include "unit.h"
#include "view/page.h"
#include "http/req.h"
#include "http/send.h"

/* Replaces RUN_REDIS: also loads two small templates. */
#define RUN_ASKED(tests) RUN_GROUP(tests, asked_start, unit_stop)
#define ASKED(test)                                                           \
	cmocka_unit_test_setup_teardown(test, unit_adopted, asked_forget)

int asked_start(void **state);
int asked_forget(void **state);

/* Writes a file for tpl_load(). */
void asked_template(const char *name, const char *text);

/*
 * A plain CGI request with these variables, "NAME=value" up to NULL. The next
 * call undoes it.
 */
struct req *asked(const char *const *variables);

/* The same with a body on standard input. */
struct req *asked_with(const char *const *variables, const char *body,
		       size_t len);

/* The answer, as the web server reads it. */
const char *asked_answer(struct req *q);

/* The value of a header in the answer; NULL if there is none. */
const char *asked_header(const struct req *q, const char *name);

#endif
