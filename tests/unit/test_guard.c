/* Which requests a page accepts. */
#include "asked.h"

#define HOST "HTTP_HOST=retwis.example:8080"
#define FORM "CONTENT_TYPE=application/x-www-form-urlencoded"

/* A request as it is after req_read(). */
static struct req *ask(const char *method, const char *path,
		       const char *header)
{
	const char *const variables[] = {
		arena_printf(&mem, "REQUEST_METHOD=%s", method),
		arena_printf(&mem, "REQUEST_URI=%s", path),
		HOST,
		FORM,
		"CONTENT_LENGTH=3",
		header ? header : "NOTHING=",
		NULL,
	};
	struct req *q = asked_with(variables, "a=1", 3);

	assert_true(req_read(q));
	return q;
}

/* ---- path and method --------------------------------------------------- */

TEST(paths_and_methods)
{
	static const struct {
		const char *method, *uri, *path, *methods;
		int status;
	} table[] = {
		{ "GET", "/", "/", "GET, HEAD", 0 },
		{ "HEAD", "/", "/", "GET, HEAD", 0 },
		{ "GET", "/login?x=1", "/login", "GET, HEAD, POST", 0 },
		{ "POST", "/login", "/login", "GET, HEAD, POST", 0 },
		{ "GET", "/any", NULL, "GET", 0 },
		{ "GET", "/Login", "/login", "GET", 404 },
		{ "GET", "/login/", "/login", "GET", 404 },
		{ "GET", "//login", "/login", "GET", 404 },
		{ "GET", "/%6cogin", "/login", "GET", 404 },
		{ "POST", "/none", "/login", "POST", 404 },
		{ "POST", "/", "/", "GET, HEAD", 405 },
		{ "GET", "/post", "/post", "POST", 405 },
		{ "get", "/", "/", "GET, HEAD", 405 },
		{ "G", "/", "/", "GET, HEAD", 405 },
		{ "ET", "/", "/", "GET, HEAD", 405 },
		{ "GET,", "/", "/", "GET, HEAD", 405 },
		{ "HEA", "/", "/", "GET, HEAD", 405 },
		{ "FOO", "/", "/", "GET, HEAD", 405 },
		{ "", "/", "/", "GET, HEAD", 405 },
		{ "OPTIONS", "/", "/", "GET, HEAD, POST", 405 },
		{ "TT", "/", "/", "TTT, TT", 0 },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct req *q = ask(table[i].method, table[i].uri, NULL);
		bool well = req_require(q, table[i].path, table[i].methods);
		const char *allow = asked_header(q, "Allow");

		CHECK(table[i].uri, well == !table[i].status);
		CHECK(table[i].uri, q->status == table[i].status);
		CHECK(table[i].method, !allow == (table[i].status != 405));
		CHECK(table[i].method,
		      !allow || !strcmp(allow, table[i].methods));
	}
}

/* ---- the same origin --------------------------------------------------- */

TEST(origins)
{
	static const struct {
		const char *header;
		bool ours;
	} table[] = {
		{ "NOTHING=", true },
		{ "HTTP_SEC_FETCH_SITE=same-origin", true },
		{ "HTTP_SEC_FETCH_SITE=none", true },
		{ "HTTP_SEC_FETCH_SITE=same-site", false },
		{ "HTTP_SEC_FETCH_SITE=cross-site", false },
		{ "HTTP_SEC_FETCH_SITE=", false },
		{ "HTTP_SEC_FETCH_SITE=Same-Origin", false },
		{ "HTTP_ORIGIN=http://retwis.example:8080", true },
		{ "HTTP_ORIGIN=https://retwis.example:8080", true },
		{ "HTTP_ORIGIN=http://RETWIS.example:8080", true },
		{ "HTTP_ORIGIN=http://retwis.example", false },
		{ "HTTP_ORIGIN=http://retwis.example:8081", false },
		{ "HTTP_ORIGIN=http://retwis.example:8080.evil.org", false },
		{ "HTTP_ORIGIN=http://evil.org/retwis.example:8080", false },
		{ "HTTP_ORIGIN=http://evil.org", false },
		{ "HTTP_ORIGIN=http://a@retwis.example:8080", false },
		{ "HTTP_ORIGIN=retwis.example:8080", false },
		{ "HTTP_ORIGIN=null", false },
		{ "HTTP_ORIGIN=", false },
		{ "HTTP_ORIGIN=file://", false },
		{ "HTTP_REFERER=http://retwis.example:8080/a?b=c", true },
		{ "HTTP_REFERER=https://RETWIS.example:8080", true },
		{ "HTTP_REFERER=http://retwis.example:8080#x", true },
		{ "HTTP_REFERER=http://retwis.example/a", false },
		{ "HTTP_REFERER=http://retwis.example:8080.evil.org/", false },
		{ "HTTP_REFERER=http://evil.org/", false },
		{ "HTTP_REFERER=http://evil.org/http://retwis.example:8080/",
		  false },
		{ "HTTP_REFERER=http://evil.org?://retwis.example:8080/",
		  false },
		{ "HTTP_REFERER=/a?://retwis.example:8080/", false },
		{ "HTTP_REFERER=http://a@retwis.example:8080/", false },
		{ "HTTP_REFERER=retwis.example:8080", false },
		{ "HTTP_REFERER=about:blank", false },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct req *q = ask("POST", "/", table[i].header);
		bool well = req_require(q, "/", "POST");

		CHECK(table[i].header, well == table[i].ours);
		CHECK(table[i].header, q->status == (well ? 0 : 403));
		/* Everybody may read. */
		q = ask("GET", "/", table[i].header);
		CHECK(table[i].header, req_require(q, "/", "GET"));
	}
}

