/*
 * Deleting a post removes its likes and reposts, and so does deleting a
 * member.
 */
#include "patterns/queue.h"
#include "libretwis/post/dispatch.h"
#include "proxy.h"
#include "rights.h"

static struct rt_user alice, bob, carol;

static void like(const struct rt_user *who, uint64_t post)
{
	assert_int_equal(RT_OK, rt_like(rt, &mem, who, post));
}

static void repost(const struct rt_user *who, uint64_t post)
{
	assert_int_equal(RT_OK, rt_repost(rt, &mem, who, post));
}

/*
 * Alice has written post 1, which she and bob like, and which bob (3), carol
 * (4) and alice herself (5) have reposted. Post 2, next to it, is by bob;
 * alice and carol like it, and alice has reposted it (6).
 */
static int posts(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	carol = unit_member("carol");
	unit_post(&alice, "hello");
	unit_post(&bob, "hi");
	like(&alice, 1);
	like(&bob, 1);
	repost(&bob, 1);
	repost(&carol, 1);
	repost(&alice, 1);
	like(&alice, 2);
	like(&carol, 2);
	repost(&alice, 2);
	return 0;
}

/* What alice's page does, and then a worker. */
static void delete_first(void)
{
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 1));
	unit_deliver();
}

/* Nothing refers to post 1, and the other post is unchanged. */
static void expect_first_gone(void)
{
	assert_redis("0", "EXISTS likes:1 reposts:1 post:3 post:4 post:5 "
			  "reposted:2 reposted:3 liked:2 own:3");
	assert_redis("6", "LRANGE own:1 0 -1");
	assert_redis("2", "LRANGE own:2 0 -1");
	assert_redis("6 2", "LRANGE timeline 0 -1");
	assert_redis("2", "ZRANGE liked:1 0 -1");
	assert_redis("2", "ZRANGE liked:3 0 -1");
	assert_redis("2", "ZRANGE reposted:1 0 -1");
	assert_redis("2 1", "HMGET post:2 likes reposts");
}

TEST(all_of_a_post_goes)
{
	delete_first();
	expect_first_gone();
	assert_redis("gone 1", "HGETALL post:1");
}

/*
 * The steps of deleting post 1 that have already been done, one after the
 * other.
 */
TEST(cut_off_anywhere_it_is_finished)
{
	static const char *const done[] = {
		"HSET post:1 gone 1",
		"HSET post:3 gone 1",
		"LREM timeline 0 3",
		"LREM timeline 0 4",
		"LREM timeline 0 5",
		"LREM own:2 0 3",
		"ZREMRANGEBYSCORE reposted:2 3 3",
		"DEL post:3",
		"LREM own:3 0 4",
		"ZREMRANGEBYSCORE reposted:3 4 4",
		"DEL post:4",
		"LREM own:1 0 5",
		"ZREMRANGEBYSCORE reposted:1 5 5",
		"DEL post:5",
		"ZREM reposts:1 3",
		"ZREM reposts:1 4 5",
		"LREM timeline 0 1",
		"ZREM liked:1 1",
		"ZREM liked:2 1",
		"DEL likes:1",
		"LREM own:1 0 1",
	};

	for (size_t n = 0; n <= COUNT(done); n++) {
		assert_int_equal(0, posts(NULL));
		redis_all(done, n);
		delete_first();
		expect_first_gone();
		unit_forget(NULL);
	}
	assert_int_equal(0, posts(NULL));
}

/* ---- the page, and then a worker --------------------------------------- */

static uint64_t shown(uint64_t id)
{
	struct rt_status s;

	assert_int_equal(RT_OK, rt_status(rt, &mem, NULL, id, 0, &s));
	return s.post.id;
}

static enum rt_err answer(uint64_t to)
{
	struct rt_draft draft = { .body = "well", .reply_to = to };
	uint64_t id;

	return rt_post_create(rt, &mem, &bob, &draft, &id);
}

