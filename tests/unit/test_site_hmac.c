/*
 * Digests made with the site's key, and the seal by which the database
 * recognises it.
 */
#include "unit.h"

#include "libretwis/site/site_hmac.h"

#define OTHER                                                                 \
	"6666666666666666666666666666666666666666666666666666666666666666"

static const char *fits(bool begins)
{
	const char *why = "nothing";

	assert_int_equal(RT_OK, rt_key_fits(rt, &mem, begins, &why));
	return why;
}

TEST(it_depends_on_all_three)
{
	const char *one = rt_site_hmac(rt, &mem, "known", "kim");

	assert_int_equal(64, strlen(one));
	assert_string_equal(one, rt_site_hmac(rt, &mem, "known", "kim"));
	assert_string_not_equal(one, rt_site_hmac(rt, &mem, "known", "tim"));
	assert_string_not_equal(one, rt_site_hmac(rt, &mem, "name", "kim"));
	conf.key = OTHER;
	assert_string_not_equal(one, rt_site_hmac(rt, &mem, "known", "kim"));
}

TEST(only_what_begins_tells_the_database)
{
	assert_null(fits(false));
	assert_null(redis("GET seal"));
	assert_null(fits(true));
	assert_int_equal(64, strlen(redis("GET seal")));
	assert_null(fits(true));
	assert_null(fits(false));
}

TEST(another_key_does_not_fit)
{
	const char *seal;

	fits(true);
	seal = redis("GET seal");
	conf.key = OTHER;
	assert_non_null(strstr(fits(true), "a different key"));
	assert_non_null(strstr(fits(false), "a different key"));
	assert_string_equal(seal, redis("GET seal"));
	redis("DEL seal");
	assert_null(fits(true));
	assert_string_not_equal(seal, redis("GET seal"));
}

TEST(a_full_redis_is_told_later)
{
	const char *why;

	redis("CONFIG SET maxmemory 1");
	assert_int_equal(RT_FULL, rt_key_fits(rt, &mem, true, &why));
	redis("CONFIG SET maxmemory 0");
	assert_null(redis("GET seal"));
	assert_null(fits(true));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(it_depends_on_all_three),
		FRESH(only_what_begins_tells_the_database),
		FRESH(another_key_does_not_fit),
		FRESH(a_full_redis_is_told_later),
	};

	return RUN_REDIS(tests);
}
