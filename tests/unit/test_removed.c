/*
 * Removing a post: nobody sees it, everything about it can come back, and in
 * the end it is deleted.
 */
#include <limits.h>

#include "base/clock.h"
#include "proxy.h"
#include "race.h"

#define BODY "snow and ice #cold @bob"

static struct rt_user alice, bob, mod;
static struct rt_acting acting;

static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	mod = unit_member("mod");
	acting = (struct rt_acting){ .by = mod.id, .reason = "not here" };
	return 0;
}

#define MEMBERS(test)                                                         \
	cmocka_unit_test_setup_teardown(test, members, unit_forget)

/* Post 1 by alice, which bob likes, has reposted (2), answered (3) and saved. */
static void begin(void)
{
	unit_post(&alice, BODY);
	assert_int_equal(RT_OK, rt_repost(rt, &mem, &bob, 1));
	unit_reply(&bob, "brr", 1);
	assert_int_equal(RT_OK, rt_like(rt, &mem, &bob, 1));
	assert_int_equal(RT_OK, rt_save(rt, &mem, &bob, 1));
	assert_int_equal(RT_OK, rt_pin(rt, &mem, &alice, 1));
	unit_deliver();
	assert_int_equal(RT_OK, rt_indexing_run(rt, &mem));
}

static void remove_it(void)
{
	rt_post_remove(rt, &mem, 1, &acting);
}

static void restore_it(void)
{
	rt_post_restore(rt, &mem, 1, &acting);
}

/* What a worker does after a request has died. */
static void finish(void)
{
	unit_make_due("acts");
	assert_int_equal(RT_OK, rt_acts_run(rt, &mem));
	for (int i = 0; i < 5 && redis_number("EXISTS indexing"); i++) {
		redis("EVAL %s 1 indexing",
		      "for _, note in ipairs(redis.call('ZRANGE', KEYS[1], 0,"
		      " -1)) do redis.call('ZADD', KEYS[1], 0, note) end");
		assert_int_equal(RT_OK, rt_indexing_run(rt, &mem));
	}
	unit_deliver();
}

/* Everything in the database, but for what says that and when it was done. */
static const char *world(void)
{
	return redis(
		"EVAL %s 0",
		"local all, field = {}, {} "
		"for _, f in ipairs({'acted', 'before', 'before_mentions'}) do"
		" field[f] = true end "
		"for _, key in ipairs(redis.call('KEYS', '*')) do "
		" local type = redis.call('TYPE', key).ok "
		" if not key:find('^trend') and not key:find('^limit') and"
		"  not key:find('^log') and not key:find('due$') and"
		"  not key:find('^rewrite') and not key:find('^notices') then "
		"  if type == 'list' then"
		"   all[#all + 1] = key .. '=' .. table.concat("
		"    redis.call('LRANGE', key, 0, -1), ' ') "
		"  elseif type == 'zset' then"
		"   all[#all + 1] = key .. '=' .. table.concat("
		"    redis.call('ZRANGE', key, 0, -1), ' ') "
		"  elseif type == 'hash' then"
		"   local h = redis.call('HGETALL', key) "
		"   for i = 1, #h, 2 do if not field[h[i]] then"
		"    all[#all + 1] = key .. '.' .. h[i] .. '=' .. h[i + 1] "
		"   end end "
		"  end "
		" end "
		"end "
		"table.sort(all) "
		"return table.concat(all, ' ')");
}

/* Tells where they differ, since both are long. */
static void expect_world(const char *before)
{
	const char *now = world();
	size_t at = 0;

	while (before[at] && before[at] == now[at])
		at++;
	if (before[at] || now[at])
		fail_msg("was ...%.60s\n is ...%.60s", before + at, now + at);
}

/* ---- removed ----------------------------------------------------------- */

