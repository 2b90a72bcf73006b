/*
 * The address that a request came from: what may be trusted, and what may not.
 */
#include "unit.h"

#define PROXIES "192.0.2.1, 10.0.0.0/8 2001:db8:aa::/48"

struct row {
	const char *remote, *forwarded, *client;
};

static void expect_all(const char *trusted, const struct row *row, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *is = rt_client(&mem, trusted, row[i].remote,
					   row[i].forwarded);

		if (strcmp(row[i].client, is) != 0)
			fail_msg("%s for %s: %s instead of %s",
				 row[i].forwarded, row[i].remote, is,
				 row[i].client);
	}
}

TEST(without_a_proxy)
{
	static const struct row table[] = {
		{ "198.51.100.7", NULL, "198.51.100.7" },
		{ "198.51.100.7", "203.0.113.9", "198.51.100.7" },
		{ "127.0.0.1", "203.0.113.9", "127.0.0.1" },
		{ "::1", "203.0.113.9", "::/64" },
		{ "::ffff:198.51.100.7", NULL, "198.51.100.7" },
		{ "2001:db8:1:2:3:4:5:6", NULL, "2001:db8:1:2::/64" },
		{ "2001:db8:1:2:ffff::", NULL, "2001:db8:1:2::/64" },
		{ "2001:db8:1:3::1", NULL, "2001:db8:1:3::/64" },
		{ NULL, NULL, "unknown" },
		{ "", "203.0.113.9", "unknown" },
		{ "unix:", "203.0.113.9", "unknown" },
		{ "client.example", NULL, "unknown" },
		{ "192.0.2.999", NULL, "unknown" },
	};

	expect_all("", table, COUNT(table));
}

TEST(behind_trusted_proxies)
{
	static const struct row table[] = {
		/* A stranger's claims about others are ignored. */
		{ "198.51.100.7", "203.0.113.9", "198.51.100.7" },
		{ "192.0.2.2", "203.0.113.9", "192.0.2.2" },
		{ "11.0.0.1", "203.0.113.9", "11.0.0.1" },
		{ "192.0.2.1", "203.0.113.9", "203.0.113.9" },
		{ "::ffff:192.0.2.1", "203.0.113.9", "203.0.113.9" },
		{ "10.255.0.1", "203.0.113.9", "203.0.113.9" },
		{ "2001:db8:aa:1::1", "2001:db8:bb::1", "2001:db8:bb::/64" },
		{ "2001:db8:ab::1", "203.0.113.9", "2001:db8:ab::/64" },
		/* Only the proxy nearest to us has added an address. */
		{ "192.0.2.1", NULL, "192.0.2.1" },
		{ "192.0.2.1", "", "192.0.2.1" },
		/* Whatever the client has written comes before it. */
		{ "192.0.2.1", "1.2.3.4, 203.0.113.9", "203.0.113.9" },
		{ "192.0.2.1", "1.2.3.4,203.0.113.9,10.1.1.1", "203.0.113.9" },
		{ "192.0.2.1", "10.0.0.9, 203.0.113.9 ,\t10.1.1.1",
		  "203.0.113.9" },
		/* All of them are ours: the farthest one. */
		{ "192.0.2.1", "10.0.0.2, 10.0.0.3", "10.0.0.2" },
		{ "unix:", "203.0.113.9", "unknown" },
	};

	expect_all(PROXIES, table, COUNT(table));
}

TEST(how_proxies_write_addresses)
{
	static const struct row table[] = {
		{ "10.0.0.1", "203.0.113.9:4711", "203.0.113.9" },
		{ "10.0.0.1", "[2001:db8:bb::1]:4711", "2001:db8:bb::/64" },
		{ "10.0.0.1", "[2001:db8:bb::1]", "2001:db8:bb::/64" },
		{ "10.0.0.1", "2001:db8:bb::1", "2001:db8:bb::/64" },
		{ "10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9" },
		{ "10.0.0.1", "[::ffff:203.0.113.9]:1", "203.0.113.9" },
		{ "10.0.0.1", "203.0.113.9, 10.0.0.2:80", "203.0.113.9" },
	};

	expect_all(PROXIES, table, COUNT(table));
}