/* No worker has run yet. */
TEST(from_then_on_nobody_sees_it)
{
	struct rt_public t;

	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 1));
	assert_int_equal(0, shown(1));
	assert_int_equal(0, shown(3));
	assert_int_equal(RT_NOT_FOUND, rt_like(rt, &mem, &carol, 1));
	assert_int_equal(RT_NOT_FOUND, rt_repost(rt, &mem, &carol, 1));
	assert_int_equal(RT_NOT_FOUND, answer(1));
	assert_int_equal(RT_OK, rt_public(rt, &mem, NULL, RT_NO_PLACE, &t));
	assert_string_equal("2", unit_ids(&t.posts));
	assert_redis("seen", "ZRANGE notices:1 0 -1");
	assert_redis("6 5", "LRANGE own:1 0 -1");
	assert_redis("0", "HEXISTS post:1 body");
	assert_redis("1", "ZRANGE erasing 0 -1");
	unit_deliver();
	expect_first_gone();
	assert_redis("0", "EXISTS erasing {fanout}:jobs");
}

TEST(without_a_crowd_no_worker_is_needed)
{
	uint64_t id = unit_post(&bob, "nobody cares #tag");

	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &bob, id));
	assert_redis("gone 1", "HGETALL post:%d", (int)id);
	assert_redis("0", "EXISTS erasing {fanout}:jobs tag:tag tags");
}

/* Members 1001 to 3501 like the post and have reposted it, with such ids. */
static void crowd(uint64_t post)
{
	static const char script[] =
		"local post = ARGV[1] for i = 1001, 3501 do "
		"redis.call('ZADD', 'likes:' .. post, i, i) "
		"redis.call('ZADD', 'liked:' .. i, i, post) "
		"redis.call('HMSET', 'post:' .. i, 'user_id', i, 'body', 'x',"
		" 'username', 'm', 'repost_of', post) "
		"redis.call('ZADD', 'reposts:' .. post, i, i) "
		"redis.call('ZADD', 'reposted:' .. i, i, post) "
		"redis.call('LPUSH', 'own:' .. i, i) end";

	redis("EVAL %s 0 %d", script, (int)post);
}

static uint64_t commands_to_delete(const struct rt_user *by, uint64_t id)
{
	uint64_t before = unit_commands();

	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, by, id));
	return unit_commands() - before;
}

TEST(a_page_does_no_more_for_a_crowd)
{
	uint64_t two = unit_post(&bob, "two care");
	uint64_t many = unit_post(&bob, "thousands care");

	like(&alice, two);
	like(&alice, many);
	repost(&alice, two);
	repost(&alice, many);
	crowd(many);
	assert_int_equal(commands_to_delete(&bob, two),
			 commands_to_delete(&bob, many));
	assert_redis("2502", "ZCARD reposts:%d", (int)many);
	unit_deliver();
	assert_redis("0", "EXISTS reposts:%d likes:%d own:1001 erasing",
		     (int)many, (int)many);
}

/* The sweep assumes that nobody is deleting the entry's post any more. */
static void sweep(void)
{
	redis("EVAL %s 0", "for _, key in ipairs({ 'erasing', 'outbox' }) do "
			   "for _, id in ipairs(redis.call('ZRANGE', key, 0,"
			   " -1)) do redis.call('ZADD', key, 'XX', 1, id) "
			   "end end");
	assert_int_equal(RT_OK, rt_erasing_sweep(rt, &mem));
	unit_deliver();
}

static void expect_finished(unsigned killed)
{
	sweep();
	if (strcmp(redis("EXISTS erasing"), "0") != 0)
		fail_msg("killed after %u commands: noted", killed);
	expect_first_gone();
	assert_redis("gone 1", "HGETALL post:1");
}

static void run_delete(void)
{
	rt_post_delete(rt, &mem, &alice, 1);
}

/*
 * Before the entry exists nothing has happened; after it, a worker does the
 * rest.
 */