TEST(nobody_finds_it)
{
	const char *secret = "secret0of0alice";
	struct rt_public public;
	struct rt_profile profile;
	struct rt_tagged tagged;
	struct rt_search search;
	struct rt_status status;
	struct rt_post post;

	begin();
	assert_int_equal(RT_OK, rt_post_remove(rt, &mem, 1, &acting));
	assert_int_equal(RT_OK,
			 rt_public(rt, &mem, secret, RT_NO_PLACE, &public));
	assert_string_equal("3", unit_ids(&public.posts));
	assert_int_equal(RT_OK, rt_profile(rt, &mem, secret, "alice",
					   RT_NO_PLACE, &profile));
	assert_int_equal(0, profile.posts.n);
	assert_int_equal(RT_OK, rt_tagged(rt, &mem, secret, "cold",
					  RT_NO_PLACE, &tagged));
	assert_int_equal(0, tagged.posts.n);
	assert_int_equal(RT_OK,
			 rt_search(rt, &mem, secret, "ice", 0, &search));
	assert_int_equal(0, search.posts.n);
	assert_int_equal(RT_OK, rt_post_read(rt, &mem, 1, &post));
	assert_int_equal(0, post.id);
	assert_int_equal(RT_OK,
			 rt_status(rt, &mem, secret, 3, RT_NO_AFTER, &status));
	assert_int_equal(2, status.thread.n);
	assert_int_equal(0, status.thread.v[0].post.id);
	assert_true(status.thread.v[0].removed);
	assert_false(status.thread.v[1].removed);
}

static const char *trending(void)
{
	struct rt_public public;

	redis("DEL cache:trending");
	assert_int_equal(RT_OK, rt_public(rt, &mem, "secret0of0alice",
					  RT_NO_PLACE, &public));
	return public.trending[0];
}

/* Its tags may be the reason. */
TEST(it_makes_no_trend)
{
	begin();
	assert_string_equal("cold", trending());
	remove_it();
	assert_redis("0", "EXISTS cache:trending");
	assert_null(trending());
	restore_it();
	assert_string_equal("cold", trending());
	finish();
	assert_string_equal("cold", trending());
}

TEST(nobody_does_anything_with_it)
{
	const struct rt_draft reply = { .body = "hm", .reply_to = 1 };
	const struct rt_edit edit = { .id = 1, .version = "0", .body = "ha" };
	struct rt_editable begun;
	const char *before;
	uint64_t id;

	begin();
	remove_it();
	before = world();
	assert_int_equal(RT_NOT_FOUND, rt_like(rt, &mem, &mod, 1));
	assert_int_equal(RT_NOT_FOUND, rt_save(rt, &mem, &mod, 1));
	assert_int_equal(RT_NOT_FOUND, rt_repost(rt, &mem, &mod, 1));
	assert_int_equal(RT_NOT_FOUND, rt_pin(rt, &mem, &alice, 1));
	assert_int_equal(RT_NOT_FOUND,
			 rt_post_create(rt, &mem, &mod, &reply, &id));
	assert_int_equal(RT_NOT_FOUND,
			 rt_edit_begin(rt, &mem, &alice, 1, &begun));
	assert_int_equal(RT_NOT_FOUND, rt_edit(rt, &mem, &alice, &edit));
	finish();
	expect_world(before);
}

TEST(its_words_are_for_moderators)
{
	struct rt_removed removed;
	time_t days;

	begin();
	assert_int_equal(RT_NOT_FOUND, rt_post_removed(rt, &mem, 1, &removed));
	remove_it();
	assert_redis("0", "HEXISTS post:1 body");
	assert_int_equal(RT_OK, rt_post_removed(rt, &mem, 1, &removed));
	assert_string_equal(BODY, removed.post.body);
	assert_string_equal("alice", removed.post.name);
	assert_string_equal("bob", removed.post.mentions);
	assert_string_equal("not here", removed.reason);
	assert_string_equal("mod", removed.by_who.name);
	days = (removed.until - removed.at) / 86400;
	assert_int_equal(30, days);
	assert_true(unit_second() - removed.at < 60);
}

