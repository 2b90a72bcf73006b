/* Addresses in bodies: where they begin and end, and how they are shown. */
#include "cut.h"

TEST(links)
{
	static const struct {
		const char *body, *parts;
	} table[] = {
		{ "http://a.org", "<a.org http://a.org>" },
		{ "https://a.org/", "<a.org https://a.org/>" },
		{ "HTTPS://A.org/b/", "<A.org/b/ HTTPS://A.org/b/>" },
		{ "see http://a.org now", "see <a.org http://a.org> now" },
		{ "(http://a.org)", "(<a.org http://a.org>)" },
		{ "[http://a.org/b]", "[<a.org/b http://a.org/b>]" },
		{ "http://a.org/b_(c)", "<a.org/b_(c) http://a.org/b_(c)>" },
		{ "(see http://a.org/b_(c))",
		  "(see <a.org/b_(c) http://a.org/b_(c)>)" },
		{ "http://a.org.", "<a.org http://a.org>." },
		{ "http://a.org/b?c=d&e#f!",
		  "<a.org/b?c=d&e#f http://a.org/b?c=d&e#f>!" },
		{ "http://a.org,http://b.org",
		  "<a.org http://a.org>,<b.org http://b.org>" },
		{ "\"http://a.org\"", "\"<a.org http://a.org>\"" },
		{ "'http://a.org'", "'<a.org http://a.org>'" },
		{ "<http://a.org>", "<<a.org http://a.org>>" },
		{ "http://a.org/it's", "<a.org/it's http://a.org/it's>" },
		{ "http://a.org" FULL_STOP "x",
		  "<a.org http://a.org>" FULL_STOP "x" },
		{ "http://a.org/" RLO "b", "<a.org http://a.org/>" RLO "b" },
		{ "http://a.org" NBSP "b", "<a.org http://a.org>" NBSP "b" },
		{ "http://" SHALOM "/", "<" SHALOM " http://" SHALOM "/>" },
		{ "http://[::1]:80/", "<[::1]:80 http://[::1]:80/>" },
		{ "http://a.org/#b @bob",
		  "<a.org/#b http://a.org/#b> @[bob bob]" },
		{ "http://a.org/@bob", "<a.org/@bob http://a.org/@bob>" },
		{ "http://a.org\\@b.org", "<a.org http://a.org>\\@b.org" },
		{ "http://a@b.org", "http://a@b.org" },
		{ "http://a:b@c.org/d", "http://a:b@c.org/d" },
		{ "http:///a", "http:///a" },
		{ "http://", "http://" },
		{ "http://.", "http://." },
		{ "http://-a", "http://-a" },
		{ "xhttp://a.org", "xhttp://a.org" },
		{ E_ACUTE "http://a.org", E_ACUTE "http://a.org" },
		{ "javascript:alert(1)", "javascript:alert(1)" },
		{ "javascript:http://a.org",
		  "javascript:<a.org http://a.org>" },
		{ "ftp://a.org data:x file:///etc", "ftp://a.org data:x "
						    "file:///etc" },
		{ "mailto:a@b.org", "mailto:a@b.org" },
	};

	CHECK_CUTS(table);
}

TEST(addresses_without_a_scheme)
{
	static const struct {
		const char *body, *parts;
	} table[] = {
		{ "www.a.org", "<www.a.org http://www.a.org>" },
		{ "WWW.A.org/", "<WWW.A.org http://WWW.A.org/>" },
		{ "see www.a.org.", "see <www.a.org http://www.a.org>." },
		{ "(www.a.org/b_(c))",
		  "(<www.a.org/b_(c) http://www.a.org/b_(c)>)" },
		{ "www.a.org:80/?b=1#c", "<www.a.org:80/?b=1#c "
					 "http://www.a.org:80/?b=1#c>" },
		{ "www.m\xc3\xbc.de",
		  "<www.m\xc3\xbc.de http://www.m\xc3\xbc.de>" },
		{ HAN "www.a.org " HAN,
		  HAN "<www.a.org http://www.a.org> " HAN },
		{ "www.a.org,www.b.org", "<www.a.org http://www.a.org>,"
					 "<www.b.org http://www.b.org>" },
		{ "http://www.a.org", "<www.a.org http://www.a.org>" },
		{ "www.a", "www.a" },
		{ "www..a.org", "www..a.org" },
		{ "www.a.", "www.a." },
		{ "www.", "www." },
		{ "www a.org", "www a.org" },
		{ "a.www.b.org", "a.www.b.org" },
		{ "xwww.a.org", "xwww.a.org" },
		{ "@www.a.org", "@www.a.org" },
		{ "me@www.a.org", "me@www.a.org" },
		{ "ftp://www.a.org", "ftp://www.a.org" },
		{ "www.a.org@b.org", "www.a.org@b.org" },
		{ "wwww.a.org", "wwww.a.org" },
	};

	CHECK_CUTS(table);
}

