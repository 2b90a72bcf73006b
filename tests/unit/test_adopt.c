/* Adopting a classic database. */
#include "libretwis/host/adopt_own.h"
#include "libretwis/post/word_index.h"
#include "proxy.h"
#include "unit.h"

/*
 * alice, Bob and Ann Lee as PHP left them, and `n` posts: every third is by
 * Bob, the others by alice, and all are in both their home timelines.
 */
static void classic_site(int n)
{
	static const char script[] =
		"for id = 1, ARGV[1] do "
		"redis.call('HMSET', 'post:' .. id, 'user_id',"
		" id % 3 == 0 and 2 or 1, 'time', 1700000000, 'body', 'x') "
		"redis.call('LPUSH', 'posts:1', id) "
		"redis.call('LPUSH', 'posts:2', id) end "
		"redis.call('SET', 'next_post_id', ARGV[1])";

	unit_member("alice");
	unit_member("Bob");
	unit_member("Ann Lee");
	redis("EVAL %s 0 %d", script, n);
}

static void run_adopt(void)
{
	struct rt_adopted done;

	rt_adopt(rt, NULL, &done);
}

static struct rt_adopted adopt(void)
{
	struct rt_adopted done;

	assert_int_equal(RT_OK, rt_adopt(rt, NULL, &done));
	return done;
}

/* Own posts are those of the home timeline, in its order, each once. */
static void expect_own(int n)
{
	static const char script[] =
		"local own, n = redis.call('LRANGE', 'own:' .. ARGV[2],"
		" 0, -1), 0 "
		"for id = ARGV[1], 1, -1 do "
		"if (id % 3 == 0) == (ARGV[2] == '2') then n = n + 1 "
		"if tonumber(own[n]) ~= id then return id end end end "
		"return #own - n";

	assert_redis("0", "EVAL %s 0 %d 1", script, n);
	assert_redis("0", "EVAL %s 0 %d 2", script, n);
}

TEST(a_small_site)
{
	struct rt_adopted done;

	classic_site(7);
	done = adopt();
	assert_int_equal(3, done.members);
	assert_int_equal(7, done.posts);
	assert_int_equal(2, done.names);
	assert_redis("7 5 4 2 1", "LRANGE own:1 0 -1");
	assert_redis("6 3", "LRANGE own:2 0 -1");
	assert_redis("0", "EXISTS own:3");
	assert_redis("2", "HGET names bob");
	assert_redis("3", "HGET names %s", "ann lee");
	assert_redis("2", "HLEN names");
	assert_redis("alice\t1 ann lee\t3 bob\t2", "ZRANGE members 0 -1");
	assert_redis("3", "ZCOUNT members 0 0");
	assert_redis("1", "GET layout");
	/* Nothing is removed. */
	assert_redis("7 6 5 4 3 2 1", "LRANGE posts:1 0 -1");
	assert_redis("7 6 5 4 3 2 1", "LRANGE posts:2 0 -1");
}

TEST(long_lists)
{
	static const int table[] = { 999, 1000, 1001, 3500 };

	for (size_t i = 0; i < COUNT(table); i++) {
		redis("FLUSHALL");
		classic_site(table[i]);
		assert_int_equal(table[i], adopt().posts);
		expect_own(table[i]);
	}
}

TEST(doing_it_again_changes_nothing)
{
	struct rt_adopted done;

	classic_site(100);
	adopt();
	done = adopt();
	assert_int_equal(3, done.members);
	assert_int_equal(0, done.posts);
	assert_int_equal(0, done.names);
	expect_own(100);
}

/* Whatever an interrupted adoption has left undone. */
TEST(cut_off_anywhere)
{
	static const char *const undone[] = {
		"DEL layout",        "DEL own:1",
		"LTRIM own:1 50 -1", "LTRIM own:1 0 50",
		"LTRIM own:2 5 10",  "LREM own:1 0 50",
		"DEL names",         "HDEL names bob",
		"DEL members",       "ZREM members alice\t1",
	};

	classic_site(200);
	adopt();
	for (size_t i = 0; i < COUNT(undone); i++) {
		redis_all(&undone[i], 1);
		adopt();
		expect_own(200);
		assert_redis("2", "HGET names bob");
		assert_redis("3", "ZCARD members");
		assert_redis("1", "GET layout");
	}
}

