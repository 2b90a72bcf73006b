/* Addresses of Redis: their forms, and their parts. */
#include "redis/address.h"
#include "unit.h"

#define LONG_64                                                               \
	"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define LONG_256 LONG_64 LONG_64 LONG_64 LONG_64

#define SEEDS_4  "a:1,a:2,a:3,a:4"
#define SEEDS_16 SEEDS_4 "," SEEDS_4 "," SEEDS_4 "," SEEDS_4

static bool makes_sense(const char *text)
{
	struct address a;

	return !address_parse(&a, text);
}

/* Changes the letter at `at`; or, if that is NUL, removes it. */
static void odd_one(const char *form, size_t at, char other)
{
	char text[64], *gone = text + at;
	struct address a;

	snprintf(text, sizeof text, "%s", form);
	if (other)
		*gone = other;
	else
		memmove(gone, gone + 1, strlen(gone));
	if (address_parse(&a, text))
		return;
	CHECK(text, a.n >= 1 && a.n <= ADDRESS_ENDS_MAX);
	for (size_t i = 0; i < a.n; i++)
		CHECK(text,
		      a.end[i].path || (*a.end[i].host && a.end[i].port));
}

TEST(forms)
{
	static const struct {
		const char *address;
		bool ok;
	} table[] = {
		{ "unix:/run/redis.sock", true },
		{ "unix:redis.sock", true },
		{ "unix:a@b:c", true },
		{ "unix:retwis@/run/redis.sock", true },
		{ "unix:retwis:p:@@redis.sock", true },
		{ "unix:@/run/redis.sock", false },
		{ "unix::password@/run/redis.sock", false },
		{ "unix:retwis@", false },
		{ "unix:" LONG_64 "@/run/redis.sock", false },
		{ "unix:retwis:" LONG_256 "@/run/redis.sock", false },
		{ "tcp://127.0.0.1:6379", true },
		{ "tcp://localhost:1", true },
		{ "tcp://host:65535", true },
		{ "tcp://[::1]:6379", true },
		{ "tcp://:p@[ss]@[2001:db8::1]:6379", true },
		{ "tcp://[::ffff:127.0.0.1]:6379", true },
		{ "tcp://[]:6379", false },
		{ "tcp://[::1]", false },
		{ "tcp://[::1:6379", false },
		{ "tcp://[::1]x:6379", false },
		{ "tcp://[::1]]:6379", false },
		{ "tcp://[host]:6379", false },
		{ "tcp://:password@host:6379", true },
		{ "tcp://user:password@host:6379", true },
		{ "tcp://user:p@ss:w@rd:@host:6379", true },
		{ "", false },
		{ "unix:" LONG_64
		  "0123456789abcdef0123456789abcdef0123456789a",
		  true },
		{ "unix:" LONG_64
		  "0123456789abcdef0123456789abcdef0123456789ab",
		  false },
		{ "unix:", false },
		{ "/run/redis.sock", false },
		{ "redis://host:6379", false },
		{ "tcp:host:6379", false },
		{ "TCP://host:6379", false },
		{ "tcp://", false },
		{ "tcp://host", false },
		{ "tcp://:6379", false },
		{ "tcp://host:", false },
		{ "tcp://host:0", false },
		{ "tcp://host:-1", false },
		{ "tcp://host:65536", false },
		{ "tcp://host:4294973675", false },
		{ "tcp://host:18446744073709557995", false },
		{ "tcp://host:6379x", false },
		{ "tcp://host:6379/0", false },
		{ "tcp://host: 6379", false },
		{ "tcp://host:+6379", false },
		{ "tcp://user@host:6379", false },
		{ "tcp://user:password@", false },
		{ "tcp://user:password@:6379", false },
		{ "tcp://" LONG_64 ":password@host:6379", false },
		{ "tcp://user:" LONG_256 "@host:6379", false },
		{ "tcp://" LONG_256 ":6379", false },
		{ "tcp://one:1,two:2", false },
		{ "tcp+proxy://u:p@host:1", true },
		{ "tcp+proxy://one:1,two:2", false },
		{ "tcp+proxy:host:1", false },
		{ "proxy://host:1", false },
		{ "cluster://a:1", true },
		{ "cluster://u:p,@[::1]:1,b:65535", true },
		{ "cluster://" SEEDS_16, true },
		{ "cluster://" SEEDS_16 ",a:17", false },
		{ "cluster://", false },
		{ "cluster://a", false },
		{ "cluster://a:1,", false },
		{ "cluster://,a:1", false },
		{ "cluster://a:1,,b:2", false },
		{ "cluster://a:1, b:2", false },
		{ "cluster://a:1,b", false },
		{ "cluster://a:1b:2", false },
		{ "cluster://a:1/name", false },
		{ "cluster://a:1,u:p@b:2", true }, /* of user "a" */
		{ "cluster://[::1]:1[::1]:2", false },
		{ "cluster://[::1],b:2", false },
		{ "cluster:///run/redis.sock", false },
		{ "cluster://unix:/run/redis.sock", false },
		{ "sentinel://a:1/m", true },
		{ "sentinel://u:/p/@[::1]:1,b:2/My-Master_1.x", true },
		{ "sentinel://" SEEDS_16 "/m", true },
		{ "sentinel://" SEEDS_16 ",a:17/m", false },
		{ "sentinel://a:1", false },
		{ "sentinel://a:1/", false },
		{ "sentinel:///m", false },
		{ "sentinel://a:1//m", false },
		{ "sentinel://a:1,/m", false },
		{ "sentinel://a:1/m/n", false },
		{ "sentinel://a:1/m m", false },
		{ "sentinel://a:1/m?db=1", false },
		{ "sentinel://a:1/" LONG_64, false },
		{ "sentinel://u:p/m", false },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i].address,
		      makes_sense(table[i].address) == table[i].ok);
}

