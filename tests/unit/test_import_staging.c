/* Posts from a file, on their way into an archive. */
#include "libretwis/import_staging.h"

#include "libretwis/later.h"
#include "libretwis/standing.h"
#include "proxy.h"

#define ORIGIN "0123456789abcdef0123456789abcdef"
#define OTHER  "fedcba9876543210fedcba9876543210"
#define TOKEN  "00000000000000000000000000000001"

/* An entry of the file. */
static const char *entry(uint64_t id, uint64_t time, const char *origin,
			 const char *body)
{
	const struct rt_post post = { .id = id,
				      .time = (time_t)time,
				      .origin = origin,
				      .reply_name = "",
				      .mentions = "",
				      .body = body };

	return rt_archived_entry(&mem, &post);
}

/* Three blocks, of which the first is the oldest. */
static const char *const *blocks(const char *origin)
{
	const char **block = arena_alloc(&mem, 3 * sizeof *block);

	block[0] = arena_printf(&mem, "%s\x1e%s",
				entry(1, 1300000001, origin, "one"),
				entry(2, 1300000002, origin, "two\nlines"));
	block[1] = entry(3, 1300000002, origin, "three");
	block[2] = entry(4, 1300000004, origin, "four");
	return block;
}

static enum rt_err send(uint64_t me, const char *origin, const char *token)
{
	enum rt_err err = rt_import_staging_begin(rt, &mem, me, token);

	if (!err)
		err = rt_import_staging_add(rt, &mem, me, token,
					    blocks(origin), 3);
	return err ? err : rt_import_staging_end(rt, &mem, me, token, 4);
}

/* Does the work that is due, as after an outage of all workers. */
static void work(void)
{
	for (int i = 0; i < 10 && redis_number("ZCARD {imports}:due"); i++) {
		unit_make_due("imports");
		assert_int_equal(RT_OK, rt_import_staging_run(rt, &mem));
	}
}

#define FIRST  "1 1300000001 " ORIGIN "\n\n\none"
#define SECOND "2 1300000002 " ORIGIN "\n\n\ntwo\nlines"
#define THIRD  "3 1300000002 " ORIGIN "\n\n\nthree"
#define FOURTH "4 1300000004 " ORIGIN "\n\n\nfour"
#define ALL    FIRST " " SECOND " " THIRD " " FOURTH

TEST(all_of_it)
{
	struct rt_user anna = unit_member("anna");

	assert_int_equal(RT_OK, send(anna.id, ORIGIN, TOKEN));
	assert_redis("0", "EXISTS archive:1");
	work();
	assert_redis(ALL, "ZRANGE archive:1 0 -1");
	assert_redis("0", "EXISTS luggage:1 {imports}:due {imports}:dead");
	assert_redis("1300000001.0000010", "EVAL %s 1 archive:1 %s",
		     "return string.format('%.7f', redis.call('ZSCORE', "
		     "KEYS[1], ARGV[1]))",
		     FIRST);
}

TEST(the_same_once_more)
{
	struct rt_user anna = unit_member("anna");

	assert_int_equal(RT_OK, send(anna.id, ORIGIN, TOKEN));
	work();
	assert_int_equal(RT_OK, send(anna.id, ORIGIN, TOKEN));
	work();
	assert_redis(ALL, "ZRANGE archive:1 0 -1");
	assert_int_equal(RT_OK, send(anna.id, OTHER, TOKEN));
	work();
	assert_redis("8", "ZCARD archive:1");
}

TEST(one_at_a_time)
{
	struct rt_user anna = unit_member("anna");

	assert_int_equal(RT_OK,
			 rt_import_staging_begin(rt, &mem, anna.id, TOKEN));
	assert_in_range(redis_number("TTL luggage:1"), 590, 600);
	assert_int_equal(RT_TAKEN,
			 rt_import_staging_begin(rt, &mem, anna.id, OTHER));
	assert_int_equal(RT_TAKEN,
			 rt_import_staging_add(rt, &mem, anna.id, OTHER,
					       blocks(ORIGIN), 1));
	assert_int_equal(RT_TAKEN,
			 rt_import_staging_end(rt, &mem, anna.id, OTHER, 1));
	assert_redis(TOKEN, "LRANGE luggage:1 0 -1");
	assert_int_equal(RT_OK,
			 rt_import_staging_drop(rt, &mem, anna.id, OTHER));
	assert_redis("1", "EXISTS luggage:1");
	work();
	assert_int_equal(RT_OK,
			 rt_import_staging_drop(rt, &mem, anna.id, TOKEN));
	assert_redis("0", "EXISTS luggage:1");
}

