/* Which marks of timelines that were made matter to a delivery. */
#include "libretwis/post/marks.h"
#include "unit.h"

/* What stands there for the fans, as "ID SCORE" each, in the order of marks. */
static const char *marks_of(uint64_t oldest, const uint64_t *fan, size_t n)
{
	struct marks m = { .fans = { arena_alloc(&mem, n * sizeof *fan), n } };
	const char *text = "";
	struct rt_pipe p;

	if (n)
		memcpy(m.fans.v, fan, n * sizeof *fan);
	marks_sort(m.fans);
	rt_pipe_look(&p, rt, &mem);
	marks_ask(&p, &m, oldest);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_int_equal(RT_OK, marks_take(rt, &mem, &m));
	for (size_t i = 0; i < n; i++)
		text = arena_printf(&mem, "%s%s" ID " %s", text, i ? ", " : "",
				    m.fans.v[i],
				    m.score[i] ? m.score[i] : "-");
	return text;
}

#define MARKS_OF(oldest, ...)                                                 \
	marks_of(oldest, (const uint64_t[]){ __VA_ARGS__ },                   \
		 sizeof((const uint64_t[]){ __VA_ARGS__ }) /                  \
			 sizeof(uint64_t))

/* Of others than the fans: members 1000 keys further on, and so on. */
static void others_made(int key, int n, const char *score)
{
	static const char script[] =
		"for i = 1, ARGV[1] do redis.call('ZADD', KEYS[1], ARGV[3],"
		" ARGV[2] + 256 * (1000 + i)) end";

	redis("EVAL %s 1 rebuilt:%d %d %d %s", script, key, n, key, score);
}

TEST(a_key_s_fans_stand_together)
{
	uint64_t fan[] = { 513, 257, 2, 512, 1, 255 };

	marks_sort((struct rt_ids){ fan, COUNT(fan) });
	assert_string_equal(
		"512 1 257 513 2 255",
		arena_printf(&mem, ID " " ID " " ID " " ID " " ID " " ID,
			     fan[0], fan[1], fan[2], fan[3], fan[4], fan[5]));
	marks_sort((struct rt_ids){ 0 });
}

TEST(only_those_not_below_the_post_matter)
{
	redis("ZADD rebuilt:1 9 1 10 257 11 513 +inf 769 12 1025");
	redis("ZADD rebuilt:2 8 2");
	assert_string_equal("1 -, 257 10, 513 11, 769 inf, 2 -, 3 -",
			    MARKS_OF(10, 1, 2, 3, 257, 513, 769));
}

TEST(nobody_is_asked_for_nobody)
{
	redis("CONFIG RESETSTAT");
	assert_string_equal("", marks_of(10, NULL, 0));
	assert_int_equal(0, unit_calls("zrevrangebyscore") +
				    unit_calls("exists"));
}

/* As few as there are keys, and no second round trip. */
TEST(a_command_a_key)
{
	uint64_t fan[1000];

	for (size_t i = 0; i < COUNT(fan); i++)
		fan[i] = i + 1;
	redis("CONFIG RESETSTAT");
	marks_of(10, fan, COUNT(fan));
	assert_int_equal(256, unit_calls("zrevrangebyscore"));
	assert_int_equal(1, unit_calls("exists"));
	assert_int_equal(0, unit_calls("zmscore"));
}

/* Marks of rebuilds that were cut off, and of a night without workers. */
TEST(where_a_key_has_very_many_it_is_asked_for_the_fans)
{
	static const int many[] = { 98, 99, 100, 101, 2000 };

	for (size_t i = 0; i < COUNT(many); i++) {
		redis("DEL rebuilt:1 rebuilt:2");
		others_made(1, many[i], "+inf");
		redis("ZADD rebuilt:1 9 1 10 257");
		redis("ZADD rebuilt:2 10 258");
		assert_string_equal(many[i] < 99 ? "1 -, 257 10, 258 10"
						 : "1 9, 257 10, 258 10",
				    MARKS_OF(10, 1, 257, 258));
	}
}

TEST(those_of_an_earlier_retwis_count_too)
{
	redis("ZADD rebuilt:1 20 1 20 257 +inf 513");
	redis("ZADD rebuilt 50 0 30 1 10 257 40 513 +inf 769 40 1025 7 2");
	assert_string_equal("1 30, 257 20, 513 inf, 769 inf, 1025 40, 2 7, "
			    "3 -",
			    MARKS_OF(10, 1, 2, 3, 257, 513, 769, 1025));
}

TEST(a_key_of_another_type_has_no_marks)
{
	redis("SET rebuilt text");
	redis("SET rebuilt:1 text");
	redis("ZADD rebuilt:2 10 2");
	assert_string_equal("1 -, 2 10", MARKS_OF(10, 1, 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(a_key_s_fans_stand_together),
		ADOPTED(only_those_not_below_the_post_matter),
		ADOPTED(nobody_is_asked_for_nobody),
		ADOPTED(a_command_a_key),
		ADOPTED(where_a_key_has_very_many_it_is_asked_for_the_fans),
		ADOPTED(those_of_an_earlier_retwis_count_too),
		ADOPTED(a_key_of_another_type_has_no_marks),
	};

	return RUN_REDIS(tests);
}