#define MIXED "http://www." CYR_A "pple.com" /* that of apple.com is Latin */
#define CYR_A "\xd0\xb0"
#define ALPHA "\xce\xb1"

TEST(hosts_that_mix_scripts_are_shown_in_ascii)
{
	static const struct {
		const char *body, *parts;
	} table[] = {
		{ MIXED, "<www.xn--pple-43d.com " MIXED ">" },
		{ MIXED ":80/" CYR_A, "<www.xn--pple-43d.com:80/" CYR_A
				      " " MIXED ":80/" CYR_A ">" },
		{ "www." CYR_A "pple.com",
		  "<www.xn--pple-43d.com " MIXED ">" },
		/* A whole word of letters that look like others. */
		{ "http://" CYR_A CYR_A ".org",
		  "<xn--80aa.org http://" CYR_A CYR_A ".org>" },
		{ "http://" ALPHA ".org",
		  "<xn--mxa.org http://" ALPHA ".org>" },
		{ "http://" CYR_A "." ALPHA,
		  "<xn--80a.xn--mxa http://" CYR_A "." ALPHA ">" },
		{ "http://a" SHALOM ".org",
		  "http://a" SHALOM ".org" }, /* the IDN rules forbid it */
		{ "http://" HAN CYR_A "/",
		  "<xn--80a5375bkom http://" HAN CYR_A "/>" },
		/* One script, or scripts that are used together. */
		{ "http://" CYR_A "." CYR_A "/",
		  "<" CYR_A "." CYR_A " http://" CYR_A "." CYR_A "/>" },
		{ "http://m\xc3\xbcller-1.de",
		  "<m\xc3\xbcller-1.de http://m\xc3\xbcller-1.de>" },
		{ "http://a" HAN "\xe3\x81\x82.com",
		  "<a" HAN "\xe3\x81\x82.com http://a" HAN
		  "\xe3\x81\x82.com>" },
		{ "http://" SHALOM ".org",
		  "<" SHALOM ".org http://" SHALOM ".org>" },
		{ "http://xn--pple-43d.com",
		  "<xn--pple-43d.com http://xn--pple-43d.com>" },
	};

	CHECK_CUTS(table);
}

TEST(brackets_and_quotes_around_links)
{
	static const struct {
		const char *body, *parts;
	} table[] = {
		{ "(see https://en.wikipedia.org/wiki/C_(lang))",
		  "(see <en.wikipedia.org/wiki/C_(lang) "
		  "https://en.wikipedia.org/wiki/C_(lang)>)" },
		{ "http://a.org/(b", "<a.org/(b http://a.org/(b>" },
		{ "http://a.org/b(", "<a.org/b http://a.org/b>(" },
		{ "http://a.org/b(.", "<a.org/b http://a.org/b>(." },
		{ "http://a.org/b)(c)", "<a.org/b)(c) http://a.org/b)(c)>" },
		{ "http://a.org/b)))", "<a.org/b http://a.org/b>)))" },
		{ "[a](http://a.org/b)", "[a](<a.org/b http://a.org/b>)" },
		{ "http://a.org/b[1]", "<a.org/b[1] http://a.org/b[1]>" },
		{ "http://a.org/b].", "<a.org/b http://a.org/b>]." },
		{ "{http://a.org/b}", "{<a.org/b http://a.org/b>}" },
		{ "http://a.org(b)", "<a.org http://a.org>(b)" },
		{ "http://a.org[b]", "<a.org http://a.org>[b]" },
		{ "https://x.org/?a=\"b\"",
		  "<x.org/?a= https://x.org/?a=>\"b\"" },
		{ "http://a.org/\"onclick=\"b",
		  "<a.org http://a.org/>\"onclick=\"b" },
		{ "http://a.org/'b'", "<a.org/'b http://a.org/'b>'" },
		{ "http://a.org'b", "<a.org http://a.org>'b" },
		{ "http://a.org/b<b>", "<a.org/b http://a.org/b><b>" },
		{ "http://a.org/`b`", "<a.org http://a.org/>`b`" },
	};

	CHECK_CUTS(table);
}