/* The sender then counts as the proxy that let it through. */
TEST(what_makes_no_sense)
{
	static const char *const table[] = {
		",",
		",,,",
		" ",
		"unknown",
		"_hidden",
		"localhost",
		"1.2.3",
		"1.2.3.4.5",
		"1.2.3.256",
		"1.2.3.4:",
		"1.2.3.4:x",
		"1.2.3.4:123456",
		"[1.2.3.4",
		"[::1",
		"[::1]x",
		"[::1]:",
		"[]",
		"::1]",
		"fe80::1%eth0",
		"1.2.3.4/24",
		"0x7f.1",
		"1.2.3.4 5.6.7.8",
		"1.2.3.4;",
		"\"1.2.3.4\"",
		"1.2.3.4\r\n",
		"\xff\xfe",
		"203.0.113.9, unknown",
		"203.0.113.9,",
		"<script>",
		"for=1.2.3.4",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const struct row row = { "10.0.0.1", table[i], "10.0.0.1" };

		expect_all(PROXIES, &row, 1);
	}
}

TEST(a_very_long_header)
{
	char text[8193];
	struct row row = { "10.0.0.1", text, "10.0.0.1" };

	memset(text, '1', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	expect_all(PROXIES, &row, 1);
	memset(text, ',', sizeof text - 1);
	expect_all(PROXIES, &row, 1);
	for (size_t i = 0; i < 8190; i += 9)
		memcpy(text + i, "10.0.0.9,", 9);
	text[8189] = '\0';
	row.client = "10.0.0.9";
	expect_all(PROXIES, &row, 1);
}

TEST(a_socket_of_this_machine)
{
	static const struct row table[] = {
		{ "unix:", "203.0.113.9", "203.0.113.9" },
		{ "", "203.0.113.9", "203.0.113.9" },
		{ NULL, "203.0.113.9, 10.0.0.1", "203.0.113.9" },
		{ NULL, "unix:", "unknown" },
		{ NULL, NULL, "unknown" },
		{ "127.0.0.1", "203.0.113.9", "127.0.0.1" },
	};

	expect_all("unix: 10.0.0.0/8", table, COUNT(table));
}

TEST(networks)
{
	static const struct {
		const char *list, *remote;
		bool in;
	} table[] = {
		{ "0.0.0.0/0", "203.0.113.9", true },
		{ "0.0.0.0/0", "2001:db8::1", false },
		{ "::/0", "203.0.113.9", true },
		{ "::/0", "2001:db8::1", true },
		{ "192.168.16.0/20", "192.168.31.255", true },
		{ "192.168.16.0/20", "192.168.32.0", false },
		{ "192.168.16.0/20", "192.168.15.255", false },
		{ "192.168.17.1/20", "192.168.16.9", true },
		{ "192.0.2.1/32", "192.0.2.1", true },
		{ "192.0.2.1/32", "192.0.2.0", false },
		{ "192.0.2.0/31", "192.0.2.1", true },
		{ "2001:db8::/33", "2001:db8:7fff::1", true },
		{ "2001:db8::/33", "2001:db8:8000::1", false },
		{ "2001:db8::1", "2001:db8::1", true },
		{ "2001:db8::1", "2001:db8::2", false },
		{ "", "192.0.2.1", false },
		{ "unix:", "192.0.2.1", false },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		if (rt_is_trusted(table[i].list, table[i].remote) !=
		    table[i].in)
			fail_msg("%s in %s", table[i].remote, table[i].list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(without_a_proxy),
		PLAIN(behind_trusted_proxies),
		PLAIN(how_proxies_write_addresses),
		PLAIN(what_makes_no_sense),
		PLAIN(a_very_long_header),
		PLAIN(a_socket_of_this_machine),
		PLAIN(networks),
	};

	return RUN_PLAIN(tests);
}