TEST(more_than_fits)
{
	struct rt_user anna = unit_member("anna");

	redis("ZADD archive:1 1 x");
	assert_int_equal(RT_OK,
			 rt_import_staging_begin(rt, &mem, anna.id, TOKEN));
	assert_int_equal(RT_LIMITED,
			 rt_import_staging_end(rt, &mem, anna.id, TOKEN,
					       RT_ARCHIVE_MAX));
	assert_int_equal(RT_OK, rt_import_staging_end(rt, &mem, anna.id, TOKEN,
						      RT_ARCHIVE_MAX - 1));
}

TEST(a_list_that_is_not_whole_is_left)
{
	struct rt_user anna = unit_member("anna");

	assert_int_equal(RT_OK, send(anna.id, ORIGIN, TOKEN));
	redis("LSET luggage:1 0 %s", TOKEN);
	unit_make_due("imports");
	assert_int_equal(RT_OK, rt_import_staging_run(rt, &mem));
	assert_redis("0", "EXISTS archive:1");
	assert_redis("4", "LLEN luggage:1");
	assert_in_range(redis_number("ZRANGE {imports}:due 0 -1"), 0, 0);
	redis("DEL luggage:1");
	work();
	assert_redis("0", "EXISTS {imports}:due");
}

/* An entry for somebody else's list, and one that makes no sense. */
TEST(odd_notes)
{
	struct rt_user anna = unit_member("anna");

	assert_int_equal(RT_OK, send(anna.id, ORIGIN, TOKEN));
	for (size_t i = 0; i < 3; i++) {
		static const char *const notes[] = { ("0 1 " OTHER), "x",
						     "0 x" };

		redis("DEL {imports}:due");
		redis("ZADD {imports}:due 1 %s", notes[i]);
		assert_int_equal(RT_OK, rt_import_staging_run(rt, &mem));
		assert_redis("0", "EXISTS {imports}:due archive:1");
	}
	redis("DEL luggage:1");
	redis("SET luggage:1 x");
	redis("ZADD {imports}:due 1 %s", "0 1 " TOKEN);
	for (int i = 0; i < 5; i++) {
		unit_make_due("imports");
		assert_int_equal(RT_OK, rt_import_staging_run(rt, &mem));
	}
	assert_redis("1", "LLEN {imports}:dead");
}

TEST(what_makes_no_sense_in_a_block)
{
	struct rt_user anna = unit_member("anna");
	const char *block = arena_printf(&mem, "x\x1e\x1e%s\x1e 1", FIRST);

	assert_int_equal(RT_OK,
			 rt_import_staging_begin(rt, &mem, anna.id, TOKEN));
	assert_int_equal(RT_OK, rt_import_staging_add(rt, &mem, anna.id, TOKEN,
						      &block, 1));
	assert_int_equal(RT_OK,
			 rt_import_staging_end(rt, &mem, anna.id, TOKEN, 1));
	work();
	assert_redis(FIRST, "ZRANGE archive:1 0 -1");
}

/* ---- those who leave or are stopped ------------------------------------- */

TEST(somebody_who_has_left)
{
	struct rt_user anna = unit_member("anna");

	assert_int_equal(RT_OK, send(anna.id, ORIGIN, TOKEN));
	redis("ZADD archive:1 1 x");
	redis("DEL user:1");
	work();
	assert_redis("0", "EXISTS luggage:1 archive:1 {imports}:due");
}

TEST(somebody_who_was_stopped)
{
	struct rt_user anna = unit_member("anna");

	assert_int_equal(RT_OK, send(anna.id, ORIGIN, TOKEN));
	redis("ZADD archive:1 1 x");
	redis("HSET user:1 standing stopped");
	work();
	assert_redis("0", "EXISTS luggage:1 {imports}:due");
	assert_redis("x", "ZRANGE archive:1 0 -1");
}

