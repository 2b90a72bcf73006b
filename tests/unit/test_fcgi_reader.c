/* Requests as a web server sends them, and any other input. */
#include "records.h"

#include <stdio.h>

static const char *const login[] = { "REQUEST_METHOD=GET",
				     "REQUEST_URI=/login", "EMPTY=", NULL };
static const char *const cookie[] = { "REQUEST_URI=/", "HTTP_COOKIE=secret",
				      NULL };

/* All at once, nearly all, and byte by byte. */
static const size_t pieces[] = { RECORDS_MAX, 23, 1 };

static void assert_env(const struct records *w, const char *const *variables)
{
	char **env = w->reader.env;

	for (; *variables; variables++, env++)
		assert_string_equal(*variables, *env);
	assert_null(*env);
}

static const char *body_of(struct records *w)
{
	char *body = arena_alloc(&mem, RECORDS_MAX);

	fcgi_read(&w->reader, body, RECORDS_MAX - 1);
	return body;
}

/* The next request is this one, complete, and others may follow. */
static void assert_request(struct records *w, int id,
			   const char *const *variables, const char *body)
{
	assert_true(fcgi_next(&w->reader, &mem));
	assert_int_equal(id, w->reader.id);
	assert_env(w, variables);
	assert_string_equal(body, body_of(w));
	assert_int_equal(FCGI_BODY_WHOLE, w->reader.body);
	assert_true(fcgi_finish(&w->reader));
}

/* ---- requests ---------------------------------------------------------- */

TEST(requests_in_pieces_of_any_length)
{
	for (size_t i = 0; i < COUNT(pieces); i++) {
		struct records *w = records_open(pieces[i]);

		records_request(w, 1, login, "a=1&b=2");
		records_request(w, 258, cookie, "");
		records_request(w, 1, login, "c=3");
		assert_request(w, 1, login, "a=1&b=2");
		if (pieces[i] == RECORDS_MAX)
			assert_true(fcgi_has_more(&w->reader));
		assert_request(w, 258, cookie, "");
		assert_request(w, 1, login, "c=3");
		assert_false(fcgi_has_more(&w->reader));
		assert_false(fcgi_next(&w->reader, &mem));
		assert_string_equal("", records_answered(w));
	}
}

TEST(a_connection_is_kept_only_if_asked_for)
{
	struct records *w = records_open(RECORDS_MAX);

	records_begin(w, 1, FCGI_RESPONDER, 0);
	records_add(w, FCGI_PARAMS, 1, "", 0);
	records_add(w, FCGI_STDIN, 1, "", 0);
	assert_true(fcgi_next(&w->reader, &mem));
	assert_false(fcgi_finish(&w->reader));
}

TEST(padding_is_no_content)
{
	static const unsigned char padded[] = {
		1, 1, 0, 1, 0, 8, 3, 0,   0, 1, 1, 0,   0,   0, 0,   0, 9, 9,
		9, 1, 4, 0, 1, 0, 4, 1,   0, 1, 1, 'A', 'b', 9, 1,   4, 0, 1,
		0, 0, 2, 0, 9, 9, 1, 5,   0, 1, 0, 1,   2,   0, 'x', 9, 9, 1,
		5, 0, 1, 0, 1, 0, 0, 'y', 1, 5, 0, 1,   0,   0, 1,   0, 9,
	};
	static const char *const variables[] = { "A=b", NULL };

	for (size_t i = 0; i < COUNT(pieces); i++) {
		struct records *w = records_open(pieces[i]);

		records_bytes(w, padded, sizeof padded);
		assert_request(w, 1, variables, "xy");
		assert_false(fcgi_has_more(&w->reader));
	}
}

/* ---- variables --------------------------------------------------------- */

TEST(a_variable_in_two_records)
{
	static const char pair[] = "\x0b\x06HTTP_COOKIEsecret";
	static const char *const variables[] = { "HTTP_COOKIE=secret", NULL };

	for (size_t cut = 1; cut < sizeof pair - 1; cut++) {
		struct records *w = records_open(RECORDS_MAX);

		records_begin(w, 1, FCGI_RESPONDER, FCGI_KEEP_CONN);
		records_add(w, FCGI_PARAMS, 1, pair, cut);
		records_add(w, FCGI_PARAMS, 1, pair + cut,
			    sizeof pair - 1 - cut);
		records_add(w, FCGI_PARAMS, 1, "", 0);
		records_add(w, FCGI_STDIN, 1, "", 0);
		assert_request(w, 1, variables, "");
	}
}