TEST(what_php_writes_meanwhile)
{
	struct rt_user alice = { .id = 1, .name = "alice" };

	classic_site(6);
	adopt();
	redis("HMSET post:7 user_id 1 time 1700000000 body php");
	redis("LPUSH posts:1 7");
	redis("SET next_post_id 7");
	unit_post(&alice, "ours");
	assert_redis("8 5 4 2 1", "LRANGE own:1 0 -1");
	assert_int_equal(1, adopt().posts);
	assert_redis("8 7 5 4 2 1", "LRANGE own:1 0 -1");
}

/* If two names have the same small letters, they lead to the older member. */
TEST(names_that_fold_alike)
{
	unit_member("Al");
	unit_member("AL");
	assert_int_equal(1, adopt().names);
	assert_redis("1", "HGET names al");
	assert_redis("al\t1 al\t2", "ZRANGE members 0 -1");
}

TEST(an_empty_site)
{
	assert_int_equal(0, adopt().members);
	assert_redis("1", "GET layout");
}

TEST(many_members)
{
	static const char script[] =
		"for id = 1, 2500 do "
		"redis.call('HSET', 'users', 'Member' .. id, id) "
		"redis.call('HSET', 'user:' .. id, 'username',"
		" 'Member' .. id) end";
	struct rt_adopted done;

	redis("EVAL %s 0", script);
	done = adopt();
	assert_int_equal(2500, done.members);
	assert_int_equal(2500, done.names);
	assert_redis("2500", "HLEN names");
	assert_redis("77", "HGET names member77");
	assert_redis("2500", "ZCARD members");
	assert_redis("0", "ZSCORE members member77\t77");
}

/* A claim on a name whose hash is gone is not found. */
TEST(a_claim_alone)
{
	redis("HSET users ghost 7");
	unit_member("alice");
	adopt();
	assert_redis("alice\t1", "ZRANGE members 0 -1");
}

/*
 * A database that is older than the search: adopted, and with members in no
 * list.
 */
TEST(an_adopted_site_again)
{
	struct rt_search found;

	redis("SET layout 1");
	unit_member("alice");
	assert_int_equal(RT_OK, rt_search(rt, &mem, NULL, "al", 0, &found));
	assert_int_equal(0, found.found.n);
	adopt();
	assert_int_equal(RT_OK, rt_search(rt, &mem, NULL, "al", 0, &found));
	assert_int_equal(1, found.found.n);
}

/*
 * The keys in which an earlier Retwis recorded whose home timelines it had
 * made.
 */
TEST(moderators_of_an_earlier_retwis_are_listed)
{
	classic_site(0);
	adopt();
	redis("HSET user:2 standing moderator");
	redis("HSET user:3 standing host");
	adopt();
	assert_redis("2", "ZRANGE moderators 0 -1");
}

TEST(members_of_an_earlier_retwis_are_listed)
{
	const char *score;

	classic_site(0);
	redis("HSET user:2 standing stopped");
	redis("HSET user:3 standing waiting");
	redis("HSET user:1 username Álice");
	adopt();
	assert_redis("alice\t1 bob\t2", "ZRANGE directory 0 -1");
	assert_redis("2", "ZCOUNT directory 0 0");
	assert_redis("2", "ZRANGE suspended 0 -1");
	score = arena_strdup(&mem, redis("ZSCORE suspended 2"));
	adopt();
	assert_redis("2", "ZCARD directory");
	assert_redis(score, "ZSCORE suspended 2");
}

