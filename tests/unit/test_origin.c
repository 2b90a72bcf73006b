/* The address under which a visitor reached us. */
#include "asked.h"

#define LABEL "a123456789b123456789c123456789d123456789e12345678."

TEST(hosts)
{
	static const struct {
		const char *host, *base;
	} table[] = {
		{ "HTTP_HOST=example.org", "http://example.org" },
		{ "HTTP_HOST=EXAMPLE.org:8080", "http://EXAMPLE.org:8080" },
		{ "HTTP_HOST=my_club-1.local.", "http://my_club-1.local." },
		{ "HTTP_HOST=127.0.0.1:1", "http://127.0.0.1:1" },
		{ "HTTP_HOST=[::1]", "http://[::1]" },
		{ "HTTP_HOST=[::ffff:1.2.3.4]:99999",
		  "http://[::ffff:1.2.3.4]:99999" },
		{ "HTTP_HOST=" LABEL LABEL LABEL LABEL LABEL "org",
		  "http://" LABEL LABEL LABEL LABEL LABEL "org" },
		{ "HTTP_HOST=" LABEL LABEL LABEL LABEL LABEL "toolong", NULL },
		{ "HTTP_HOST=", NULL },
		{ "NOTHING=", NULL },
		{ "HTTP_HOST=:80", NULL },
		{ "HTTP_HOST=a:", NULL },
		{ "HTTP_HOST=a:x", NULL },
		{ "HTTP_HOST=a:1:2", NULL },
		{ "HTTP_HOST=a:123456", NULL },
		{ "HTTP_HOST=a:80/", NULL },
		{ "HTTP_HOST=a/b", NULL },
		{ "HTTP_HOST=a@b", NULL },
		{ "HTTP_HOST=a?b", NULL },
		{ "HTTP_HOST=a#b", NULL },
		{ "HTTP_HOST=a\"b", NULL },
		{ "HTTP_HOST=<a>", NULL },
		{ "HTTP_HOST=a b", NULL },
		{ "HTTP_HOST=a, b", NULL },
		{ "HTTP_HOST=a&b", NULL },
		{ "HTTP_HOST=a%20b", NULL },
		{ "HTTP_HOST=\xc3\xa9.org", NULL },
		{ "HTTP_HOST=a\nb", NULL },
		{ "HTTP_HOST=[", NULL },
		{ "HTTP_HOST=[]", NULL },
		{ "HTTP_HOST=[::1", NULL },
		{ "HTTP_HOST=[::1]x", NULL },
		{ "HTTP_HOST=[::1]:", NULL },
		{ "HTTP_HOST=[g]", NULL },
		{ "HTTP_HOST=[::1]]", NULL },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *const variables[] = { table[i].host, NULL };
		const char *base = req_base(asked(variables));

		CHECK(table[i].host, !base == !table[i].base);
		if (base)
			assert_string_equal(table[i].base, base);
	}
}

TEST(schemes)
{
	static const struct {
		const char *https, *base;
	} table[] = {
		{ "HTTPS=on", "https://a" },
		{ "HTTPS=off", "http://a" },
		{ "HTTPS=", "http://a" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *const variables[] = { "HTTP_HOST=a",
						  table[i].https, NULL };

		assert_string_equal(table[i].base, req_base(asked(variables)));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ASKED(hosts),
		ASKED(schemes),
	};

	return RUN_ASKED(tests);
}
