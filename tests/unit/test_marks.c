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
	rt_pipe_begin_lenient(&p, rt, &mem);
	marks_queue(&p, &m, oldest);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_int_equal(RT_OK, marks_parse(rt, &mem, &m));
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

/* Of others than the fans: members who came after a thousand times all keys. */
static void others_made(int key, int n, const char *score)
{
	static const char script[] =
		"for i = 1, ARGV[1] do redis.call('ZADD', KEYS[1], ARGV[3],"
		" ARGV[2] * 64 + 16384 * (1000 + i)) end";

	redis("EVAL %s 1 rebuilt:%d %d %d %s", script, key, n, key, score);
}

TEST(a_key_s_fans_stand_together)
{
	uint64_t fan[] = { 66, 65, 128, 16384, 64, 16320 };

	marks_sort((struct rt_ids){ fan, COUNT(fan) });
	assert_string_equal(
		"16384 64 65 66 128 16320",
		arena_printf(&mem, ID " " ID " " ID " " ID " " ID " " ID,
			     fan[0], fan[1], fan[2], fan[3], fan[4], fan[5]));
	marks_sort((struct rt_ids){ 0 });
}

TEST(only_those_not_below_the_post_matter)
{
	redis("ZADD rebuilt:1 9 64 10 65 11 66 +inf 67 12 68");
	redis("ZADD rebuilt:2 8 128");
	assert_string_equal("64 -, 65 10, 66 11, 67 inf, 128 -, 192 -",
			    MARKS_OF(10, 64, 128, 192, 65, 66, 67));
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
		fan[i] = 17 * (i + 1);
	redis("CONFIG RESETSTAT");
	marks_of(10, fan, COUNT(fan));
	assert_int_equal(256, unit_calls("zrevrangebyscore"));
	assert_int_equal(1, unit_calls("exists"));
	assert_int_equal(0, unit_calls("zmscore"));
}

/* Members of a small site. */
TEST(neighbours_share_a_key)
{
	uint64_t fan[50];

	for (size_t i = 0; i < COUNT(fan); i++)
		fan[i] = i + 1;
	redis("CONFIG RESETSTAT");
	marks_of(10, fan, COUNT(fan));
	assert_int_equal(1, unit_calls("zrevrangebyscore"));
}

/* Marks of rebuilds that were cut off, and of a night without workers. */
TEST(where_a_key_has_very_many_it_is_asked_for_the_fans)
{
	static const int many[] = { 98, 99, 100, 101, 2000 };

	for (size_t i = 0; i < COUNT(many); i++) {
		redis("DEL rebuilt:1 rebuilt:2");
		others_made(1, many[i], "+inf");
		redis("ZADD rebuilt:1 9 64 10 65");
		redis("ZADD rebuilt:2 10 129");
		assert_string_equal(many[i] < 99 ? "64 -, 65 10, 129 10"
						 : "64 9, 65 10, 129 10",
				    MARKS_OF(10, 64, 65, 129));
	}
}

TEST(those_of_an_earlier_retwis_count_too)
{
	redis("ZADD rebuilt:1 20 64 20 65 +inf 66");
	redis("ZADD rebuilt 50 0 30 64 10 65 40 66 +inf 67 40 68 7 128");
	assert_string_equal("64 30, 65 20, 66 inf, 67 inf, 68 40, 128 7, "
			    "192 -",
			    MARKS_OF(10, 64, 128, 192, 65, 66, 67, 68));
}

TEST(a_key_of_another_type_has_no_marks)
{
	redis("SET rebuilt text");
	redis("SET rebuilt:1 text");
	redis("ZADD rebuilt:2 10 128");
	assert_string_equal("64 -, 128 10", MARKS_OF(10, 64, 128));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(a_key_s_fans_stand_together),
		ADOPTED(only_those_not_below_the_post_matter),
		ADOPTED(nobody_is_asked_for_nobody),
		ADOPTED(a_command_a_key),
		ADOPTED(neighbours_share_a_key),
		ADOPTED(where_a_key_has_very_many_it_is_asked_for_the_fans),
		ADOPTED(those_of_an_earlier_retwis_count_too),
		ADOPTED(a_key_of_another_type_has_no_marks),
	};

	return RUN_REDIS(tests);
}