TEST(a_page_is_killed_between_any_two_commands)
{
	unsigned commands = 0;
	bool ended = false;

	for (; !ended; commands++) {
		redis("FLUSHALL");
		assert_int_equal(0, posts(NULL));
		ended = proxy_run(commands, run_delete);
		if (strcmp(redis("EXISTS erasing"), "0") == 0) {
			assert_int_equal(1, shown(1));
			delete_first();
		}
		expect_finished(commands);
	}
	assert_in_range(commands, 10, 100);
}

static void run_worker(void)
{
	struct delivery d;
	struct worker w;
	struct job job;

	worker_join(&w, &mem, DELIVER_QUEUE, 10000);
	while (!worker_take(rt, &mem, &w, 0, &job) &&
	       !dispatch_chunk(rt, &mem, &w, &job, 0, &d))
		continue;
}

/* One repost and two likes are enough, and every third command is. */
TEST(a_worker_is_killed_between_two_commands)
{
	unsigned commands = 0;
	bool ended = false;

	for (; !ended; commands += 3) {
		redis("FLUSHALL");
		assert_int_equal(0, posts(NULL));
		rt_unrepost(rt, &mem, &bob, 1);
		rt_unrepost(rt, &mem, &alice, 1);
		redis("DEL post:3 post:5"); /* only marks by now */
		run_delete();
		ended = proxy_run(commands, run_worker);
		expect_finished(commands);
	}
	assert_in_range(commands, 30, 200);
}

/* The mark is unchanged, and so is everything else. */
TEST(a_job_that_comes_too_late)
{
	delete_first();
	redis("EXPIRE post:1 100000");
	queue_push(rt, &mem, DELIVER_QUEUE, "erase 1");
	queue_push(rt, &mem, DELIVER_QUEUE, "erase 99");
	unit_deliver();
	expect_finished(0);
	assert_in_range(redis_number("TTL post:1"), 99000, 100000);
	assert_redis("0", "EXISTS post:99");
}

TEST(notes_that_are_none)
{
	redis("ZADD erasing 1 nonsense 2 99");
	redis("ZADD outbox 1 nonsense 2 99");
	sweep();
	assert_int_equal(RT_OK, rt_outbox_sweep(rt, &mem));
	assert_redis("0", "EXISTS erasing outbox");
}

TEST(jobs_that_are_none)
{
	static const char *const table[] = { "erase ", "erase x", "erase 1x",
					     "erase 01" };
	struct delivery d;
	struct worker w;

	worker_join(&w, &mem, DELIVER_QUEUE, 10000);
	for (size_t i = 0; i < COUNT(table); i++) {
		struct job job = { .text = table[i], .payload = table[i] };

		CHECK(table[i],
		      dispatch_chunk(rt, &mem, &w, &job, 0, &d) == RT_BROKEN);
	}
	assert_int_equal(1, shown(1));
}

/* There are no endless loops, neither here nor in a job. */
TEST(a_crowd_of_nobody)
{
	redis("ZADD likes:1 1 nonsense 1 07 1 %s", "");
	redis("ZADD reposts:1 1 nonsense 1 1 1 %s", "");
	delete_first();
	expect_finished(0);
	redis("ZADD likes:2 1 nonsense");
	redis("ZADD reposts:2 1 nonsense");
	assert_int_equal(RT_OK, rt_erase_post(rt, 2, NULL));
	assert_redis("0", "EXISTS likes:2 reposts:2 erasing");
}

/* Redis forbids it for now: the worker waits, and the entry is kept. */
TEST(a_crowd_that_may_not_be_read)
{
	struct job job = { .text = "erase 1", .payload = "erase 1" };
	struct delivery d;
	struct worker w;

	unit_skip("nutcracker", "Twemproxy knows no users");
	worker_join(&w, &mem, DELIVER_QUEUE, 10000);
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 1));
	rights_take("zrange");
	assert_int_equal(RT_FORBIDDEN,
			 dispatch_chunk(rt, &mem, &w, &job, 0, &d));
	rights_give_back("zrange");
	assert_redis("1", "EXISTS erasing");
	unit_deliver();
	assert_redis("0", "EXISTS erasing");
}

