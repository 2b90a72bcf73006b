/* Too many who sign in at once. */
#include "asked.h"
#include "base/clock.h"

#define NOW    INT64_C(1795260308123)
#define MINUTE INT64_C(60000)

TEST(how_long_it_has_waited)
{
	static const struct {
		const char *asked;
		int64_t ms;
	} table[] = {
		{ "1795260308.123", 0 },
		{ "1795260308.122", 1 },
		{ "1795260303.023", 5100 },
		{ "1795260248.124", MINUTE - 1 },
		{ "t=1795260308123000 D=0", 0 },
		{ "t=1795260308122999 D=0", 1 },
		{ "t=1795260303000000 D=23456", 5100 },
		/* In the future; or longer ago than anybody waits. */
		{ "1795260308.124", 0 },
		{ "1795260309.000", 0 },
		{ "t=1795260303000000 D=9000000", 0 },
		{ "1795260248.123", 0 },
		{ "0.000", 0 },
		{ "9999999999999999.000", 0 },
		{ "99999999999999999.000", 0 },
		{ "t=9999999999999999 D=9999999999999999", 0 },
		/* Nothing that a web server sends. */
		{ NULL, 0 },
		{ "", 0 },
		{ "1795260303", 0 },
		{ "1795260303.", 0 },
		{ "1795260303.02", 0 },
		{ "1795260303.0233", 0 },
		{ "1795260303.02x", 0 },
		{ ".023", 0 },
		{ " 1795260303.023", 0 },
		{ "-1795260303.023", 0 },
		{ "99999999999999999999999999.023", 0 },
		{ "t=1795260303023000", 0 },
		{ "t=1795260303023000 D=", 0 },
		{ "t=1795260303023000 D=1 ", 0 },
		{ "t= D=1", 0 },
		{ "t=%t D=%D", 0 },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i].asked ? table[i].asked : "none",
		      overload_waited_ms(table[i].asked, NOW) == table[i].ms);
}

TEST(who_is_late)
{
	static const struct {
		int64_t waited, hash;
		bool late, late_stranger;
	} table[] = {
		{ 0, 0, false, false },
		{ 1750, 0, false, false },
		{ 1751, 0, false, true },
		{ 1725, 25, false, false },
		{ 1726, 25, false, true },
		{ 3500, 0, false, true },
		{ 3501, 0, true, true },
		{ 3475, 25, false, true },
		{ 3476, 25, true, true },
		{ 1000, 2400, false, true },
		{ 1000, 2600, true, true },
		/* However long a hash takes, somebody gets in. */
		{ 0, 9000, false, false },
		{ 100, 9000, false, false },
		{ 101, 9000, true, true },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		int64_t waited = table[i].waited, hash = table[i].hash;

		assert_int_equal(table[i].late,
				 overload_is_late(waited, hash, false));
		assert_int_equal(table[i].late_stranger,
				 overload_is_late(waited, hash, true));
	}
}

static bool asks_late(const char *asked)
{
	const char *const variables[] = {
		"REQUEST_METHOD=POST",
		"REQUEST_URI=/login",
		asked,
		NULL,
	};

	struct req *q = asked_with(variables, "a=1", 3);
	bool is_late = req_is_overload(q, 1);

	overload_end(q);
	return is_late;
}

TEST(a_request_is_late_by_our_own_clock)
{
	long long now = clock_date_ms() / 1000;

	assert_false(asks_late("NOTHING="));
	assert_false(asks_late(
		arena_printf(&mem, "HTTP_RETWIS_ASKED=%lld.000", now + 20)));
	assert_true(asks_late(
		arena_printf(&mem, "HTTP_RETWIS_ASKED=%lld.000", now - 20)));
}

/*
 * Requests that are refused take no place, and each of the others gives its
 * place back.
 */
TEST(only_so_many_wait_for_their_hash)
{
	static const char *const variables[] = { "REQUEST_METHOD=POST",
						 "REQUEST_URI=/login", NULL };
	struct req *q[100];
	size_t n = 0;

	for (size_t i = 0; i < COUNT(q); i++) {
		q[i] = arena_alloc(&mem, sizeof *q[i]);
		*q[i] = *asked_with(variables, "a=1", 3);
		n += !req_is_overload(q[i], 1);
		assert_int_equal(i + 1 == n ? 1 : 0, q[i]->hashes);
	}
	assert_in_range(n, 2, COUNT(q) - 1);
	overload_end(q[0]);
	assert_false(req_is_overload(q[99], 1));
	assert_true(req_is_overload(q[98], 1));
	/* As many again are left for browsers that we may know. */
	q[98]->browser = "0123456789abcdef0123456789abcdef";
	assert_false(req_is_overload(q[98], 1));
	for (size_t i = 1; i < COUNT(q); i++)
		overload_end(q[i]);
	assert_false(asks_late("NOTHING="));
}

/* A request with several hashes takes as many places, and gives all back. */
TEST(each_hash_takes_a_place)
{
	static const char *const variables[] = { "REQUEST_METHOD=POST",
						 "REQUEST_URI=/login", NULL };
	int places[2] = { 0 };

	for (int hashes = 1; hashes <= 2; hashes++) {
		struct req *q[100];
		int n = 0;

		do {
			q[n] = arena_alloc(&mem, sizeof *q[n]);
			*q[n] = *asked_with(variables, "a=1", 3);
		} while (!req_is_overload(q[n], hashes) && ++n < 100);
		places[hashes - 1] = n;
		while (n-- > 0)
			overload_end(q[n]);
	}
	assert_in_range(places[0], 2, 99);
	assert_in_range(places[1], 1, places[0] / 2 + 1);
	assert_false(asks_late("NOTHING="));
}

/*
 * One after the other, each for the time of a hash; and nobody after a minute.
 */
TEST(when_there_will_be_time)
{
	int64_t now = 1000000;

	assert_int_equal(1, overload_retry(now, 400));
	assert_int_equal(1, overload_retry(now, 400));
	assert_int_equal(2, overload_retry(now, 400));
	assert_int_equal(2, overload_retry(now, 400));
	assert_int_equal(3, overload_retry(now, 400));
	/* Two seconds later there is time for five of them. */
	now += 2000;
	assert_int_equal(1, overload_retry(now, 400));
	for (int i = 0; i < 1000; i++)
		assert_in_range(overload_retry(now, 400), 1, 60);
	assert_int_equal(60, overload_retry(now, 400));
	/* None of these has finished. */
	now += MINUTE;
	assert_int_equal(1, overload_retry(now, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(how_long_it_has_waited),
		PLAIN(who_is_late),
		ASKED(a_request_is_late_by_our_own_clock),
		ASKED(only_so_many_wait_for_their_hash),
		ASKED(each_hash_takes_a_place),
		PLAIN(when_there_will_be_time),
	};

	return RUN_ASKED(tests);
}