TEST(what_nobody_needs_any_more_goes)
{
	classic_site(5);
	redis("ZADD rebuilt:0 3 1 +inf 2");
	redis("ZADD rebuilt:255 3 16383");
	redis("ZADD rebuilt:256 3 1");
	adopt();
	assert_redis("0", "EXISTS rebuilt:0 rebuilt:255");
	assert_redis("1", "EXISTS rebuilt:256");
}

/* ---- messages ----------------------------------------------------------- */

static const char *told;

static void tell(uint64_t done, uint64_t total)
{
	told = arena_printf(&mem, "%s %d/%d", told, (int)done, (int)total);
}

TEST(it_tells_how_far_it_is)
{
	struct rt_adopted done;

	classic_site(5);
	told = "";
	assert_int_equal(RT_OK, rt_adopt(rt, tell, &done));
	/* The members, and then the conversations of all posts. */
	assert_string_equal(" 1/3 2/3 3/3 5/5", told);
}

TEST(an_error_is_told_and_nothing_counts)
{
	struct rt_adopted done = { .members = 77 };

	classic_site(5);
	redis("SET own:2 text");
	assert_int_equal(RT_BROKEN, rt_adopt(rt, NULL, &done));
	assert_int_equal(77, done.members);
	assert_null(redis("GET layout"));
}

/* ---- one member -------------------------------------------------------- */

TEST(filling_for_one)
{
	uint64_t posts = 100;

	classic_site(6);
	assert_int_equal(RT_OK, adopt_own(rt, 2, &posts));
	assert_int_equal(102, posts);
	assert_redis("6 3", "LRANGE own:2 0 -1");
	assert_redis("0", "EXISTS own:1");
}

/* ---- leftovers of an earlier Retwis ------------------------------------- */

static const char copied[] =
	"for id = 1, ARGV[1] do "
	"redis.call('HSET', 'post:' .. id, 'user_id', 1, 'time', 1, 'body', 'x',"
	" 'username', 'alice', 'display', 'Anna') "
	"redis.call('LPUSH', 'own:1', id) end";

static const char has_copy[] =
	"local n = 0 for id = 1, ARGV[1] do n = n + "
	"redis.call('HEXISTS', 'post:' .. id, 'display') end return n";

TEST(copies_of_display_names_are_taken_out)
{
	enum { MANY = 2345 };

	unit_member("alice");
	redis("EVAL %s 0 %d", copied, MANY);
	redis("HSET user:1 display Anna");
	redis("DEL post:7 post:8");
	redis("SET post:8 x");
	redis("ZADD {displays}:due 1 %s", "0 1 1 0 0");
	redis("HSET {displays}:tries x 1");
	redis("LPUSH {displays}:dead x");
	assert_int_equal(MANY - 2, adopt().copies);
	redis("DEL post:8");
	assert_redis("0", "EVAL %s 0 %d", has_copy, MANY);
	assert_redis("alice", "HGET post:1 username");
	assert_redis("Anna", "HGET user:1 display");
	assert_redis("0", "EXISTS post:7");
	assert_redis("0",
		     "EXISTS {displays}:due {displays}:tries {displays}:dead");
	assert_int_equal(0, adopt().copies);
}

/* Interrupted in the middle: the next run removes the rest. */
TEST(a_run_that_was_cut_off_goes_on)
{
	enum { MANY = 1500 };

	unit_member("alice");
	redis("EVAL %s 0 %d", copied, MANY);
	proxy_run(1200, run_adopt);
	assert_in_range(redis_number("EVAL %s 0 %d", has_copy, MANY), 1,
			MANY - 1);
	adopt();
	assert_redis("0", "EVAL %s 0 %d", has_copy, MANY);
}

/* Each post is listed as a program did that stored tags as they were typed. */
static void earlier_post(uint64_t id, const char *body, const char *tag)
{
	redis("HSET post:%" PRIu64 " user_id 1 username alice time 1700000000"
	      " body %s",
	      id, body);
	redis("RPUSH own:1 %" PRIu64, id);
	if (!*tag)
		return;
	redis("RPUSH tag:%s %" PRIu64, tag, id);
	redis("ZADD tags 0 %s", tag);
}

