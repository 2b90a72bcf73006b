/* Announcements: who may make them, who has read them, and the list of all. */
#include "proxy.h"

#define DAY 86400

static struct rt_user alice, bob, carol;

/* Alice is the host. */
static int three_members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	carol = unit_member("carol");
	redis("ZADD directory 0 alice\t1 0 bob\t2 0 carol\t3");
	redis("SADD hosts 1");
	redis("HSET user:1 standing host");
	alice.standing = RT_HOST;
	conf.announcers = RT_ANNOUNCE_HOSTS;
	return 0;
}

static int forget(void **state)
{
	conf.announcers = RT_ANNOUNCE_MEMBERS;
	return unit_forget(state);
}

#define THREE(test)                                                           \
	cmocka_unit_test_setup_teardown(test, three_members, forget)

static enum rt_err announce_as(const struct rt_user *who, uint64_t reply_to,
			       uint64_t *id)
{
	const struct rt_draft draft = {
		.body = "The regatta begins at nine.",
		.reply_to = reply_to,
		.attached.announced = time(NULL) + DAY,
	};

	return rt_post_create(rt, &mem, who, &draft, id);
}

static uint64_t announce(const struct rt_user *who)
{
	uint64_t id = 0;

	assert_int_equal(RT_OK, announce_as(who, 0, &id));
	unit_deliver();
	return id;
}

/* As if it had been written long ago: it has ended, or ends, at that second. */
static void end_at(uint64_t id, time_t end)
{
	const char *entry = arena_printf(&mem, "%d %s", (int)id,
					 redis("HGET post:%d time", (int)id));

	redis("HSET post:%d announced %lld", (int)id, (long long)end);
	redis("ZADD announcements %lld %s", (long long)end, entry);
}

static enum rt_err read_it(const struct rt_user *who, uint64_t id)
{
	return rt_announcement_read(rt, &mem, who, id);
}

/* ---- who may --------------------------------------------------------------- */

TEST(who_may_announce)
{
	static const struct {
		enum rt_standing standing;
		bool may[RT_ANNOUNCE_MEMBERS + 1];
	} table[] = {
		{ RT_HOST, { true, true, true } },
		{ RT_MODERATOR, { false, true, true } },
		{ RT_MEMBER, { false, false, true } },
		{ RT_WAITING, { false, false, false } },
		{ RT_SUSPENDED, { false, false, false } },
		{ RT_STANDINGS, { false, false, false } },
	};

	for (int by = 0; by <= RT_ANNOUNCE_MEMBERS; by++) {
		conf.announcers = (enum rt_announcers)by;
		unit_reopen();
		for (size_t i = 0; i < COUNT(table); i++) {
			bob.standing = table[i].standing;
			CHECK(rt_standing_word(bob.standing),
			      rt_may_announce(rt, &bob) == table[i].may[by]);
		}
	}
}

TEST(nobody_else_does)
{
	uint64_t id = 0;

	assert_int_equal(RT_DENIED, announce_as(&bob, 0, &id));
	assert_int_equal(0, id);
	assert_redis("0", "EXISTS announcements outbox next_post_id");
	conf.announcers = RT_ANNOUNCE_MEMBERS;
	unit_reopen();
	assert_int_equal(1, announce(&bob));
	assert_redis("1", "ZCARD announcements");
}

TEST(no_reply_is_one)
{
	uint64_t id = 0;

	unit_post(&bob, "Who comes?");
	assert_int_equal(RT_DENIED, announce_as(&alice, 1, &id));
	assert_redis("1", "GET next_post_id");
}

/* Bob schedules one, and has this standing when it is due. */
static void schedule_until(const char *standing)
{
	const struct rt_draft draft = {
		.nonce = "n",
		.body = "At nine.",
		.attached.announced = time(NULL) + DAY,
	};

	redis("HSET site announce moderators");
	assert_int_equal(RT_OK,
			 rt_schedule(rt, &mem, &bob, &draft, time(NULL) - 1));
	redis("HSET user:2 standing %s", standing);
	assert_int_equal(RT_OK, rt_schedule_run(rt, &mem));
	assert_redis("At nine.", "HGET post:1 body");
	assert_redis("", "KEYS {later}*");
}

TEST(a_scheduled_one)
{
	schedule_until("moderator");
	assert_redis("1", "ZCARD announcements");
}

/* The settings on the site count, though the worker's say hosts only. */
TEST(who_may_no_longer_writes_a_post)
{
	schedule_until("member");
	assert_redis("0", "HEXISTS post:1 announced");
	assert_redis("0", "EXISTS announcements");
}

/* ---- "I've read it" -------------------------------------------------------- */

TEST(the_first_time_counts)
{
	uint64_t id = announce(&alice);

	assert_int_equal(RT_OK, read_it(&bob, id));
	redis("ZADD read:1 1000 2");
	assert_int_equal(RT_OK, read_it(&bob, id));
	assert_redis("2 1000", "ZRANGE read:1 0 -1 WITHSCORES");
	assert_int_equal(RT_OK, read_it(&alice, id));
	assert_in_range(redis_number("ZSCORE read:1 1"), time(NULL) - 60,
			unit_second());
}

