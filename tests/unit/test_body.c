/* The form of a POST, from plain CGI and from FastCGI. */
#include <stdio.h>

#include "asked.h"
#include "records.h"

#define FORM "CONTENT_TYPE=application/x-www-form-urlencoded"

static const char *length(size_t len)
{
	return arena_printf(&mem, "CONTENT_LENGTH=%zu", len);
}

/* ---- errors in the variables -------------------------------------------- */

TEST(what_is_no_form)
{
	static const struct {
		const char *variable[3];
		int status;
	} table[] = {
		{ { FORM }, 411 },
		{ { FORM, "CONTENT_LENGTH=" }, 411 },
		{ { FORM, "CONTENT_LENGTH=3",
		    "HTTP_TRANSFER_ENCODING=chunked" },
		  411 },
		{ { FORM, "CONTENT_LENGTH=-1" }, 400 },
		{ { FORM, "CONTENT_LENGTH=3x" }, 400 },
		{ { FORM, "CONTENT_LENGTH= 3" }, 400 },
		{ { FORM, "CONTENT_LENGTH=99999999999999999999" }, 400 },
		{ { FORM, "CONTENT_LENGTH=65537" }, 413 },
		{ { FORM, "CONTENT_LENGTH=999999999999999999" }, 413 },
		{ { "CONTENT_LENGTH=3" }, 415 },
		{ { "CONTENT_LENGTH=3", "CONTENT_TYPE=" }, 415 },
		{ { "CONTENT_LENGTH=3", "CONTENT_TYPE=text/plain" }, 415 },
		{ { "CONTENT_LENGTH=3", "CONTENT_TYPE=multipart/form-data" },
		  415 },
		{ { "CONTENT_LENGTH=3", FORM "x" }, 415 },
		{ { "CONTENT_LENGTH=3", FORM }, 0 },
		{ { "CONTENT_LENGTH=3", FORM ";charset=UTF-8" }, 0 },
		{ { "CONTENT_LENGTH=3", FORM " ; charset=UTF-8" }, 0 },
		{ { "CONTENT_LENGTH=3",
		    "CONTENT_TYPE=Application/X-WWW-Form-URLencoded" },
		  0 },
		{ { FORM, "CONTENT_LENGTH=0" }, 0 },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *const variables[] = {
			table[i].variable[0],
			table[i].variable[1],
			table[i].variable[2],
			NULL,
		};
		struct req *q = asked_with(variables, "a=1", 3);

		CHECK(variables[1] ? variables[1] : variables[0],
		      req_read_form(q) == table[i].status);
	}
}

/* ---- FastCGI ----------------------------------------------------------- */

/* The form of this request; `fields` is how many it has. */
static int by_fastcgi(const char *declared, const char *body, size_t len,
		      bool whole, size_t *fields)
{
	static const char *const none[] = { NULL };
	struct records *w = records_open(RECORDS_MAX);
	struct req *q = asked(none);
	int status;

	records_begin(w, 1, FCGI_RESPONDER, 0);
	records_variable(w, 1, FORM);
	records_variable(w, 1, declared);
	records_add(w, FCGI_PARAMS, 1, "", 0);
	if (len / 2)
		records_add(w, FCGI_STDIN, 1, body, len / 2);
	if (len)
		records_add(w, FCGI_STDIN, 1, body + len / 2, len - len / 2);
	if (whole)
		records_add(w, FCGI_STDIN, 1, "", 0);
	assert_true(fcgi_next(&w->reader, &mem));
	q->fcgi = &w->reader;
	q->env = w->reader.env;
	status = req_read_form(q);
	*fields = q->form.n;
	return status;
}

static int by_cgi(const char *declared, const char *body, size_t len,
		  size_t *fields)
{
	const char *const variables[] = { FORM, declared, NULL };
	struct req *q = asked_with(variables, body, len);
	int status = req_read_form(q);

	*fields = q->form.n;
	return status;
}

/* ---- errors in the body ------------------------------------------------- */

TEST(bodies)
{
	static const struct {
		const char *body;
		size_t declared;
		int status;
		size_t fields;
	} table[] = {
		{ "", 0, 0, 0 },        { "a=1&b=2", 7, 0, 2 },
		{ "a=1&b=2", 3, 0, 1 }, { "a=1&b=2", 8, 400, 0 },
		{ "", 1, 400, 0 },      { "a=1&b=2", 65536, 400, 0 },
		{ "a=%zz", 5, 400, 0 }, { "a=1&a=2", 7, 400, 1 },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *body = table[i].body;
		const char *declared = length(table[i].declared);
		size_t fields;

		CHECK(body, by_cgi(declared, body, strlen(body), &fields) ==
				    table[i].status);
		CHECK(body, fields == table[i].fields);
		CHECK(body, by_fastcgi(declared, body, strlen(body), true,
				       &fields) == table[i].status);
		CHECK(body, fields == table[i].fields);
	}
}

TEST(the_largest_body)
{
	char *body = arena_printf(&mem, "a=%065534d", 0);
	size_t fields;

	assert_int_equal(65536, strlen(body));
	assert_int_equal(0, by_cgi(length(65536), body, 65536, &fields));
	assert_int_equal(1, fields);
	assert_int_equal(
		0, by_fastcgi(length(65536), body, 65536, true, &fields));
	assert_int_equal(1, fields);
}

TEST(a_body_cut_short)
{
	size_t fields;

	assert_int_equal(400,
			 by_fastcgi(length(7), "a=1&b", 5, false, &fields));
	assert_int_equal(400, by_fastcgi(length(7), "", 0, false, &fields));
	assert_int_equal(0, fields);
}

TEST(a_nul_in_a_body)
{
	static const char *const variables[] = { FORM, "CONTENT_LENGTH=5",
						 NULL };
	struct req *q = asked_with(variables, "a=1\0b", 5);

	assert_int_equal(0, req_read_form(q));
	assert_string_equal("1\x01"
			    "b",
			    req_field(q, "a"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ASKED(what_is_no_form),  ASKED(bodies),
		ASKED(the_largest_body), ASKED(a_body_cut_short),
		ASKED(a_nul_in_a_body),
	};

	return RUN_ASKED(tests);
}