TEST(punctuation_behind_links)
{
	static const struct {
		const char *body, *parts;
	} table[] = {
		{ "http://a.org/b.", "<a.org/b http://a.org/b>." },
		{ "http://a.org/b?!", "<a.org/b http://a.org/b>?!" },
		{ "http://a.org/b...", "<a.org/b http://a.org/b>..." },
		{ "http://a.org/b" ELLIPSIS,
		  "<a.org/b http://a.org/b>" ELLIPSIS },
		{ "http://a.org/" ELLIPSIS, "<a.org http://a.org/>" ELLIPSIS },
		{ "http://" ELLIPSIS, "http://" ELLIPSIS },
		{ "http://a.org: b", "<a.org http://a.org>: b" },
		{ "http://a.org:)", "<a.org http://a.org>:)" },
		{ "http://a.org, b", "<a.org http://a.org>, b" },
		{ "http://a.org,b", "<a.org http://a.org>,b" },
		{ "http://a.org!b", "<a.org http://a.org>!b" },
		{ "http://a.org?", "<a.org http://a.org>?" },
		{ "http://a.org?b", "<a.org?b http://a.org?b>" },
		{ "http://a.org#b", "<a.org#b http://a.org#b>" },
		{ "http://a.org-", "<a.org http://a.org>-" },
		{ "http://a.org*", "<a.org http://a.org>*" },
		{ "http://a.org./b", "<a.org./b http://a.org./b>" },
		{ "http://a.org" EM_DASH "b",
		  "<a.org http://a.org>" EM_DASH "b" },
		{ "http://a.org/b" EN_DASH "c",
		  "<a.org/b" EN_DASH "c http://a.org/b" EN_DASH "c>" },
		{ "http://a.org/b" EN_DASH,
		  "<a.org/b http://a.org/b>" EN_DASH },
		{ "http://a.org" EN_DASH "b",
		  "<a.org http://a.org>" EN_DASH "b" },
		{ "http://a.org\xef\xbc\x9f", /* U+FF1F, a wide ? */
		  "<a.org http://a.org>\xef\xbc\x9f" },
		{ "http://a.org/b\xd8\x9f", /* U+061F, an Arabic one */
		  "<a.org/b http://a.org/b>\xd8\x9f" },
		{ "http://a.org/b\xe0\xa5\xa4", /* U+0964, danda */
		  "<a.org/b http://a.org/b>\xe0\xa5\xa4" },
		{ "http://a.org/" SMILE, "<a.org http://a.org/>" SMILE },
		{ "http://a.org" SMILE, "<a.org http://a.org>" SMILE },
		{ "http://a.org/b" RLM " c",
		  "<a.org/b http://a.org/b>" RLM " c" },
		{ "http://a.org/b" ZWJ "c",
		  "<a.org/b http://a.org/b>" ZWJ "c" },
		{ "http://a.org/b\xef\xbf\xbd"
		  "c", /* U+FFFD */
		  "<a.org/b http://a.org/b>\xef\xbf\xbd"
		  "c" },
		{ "http://a.org/b" FILLER, "<a.org/b http://a.org/b>" FILLER },
	};

	CHECK_CUTS(table);
}

TEST(hosts)
{
	static const struct {
		const char *body, *parts;
	} table[] = {
		{ "http://localhost/", "<localhost http://localhost/>" },
		{ "http://127.0.0.1:80",
		  "<127.0.0.1:80 http://127.0.0.1:80>" },
		{ "HTTP://UPPER.example",
		  "<UPPER.example HTTP://UPPER.example>" },
		{ "hTtPs://a.org", "<a.org hTtPs://a.org>" },
		{ "https://m\xc3\xbcnchen.example/\xc3\xbc?q=\xc3\xa4#\xc3\xb6",
		  "<m\xc3\xbcnchen.example/\xc3\xbc?q=\xc3\xa4#\xc3\xb6 "
		  "https://m\xc3\xbcnchen.example/\xc3\xbc?q=\xc3\xa4#\xc3\xb6>" },
		{ "http://" HAN "/", "<" HAN " http://" HAN "/>" },
		{ "http://a_b.org", "<a_b.org http://a_b.org>" },
		{ "http://[::1]/", "<[::1] http://[::1]/>" },
		{ "http://[::1].", "<[::1] http://[::1]>." },
		{ "http://[::1]x", "http://[::1]x" },
		{ "http://[", "http://[" },
		{ "http://[]", "http://[]" },
		{ "http://[::1", "http://[::1" },
		{ "http://[a.org]", "http://[a.org]" },
		{ "http://a.org:80b", "http://a.org:80b" },
		{ "http://a.org:b", "http://a.org:b" },
		{ "http://user:pw@host/", "http://user:pw@host/" },
		{ "http://user,x:pw@host/", "http://user,x:pw@host/" },
		{ "http://a.org@b.org", "http://a.org@b.org" },
		{ "http://a.org:80@b.org", "http://a.org:80@b.org" },
		{ "http://" E_ACUTE "@b.org", "http://" E_ACUTE "@b.org" },
		{ "http://@b.org", "http://@b.org" },
		{ "http://a.org/b@c", "<a.org/b@c http://a.org/b@c>" },
		{ "http://a.org?b@c", "<a.org?b@c http://a.org?b@c>" },
		{ "http://a%2eorg/", "http://a%2eorg/" },
		{ "http://a=b", "http://a=b" },
		{ "http://" SMILE, "http://" SMILE },
		{ "http://" ACCENT "a", "http://" ACCENT "a" },
		{ "http:// a.org", "http:// a.org" },
		{ "http:/a.org http:a.org", "http:/a.org http:a.org" },
		{ "http://http://a.org", "http://http://a.org" },
		{ "hhttp://a.org", "hhttp://a.org" },
		{ "_http://a.org", "_http://a.org" },
		{ "@http://a.org", "@http://a.org" },
		{ "JavaScript:alert(1)", "JavaScript:alert(1)" },
		{ "vbscript:a data:text/html,b",
		  "vbscript:a data:text/html,b" },
		{ HAN "http://a.org", HAN "<a.org http://a.org>" },
		{ "http://a.org/" HAN,
		  "<a.org/" HAN " http://a.org/" HAN ">" },
		{ "http://a.org" FULL_STOP HAN,
		  "<a.org http://a.org>" FULL_STOP HAN },
		{ "e" ACCENT "http://a.org", "e" ACCENT "http://a.org" },
	};

	CHECK_CUTS(table);
}