TEST(tags_get_their_present_form)
{
	static const struct {
		const char *body, *tag;
	} table[] = {
		{ "#caf\xc3\xa9", "caf\xc3\xa9" },
		{ "#cafe\xcc\x81", "cafe\xcc\x81" },
		{ "#2026", "2026" },
		{ "#col\xc2\xb7legi", "col" },
		{ "\xef\xbc\x83wide", "" },
		{ "#a/#b", "a" },
		{ "#tea", "tea" },
	};

	unit_member("alice");
	for (size_t i = COUNT(table); i-- > 0;)
		earlier_post(i + 1, table[i].body, table[i].tag);
	for (int round = 0; round < 2; round++) {
		adopt();
		assert_redis("a b caf\xc3\xa9 col\xc2\xb7legi tea wide",
			     "ZRANGE tags 0 -1");
		assert_redis("2 1", "LRANGE tag:caf\xc3\xa9 0 -1");
		assert_redis("4", "LRANGE tag:col\xc2\xb7legi 0 -1");
		assert_redis("5", "LRANGE tag:wide 0 -1");
		assert_redis("6", "LRANGE tag:b 0 -1");
		assert_redis("6", "LRANGE tag:a 0 -1");
		assert_redis("7", "LRANGE tag:tea 0 -1");
		assert_redis("0", "EXISTS tag:col tag:2026 tag:cafe\xcc\x81");
	}
}

/* PHP Retwis lists no tags, and these posts are in no list. */
TEST(posts_of_php_get_no_tags)
{
	classic_site(1);
	redis("HSET post:1 body %s", "\xef\xbc\x83wide #tea");
	adopt();
	assert_redis("0", "EXISTS tags");
}

/* ---- the index of words ------------------------------------------------- */

static uint64_t indexed_under(const char *digest)
{
	return redis_number("ZCARD word:%s", digest);
}

/* Also those by PHP Retwis, and the second time nothing changes. */
TEST(all_posts_are_indexed)
{
	classic_site(250);
	redis("HSET post:7 body %s", "Snow in M\xc3\xbcnchen");
	redis("HSET post:8 body snow repost_of 7");
	for (int i = 0; i < 2; i++) {
		adopt();
		assert_int_equal(
			1, indexed_under(word_index_digest(rt, &mem, "snow")));
		assert_int_equal(1, indexed_under(word_index_digest(
					    rt, &mem, "munchen")));
		assert_int_equal(166, indexed_under(word_index_author(
					      rt, &mem, "alice")));
		assert_int_equal(
			83, indexed_under(word_index_author(rt, &mem, "BOB")));
		assert_redis("0", "EXISTS indexing");
	}
}

TEST(names_alone_need_no_index)
{
	classic_site(3);
	conf.names_only = true;
	adopt();
	conf.names_only = false;
	assert_redis("", "KEYS word:*");
	assert_redis("0", "EXISTS indexing");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(a_small_site),
		FRESH(long_lists),
		FRESH(doing_it_again_changes_nothing),
		FRESH(cut_off_anywhere),
		FRESH(what_php_writes_meanwhile),
		FRESH(names_that_fold_alike),
		FRESH(an_empty_site),
		FRESH(many_members),
		FRESH(a_claim_alone),
		FRESH(an_adopted_site_again),
		FRESH(moderators_of_an_earlier_retwis_are_listed),
		FRESH(members_of_an_earlier_retwis_are_listed),
		FRESH(what_nobody_needs_any_more_goes),
		FRESH(it_tells_how_far_it_is),
		FRESH(an_error_is_told_and_nothing_counts),
		FRESH(filling_for_one),
		FRESH(copies_of_display_names_are_taken_out),
		FRESH(a_run_that_was_cut_off_goes_on),
		FRESH(tags_get_their_present_form),
		FRESH(posts_of_php_get_no_tags),
		FRESH(all_posts_are_indexed),
		FRESH(names_alone_need_no_index),
	};

	return RUN_ADMIN(tests);
}