/* A host needs no worker, and sees the progress. */
static uint64_t told, recipients_of;

static void tell(uint64_t done, uint64_t total)
{
	assert_in_range(done, told, total);
	told = done;
	recipients_of = total;
}

TEST(a_host_does_it_all)
{
	crowd(1);
	told = recipients_of = 0;
	assert_int_equal(RT_OK, rt_erase_post(rt, 1, tell));
	expect_finished(0);
	assert_int_equal(2503 + 2504, recipients_of);
	assert_int_equal(recipients_of, told);
	assert_redis("0", "EXISTS own:1001 liked:1001 {fanout}:jobs");
}

/* Several times as many as are read at once, and one more. */
TEST(thousands_of_likes_and_reposts)
{
	crowd(1);
	delete_first();
	expect_first_gone();
	assert_redis("liked:3 liked:1", "EVAL %s 0",
		     "local k = redis.call('KEYS', 'liked:*') "
		     "table.sort(k, function(a, b) return a > b end) "
		     "return k");
	assert_redis("", "KEYS own:[1-9][0-9]*");
	assert_redis("", "KEYS reposted:[1-9][0-9]*");
	assert_redis("", "KEYS post:[1-9][0-9]*");
}

/* Entries in reposts: that are not reposts: there is no endless loop. */
TEST(reposts_that_are_none)
{
	redis("ZADD reposts:1 1 1 1 99 1 2");
	redis("ZADD reposts:99 1 1");
	redis("DEL post:3");
	delete_first();
	assert_redis("0", "EXISTS reposts:1 likes:1 post:4 post:5");
}

/* No page writes this. A page removes what it can in its time. */
TEST(a_repost_with_a_crowd_of_its_own)
{
	uint64_t before;

	crowd(3);
	before = unit_commands();
	assert_int_equal(RT_OK, rt_unrepost(rt, &mem, &bob, 1));
	assert_in_range(unit_commands() - before, 200, 400);
	assert_redis("0", "EXISTS likes:3 reposted:2 liked:1001");
	assert_redis("gone 1", "HGETALL post:3");
}

/* Nor does a worker get stuck on it. */
TEST(reposts_with_crowds_of_their_own)
{
	struct job job = { .text = "erase 1", .payload = "erase 1" };
	struct delivery d;
	struct worker w;
	uint64_t before;

	worker_join(&w, &mem, DELIVER_QUEUE, 10000);
	crowd(3);
	crowd(4);
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 1));
	before = unit_commands();
	assert_int_equal(RT_OK, dispatch_chunk(rt, &mem, &w, &job, 0, &d));
	assert_in_range(unit_commands() - before, 400, 800);
	assert_redis("0", "EXISTS reposts:1 likes:3 likes:4");
}

TEST(one_s_repost_by_its_own_id)
{
	assert_int_equal(RT_DENIED, rt_post_delete(rt, &mem, &alice, 3));
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &bob, 3));
	assert_redis("2", "HGET post:1 reposts");
	assert_redis("4 5", "ZRANGE reposts:1 0 -1");
	assert_redis("0", "EXISTS reposted:2");
	assert_int_equal(RT_OK, rt_erase_post(rt, 4, NULL));
	assert_redis("1", "HGET post:1 reposts");
	assert_redis("0", "EXISTS reposted:3 own:3");
}

/* ---- the posts of a member ---------------------------------------------- */

static void remove_member(const char *name)
{
	struct rt_removal r;

	assert_int_equal(RT_OK, rt_removal(rt, &mem, name, &r));
	assert_int_equal(RT_OK, rt_remove_member(rt, &r, NULL));
}

static void expect_alice_gone(void)
{
	assert_redis("0", "EXISTS user:1 own:1 liked:1 reposted:1 liked:2 "
			  "reposted:2 reposted:3 reposts:1 reposts:2 likes:1 "
			  "post:1 post:3 post:4 post:5 post:6");
	assert_redis("3", "ZRANGE likes:2 0 -1");
	assert_redis("1 0", "HMGET post:2 likes reposts");
	assert_redis("2", "LRANGE timeline 0 -1");
	assert_null(redis("HGET users alice"));
}