TEST(the_author_is_told)
{
	struct rt_notices n;

	begin();
	redis("ZADD notices:1 %lld seen", (long long)clock_date_us());
	remove_it();
	assert_int_equal(RT_OK, rt_notices(rt, &mem, "secret0of0alice", &n));
	assert_int_equal(1, n.me.unread);
	assert_int_equal(RT_NOTICE_REMOVED, n.v[0].kind);
	assert_string_equal("not here", n.v[0].reason);
	assert_int_equal(1, n.v[0].post.id);
	assert_int_equal(0, n.v[0].names);
	restore_it();
	assert_int_equal(RT_OK, rt_notices(rt, &mem, "secret0of0alice", &n));
	assert_int_equal(1, n.me.unread);
	assert_int_equal(RT_NOTICE_RESTORED, n.v[0].kind);
	assert_int_equal(1, n.v[0].post.id);
}

TEST(who_cannot_remove_what)
{
	begin();
	assert_int_equal(RT_NOT_FOUND, rt_post_remove(rt, &mem, 2, &acting));
	assert_int_equal(RT_NOT_FOUND, rt_post_remove(rt, &mem, 9, &acting));
	remove_it();
	assert_int_equal(RT_TAKEN, rt_post_remove(rt, &mem, 1, &acting));
	assert_redis("1", "HLEN removed:1");
	assert_redis("1", "ZCARD log");
	assert_int_equal(RT_NOT_FOUND, rt_post_restore(rt, &mem, 3, &acting));
	assert_redis("0", "ZCARD {acts}:due");
}

TEST(while_redis_is_full)
{
	begin();
	redis("CONFIG SET maxmemory 1");
	assert_int_equal(RT_OK, rt_post_remove(rt, &mem, 1, &acting));
	redis("CONFIG SET maxmemory 0");
	assert_redis("1", "ZCARD log");
	assert_redis("1", "HLEN removed:1");
}

static int remove_at_once(int n)
{
	(void)n;
	return rt_post_remove(rt, &mem, 1, &acting);
}

TEST(one_of_many_removes_it)
{
	int result[RACERS];

	begin();
	race(remove_at_once, result);
	assert_int_equal(1, race_count(result, RT_OK));
	assert_int_equal(RACERS - 1, race_count(result, RT_TAKEN));
	assert_redis("1", "ZCARD log");
	assert_redis("1", "HLEN removed:1");
}

static void correct_it(void)
{
	const struct rt_edit edit = { .id = 1,
				      .version = "0",
				      .body = "rain #wet" };

	rt_edit(rt, &mem, &alice, &edit);
}

/* Whatever it says when it is removed, that is what there is a copy of. */
TEST(corrected_at_this_moment)
{
	struct rt_removed removed;

	for (unsigned at = 0; at < 12; at++) {
		begin();
		proxy_run_with(at, correct_it, UINT_MAX, remove_it);
		assert_redis("0", "HEXISTS post:1 body");
		assert_int_equal(RT_OK,
				 rt_post_removed(rt, &mem, 1, &removed));
		assert_string_equal(
			redis_number("HGET post:1 edits") ? "rain #wet" : BODY,
			removed.post.body);
		unit_forget(NULL);
		assert_int_equal(0, members(NULL));
	}
}

/* ---- restored ---------------------------------------------------------- */

TEST(everything_is_as_it_was)
{
	const char *before;
	struct rt_home home;

	begin();
	rt_home(rt, &mem, "secret0of0alice", RT_NO_PLACE, &home);
	before = world();
	remove_it();
	/* From a list that is looked at, entries of deleted posts are dropped. */
	rt_home(rt, &mem, "secret0of0alice", RT_NO_PLACE, &home);
	assert_int_equal(RT_OK, rt_post_restore(rt, &mem, 1, &acting));
	finish();
	expect_world(before);
	assert_redis("0", "HEXISTS post:1 before");
	assert_redis("0", "EXISTS removed:1 {removed}:due");
}