TEST(after_its_end_nothing_is_stored)
{
	uint64_t id = announce(&alice);

	end_at(id, time(NULL));
	assert_int_equal(RT_OK, read_it(&bob, id));
	assert_redis("0", "EXISTS read:1");
}

TEST(what_is_no_announcement_is_not_read)
{
	const uint64_t table[] = { 0, 2, 3, 4, 5, INT64_MAX, UINT64_MAX };
	const struct rt_acting who = { .by = 1, .reason = "spam" };

	assert_int_equal(1, announce(&alice));
	assert_int_equal(2, unit_post(&bob, "hello"));
	redis("HSET post:3 user_id 1 body x repost_of 1 announced 9999999999");
	redis("HSET post:4 gone 1 was_user_id 1 announced 9999999999");
	redis("HSET post:5 user_id 1 body x announced soon");
	for (size_t i = 0; i < COUNT(table); i++)
		assert_int_equal(RT_NOT_FOUND, read_it(&bob, table[i]));
	assert_int_equal(RT_OK, rt_post_remove(rt, &mem, 1, &who));
	assert_int_equal(RT_NOT_FOUND, read_it(&bob, 1));
	assert_redis("", "KEYS read:*");
}

TEST(one_by_a_suspended_member)
{
	conf.announcers = RT_ANNOUNCE_MEMBERS;
	unit_reopen();
	announce(&carol);
	assert_int_equal(RT_OK, read_it(&bob, 1));
	assert_int_equal(RT_OK, unit_standing(3, RT_SUSPENDED));
	assert_int_equal(RT_NOT_FOUND, read_it(&alice, 1));
	assert_int_equal(RT_NOT_FOUND, read_it(&bob, 1));
	assert_redis("2", "ZRANGE read:1 0 -1");
}

static void bob_reads(void)
{
	rt_announcement_read(rt, &mem, &bob, 1);
}

static void alice_deletes(void)
{
	rt_post_delete(rt, &mem, &alice, 1);
	unit_deliver();
}

/* Whenever she deletes it: before, between and after his commands. */
TEST(a_deletion_leaves_no_reader)
{
	for (unsigned at = 0; at < 12; at++) {
		assert_int_equal(1, announce(&alice));
		proxy_run_with(at, alice_deletes, 99, bob_reads);
		if (redis_number("EXISTS post:1") &&
		    !redis("HGET post:1 gone"))
			alice_deletes();
		assert_redis("0", "EXISTS read:1 announcements");
		unit_fresh(state);
		assert_int_equal(0, three_members(state));
	}
}

/* ---- what a page knows of it ----------------------------------------------- */

static struct rt_announcements all_from(const struct rt_user *who,
					int64_t start)
{
	struct rt_announcements all;

	memset(&all, 0x5a, sizeof all);
	assert_int_equal(RT_OK,
			 rt_announcements(rt, &mem, who ? who->secret : NULL,
					  (struct rt_place){ .start = start },
					  &all));
	return all;
}

static const char *ids_for(const struct rt_user *who)
{
	struct rt_announcements all = all_from(who, 0);

	return unit_ids(&all.posts);
}

TEST(only_the_reader_has_read_it)
{
	struct rt_announcements all;

	announce(&alice);
	assert_int_equal(RT_OK, read_it(&bob, 1));
	all = all_from(&bob, 0);
	assert_int_equal(2, all.me.id);
	assert_true(all.posts.v[0].attached.read);
	assert_false(all_from(&carol, 0).posts.v[0].attached.read);
	assert_false(all_from(NULL, 0).posts.v[0].attached.read);
}

static struct rt_status look(const struct rt_user *who, uint64_t id)
{
	struct rt_status s;

	memset(&s, 0x5a, sizeof s);
	assert_int_equal(RT_OK, rt_status(rt, &mem, who->secret, id, 0, &s));
	return s;
}

static void expect_readers(uint64_t readers, uint64_t members)
{
	struct rt_status s = look(&bob, 1);

	assert_int_equal(readers, s.post.attached.readers);
	assert_int_equal(members, s.members);
}

TEST(how_many_have_read_it)
{
	const time_t now = time(NULL);

	announce(&alice);
	expect_readers(0, 3);
	assert_int_equal(RT_OK, read_it(&bob, 1));
	assert_int_equal(RT_OK, read_it(&alice, 1));
	expect_readers(2, 3);
	assert_int_equal(RT_OK, unit_standing(3, RT_SUSPENDED));
	expect_readers(2, 2);
	/* It has ended, and then long ago. */
	end_at(1, now - 29 * DAY);
	expect_readers(2, 2);
	end_at(1, now - 30 * DAY);
	redis("HSET post:1 announced %s",
	      arena_printf(&mem, "%lld 2", (long long)now - 30 * DAY));
	redis("DEL read:1");
	expect_readers(2, 0);
	unit_post(&bob, "hello");
	assert_int_equal(0, look(&bob, 2).members);
}

