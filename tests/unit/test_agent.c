/* What browsers call themselves (User-Agent). */
#include "unit.h"
#include "http/headers.h"

TEST(names_of_browsers)
{
	static const struct {
		const char *header, *name;
	} table[] = {
		{ NULL, "A browser" },
		{ "", "A browser" },
		{ "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 "
		  "Firefox/128.0",
		  "Firefox on Linux" },
		{ "Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 "
		  "Firefox/143.0",
		  "Firefox on Android" },
		{ "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) "
		  "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 "
		  "Safari/605.1.15",
		  "Safari on Mac" },
		{ "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) "
		  "AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 "
		  "Mobile/15E148 Safari/604.1",
		  "Chrome on iPad" },
		{ "Mozilla/5.0 (Windows NT 10.0; Win64; x64) "
		  "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
		  "Safari/537.36 OPR/124.0.0.0",
		  "Opera on Windows" },
		{ "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 "
		  "(KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 "
		  "Mobile Safari/537.36",
		  "Samsung Internet on Android" },
		{ "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) "
		  "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
		  "Safari/537.36",
		  "Chrome on ChromeOS" },
		{ "Links (2.28; Linux 6.1.0 x86_64; GNU C 12.2; text)",
		  "Links on Linux" },
		{ "Lynx/2.9.0dev.12 libwww-FM/2.14", "Lynx" },
		{ "NetSurf/3.10 (Linux)", "NetSurf on Linux" },
		{ "something else", "A browser" },
		{ "something on Windows", "A browser on Windows" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *name = agent_name(&mem, table[i].header);

		CHECK(table[i].name, strcmp(name, table[i].name) == 0);
		CHECK(table[i].name, strlen(name) <= 32);
		CHECK(table[i].name,
		      strcmp(agent_shown(&mem, name), name) == 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(names_of_browsers),
	};

	return RUN_PLAIN(tests);
}
