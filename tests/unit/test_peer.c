/* What a proxy says about a visitor. */
#include "asked.h"

static struct req *get(const char *const *variables)
{
	struct req *q = asked(variables);

	conf.proxies = "10.0.0.0/8";
	return q;
}

/* If a proxy adds a second line of its own, req_param() takes the client's. */
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
		ASKED(a_header_that_came_twice),
		ASKED(the_scheme),
	};

	return RUN_ASKED(tests);
}