/* The missing part might be the cookie. */
TEST(no_request_without_all_of_its_variables)
{
	for (int is_left = 0; is_left < 2; is_left++) {
		struct records *w = records_open(RECORDS_MAX);

		w->is_left = is_left;
		records_begin(w, 1, FCGI_RESPONDER, FCGI_KEEP_CONN);
		records_variable(w, 1, cookie[0]);
		assert_false(fcgi_next(&w->reader, &mem));
	}
}

#define PAIR(text)                                                            \
	{                                                                     \
		text, sizeof text - 1                                         \
	}

TEST(broken_variables)
{
	static const struct {
		const char *bytes;
		size_t len;
	} table[] = {
		PAIR("\xc0\0\0\0\xc0\0\0\0"),
		PAIR("\xff\xff\xff\xff\xff\xff\xff\xff"),
		PAIR("\x80\0\0\1\xff\xff\xff\xff"
		     "A"),
		PAIR("\xff\xff\xff\xff\0"),
		PAIR("\1\1A"),
		PAIR("\1\1"),
		PAIR("\1"),
		PAIR("\x80"),
		PAIR("\x80\0\0"),
		PAIR("\1\1Ab\1"),
		PAIR("\2\1A\0b"),
		PAIR("\1\2A\0b"),
	};
	static const char *const none[] = { NULL };

	for (size_t i = 0; i < COUNT(table); i++) {
		struct records *w = records_open(RECORDS_MAX);

		records_begin(w, 1, FCGI_RESPONDER, FCGI_KEEP_CONN);
		records_add(w, FCGI_PARAMS, 1, table[i].bytes, table[i].len);
		records_add(w, FCGI_PARAMS, 1, "", 0);
		records_add(w, FCGI_STDIN, 1, "a=1", 3);
		records_add(w, FCGI_STDIN, 1, "", 0);
		records_request(w, 1, login, "");
		assert_request(w, 1, none, "a=1");
		assert_request(w, 1, login, "");
	}
}

/*
 * A request with two variables, which have this many bytes including their
 * lengths.
 */
static struct records *with_variables(size_t len)
{
	struct records *w = records_open(RECORDS_MAX);
	const char *half = arena_printf(&mem, "A=%032762d", 0);

	records_begin(w, 1, FCGI_RESPONDER, FCGI_KEEP_CONN);
	records_variable(w, 1, half);
	records_variable(w, 1,
			 arena_printf(&mem, "A=%0*d", (int)len - 32774, 0));
	records_add(w, FCGI_PARAMS, 1, "", 0);
	records_add(w, FCGI_STDIN, 1, "", 0);
	records_request(w, 1, login, "");
	assert_true(fcgi_next(&w->reader, &mem));
	assert_true(fcgi_finish(&w->reader));
	return w;
}

TEST(variables_of_64_KiB)
{
	struct records *w = with_variables(65536);

	assert_int_equal(32764, strlen(w->reader.env[0]));
	assert_int_equal(32764, strlen(w->reader.env[1]));
	assert_null(w->reader.env[2]);
	assert_request(w, 1, login, "");
	w = with_variables(65537);
	assert_null(w->reader.env[0]);
	assert_request(w, 1, login, "");
}

TEST(as_many_variables_as_there_is_room_for)
{
	struct records *w = records_open(RECORDS_MAX);

	records_begin(w, 1, FCGI_RESPONDER, FCGI_KEEP_CONN);
	for (int i = 0; i < 20000; i++)
		records_add(w, FCGI_PARAMS, 1, "\1\0A", 3);
	records_add(w, FCGI_PARAMS, 1, "", 0);
	assert_true(fcgi_next(&w->reader, &mem));
	for (int i = 0; i < 20000; i++)
		assert_string_equal("A=", w->reader.env[i]);
	assert_null(w->reader.env[20000]);
}

/* ---- bodies ------------------------------------------------------------ */

static struct records *with_body(const char *const *records)
{
	struct records *w = records_open(RECORDS_MAX);

	records_begin(w, 1, FCGI_RESPONDER, FCGI_KEEP_CONN);
	records_add(w, FCGI_PARAMS, 1, "", 0);
	for (; *records; records++)
		records_add(w, FCGI_STDIN, 1, *records, strlen(*records));
	assert_true(fcgi_next(&w->reader, &mem));
	return w;
}