TEST(saved_and_tags_survive_a_look)
{
	struct rt_private_list saved;
	struct rt_tagged tagged;

	begin();
	unit_post(&alice, "other #cold");
	assert_int_equal(RT_OK, rt_save(rt, &mem, &bob, 4));
	remove_it();
	assert_int_equal(RT_OK, rt_saved(rt, &mem, "secret0of0bob",
					 RT_NO_PLACE, &saved));
	assert_int_equal(RT_OK, rt_tagged(rt, &mem, NULL, "cold", RT_NO_PLACE,
					  &tagged));
	restore_it();
	finish();
	assert_redis("4 1", "ZREVRANGE saved:2 0 -1");
	assert_redis("4 1", "LRANGE tag:cold 0 -1");
}

/* Checked, and repaired, while it is removed. */
TEST(the_checker_leaves_it_alone)
{
	const struct rt_check how = { .repair = true, .pause_ms = 1 };
	struct rt_checked first, second;
	const char *before;

	begin();
	/* The members of this test have no passwords. */
	assert_int_equal(RT_OK, rt_check(unit_admin(), &how, &first));
	before = world();
	remove_it();
	assert_int_equal(RT_OK, rt_check(unit_admin(), &how, &second));
	assert_int_equal(first.found[RT_BREAK], second.found[RT_BREAK]);
	assert_int_equal(0, second.found[RT_LEFTOVER]);
	restore_it();
	finish();
	expect_world(before);
}

TEST(its_form_is_sent_once_more)
{
	const struct rt_draft draft = { .nonce = "nonce", .body = BODY };
	struct rt_post post;
	uint64_t id = 0, again = 0;

	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &alice, &draft, &id));
	assert_int_equal(RT_OK, rt_post_remove(rt, &mem, id, &acting));
	assert_int_equal(RT_OK,
			 rt_post_create(rt, &mem, &alice, &draft, &again));
	assert_int_equal(id, again);
	assert_int_equal(RT_OK, rt_post_read(rt, &mem, id, &post));
	assert_int_equal(0, post.id);
	assert_redis("0", "EXISTS post:2");
	assert_int_equal(RT_OK, rt_post_restore(rt, &mem, id, &acting));
	assert_redis(BODY, "HGET post:1 body");
}

/* ---- deleted ----------------------------------------------------------- */

static void check_deleted(void)
{
	unit_deliver();
	assert_redis("gone", "HKEYS post:1");
	assert_redis("0", "EXISTS removed:1 tag:cold likes:1 reposts:1");
	assert_redis("0", "EXISTS own:1 mentions:2 liked:2");
	assert_redis("1", "EVAL %s 0",
		     "local n = 0 for _, w in ipairs(redis.call('KEYS',"
		     " 'word:*')) do if redis.call('ZSCORE', w, 1) then"
		     " n = n + 1 end end return n == 0 and 1 or 0");
}

TEST(its_author_deletes_it)
{
	begin();
	remove_it();
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 1));
	check_deleted();
	unit_make_due("removed");
	assert_int_equal(RT_OK, rt_removed_run(rt, &mem));
	assert_redis("0", "ZCARD {removed}:due");
	assert_redis("", "ZRANGEBYLEX notices:1 [removed [removee");
}

TEST(its_author_leaves)
{
	begin();
	remove_it();
	unit_leave(&alice);
	assert_redis("0", "EXISTS post:1 removed:1 user:1");
}

/* The second when it was removed is in the token. */
static void make_old(void)
{
	redis("EVAL %s 1 post:1",
	      "local r = redis.call('HGET', KEYS[1], 'removed') "
	      "redis.call('HSET', KEYS[1], 'removed',"
	      " '1' .. r:match('^%d+( .*)$'))");
	redis("EVAL %s 1 removed:1",
	      "local w = redis.call('HVALS', KEYS[1])[1] "
	      "redis.call('DEL', KEYS[1]) "
	      "redis.call('HSET', KEYS[1], '1', w)");
}

