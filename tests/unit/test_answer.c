/* Answers: status, headers, pages. */
#include "asked.h"
#include "base/prefix.h"
#include "redis/connection.h"
#include "http/headers.h"
#include "libretwis/site/context.h"

static struct req *get(const char *method, const char *variable)
{
	const char *const variables[] = {
		arena_printf(&mem, "REQUEST_METHOD=%s", method),
		"REQUEST_URI=/",
		variable ? variable : "NOTHING=",
		NULL,
	};
	struct req *q = asked(variables);

	assert_true(req_read(q));
	return q;
}

static const char *body_of(const char *answer)
{
	const char *end = strstr(answer, "\r\n\r\n");

	assert_non_null(end);
	return end + 4;
}

TEST(failures)
{
	static const struct {
		int asked, status;
		const char *line;
	} table[] = {
		{ 400, 400, "Status: 400 Bad Request\r\n" },
		{ 403, 403, "Status: 403 Forbidden\r\n" },
		{ 404, 404, "Status: 404 Not Found\r\n" },
		{ 405, 405, "Status: 405 Method Not Allowed\r\n" },
		{ 411, 411, "Status: 411 Length Required\r\n" },
		{ 413, 413, "Status: 413 Content Too Large\r\n" },
		{ 415, 415, "Status: 415 Unsupported Media Type\r\n" },
		{ 500, 500, "Status: 500 Internal Server Error\r\n" },
		{ 503, 503, "Status: 503 Service Unavailable\r\n" },
		{ 418, 500, "Status: 500 Internal Server Error\r\n" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct req *q = get("GET", NULL);
		const char *text;

		page_error(q, table[i].asked);
		text = asked_answer(q);
		CHECK(table[i].line, strstr(text, table[i].line) == text);
		CHECK(table[i].line, atoi(body_of(text)) == table[i].status);
		CHECK(table[i].line, !strstr(text, "Retry-After: ") ==
					     (table[i].status != 503));
	}
}

TEST(other_status_lines)
{
	static const struct {
		int status;
		const char *line;
	} table[] = {
		{ 200, "Status: 200 OK\r\n" },
		{ 301, "Status: 301 Moved Permanently\r\n" },
		{ 303, "Status: 303 See Other\r\n" },
		{ 304, "Status: 304 Not Modified\r\n" },
		{ 401, "Status: 401 Unauthorized\r\n" },
		{ 422, "Status: 422 Unprocessable Content\r\n" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct req *q = get("GET", NULL);

		q->status = table[i].status;
		CHECK(table[i].line, strstr(asked_answer(q), table[i].line));
	}
}

/* ---- headers ----------------------------------------------------------- */

TEST(headers_on_every_answer)
{
	static const char *const table[] = {
		"\r\nContent-Security-Policy: default-src 'none'; ",
		"frame-ancestors 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"\r\nX-Content-Type-Options: nosniff\r\n",
		"\r\nReferrer-Policy: same-origin\r\n",
		"\r\nCross-Origin-Opener-Policy: same-origin\r\n",
		"\r\nContent-Length: ",
		"\r\nCache-Control: no-",
	};

	for (int redirected = 0; redirected < 2; redirected++) {
		struct req *q = get("GET", NULL);
		const char *text;

		if (redirected)
			page_redirect(q, "/login");
		else
			page_error(q, 404);
		text = asked_answer(q);
		assert_null(strstr(text, "unsafe-"));
		for (size_t i = 0; i < COUNT(table); i++)
			CHECK(table[i], strstr(text, table[i]));
	}
}

TEST(what_may_be_kept)
{
	struct req *q = get("GET", NULL);

	page_error(q, 404);
	assert_non_null(
		strstr(asked_answer(q), "Cache-Control: no-cache\r\n"));
	q = get("GET", "HTTP_COOKIE=auth=x");
	page_error(q, 404);
	assert_non_null(
		strstr(asked_answer(q), "Cache-Control: no-store\r\n"));
}

TEST(a_redirect)
{
	struct req *q = get("POST", NULL);
	const char *text;

	page_redirect(q, "/@Ann%20Lee");
	text = asked_answer(q);
	assert_ptr_equal(text, strstr(text, "Status: 303 See Other\r\n"));
	assert_non_null(strstr(text, "\r\nLocation: /@Ann%20Lee\r\n"));
	assert_non_null(strstr(text, "\r\nContent-Length: 0\r\n"));
	assert_string_equal("", body_of(text));
}

/*
 * Redirects back to where the button was pressed, if that is a page of ours.
 */
TEST(the_way_back)
{
	static const struct {
		const char *back, *location;
	} table[] = {
		{ "/", "/#p7" },
		{ "/@alice", "/@alice#p7" },
		{ "/@Ann%20Lee/5?start=10", "/@Ann%20Lee/5?start=10#p7" },
		{ "/?start=10&after=5", "/?start=10&after=5#p7" },
		{ "/tag/%C3%A9t%C3%A9", "/tag/%C3%A9t%C3%A9#p7" },
		{ "/a//b\\c", "/a//b\\c#p7" },
		{ "", "/#p7" },
		{ "//evil.example", "/#p7" },
		{ "///evil.example", "/#p7" },
		{ "/\\evil.example", "/#p7" },
		{ "\\/evil.example", "/#p7" },
		{ "https://evil.example/", "/#p7" },
		{ "javascript:alert(1)", "/#p7" },
		{ "evil.example", "/#p7" },
		{ " //evil.example", "/#p7" },
		{ "/\t/evil.example", "/#p7" },
		{ "/a\r\nSet-Cookie: a=b", "/#p7" },
		{ "/a\nb", "/#p7" },
		{ "/a b", "/#p7" },
		{ "/a\x7f", "/#p7" },
		{ "/\xc3\xa9", "/#p7" },
		{ "/#elsewhere", "/#p7" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct req *q = get("POST", NULL);

		q->form.n = 1;
		q->form.field[0].name = "back";
		q->form.field[0].value = table[i].back;
		page_back(q, PAGE_POST, 7);
		CHECK(table[i].back, q->status == 303);
		assert_string_equal(table[i].location,
				    asked_header(q, "Location"));
	}
}

static const char *way_back(const char *back, uint64_t post)
{
	struct req *q = get("POST", NULL);

	q->form.n = back ? 1 : 0;
	q->form.field[0].name = "back";
	q->form.field[0].value = back;
	page_back(q, PAGE_POST, post);
	return asked_header(q, "Location");
}

TEST(the_way_back_of_another_length)
{
	char *path = arena_alloc(&mem, 2002);

	memset(path, 'x', 2001);
	path[0] = '/';
	assert_string_equal("/", way_back(path, 0));
	path[2000] = '\0';
	assert_string_equal(path, way_back(path, 0));
	assert_string_equal("/", way_back(NULL, 0));
	assert_string_equal("/#p18446744073709551615",
			    way_back(NULL, UINT64_MAX));
}

/* All headers that it sets, with a line break after each. */
static const char *cookies_of(const struct req *q)
{
	const char *all = "";

	for (size_t i = 0; i < q->headers; i++) {
		const char *line = text_after(q->header[i], "Set-Cookie: ");

		if (line)
			all = arena_printf(&mem, "%s%s\n", all, line);
	}
	return all;
}

#define FOR_A_YEAR "; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
#define NO_MORE    "; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"
#define PLAIN_ABC  "auth=abc" FOR_A_YEAR "\n"
#define PLAIN_GONE "auth=" NO_MORE
#define HOST_ABC   "__Host-auth=abc" FOR_A_YEAR "; Secure\n"
#define HOST_GONE  "__Host-auth=" NO_MORE "; Secure\n"
#define SECURE     "; Secure\n"

TEST(cookies)
{
	static const struct {
		const char *https, *secret;
		bool adopted;
		enum rt_cookie_origin way;
		const char *cookies;
	} table[] = {
		{ NULL, "abc", true, RT_COOKIE_HTTP, PLAIN_ABC },
		{ "HTTPS=off", "abc", true, RT_COOKIE_HTTP, PLAIN_ABC },
		{ "HTTPS=", NULL, true, RT_COOKIE_HTTP, PLAIN_GONE "\n" },
		{ "HTTPS=on", "abc", true, RT_COOKIE_HTTPS, HOST_ABC },
		{ "HTTPS=on", "abc", true, RT_COOKIE_DOUBTFUL,
		  HOST_ABC PLAIN_GONE SECURE },
		{ "HTTPS=on", NULL, true, RT_COOKIE_HTTPS,
		  HOST_GONE PLAIN_GONE SECURE },
		/* PHP Retwis finds its own cookie. */
		{ NULL, "abc", false, RT_COOKIE_HTTP, PLAIN_ABC },
		{ "HTTPS=on", "abc", false, RT_COOKIE_DOUBTFUL,
		  "auth=abc" FOR_A_YEAR SECURE },
		{ "HTTPS=on", "abc", false, RT_COOKIE_HTTPS,
		  HOST_GONE "auth=abc" FOR_A_YEAR SECURE },
		{ "HTTPS=on", NULL, false, RT_COOKIE_DOUBTFUL,
		  HOST_GONE PLAIN_GONE SECURE },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct req *q = get("GET", table[i].https);

		rt->context->adopted = table[i].adopted;
		q->way = table[i].way;
		page_cookie(q, table[i].secret);
		CHECK(cookies_of(q),
		      strcmp(table[i].cookies, cookies_of(q)) == 0);
	}
}

/* Over HTTPS, a session that came under the other name; nothing else. */
TEST(a_cookie_moves)
{
	static const struct {
		uint64_t id;
		bool adopted;
		enum rt_cookie_origin way;
		const char *cookies;
	} table[] = {
		{ 1, true, RT_COOKIE_DOUBTFUL, HOST_ABC PLAIN_GONE SECURE },
		{ 0, true, RT_COOKIE_DOUBTFUL, "" },
		{ 1, false, RT_COOKIE_DOUBTFUL, "" },
		{ 1, true, RT_COOKIE_HTTPS, "" },
		{ 1, true, RT_COOKIE_HTTP, "" },
	};
	struct req *q;

	for (size_t i = 0; i < COUNT(table); i++) {
		q = get("GET", "HTTPS=on");
		rt->context->adopted = table[i].adopted;
		q->way = table[i].way;
		q->secret = "abc";
		q->me.id = table[i].id;
		page_move_cookie(q);
		CHECK(cookies_of(q),
		      strcmp(table[i].cookies, cookies_of(q)) == 0);
	}
	q = get("POST", "HTTPS=on");
	rt->context->adopted = true;
	q->way = RT_COOKIE_DOUBTFUL;
	q->secret = "abc";
	q->me.id = 1;
	page_cookie(q, NULL);
	page_move_cookie(q);
	assert_string_equal(HOST_GONE PLAIN_GONE SECURE, cookies_of(q));
}

TEST(as_many_headers_as_there_is_room_for)
{
	struct req *q = get("GET", NULL);

	page_redirect(q, "/");
	for (int i = 1; i < REQ_HEADERS_MAX; i++)
		page_header(q, "X-%d: %d", i, i);
	assert_non_null(strstr(asked_answer(q), "\r\nX-15: 15\r\n"));
}

/* No header is lost silently, such as one with a cookie. */
TEST(one_header_too_many)
{
	struct req *q = get("GET", NULL);
	const char *text;

	for (int i = 0; i < REQ_HEADERS_MAX; i++)
		page_header(q, "X-%d: %d", i, i);
	page_cookie(q, "abc");
	text = asked_answer(q);
	assert_ptr_equal(text, strstr(text, "Status: 500 "));
	assert_null(strstr(text, "X-0"));
	assert_null(strstr(text, "Set-Cookie"));
	assert_string_equal("This page can't be shown.", body_of(text));
}

/* ---- bodies ------------------------------------------------------------ */

TEST(head_has_no_body)
{
	struct req *q = get("HEAD", NULL);
	const char *text;
	size_t len;

	page_error(q, 404);
	len = q->body_len;
	assert_int_not_equal(0, len);
	text = asked_answer(q);
	assert_string_equal("", body_of(text));
	assert_non_null(strstr(
		text, arena_printf(&mem, "\r\nContent-Length: %zu\r\n", len)));
}

TEST(a_page_that_cannot_be_made)
{
	struct req *q = get("GET", NULL);

	page_begin(q, "missing.tpl", "Missing");
	page_end(q, 200);
	assert_int_equal(500, q->status);
	assert_string_equal("text/plain; charset=utf-8",
			    asked_header(q, "Content-Type"));
	assert_non_null(strstr(body_of(asked_answer(q)), "can't be shown"));
}

TEST(a_page_begun_twice_is_the_second)
{
	struct req *q = get("GET", NULL);

	page_begin(q, "missing.tpl", "Missing");
	page_error(q, 404);
	assert_int_equal(404, q->status);
	assert_non_null(strstr(q->body, "Page not found"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ASKED(failures),
		ASKED(other_status_lines),
		ASKED(headers_on_every_answer),
		ASKED(what_may_be_kept),
		ASKED(a_redirect),
		ASKED(the_way_back),
		ASKED(the_way_back_of_another_length),
		ASKED(cookies),
		ASKED(a_cookie_moves),
		ASKED(one_header_too_many),
		ASKED(as_many_headers_as_there_is_room_for),
		ASKED(head_has_no_body),
		ASKED(a_page_that_cannot_be_made),
		ASKED(a_page_begun_twice_is_the_second),
	};

	return RUN_ASKED(tests);
}