TEST(a_body_in_records)
{
	static const char *const records[] = { "ab", "c", "def", "", NULL };
	struct records *w = with_body(records);
	char bytes[8] = "";

	assert_int_equal(4, fcgi_read(&w->reader, bytes, 4));
	assert_string_equal("abcd", bytes);
	assert_int_equal(FCGI_BODY_OPEN, w->reader.body);
	assert_int_equal(2, fcgi_read(&w->reader, bytes, 8));
	assert_string_equal("efcd", bytes);
	assert_int_equal(FCGI_BODY_WHOLE, w->reader.body);
	assert_int_equal(0, fcgi_read(&w->reader, bytes, 8));
}

TEST(a_body_cut_short)
{
	static const char *const records[] = { "abc", NULL };

	for (int is_left = 0; is_left < 2; is_left++) {
		struct records *w = with_body(records);

		w->is_left = is_left;
		assert_string_equal("abc", body_of(w));
		assert_int_equal(FCGI_BODY_CUT, w->reader.body);
		assert_false(fcgi_finish(&w->reader));
		assert_false(fcgi_next(&w->reader, &mem));
	}
}

TEST(a_body_that_is_given_up)
{
	static const char *const records[] = { "abc", NULL };
	struct records *w = with_body(records);

	records_add(w, FCGI_ABORT_REQUEST, 1, "", 0);
	records_add(w, FCGI_STDIN, 1, "def", 3);
	records_request(w, 1, login, "");
	assert_string_equal("abc", body_of(w));
	assert_int_equal(FCGI_BODY_CUT, w->reader.body);
	assert_true(fcgi_finish(&w->reader));
	assert_request(w, 1, login, "");
}

TEST(a_body_that_nobody_reads)
{
	struct records *w = records_open(RECORDS_MAX);

	records_request(w, 1, login, arena_printf(&mem, "a=%040000d", 0));
	assert_true(fcgi_next(&w->reader, &mem));
	assert_true(fcgi_finish(&w->reader));
	assert_false(fcgi_has_more(&w->reader));
	assert_int_equal(w->len, w->sent);
	records_request(w, 1, cookie, "");
	assert_request(w, 1, cookie, "");
	assert_false(fcgi_finish(&with_body(cookie)->reader));
}

/*
 * A request that was answered early is over, and the web server may send no
 * more of it.
 */
TEST(a_request_without_an_end)
{
	static const char *const records[] = { "abc", NULL };

	for (int id = 1; id < 3; id++) {
		struct records *w = with_body(records);

		records_request(w, id, login, "x=1");
		assert_true(fcgi_finish(&w->reader));
		assert_request(w, id, login, "x=1");
	}
}

/* ---- other input -------------------------------------------------------- */

TEST(another_request_in_the_middle_of_one)
{
	static const char *const records[] = { "a=1", NULL };
	struct records *w = with_body(records);

	records_request(w, 2, cookie, "b=2");
	records_add(w, FCGI_STDIN, 1, "&c=3", 4);
	records_add(w, FCGI_STDIN, 1, "", 0);
	assert_string_equal("a=1&c=3", body_of(w));
	assert_string_equal(" 01030002000800000000000001000000",
			    records_answered(w));
}

TEST(a_role_that_we_do_not_play)
{
	struct records *w = records_open(RECORDS_MAX);

	records_begin(w, 3, FCGI_AUTHORIZER, FCGI_KEEP_CONN);
	records_variable(w, 3, cookie[1]);
	records_add(w, FCGI_PARAMS, 3, "", 0);
	records_request(w, 1, login, "");
	assert_request(w, 1, login, "");
	records_begin(w, 3, FCGI_FILTER, 0);
	records_request(w, 1, login, "");
	assert_false(fcgi_next(&w->reader, &mem));
	assert_string_equal(" 01030003000800000000000003000000"
			    " 01030003000800000000000003000000",
			    records_answered(w));
}

TEST(a_request_that_is_given_up)
{
	struct records *w = records_open(RECORDS_MAX);

	records_begin(w, 1, FCGI_RESPONDER, FCGI_KEEP_CONN);
	records_variable(w, 1, cookie[1]);
	records_add(w, FCGI_ABORT_REQUEST, 1, "", 0);
	records_request(w, 1, login, "");
	assert_request(w, 1, login, "");
	records_begin(w, 1, FCGI_RESPONDER, 0);
	records_add(w, FCGI_ABORT_REQUEST, 1, "", 0);
	records_request(w, 1, login, "");
	assert_false(fcgi_next(&w->reader, &mem));
	assert_string_equal(" 01030001000800000000000000000000"
			    " 01030001000800000000000000000000",
			    records_answered(w));
}

