/* The parts of every request: method, path, query, cookie, numbers. */
#include "asked.h"

static struct req *get(const char *uri)
{
	const char *const variables[] = {
		"REQUEST_METHOD=GET",
		arena_printf(&mem, "REQUEST_URI=%s", uri),
		NULL,
	};

	return asked(variables);
}

TEST(variables)
{
	const char *const table[] = { "ONE=1", "EMPTY=", "ONEMORE=2", NULL };
	struct req *q = asked(table);

	assert_string_equal("1", req_param(q, "ONE"));
	assert_string_equal("", req_param(q, "EMPTY"));
	assert_string_equal("2", req_param(q, "ONEMORE"));
	assert_null(req_param(q, "ON"));
	assert_null(req_param(q, "NONE"));
}

TEST(good_addresses)
{
	static const struct {
		const char *uri, *path, *name, *value;
	} table[] = {
		{ "/", "/", "x", NULL },
		{ "/?", "/", "x", NULL },
		{ "/?x", "/", "x", "" },
		{ "/login?x=1", "/login", "x", "1" },
		{ "/@a%2Fb?x=a+b%26", "/@a%2Fb", "x", "a b&" },
		{ "/a?x=1?y=2", "/a", "x", "1?y=2" },
		/* If a name occurs twice, the first one counts. */
		{ "/?utm=a&utm=b", "/", "utm", "a" },
		{ "/?x=1&y=2&%78=3", "/", "x", "1" },
		{ "//a", "//a", "x", NULL },
		{ "/%3Fx=1", "/%3Fx=1", "x", NULL },
		{ "/@\xc3\xa9?x=\xff", "/@\xc3\xa9", "x", "\xff" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct req *q = get(table[i].uri);
		const char *value;

		CHECK(table[i].uri, req_read(q));
		assert_string_equal(table[i].path, q->path);
		assert_string_equal("GET", q->method);
		assert_false(q->is_post);
		value = req_query(q, table[i].name);
		CHECK(table[i].uri, !value == !table[i].value);
		CHECK(table[i].uri, !value || !strcmp(value, table[i].value));
	}
}

TEST(bad_addresses)
{
	static const char *const table[] = {
		"",     "login", "*",         "http://host/",
		"?x=1", "/?x=%", "/?x=%zz",   "/?x=1&x=%",
		"/%",   "/@%zz", "/@a%2?x=1",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct req *q = get(table[i]);

		CHECK(table[i], !req_read(q));
		page_error(q, 400);
		assert_int_equal(400, q->status);
		assert_non_null(q->body);
	}
}

TEST(missing_variables)
{
	struct req *q;
	static const char *const no_uri[] = { "REQUEST_METHOD=GET", NULL };
	static const char *const no_method[] = { "REQUEST_URI=/", NULL };
	static const char *const none[] = { NULL };

	assert_false(req_read(asked(no_uri)));
	assert_false(req_read(asked(no_method)));
	q = asked(none);
	assert_false(req_read(q));
	page_error(q, 400);
	assert_int_equal(400, q->status);
}

TEST(methods)
{
	static const struct {
		const char *variable;
		bool is_post;
	} table[] = {
		{ "REQUEST_METHOD=GET", false },
		{ "REQUEST_METHOD=POST", true },
		{ "REQUEST_METHOD=post", false },
		{ "REQUEST_METHOD=POSTS", false },
		{ "REQUEST_METHOD=", false },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *const variables[] = {
			"REQUEST_URI=/",
			table[i].variable,
			NULL,
		};
		struct req *q = asked(variables);

		assert_true(req_read(q));
		CHECK(table[i].variable, q->is_post == table[i].is_post);
	}
}

TEST(who_looks)
{
	static const struct {
		const char *method, *purpose;
		bool looks;
	} table[] = {
		{ "REQUEST_METHOD=GET", "NOTHING=", true },
		{ "REQUEST_METHOD=HEAD", "NOTHING=", false },
		{ "REQUEST_METHOD=GET", "HTTP_SEC_PURPOSE=", true },
		{ "REQUEST_METHOD=GET", "HTTP_SEC_PURPOSE=other", true },
		{ "REQUEST_METHOD=GET", "HTTP_SEC_PURPOSE=prefetch", false },
		{ "REQUEST_METHOD=GET", "HTTP_SEC_PURPOSE=prefetch;prerender",
		  false },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *const variables[] = {
			"REQUEST_URI=/",
			table[i].method,
			table[i].purpose,
			NULL,
		};
		struct req *q = asked(variables);

		assert_true(req_read(q));
		CHECK(table[i].purpose, req_is_viewed(q) == table[i].looks);
	}
}

TEST(cookies)
{
	static const struct {
		const char *cookies, *secret;
	} table[] = {
		{ "auth=abc", "abc" },
		{ "auth=abc;", "abc" },
		{ "auth=abc; b=2", "abc" },
		{ "a=1; auth=abc", "abc" },
		{ "a=1;auth=abc;b=2", "abc" },
		{ "; ;  auth=abc", "abc" },
		{ "a; auth=abc", "abc" },
		{ "auth=abc; auth=def", "abc" },
		{ "auth=", "" },
		{ "auth=;a=1", "" },
		{ "auth=a=b", "a=b" },
		{ "auth=\"abc\"", "\"abc\"" },
		{ "", NULL },
		{ ";", NULL },
		{ "auth", NULL },
		{ "Auth=abc", NULL },
		{ "xauth=abc", NULL },
		{ "a=auth=abc", NULL },
		{ "a=1 auth=abc", NULL },
		{ "auth =abc", NULL },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *const variables[] = {
			"REQUEST_URI=/",
			"REQUEST_METHOD=GET",
			arena_printf(&mem, "HTTP_COOKIE=%s", table[i].cookies),
			NULL,
		};
		struct req *q = asked(variables);

		assert_true(req_read(q));
		CHECK(table[i].cookies, !q->secret == !table[i].secret);
		CHECK(table[i].cookies,
		      !q->secret || !strcmp(q->secret, table[i].secret));
	}
}

TEST(cookies_by_https)
{
	static const struct {
		const char *https, *cookies, *secret;
		enum rt_cookie_origin way;
	} table[] = {
		{ "on", "__Host-auth=abc", "abc", RT_COOKIE_HTTPS },
		{ "on", "auth=x; __Host-auth=abc", "abc", RT_COOKIE_HTTPS },
		{ "on", "__Host-auth=abc; auth=x", "abc", RT_COOKIE_HTTPS },
		{ "on", "__Host-auth=; auth=x", "", RT_COOKIE_HTTPS },
		{ "on", "auth=x", "x", RT_COOKIE_DOUBTFUL },
		{ "on", "__host-auth=abc", NULL, RT_COOKIE_HTTPS },
		{ "on", "", NULL, RT_COOKIE_HTTPS },
		{ "off", "__Host-auth=abc", NULL, RT_COOKIE_HTTP },
		{ "", "__Host-auth=abc; auth=x", "x", RT_COOKIE_HTTP },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *const variables[] = {
			"REQUEST_URI=/",
			"REQUEST_METHOD=GET",
			arena_printf(&mem, "HTTPS=%s", table[i].https),
			arena_printf(&mem, "HTTP_COOKIE=%s", table[i].cookies),
			NULL,
		};
		struct req *q = asked(variables);

		assert_true(req_read(q));
		CHECK(table[i].cookies, q->way == table[i].way);
		CHECK(table[i].cookies, !q->secret == !table[i].secret);
		CHECK(table[i].cookies,
		      !q->secret || !strcmp(q->secret, table[i].secret));
	}
}

TEST(without_a_cookie)
{
	struct req *q = get("/");

	assert_true(req_read(q));
	assert_null(q->secret);
}

/* ---- numbers ----------------------------------------------------------- */

TEST(numbers)
{
	static const struct {
		const char *text;
		bool ok;
		uint64_t number;
	} table[] = {
		{ "0", true, 0 },
		{ "7", true, 7 },
		{ "007", true, 7 },
		{ "999999999999999999", true, 999999999999999999 },
		{ "1000000000000000000", false, 0 },
		{ "99999999999999999999999999", false, 0 },
		{ "", false, 0 },
		{ "-1", false, 0 },
		{ "+1", false, 0 },
		{ " 1", false, 0 },
		{ "1 ", false, 0 },
		{ "1x", false, 0 },
		{ "0x1", false, 0 },
		{ "1.0", false, 0 },
		{ "one", false, 0 },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		uint64_t number = 77;

		CHECK(table[i].text,
		      form_number(table[i].text, &number) == table[i].ok);
		CHECK(table[i].text,
		      number == (table[i].ok ? table[i].number : 77));
	}
}

TEST(where_a_page_starts)
{
	static const struct {
		const char *uri;
		int64_t start;
	} table[] = {
		{ "/", 0 },
		{ "/?start=0", 0 },
		{ "/?start=10", 10 },
		{ "/?start=999999999999999999", 999999999999999999 },
		{ "/?start=9999999999999999999", RT_NO_START },
		{ "/?start=", RT_NO_START },
		{ "/?start", RT_NO_START },
		{ "/?start=-10", RT_NO_START },
		{ "/?start=ten", RT_NO_START },
		{ "/?Start=10", 0 },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct req *q = get(table[i].uri);

		assert_true(req_read(q));
		CHECK(table[i].uri, req_start(q) == table[i].start);
	}
}

/* ---- /@NAME and /@NAME/ID ---------------------------------------------- */

TEST(member_paths)
{
	static const struct {
		const char *path, *name, *id;
	} table[] = {
		{ "/@alice", "alice", NULL },
		{ "/@alice/", "alice", "" },
		{ "/@alice/42", "alice", "42" },
		{ "/@alice/42/", "alice", "42/" },
		{ "/@Ann%20Lee", "Ann Lee", NULL },
		{ "/@a+b", "a+b", NULL },
		{ "/@a%2Fb/1", "a/b", "1" },
		{ "/@a%26b%3Dc", "a&b=c", NULL },
		{ "/@@", "@", NULL },
		{ "/@%00", "\x01", NULL },
		{ "/@a/%31", "a", "1" },
	};
	static const char *const none[] = {
		"/",      "/@",     "/@/",      "/@/1",     "",
		"@alice", "/alice", "//@alice", "/x@alice", "/@%",
		"/@a%z",  "/@a/%",  "/@a/%zz",
	};
	struct req *q = get("/");
	const char *name, *id;

	for (size_t i = 0; i < COUNT(table); i++) {
		q->path = table[i].path;
		CHECK(q->path, req_member_path(q, &name, &id));
		assert_string_equal(table[i].name, name);
		CHECK(q->path, !id == !table[i].id);
		CHECK(q->path, !id || !strcmp(id, table[i].id));
	}
	for (size_t i = 0; i < COUNT(none); i++) {
		q->path = none[i];
		CHECK(q->path, !req_member_path(q, &name, &id));
	}
}

TEST(fields_of_forms_and_queries)
{
	struct req *q = get("/?a=1&b=");

	assert_true(req_read(q));
	assert_true(form_parse(&mem, "c=3", 3, &q->form));
	assert_string_equal("1", req_query(q, "a"));
	assert_string_equal("", req_query(q, "b"));
	assert_null(req_query(q, "c"));
	assert_string_equal("3", req_field(q, "c"));
	assert_string_equal("", req_field(q, "a"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ASKED(variables),
		ASKED(good_addresses),
		ASKED(bad_addresses),
		ASKED(missing_variables),
		ASKED(methods),
		ASKED(who_looks),
		ASKED(cookies),
		ASKED(without_a_cookie),
		ASKED(cookies_by_https),
		PLAIN(numbers),
		ASKED(where_a_page_starts),
		ASKED(member_paths),
		ASKED(fields_of_forms_and_queries),
	};

	return RUN_ASKED(tests);
}