TEST(what_is_in_them)
{
	struct address a;

	assert_null(address_parse(&a, "sentinel://u:p@/,:@x:6,[::1]:7,b:8/m"));
	assert_int_equal(ADDRESS_SENTINEL, a.kind);
	assert_string_equal("u", a.user);
	assert_string_equal("p@/,:", a.password);
	assert_string_equal("m", a.name);
	assert_int_equal(3, a.n);
	assert_null(a.end[2].path);
	assert_string_equal("::1", a.end[1].host);
	assert_int_equal(7, a.end[1].port);
	assert_string_equal("b", a.end[2].host);
	assert_int_equal(8, a.end[2].port);
}

TEST(what_is_in_a_short_one)
{
	struct address a;

	assert_null(address_parse(&a, "unix:/a,b@c/d"));
	assert_int_equal(ADDRESS_REDIS, a.kind);
	assert_int_equal(1, a.n);
	assert_string_equal("/a,b@c/d", a.end[0].path);
	assert_string_equal("", a.password);
	assert_null(address_parse(&a, "tcp+proxy://h:1"));
	assert_int_equal(ADDRESS_PROXY, a.kind);
	assert_null(address_parse(&a, "cluster://h:1"));
	assert_int_equal(ADDRESS_CLUSTER, a.kind);
	assert_string_equal("", a.name);
}

TEST(who_opens_a_socket)
{
	struct address a;

	assert_null(address_parse(&a, "unix:retwis@/a:b@c/d"));
	assert_string_equal("retwis", a.user);
	assert_string_equal("", a.password);
	assert_string_equal("/a:b@c/d", a.end[0].path);
	assert_null(address_parse(&a, "unix:kim:p:@@d"));
	assert_string_equal("kim", a.user);
	assert_string_equal("p:@", a.password);
	assert_string_equal("d", a.end[0].path);
}

/*
 * The message is about the form that was meant, and does not show the
 * password.
 */
TEST(a_mistake_is_told)
{
	static const struct {
		const char *address, *told;
	} table[] = {
		{ "redis://h:1", "must be unix:PATH or tcp:" },
		{ "redis://h:1", "cluster://" },
		{ "tcp://:secret@h", "must be unix:PATH or tcp:" },
		{ "unix:", "must be unix:PATH" },
		{ "cluster://:secret@h", "must be cluster://" },
		{ "sentinel://:secret@h:1", "/NAME" },
		{ "tcp+proxy://:secret@h", "must be tcp+proxy://" },
	};
	struct address a;

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *must = address_parse(&a, table[i].address);

		CHECK(table[i].address, must && strstr(must, table[i].told));
		CHECK(table[i].address, must && !strstr(must, "secret"));
		CHECK(table[i].address, must && !strchr(must, '\n'));
	}
}

/* Each letter of each form removed, doubled, or changed. */
TEST(odd_ones)
{
	static const char *const forms[] = {
		"unix:/a",
		"unix:u:p@a/b",
		"tcp://u:p@[::1]:6379",
		"tcp+proxy://h:1",
		"cluster://u:p@a:1,[::1]:2",
		"sentinel://u:p@a:1,[::1]:2/m",
	};
	static const char other[] = "@:/,[]%\177\1 0";

	for (size_t i = 0; i < COUNT(forms); i++)
		for (size_t at = 0; at < strlen(forms[i]); at++)
			for (size_t k = 0; k < sizeof other; k++)
				odd_one(forms[i], at, other[k]);
}

TEST(a_node_is_named)
{
	struct address_end end;

	assert_true(address_set(&end, "::1", "6379"));
	assert_string_equal("::1", end.host);
	assert_int_equal(6379, end.port);
	assert_null(end.path);
	assert_false(address_set(&end, "", "6379"));
	assert_false(address_set(&end, "a", ""));
	assert_false(address_set(&end, "a", "0"));
	assert_false(address_set(&end, "a", "65536"));
	assert_false(address_set(&end, "a", "1 "));
	assert_false(address_set(&end, LONG_256, "1"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(forms),
		PLAIN(what_is_in_them),
		PLAIN(what_is_in_a_short_one),
		PLAIN(who_opens_a_socket),
		PLAIN(a_mistake_is_told),
		PLAIN(odd_ones),
		PLAIN(a_node_is_named),
	};

	return RUN_PLAIN(tests);
}