TEST(records_of_no_request)
{
	static const char ask[] = "\x0e\0FCGI_MAX_CONNS\5\0OTHER"
				  "\x0f\0FCGI_MPXS_CONNS";
	struct records *w = records_open(RECORDS_MAX);

	records_add(w, FCGI_GET_VALUES, 0, ask, sizeof ask - 1);
	records_add(w, FCGI_GET_VALUES, 0, arena_alloc(&mem, 5000), 5000);
	records_add(w, 77, 0, "abc", 3);
	records_add(w, FCGI_BEGIN_REQUEST, 0, "\0\1\0\0\0\0\0", 8);
	records_request(w, 1, login, "");
	assert_request(w, 1, login, "");
	assert_string_equal(" 010a000000250000"
			    "0e03464347495f4d41585f434f4e4e53353030"
			    "0f01464347495f4d5058535f434f4e4e5330"
			    " 010a000000000000"
			    " 010b0000000800004d00000000000000"
			    " 010b0000000800000100000000000000",
			    records_answered(w));
}

TEST(records_that_are_passed_over)
{
	struct records *w = records_open(RECORDS_MAX);

	records_add(w, FCGI_STDIN, 7, "abc", 3);
	records_add(w, FCGI_ABORT_REQUEST, 1, "", 0);
	records_begin(w, 1, FCGI_RESPONDER, FCGI_KEEP_CONN);
	records_variable(w, 7, cookie[1]);
	records_add(w, 77, 1, "abc", 3);
	records_variable(w, 1, cookie[0]);
	records_variable(w, 1, cookie[1]);
	records_add(w, FCGI_PARAMS, 1, "", 0);
	records_add(w, FCGI_STDIN, 7, "abc", 3);
	records_add(w, FCGI_STDIN, 1, "x=1", 3);
	records_add(w, FCGI_DATA, 1, "abc", 3);
	records_add(w, FCGI_PARAMS, 1, "abc", 3);
	records_add(w, FCGI_STDIN, 1, "", 0);
	assert_request(w, 1, cookie, "x=1");
	assert_string_equal("", records_answered(w));
}

TEST(what_is_not_FastCGI)
{
	static const struct {
		const char *bytes;
		size_t len;
	} table[] = {
		PAIR("GET / HTTP/1.1\r\n\r\n"),
		PAIR("\2\x4d\0\7\0\0\0\0"),
		PAIR("\1\1\0\2\0\x9\0\0\0\1\1\0\0\0\0\0\0"),
		PAIR("\1\1\0\1\0\7\0\0\0\1\1\0\0\0\0"),
		PAIR("\1\1\0\1\0\x8\0\0\0\1\1\0\0\0\0\0\1\5\0\1\0\0\0\0"
		     "\1\4\0\1\0\0\0\0\1\5\0\1\0\0\0\0"),
		PAIR("\1\1\0\1\0\x8\0\0\0\1\1\0\0\0\0\0"
		     "\1\1\0\1\0\x8\0\0\0\1\1\0\0\0\0\0"),
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct records *w = records_open(RECORDS_MAX);

		records_bytes(w, table[i].bytes, table[i].len);
		records_request(w, 1, login, "");
		assert_false(fcgi_next(&w->reader, &mem));
		assert_false(fcgi_next(&w->reader, &mem));
		assert_string_equal("", records_answered(w));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(requests_in_pieces_of_any_length),
		PLAIN(a_connection_is_kept_only_if_asked_for),
		PLAIN(padding_is_no_content),
		PLAIN(a_variable_in_two_records),
		PLAIN(no_request_without_all_of_its_variables),
		PLAIN(broken_variables),
		PLAIN(variables_of_64_KiB),
		PLAIN(as_many_variables_as_there_is_room_for),
		PLAIN(a_body_in_records),
		PLAIN(a_body_cut_short),
		PLAIN(a_body_that_is_given_up),
		PLAIN(a_body_that_nobody_reads),
		PLAIN(a_request_without_an_end),
		PLAIN(another_request_in_the_middle_of_one),
		PLAIN(a_role_that_we_do_not_play),
		PLAIN(a_request_that_is_given_up),
		PLAIN(records_of_no_request),
		PLAIN(records_that_are_passed_over),
		PLAIN(what_is_not_FastCGI),
	};

	return RUN_PLAIN(tests);
}