TEST(likes_and_reposts_go_with_a_member)
{
	struct rt_removal r;

	assert_int_equal(RT_OK, rt_removal(rt, &mem, "alice", &r));
	assert_int_equal(2, r.likes);
	assert_int_equal(3, r.posts);
	remove_member("alice");
	expect_alice_gone();
}

/* A repost that was never added to own: is found by its claim. */
TEST(a_repost_that_was_cut_off_goes_too)
{
	redis("LREM own:1 0 6");
	redis("ZADD reposted:1 77 99");
	remove_member("alice");
	expect_alice_gone();
}

TEST(removing_is_cut_off_anywhere)
{
	static const char *const done[] = {
		"DEL user:1",
		"HSET post:6 gone 1",
		"LREM timeline 0 6",
		"ZREM reposts:2 6",
		"HSET post:2 reposts 0",
		"DEL post:6",
		"LREM own:1 0 6",
		"ZREM reposted:1 2",
		"ZREM likes:2 1",
		"HSET post:2 likes 1",
		"ZREM liked:1 2",
	};

	for (size_t n = 0; n <= COUNT(done); n++) {
		assert_int_equal(0, posts(NULL));
		redis_all(done, n);
		remove_member("alice");
		expect_alice_gone();
		unit_forget(NULL);
	}
	assert_int_equal(0, posts(NULL));
}

TEST(thousands_of_likes)
{
	static const char script[] =
		"for i = 1001, 3501 do "
		"redis.call('HMSET', 'post:' .. i, 'user_id', 2, 'body', 'x',"
		" 'likes', 2) "
		"redis.call('ZADD', 'likes:' .. i, i, 1, i, 3) "
		"redis.call('ZADD', 'liked:1', i, i) "
		"redis.call('ZADD', 'liked:3', i, i) end";
	static const char counts[] =
		"local n = 0 for i = 1001, 3501 do n = n + "
		"redis.call('HGET', 'post:' .. i, 'likes') + "
		"redis.call('ZCARD', 'likes:' .. i) end return n";

	redis("EVAL %s 0", script);
	redis("ZADD liked:1 1 none");
	remove_member("alice");
	expect_alice_gone();
	assert_redis("5002", "EVAL %s 0", counts);
	assert_redis("2502", "ZCARD liked:3");
}

ON_MANY(a_page_is_killed_between_any_two_commands)
ON_MANY(a_worker_is_killed_between_two_commands)

#define POSTS(test) cmocka_unit_test_setup_teardown(test, posts, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		POSTS(all_of_a_post_goes),
		FRESH(cut_off_anywhere_it_is_finished),
		POSTS(from_then_on_nobody_sees_it),
		POSTS(without_a_crowd_no_worker_is_needed),
		POSTS(a_page_does_no_more_for_a_crowd),
		POSTS(a_page_is_killed_between_any_two_commands),
		POSTS(a_page_is_killed_between_any_two_commands_on_many),
		POSTS(a_worker_is_killed_between_two_commands),
		POSTS(a_worker_is_killed_between_two_commands_on_many),
		POSTS(a_job_that_comes_too_late),
		POSTS(notes_that_are_none),
		POSTS(jobs_that_are_none),
		POSTS(a_crowd_of_nobody),
		POSTS(a_crowd_that_may_not_be_read),
		POSTS(a_host_does_it_all),
		POSTS(thousands_of_likes_and_reposts),
		POSTS(reposts_that_are_none),
		POSTS(a_repost_with_a_crowd_of_its_own),
		POSTS(reposts_with_crowds_of_their_own),
		POSTS(one_s_repost_by_its_own_id),
		POSTS(likes_and_reposts_go_with_a_member),
		POSTS(a_repost_that_was_cut_off_goes_too),
		FRESH(removing_is_cut_off_anywhere),
		POSTS(thousands_of_likes),
	};

	return RUN_REDIS(tests);
}