/* A page of other posts, or of old announcements, asks for nothing more. */
TEST(other_pages_cost_nothing)
{
	announce(&alice);
	end_at(1, time(NULL));
	unit_post(&alice, "hello");
	/* What this process remembers is read again, and forgotten. */
	unit_pass(60000);
	ids_for(&bob);
	redis("CONFIG RESETSTAT");
	assert_string_equal("1", ids_for(&bob));
	assert_int_equal(0, unit_calls("zscore"));
	assert_int_equal(2, look(&bob, 2).post.id);
	assert_int_equal(0, unit_calls("zcard"));
}

/* ---- all of them ------------------------------------------------------------ */

TEST(the_list_by_their_ends)
{
	const time_t now = time(NULL);

	for (int i = 0; i < 4; i++)
		announce(&alice);
	end_at(1, now - 10);
	end_at(2, now + 10);
	end_at(3, now - 20);
	end_at(4, now + 5);
	unit_post(&alice, "hello");
	assert_string_equal("2 4 1 3", ids_for(&bob));
	assert_string_equal("2 4 1 3", ids_for(NULL));
}

TEST(who_is_muted_is_heard)
{
	announce(&alice);
	assert_int_equal(RT_OK, rt_mute(rt, &mem, 2, 1));
	assert_string_equal("1", ids_for(&bob));
	assert_int_equal(RT_OK, rt_block(rt, &mem, 2, 1));
	assert_string_equal("1", ids_for(&bob));
	assert_int_equal(RT_OK, read_it(&bob, 1));
}

TEST(what_nobody_sees_is_left_out)
{
	const struct rt_acting who = { .by = 1, .reason = "spam" };

	conf.announcers = RT_ANNOUNCE_MEMBERS;
	unit_reopen();
	announce(&alice);
	announce(&carol);
	announce(&alice);
	announce(&alice);
	assert_int_equal(RT_OK, unit_standing(3, RT_SUSPENDED));
	assert_int_equal(RT_OK, rt_post_remove(rt, &mem, 3, &who));
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 4));
	unit_pass(60000);
	assert_string_equal("1", ids_for(&bob));
	assert_string_equal("1", ids_for(NULL));
	assert_int_equal(RT_OK, rt_post_restore(rt, &mem, 3, &who));
	assert_string_equal("3 1", ids_for(&bob));
}

TEST(pages_of_ten)
{
	struct rt_announcements first, second;
	const time_t now = time(NULL);

	for (int i = 1; i <= 12; i++) {
		announce(&alice);
		end_at((uint64_t)i, now + 100 - i);
	}
	first = all_from(&bob, 0);
	assert_string_equal("1 2 3 4 5 6 7 8 9 10", unit_ids(&first.posts));
	assert_int_equal(10, first.older.start);
	assert_int_equal(0, first.older.after);
	second = all_from(&bob, 10);
	assert_string_equal("11 12", unit_ids(&second.posts));
	assert_int_equal(10, second.here.start);
	assert_int_equal(0, second.older.start);
	assert_int_equal(0, all_from(&bob, 100).posts.n);
}

/* The newest thirty are no longer there, so that the page reads on. */
TEST(a_page_reads_on)
{
	const time_t now = time(NULL);

	for (int i = 1; i <= 32; i++) {
		announce(&alice);
		end_at((uint64_t)i, now + 100 - i);
		if (i < 31)
			redis("HDEL post:%d user_id", i);
	}
	assert_string_equal("31 32", ids_for(&bob));
}

/* ---- those who leave -------------------------------------------------------- */

TEST(who_leaves_has_read_nothing)
{
	const time_t now = time(NULL);

	for (int i = 1; i <= 3; i++) {
		announce(&alice);
		assert_int_equal(RT_OK, read_it(&bob, (uint64_t)i));
		assert_int_equal(RT_OK, read_it(&carol, (uint64_t)i));
	}
	end_at(2, now - 40 * DAY);
	end_at(3, now - 119 * DAY);
	unit_leave(&bob);
	for (int i = 1; i <= 3; i++)
		assert_redis("3", "ZRANGE read:%d 0 -1", i);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		THREE(who_may_announce),
		THREE(nobody_else_does),
		THREE(no_reply_is_one),
		THREE(a_scheduled_one),
		THREE(who_may_no_longer_writes_a_post),
		THREE(the_first_time_counts),
		THREE(after_its_end_nothing_is_stored),
		THREE(what_is_no_announcement_is_not_read),
		THREE(one_by_a_suspended_member),
		THREE(a_deletion_leaves_no_reader),
		THREE(only_the_reader_has_read_it),
		THREE(how_many_have_read_it),
		THREE(other_pages_cost_nothing),
		THREE(the_list_by_their_ends),
		THREE(who_is_muted_is_heard),
		THREE(what_nobody_sees_is_left_out),
		THREE(pages_of_ten),
		THREE(a_page_reads_on),
		THREE(who_leaves_has_read_nothing),
	};

	return RUN_REDIS(tests);
}