/* What the browser says about the site matters more than the origin. */
TEST(two_headers_that_differ)
{
	const char *const variables[] = {
		"REQUEST_METHOD=POST",
		"REQUEST_URI=/",
		HOST,
		FORM,
		"CONTENT_LENGTH=3",
		"HTTP_SEC_FETCH_SITE=cross-site",
		"HTTP_ORIGIN=http://retwis.example:8080",
		NULL,
	};
	struct req *q = asked_with(variables, "a=1", 3);

	assert_true(req_read(q));
	assert_false(req_require(q, "/", "POST"));
	assert_int_equal(403, q->status);
}

/*
 * A browser that sends the origin need not send the referring page, or may
 * hide it.
 */
TEST(a_page_counts_only_without_an_origin)
{
	const char *const variables[] = {
		"REQUEST_METHOD=POST",
		"REQUEST_URI=/",
		HOST,
		FORM,
		"CONTENT_LENGTH=3",
		"HTTP_ORIGIN=http://retwis.example:8080",
		"HTTP_REFERER=http://proxy.example/hidden",
		NULL,
	};
	struct req *q = asked_with(variables, "a=1", 3);

	assert_true(req_read(q));
	assert_true(req_require(q, "/", "POST"));
}

TEST(a_bad_form_is_answered)
{
	const char *const variables[] = {
		"REQUEST_METHOD=POST", "REQUEST_URI=/", HOST, FORM, NULL,
	};
	struct req *q = asked(variables);

	assert_true(req_read(q));
	assert_false(req_require(q, "/", "POST"));
	assert_int_equal(411, q->status);
}

TEST(a_good_form_is_read)
{
	struct req *q = ask("POST", "/", NULL);

	assert_true(req_require(q, "/", "POST"));
	assert_string_equal("1", req_field(q, "a"));
}

/* ---- errors ------------------------------------------------------------ */

TEST(errors_become_pages)
{
	static const struct {
		enum rt_err err;
		int status;
	} table[] = {
		{ RT_NOT_FOUND, 404 }, { RT_FULL, 503 },   { RT_DOWN, 503 },
		{ RT_FORBIDDEN, 503 }, { RT_BROKEN, 500 }, { RT_TAKEN, 500 },
		{ RT_DENIED, 500 },
	};
	struct req *q = ask("GET", "/", NULL);

	assert_true(req_ok(q, RT_OK));
	assert_int_equal(0, q->status);
	for (size_t i = 0; i < COUNT(table); i++) {
		const char *what = rt_strerror(table[i].err);

		q = ask("GET", "/", NULL);
		CHECK(what, !req_ok(q, table[i].err));
		CHECK(what, q->status == table[i].status);
		CHECK(what, !asked_header(q, "Retry-After") ==
				    (table[i].status != 503));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ASKED(paths_and_methods),
		ASKED(origins),
		ASKED(two_headers_that_differ),
		ASKED(a_page_counts_only_without_an_origin),
		ASKED(a_bad_form_is_answered),
		ASKED(a_good_form_is_read),
		ASKED(errors_become_pages),
	};

	return RUN_ASKED(tests);
}
