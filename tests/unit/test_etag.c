/* ETag and Last-Modified. */
#include "asked.h"
#include "http/answer.h"

#define NOON "Sat, 21 Nov 2026 12:00:00 GMT"
#define THEN 1795262400 /* the same */

/* Of "hello". */
#define ETAG "\"2cf24dba5fb0a30e26e83b2ac5b9e29e\""

static struct req *answered(const char *match, const char *since,
			    time_t modified)
{
	const char *const variables[] = {
		"REQUEST_METHOD=GET",
		"REQUEST_URI=/",
		match ? arena_printf(&mem, "HTTP_IF_NONE_MATCH=%s", match)
		      : "NOTHING=",
		since ? arena_printf(&mem, "HTTP_IF_MODIFIED_SINCE=%s", since)
		      : "NOTHING=",
		NULL,
	};
	struct req *q = asked(variables);

	assert_true(req_read(q));
	q->status = 200;
	q->body = "hello";
	q->body_len = 5;
	page_etag(q, modified);
	return q;
}

TEST(what_is_said)
{
	struct req *q = answered(NULL, NULL, 784111777);

	assert_string_equal(ETAG, asked_header(q, "ETag"));
	assert_string_equal("Sun, 06 Nov 1994 08:49:37 GMT",
			    asked_header(q, "Last-Modified"));
	assert_int_equal(200, q->status);
	q = answered(NULL, NULL, 0);
	assert_string_equal(ETAG, asked_header(q, "ETag"));
	assert_null(asked_header(q, "Last-Modified"));
}

TEST(a_date_to_come_is_not_said)
{
	time_t later = time(NULL) + 1000;
	struct req *q = answered(NULL, NULL, later);

	assert_null(asked_header(q, "Last-Modified"));
	q = answered(NULL, "Fri, 31 Dec 9999 23:59:59 GMT", later);
	assert_int_equal(200, q->status);
}

TEST(etags)
{
	static const struct {
		const char *match;
		int status;
	} table[] = {
		{ ETAG, 304 },
		{ "W/" ETAG, 304 },
		{ " " ETAG " ", 304 },
		{ "\"a\", " ETAG, 304 },
		{ "\"a\"," ETAG ",\"b\"", 304 },
		{ "W/\"a\",\t W/" ETAG, 304 },
		{ ", ,, " ETAG, 304 },
		{ "\"W/\", \"*\", \"a,b\", " ETAG, 304 },
		{ "*", 304 },
		{ "", 200 },
		{ "\"a\"", 200 },
		{ "\"\"", 200 },
		{ "\"*\"", 200 },
		{ "\"a\", *", 200 },
		{ "a", 200 },
		{ "\"", 200 },
		{ "W/", 200 },
		{ "2cf24dba5fb0a30e26e83b2ac5b9e29e", 200 },
		{ "\"2cf24dba5fb0a30e26e83b2ac5b9e29\"", 200 },
		{ "\"2cf24dba5fb0a30e26e83b2ac5b9e29e", 200 },
		{ "\"2CF24DBA5FB0A30E26E83B2AC5B9E29E\"", 200 },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct req *q = answered(table[i].match, NULL, THEN);

		CHECK(table[i].match, q->status == table[i].status);
		CHECK(table[i].match, !strcmp(ETAG, asked_header(q, "ETag")));
	}
}

TEST(dates)
{
	static const struct {
		const char *since;
		int status;
	} table[] = {
		{ NOON, 304 },
		{ "Sat, 21 Nov 2026 12:00:01 GMT", 304 },
		{ "Sun, 01 Jan 2051 00:00:00 GMT", 304 },
		{ "Sat, 21 Nov 2026 11:59:59 GMT", 200 },
		{ "Thu, 01 Jan 1970 00:00:00 GMT", 200 },
		{ "", 200 },
		{ "yesterday", 200 },
		{ NOON " ", 200 },
		{ NOON "x", 200 },
		{ "Sat, 21 Nov 2026 12:00:00", 200 },
		{ "Sat, 21 Nov 2026 12:00:00 CET", 200 },
		{ "Saturday, 21-Nov-26 12:00:00 GMT", 200 },
		{ "Sat, 21 Nov 2026 25:00:00 GMT", 200 },
		{ "99999999999", 200 },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i].since,
		      answered(NULL, table[i].since, THEN)->status ==
			      table[i].status);
	/* Without a date of ours no other is later. */
	assert_int_equal(200, answered(NULL, NOON, 0)->status);
}

TEST(an_etag_goes_before_a_date)
{
	assert_int_equal(200, answered("\"a\"", NOON, THEN)->status);
	assert_int_equal(304, answered(ETAG, "x", THEN)->status);
	assert_int_equal(
		304,
		answered(ETAG, "Thu, 01 Jan 1970 00:00:00 GMT", THEN)->status);
}

TEST(not_modified_has_no_body)
{
	struct req *q = answered(ETAG, NULL, THEN);
	const char *text;

	q->caching = "private, no-cache";
	text = asked_answer(q);
	assert_ptr_equal(text, strstr(text, "Status: 304 Not Modified\r\n"));
	assert_non_null(strstr(text, "\r\nETag: " ETAG "\r\n"));
	assert_non_null(strstr(text, "\r\nLast-Modified: " NOON "\r\n"));
	assert_non_null(
		strstr(text, "\r\nCache-Control: private, no-cache\r\n"));
	assert_null(strstr(text, "Content-Length"));
	assert_string_equal("\r\n\r\n", strstr(text, "\r\n\r\n"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ASKED(what_is_said),
		ASKED(a_date_to_come_is_not_said),
		ASKED(etags),
		ASKED(dates),
		ASKED(an_etag_goes_before_a_date),
		ASKED(not_modified_has_no_body),
	};

	return RUN_ASKED(tests);
}