/* Their posts are gone, and no worker restores any of them. */
static void leave(void)
{
	redis("DEL user:1 luggage:1 archive:1");
}

static void run_worker(void)
{
	struct rt *link = rt_open(&conf);
	struct arena a = { 0 };

	rt_import_staging_run(link, &a);
}

TEST(somebody_who_leaves_at_any_moment)
{
	for (unsigned at = 1; at < 60; at++) {
		struct rt_user anna;

		redis("FLUSHALL");
		redis("SET layout 1");
		anna = unit_member("anna");
		assert_int_equal(1, anna.id);
		assert_int_equal(RT_OK, send(1, ORIGIN, TOKEN));
		unit_make_due("imports");
		proxy_run_with(at, leave, 10000, run_worker);
		if (!redis_number("EXISTS user:1"))
			work();
		else
			break;
		assert_redis("0", "EXISTS luggage:1 archive:1 {imports}:due");
	}
}

/* ---- killed ------------------------------------------------------------- */

static void begin_again(void)
{
	redis("FLUSHALL");
	redis("SET layout 1");
	unit_member("anna");
}

TEST(a_worker_killed_after_each_command)
{
	bool was_done = false;

	for (unsigned n = 0; !was_done; n++) {
		assert_in_range(n, 0, 100);
		begin_again();
		assert_int_equal(RT_OK, send(1, ORIGIN, TOKEN));
		unit_make_due("imports");
		was_done = proxy_run(n, run_worker);
		work();
		assert_redis(ALL, "ZRANGE archive:1 0 -1");
		assert_redis("0", "EXISTS luggage:1 {imports}:due");
	}
}

static void run_page(void)
{
	send(1, ORIGIN, TOKEN);
}

TEST(a_page_killed_after_each_command)
{
	bool was_done = false;

	for (unsigned n = 0; !was_done; n++) {
		bool is_whole;

		assert_in_range(n, 0, 20);
		begin_again();
		was_done = proxy_run(n, run_page);
		is_whole = redis_number("LLEN luggage:1") &&
			   strcmp(redis("LINDEX luggage:1 0"),
				  TOKEN " whole") == 0;
		if (redis_number("EXISTS luggage:1"))
			assert_in_range(redis_number("TTL luggage:1"), 1,
					is_whole ? 30 * 86400 : 600);
		/* A staged list that is incomplete expires. */
		if (!is_whole)
			redis("DEL luggage:1");
		work();
		assert_int_equal(is_whole ? 4 : 0,
				 redis_number("ZCARD archive:1"));
		assert_redis("0", "EXISTS luggage:1 {imports}:due");
	}
}

/* ---- a file that was downloaded here ------------------------------------ */

TEST(what_is_here_still)
{
	struct rt_user anna = unit_member("anna");

	redis("SET origin %s", ORIGIN);
	redis("HSET post:1 user_id 1");
	redis("HSET post:2 user_id 2");
	redis("HSET post:4 was_user_id 1");
	assert_int_equal(RT_OK, send(anna.id, ORIGIN, TOKEN));
	work();
	assert_redis(SECOND " " THIRD " " FOURTH, "ZRANGE archive:1 0 -1");
}
ON_MANY(a_worker_killed_after_each_command)
ON_MANY(a_page_killed_after_each_command)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ADOPTED(all_of_it),
		ADOPTED(the_same_once_more),
		ADOPTED(one_at_a_time),
		ADOPTED(more_than_fits),
		ADOPTED(a_list_that_is_not_whole_is_left),
		ADOPTED(odd_notes),
		ADOPTED(what_makes_no_sense_in_a_block),
		ADOPTED(somebody_who_has_left),
		ADOPTED(somebody_who_was_stopped),
		ADOPTED(somebody_who_leaves_at_any_moment),
		ADOPTED(a_worker_killed_after_each_command),
		ADOPTED(a_worker_killed_after_each_command_on_many),
		ADOPTED(a_page_killed_after_each_command),
		ADOPTED(a_page_killed_after_each_command_on_many),
		ADOPTED(what_is_here_still),
	};

	return RUN_REDIS(tests);
}