TEST(after_thirty_days)
{
	begin();
	remove_it();
	unit_make_due("removed");
	assert_int_equal(RT_OK, rt_removed_run(rt, &mem));
	assert_redis("1", "HEXISTS post:1 removed");
	assert_true(redis_number("ZSCORE {removed}:due %s", "0 1") / 1000 >
		    (uint64_t)unit_second() + 29 * 86400);
	assert_redis("0", "EXISTS rewrite");
	make_old();
	unit_make_due("removed");
	assert_int_equal(RT_OK, rt_removed_run(rt, &mem));
	check_deleted();
	assert_redis("1", "EXISTS rewrite");
	assert_redis("0", "ZCARD {removed}:due");
}

/* Restored, and maybe removed by somebody else since. */
TEST(an_entry_ends_only_what_is_old_enough)
{
	begin();
	remove_it();
	restore_it();
	redis("ZADD {removed}:due 1 %s", "0 1");
	redis("HSET removed:1 1 words");
	assert_int_equal(RT_OK, rt_removed_run(rt, &mem));
	assert_redis(BODY, "HGET post:1 body");
	assert_redis("0", "EXISTS removed:1 {removed}:due");
}

/* ---- the log ----------------------------------------------------------- */

static const char *log_text(void)
{
	struct rt_log log;
	const char *text = "";

	assert_int_equal(RT_OK, rt_log(rt, &mem, 0, &log));
	for (size_t i = 0; i < log.n; i++)
		text = arena_printf(
			&mem, "%s%d %s %s %d %s|", text, (int)log.v[i].what,
			log.v[i].system        ? log.v[i].system
			: log.v[i].by_who.name ? log.v[i].by_who.name
					       : "-",
			log.v[i].whom_who.name ? log.v[i].whom_who.name : "-",
			(int)log.v[i].post, log.v[i].reason);
	return text;
}

TEST(what_the_log_says)
{
	const struct rt_acting root = { .system = "root" };

	begin();
	remove_it();
	restore_it();
	rt_log_add(rt, &mem, RT_ACT_PASSWORD, 2, &root);
	assert_string_equal("11 root bob 0 |1 mod alice 1 not here|"
			    "0 mod alice 1 not here|",
			    log_text());
	redis("DEL user:3 user:1");
	assert_string_equal("11 root bob 0 |1 - - 1 not here|"
			    "0 - - 1 not here|",
			    log_text());
	redis("ZADD log 2000000000000000 %s", "what is this");
	redis("ZADD log 2000000000000001 %s", "5 fly 1 2 3 ");
	assert_string_equal("11 root bob 0 |1 - - 1 not here|"
			    "0 - - 1 not here|",
			    log_text());
}

TEST(a_log_that_is_full)
{
	struct rt_log log;

	redis("EVAL %s 1 log",
	      "for i = 1, 10000 do redis.call('ZADD', KEYS[1], i, i .."
	      " ' remove 3 1 ' .. i .. ' why') end");
	rt_log_add(rt, &mem, RT_ACT_PASSWORD, 2, &acting);
	assert_redis("10000", "ZCARD log");
	assert_int_equal(RT_OK, rt_log(rt, &mem, 0, &log));
	assert_int_equal(RT_LOG_PAGE, log.n);
	assert_int_equal(RT_ACT_PASSWORD, log.v[0].what);
	assert_int_equal(10000, log.v[1].post);
	assert_int_equal(RT_OK, rt_log(rt, &mem, log.older, &log));
	assert_int_equal(9951, log.v[0].post);
	assert_int_equal(RT_OK, rt_log(rt, &mem, 3, &log));
	assert_int_equal(1, log.n);
	assert_int_equal(0, log.older);
}

/* ---- killed ------------------------------------------------------------ */

static bool is_whole(void)
{
	const char *body = redis("HGET post:1 body");

	return body && strcmp(BODY, body) == 0 &&
	       !redis_number("HEXISTS post:1 removed");
}

