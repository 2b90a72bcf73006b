/* When to try again, and what a proxy says of a visitor. */
#include "asked.h"
#include "libretwis/redis/connection.h"

TEST(in_words)
{
	static const struct {
		uint64_t seconds;
		const char *words;
	} table[] = {
		{ 1, "1 second" },       { 2, "2 seconds" },
		{ 119, "119 seconds" },  { 120, "2 minutes" },
		{ 121, "3 minutes" },    { 900, "15 minutes" },
		{ 7199, "120 minutes" }, { 7200, "2 hours" },
		{ 7201, "3 hours" },     { 86400, "24 hours" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(table[i].words,
				    view_wait(&mem, table[i].seconds));
}

static struct req *get(const char *const *variables)
{
	struct req *q = asked(variables);

	conf.proxies = "10.0.0.0/8";
	return q;
}

TEST(limited_is_told_with_its_time)
{
	static const char *const none[] = { "REQUEST_METHOD=GET",
					    "REQUEST_URI=/", NULL };
	struct req *q = asked(none);

	rt->wait = 240;
	assert_true(req_read(q));
	assert_false(req_ok(q, RT_LIMITED));
	assert_int_equal(429, q->status);
	assert_string_equal("240", asked_header(q, "Retry-After"));
}

/* Where a proxy adds a line of its own, libfcgi shows only the client's. */
TEST(a_header_that_came_twice)
{
	static const char *const twice[] = {
		"REMOTE_ADDR=10.0.0.1", "HTTP_X_FORWARDED_FOR=1.2.3.4",
		"HTTP_X_FORWARDED_FORGED=5.6.7.8",
		"HTTP_X_FORWARDED_FOR=203.0.113.9", NULL
	};

	assert_string_equal("203.0.113.9", req_client(get(twice)));
}

TEST(the_scheme)
{
	static const struct {
		const char *remote, *proto, *https;
		bool is;
	} table[] = {
		{ "10.0.0.1", "https", "", true },
		{ "10.0.0.1", "http", "", false },
		{ "10.0.0.1", "http, https", "", true },
		{ "10.0.0.1", "https,http", "", false },
		{ "10.0.0.1", "", "", false },
		{ "10.0.0.1", "http", "on", true },
		{ "192.0.2.1", "https", "", false },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *const variables[] = {
			arena_printf(&mem, "REMOTE_ADDR=%s", table[i].remote),
			arena_printf(&mem, "HTTP_X_FORWARDED_PROTO=%s",
				     table[i].proto),
			arena_printf(&mem, "HTTPS=%s", table[i].https),
			NULL,
		};

		assert_int_equal(table[i].is, req_is_https(get(variables)));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ASKED(in_words),
		ASKED(limited_is_told_with_its_time),
		ASKED(a_header_that_came_twice),
		ASKED(the_scheme),
	};

	return RUN_ASKED(tests);
}