/* "http://", followed by `host` letters, a slash and `path` more letters. */
static const char *wide_address(size_t host, size_t path)
{
	char *s = arena_alloc(&mem, 7 + host + 1 + path + 1);

	memset(s, 'x', 7 + host + 1 + path);
	memcpy(s, "http://", 7);
	s[7 + host] = '/';
	return s;
}

TEST(addresses_of_every_length)
{
	static const struct {
		size_t host, path;
		bool link;
	} table[] = {
		{ 1, 0, true },      { 255, 0, true },     { 256, 0, false },
		{ 10, 1982, true },  { 10, 1983, false },  { 10, 5000, false },
		{ 255, 1737, true }, { 255, 1738, false }, { 9000, 9, false },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *s = wide_address(table[i].host, table[i].path);
		struct rt_part *part = rt_parts(&mem, s, NULL);

		assert_int_equal(table[i].link, part->kind == RT_LINK);
		assert_null(part->next);
		assert_string_equal(s, part->to ? part->to : part->shown);
	}
}

TEST(long_addresses_lose_their_middle)
{
	static const struct {
		const char *body, *parts;
	} table[] = {
		{ "http://a.org/7890123456789012345678901234567890",
		  "<a.org/7890123456789012345678901234567890 "
		  "http://a.org/7890123456789012345678901234567890>" },
		{ "http://a.org/78901234567890123456789012345678901",
		  "<a.org/78901234567890123456" ELLIPSIS "012345678901 "
		  "http://a.org/78901234567890123456789012345678901>" },
		{ "http://a.org/" SHALOM SHALOM SHALOM SHALOM SHALOM SHALOM
			  SHALOM SHALOM SHALOM,
		  "<a.org/" SHALOM SHALOM SHALOM SHALOM SHALOM ELLIPSIS SHALOM
			  SHALOM SHALOM " http://a.org/" SHALOM SHALOM SHALOM
				  SHALOM SHALOM SHALOM SHALOM SHALOM SHALOM
		  ">" },
	};

	CHECK_CUTS(table);
}

/* This is the only way to see where a link leads. */
TEST(hosts_are_shown_whole)
{
	static const struct {
		const char *body, *parts;
	} table[] = {
		{ "http://bank.example.7890123456789012345678901.org",
		  "<bank.example.7890123456789012345678901.org "
		  "http://bank.example.7890123456789012345678901.org>" },
		{ "http://bank.example.78901234567890.org/a/b/c/d/e/f/g/h",
		  "<bank.example.78901234567890.org" ELLIPSIS "/c/d/e/f/g/h "
		  "http://bank.example.78901234567890.org/a/b/c/d/e/f/g/h>" },
		{ "http://bank.example.789012345678901234.org/a/b/c/d/",
		  "<bank.example.789012345678901234.org/a/b/c/d/ "
		  "http://bank.example.789012345678901234.org/a/b/c/d/>" },
	};

	CHECK_CUTS(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(links),
		PLAIN(addresses_without_a_scheme),
		PLAIN(hosts_that_mix_scripts_are_shown_in_ascii),
		PLAIN(brackets_and_quotes_around_links),
		PLAIN(punctuation_behind_links),
		PLAIN(hosts),
		PLAIN(addresses_of_every_length),
		PLAIN(long_addresses_lose_their_middle),
		PLAIN(hosts_are_shown_whole),
	};

	return RUN_PLAIN(tests);
}