/* Nobody sees half a post, and the log says what was done. */
TEST(a_killed_removal)
{
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		begin();
		is_done = proxy_run(n, remove_it);
		finish();
		if (is_whole()) {
			assert_false(is_done);
			assert_redis("0", "ZCARD log");
		} else {
			assert_string_equal("0 mod alice 1 not here|",
					    log_text());
			assert_redis("1", "HLEN removed:1");
			assert_redis("1", "ZCARD {removed}:due");
			assert_non_null(
				redis("ZSCORE notices:1 %s", "removed 1 0"));
			restore_it();
			assert_true(is_whole());
		}
		assert_redis("0", "ZCARD {acts}:due");
		unit_forget(NULL);
		assert_int_equal(0, members(NULL));
	}
}

TEST(a_killed_restoring)
{
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		begin();
		remove_it();
		is_done = proxy_run(n, restore_it);
		finish();
		if (is_whole()) {
			assert_redis("2", "ZCARD log");
			assert_non_null(
				redis("ZSCORE notices:1 %s", "restored 1 0"));
			assert_redis("1", "LRANGE tag:cold 0 -1");
		} else {
			assert_false(is_done);
			assert_redis("1", "ZCARD log");
			assert_redis("1", "HLEN removed:1");
		}
		assert_redis("0", "ZCARD {acts}:due");
		unit_forget(NULL);
		assert_int_equal(0, members(NULL));
	}
}

static void delete_it(void)
{
	rt_post_delete(rt, &mem, &alice, 1);
}

/* If the button is pressed again, everything is found by the words again. */
TEST(a_killed_deletion)
{
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		begin();
		remove_it();
		is_done = proxy_run(n, delete_it);
		delete_it();
		check_deleted();
		unit_forget(NULL);
		assert_int_equal(0, members(NULL));
	}
}

static void delete_due(void)
{
	rt_removed_run(rt, &mem);
}

TEST(a_killed_end_of_the_thirty_days)
{
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		begin();
		remove_it();
		make_old();
		unit_make_due("removed");
		is_done = proxy_run(n, delete_due);
		unit_deliver();
		unit_make_due("removed");
		assert_int_equal(RT_OK, rt_removed_run(rt, &mem));
		check_deleted();
		assert_redis("1", "EXISTS rewrite");
		assert_redis("0", "ZCARD {removed}:due");
		unit_forget(NULL);
		assert_int_equal(0, members(NULL));
	}
}

ON_MANY(a_killed_removal)
ON_MANY(a_killed_restoring)
ON_MANY(a_killed_deletion)
ON_MANY(a_killed_end_of_the_thirty_days)

int main(void)
{
	const struct CMUnitTest tests[] = {
		MEMBERS(nobody_finds_it),
		MEMBERS(it_makes_no_trend),
		MEMBERS(nobody_does_anything_with_it),
		MEMBERS(its_words_are_for_moderators),
		MEMBERS(the_author_is_told),
		MEMBERS(who_cannot_remove_what),
		MEMBERS(while_redis_is_full),
		MEMBERS(one_of_many_removes_it),
		MEMBERS(corrected_at_this_moment),
		MEMBERS(everything_is_as_it_was),
		MEMBERS(saved_and_tags_survive_a_look),
		MEMBERS(the_checker_leaves_it_alone),
		MEMBERS(its_form_is_sent_once_more),
		MEMBERS(its_author_deletes_it),
		MEMBERS(its_author_leaves),
		MEMBERS(after_thirty_days),
		MEMBERS(an_entry_ends_only_what_is_old_enough),
		MEMBERS(what_the_log_says),
		MEMBERS(a_log_that_is_full),
		MEMBERS(a_killed_removal),
		MEMBERS(a_killed_restoring),
		MEMBERS(a_killed_deletion),
		MEMBERS(a_killed_end_of_the_thirty_days),
		MEMBERS(a_killed_removal_on_many),
		MEMBERS(a_killed_restoring_on_many),
		MEMBERS(a_killed_deletion_on_many),
		MEMBERS(a_killed_end_of_the_thirty_days_on_many),
	};

	return RUN_REDIS(tests);
}
