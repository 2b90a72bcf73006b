/*
 * An entry that is missing in one place is restored, and nothing else changes.
 */
#include "checked.h"

/* All keys and their contents, in a fixed order. */
static const char *everything(void)
{
	static const char all[] =
		"local how = {"
		" string = {'GET'}, list = {'LRANGE', 0, -1},"
		" zset = {'ZRANGE', 0, -1, 'WITHSCORES'}, hash = {'HGETALL'} } "
		"local keys, told = redis.call('KEYS', '*'), {} "
		"table.sort(keys) "
		"for _, key in ipairs(keys) do"
		" local type = redis.call('TYPE', key).ok"
		" local c = how[type]"
		" local v = redis.call(c[1], key, unpack(c, 2)) "
		" if type == 'hash' then"
		"  for i = 1, #v / 2 do"
		"   v[i] = v[i] .. '=' .. table.remove(v, i + 1) end"
		"  table.sort(v) end"
		" told[#told + 1] = key .. ': ' .."
		"  (type == 'string' and v or table.concat(v, ' ')) end "
		"return table.concat(told, '\\n')";

	return redis("EVAL %s 0", all);
}

static void show_homes(void)
{
	struct rt_home home;

	for (int id = 1; id <= 3; id++)
		assert_int_equal(RT_OK, rt_home(rt, &mem,
						redis("HGET user:%d auth", id),
						RT_NO_PLACE, &home));
}

/*
 * Breaks a new site and repairs it: everything is as before. Returns the
 * findings.
 */
static const char *mended(const char *command)
{
	const char *before, *found, *after;

	assert_int_equal(0, checked_site(NULL));
	show_homes();
	before = everything();
	checked_run(command);
	found = checked(true);
	after = everything();
	if (strcmp(before, after) != 0)
		fail_msg("%s: %sleft\n%s\nof\n%s", command, found, after,
			 before);
	checked_clean(command);
	return found;
}

/*
 * Everything that refers to such a post is kept: likes, reposts, replies,
 * notices.
 */
TEST(a_lost_author_costs_nothing)
{
	static const char *const table[] = {
		"HDEL post:1 user_id", "HDEL post:2 user_id",
		"HDEL post:3 user_id", "HDEL post:4 user_id",
		"HDEL post:5 user_id", "HDEL post:6 user_id",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *found = mended(table[i]);

		assert_string_equal(
			arena_printf(&mem,
				     "+post incomplete: post %zu lacks its "
				     "user_id\n",
				     i + 1),
			found);
	}
}

/* Nor if the author cannot be found: the host has to say whose it is. */
TEST(an_unknown_author_costs_nothing_else)
{
	const char *before;

	show_homes();
	redis("HDEL post:1 username user_id");
	before = everything();
	redis("RPUSH own:2 99");
	assert_string_equal(
		"post incomplete: post 1 lacks its user_id\n"
		"+deleted post in a list: own:2 has post 99, which is gone\n",
		checked(true));
	assert_string_equal(before, everything());
}

/*
 * Each of them makes something else seem wrong until it is restored: notices,
 * home timelines, the time of a registration, the entry in the search.
 */
TEST(what_comes_back_brings_all_with_it)
{
	static const char *const table[] = {
		"ZREM likes:1 2",      "DEL likes:1",    "ZREM following:1 2",
		"DEL following:3",     "DEL reposted:2", "HDEL users bob",
		"HDEL user:3 username"
	};

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i], *mended(table[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(a_lost_author_costs_nothing),
		SITE(an_unknown_author_costs_nothing_else),
		SITE(what_comes_back_brings_all_with_it),
	};

	return RUN_ADMIN(tests);
}
