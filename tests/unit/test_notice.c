/* Notifying members of what others did, and taking the notifications back. */
#include "libretwis/member/notice.h"
#include "unit.h"

static struct rt_user alice, bob, carol;

static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	carol = unit_member("carol");
	return 0;
}

/* A member's notifications, newest first, without the mark. */
static const char *told(const struct rt_user *who)
{
	static const char script[] =
		"local list = {} "
		"for _, e in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do "
		"if e ~= 'seen' then table.insert(list, 1, e) end end "
		"return list";

	return redis("EVAL %s 1 notices:%llu", script,
		     (unsigned long long)who->id);
}

/* Posts 1 to n by bob, as far as the page needs them. */
static void posts_of_bob(int n)
{
	static const char script[] =
		"for i = 1, ARGV[1] do redis.call('HSET', 'post:' .. i, "
		"'user_id', 2, 'username', 'bob', 'body', 'x') end";

	redis("EVAL %s 0 %d", script, n);
}

static void tell(const struct rt_user *to, enum rt_notice_kind kind,
		 uint64_t post, uint64_t by)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	notice_add(&p, to->id, kind, post, by);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
}

static uint64_t unread(const struct rt_user *who)
{
	struct rt_user me;

	assert_int_equal(RT_OK, rt_session(rt, &mem, who->secret, &me));
	assert_int_equal(who->id, me.id);
	return me.unread;
}

static void read_all(const struct rt_user *who)
{
	struct rt_notices n;

	assert_int_equal(RT_OK, rt_notices(rt, &mem, who->secret, &n));
	assert_int_equal(RT_OK, rt_notices_seen(rt, &mem, &n));
	assert_int_equal(0, n.me.unread);
}

/* ---- who is notified ---------------------------------------------------- */

TEST(those_who_are_mentioned)
{
	unit_post(&alice, "@bob and @Carol, not @dave");
	assert_string_equal("mention 1 1", told(&bob));
	assert_string_equal("mention 1 1", told(&carol));
	unit_post(&carol, "@bob!");
	assert_string_equal("mention 2 3 mention 1 1", told(&bob));
	assert_redis("0", "EXISTS notices:1 notices:0");
}

/*
 * A claim on a name alone does not make a member, nor does a claim on another
 * name.
 */
TEST(nobody_who_is_no_member)
{
	redis("DEL user:2");
	redis("HSET user:3 username caroline");
	unit_post(&alice, "@bob @carol");
	assert_redis("0", "EXISTS notices:2 notices:3");
}

/* Nobody must find out who waits for approval. */
TEST(nobody_who_waits)
{
	redis("HSET user:2 standing waiting");
	redis("HSET user:3 standing stopped");
	unit_post(&alice, "@bob @carol");
	assert_redis("0", "EXISTS notices:2 mentions:2");
	assert_redis("carol", "HGET post:1 mentions");
	redis("HDEL user:2 standing");
	unit_post(&alice, "@bob");
	assert_string_equal("mention 2 1", told(&bob));
}

TEST(nobody_twice_and_never_oneself)
{
	unit_post(&alice, "@bob @BOB @alice @Alice @bob");
	assert_string_equal("mention 1 1", told(&bob));
	assert_redis("0", "EXISTS notices:1");
	unit_reply(&alice, "me again, @alice", 1);
	assert_redis("0", "EXISTS notices:1");
	tell(&alice, RT_NOTICE_LIKE, 1, alice.id);
	tell(&(struct rt_user){ .id = 0 }, RT_NOTICE_LIKE, 1, alice.id);
	assert_redis("0", "EXISTS notices:1 notices:0");
}

TEST(of_five_hundred_mentions_the_first_twenty)
{
	const char *body = "";

	for (int i = 0; i < 25; i++)
		unit_member(arena_printf(&mem, "m%02d", i));
	for (int i = 0; i < 500; i++)
		body = arena_printf(&mem, "%s@m%02d ", body, i % 25);
	unit_post(&alice, body);
	for (int i = 0; i < 25; i++) {
		struct rt_user m = { .id = 4 + (uint64_t)i };

		assert_string_equal(i < 20 ? "mention 1 1" : "", told(&m));
	}
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 1));
	for (uint64_t id = 4; id < 24; id++)
		assert_string_equal("", told(&(struct rt_user){ .id = id }));
}

/*
 * The author, and names that are not members, do not use up anybody's place.
 */
TEST(the_first_twenty_others)
{
	const char *body = "@alice";

	for (int i = 0; i < 25; i++) {
		unit_member(arena_printf(&mem, "m%02d", i));
		body = arena_printf(&mem, "%s @nobody%d @m%02d", body, i, i);
	}
	unit_post(&alice, body);
	assert_string_equal("mention 1 1",
			    told(&(struct rt_user){ .id = 23 }));
	assert_string_equal("", told(&(struct rt_user){ .id = 24 }));
	assert_redis("alice m00 m01 m02 m03 m04 m05 m06 m07 m08 m09 m10 m11 "
		     "m12 m13 m14 m15 m16 m17 m18 m19",
		     "HGET post:1 mentions");
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 1));
	assert_string_equal("", told(&(struct rt_user){ .id = 23 }));
}

TEST(whose_post_is_answered)
{
	unit_post(&alice, "who comes?");
	unit_reply(&bob, "me, @alice, and @carol", 1);
	assert_string_equal("reply 2 2", told(&alice));
	assert_string_equal("mention 2 2", told(&carol));
	unit_reply(&alice, "good", 2);
	assert_string_equal("reply 3 1", told(&bob));
	assert_string_equal("reply 2 2", told(&alice));
	unit_reply(&alice, "and I", 1);
	assert_string_equal("reply 2 2", told(&alice));
}

/* PHP wrote it: without its author's name. */
TEST(whose_classic_post_is_answered)
{
	redis("HSET post:7 user_id 2 time 5 body old");
	redis("SET next_post_id 7");
	unit_reply(&alice, "still true", 7);
	assert_string_equal("reply 8 1", told(&bob));
}

TEST(who_is_followed)
{
	for (int twice = 0; twice < 2; twice++)
		assert_int_equal(RT_OK, rt_follow(rt, &mem, alice.id, bob.id));
	assert_string_equal("follow 0 1", told(&bob));
	assert_redis("0", "EXISTS notices:1");
	for (int twice = 0; twice < 2; twice++) {
		assert_int_equal(RT_OK,
				 rt_unfollow(rt, &mem, alice.id, bob.id));
		assert_string_equal("", told(&bob));
	}
	assert_int_equal(0, unread(&bob));
}

/* ---- once -------------------------------------------------------------- */

static void send_form(const char *body)
{
	struct rt_draft draft = { .nonce = "nonce", .body = body };
	uint64_t id;

	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &alice, &draft, &id));
}

TEST(a_form_sent_again_tells_nothing_new)
{
	send_form("@bob");
	assert_int_equal(1, unread(&bob));
	send_form("@bob");
	assert_string_equal("mention 1 1", told(&bob));
	assert_int_equal(1, unread(&bob));
	read_all(&bob);
	send_form("@bob");
	assert_string_equal("mention 1 1", told(&bob));
	assert_int_equal(0, unread(&bob));
}

/* Interrupted before anybody was notified. */
TEST(a_form_sent_again_tells_what_was_cut_off)
{
	send_form("@bob");
	redis("DEL notices:2");
	send_form("@bob");
	assert_string_equal("mention 1 1", told(&bob));
	assert_int_equal(1, unread(&bob));
}

TEST(the_form_of_a_deleted_post_tells_nobody)
{
	send_form("@bob");
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 1));
	send_form("@bob");
	assert_string_equal("", told(&bob));
	assert_int_equal(0, unread(&bob));
}

/* ---- how many, and how many are unread --------------------------------- */

TEST(unread_until_they_are_seen)
{
	posts_of_bob(9);
	assert_int_equal(0, unread(&bob));
	for (uint64_t i = 1; i <= 3; i++) {
		tell(&bob, RT_NOTICE_LIKE, i, alice.id);
		assert_int_equal(i, unread(&bob));
	}
	read_all(&bob);
	assert_int_equal(0, unread(&bob));
	tell(&bob, RT_NOTICE_LIKE, 3, alice.id);
	assert_int_equal(0, unread(&bob));
	tell(&bob, RT_NOTICE_LIKE, 4, alice.id);
	assert_int_equal(1, unread(&bob));
}

TEST(what_is_taken_back_is_counted_no_more)
{
	posts_of_bob(9);
	rt_follow(rt, &mem, alice.id, bob.id);
	tell(&bob, RT_NOTICE_LIKE, 1, alice.id);
	read_all(&bob);
	tell(&bob, RT_NOTICE_LIKE, 2, alice.id);
	rt_follow(rt, &mem, carol.id, bob.id);
	assert_int_equal(2, unread(&bob));
	rt_unfollow(rt, &mem, alice.id, bob.id);
	assert_int_equal(2, unread(&bob));
	rt_unfollow(rt, &mem, carol.id, bob.id);
	assert_int_equal(1, unread(&bob));
}

TEST(the_newest_two_hundred)
{
	for (uint64_t i = 1; i <= 250; i++)
		tell(&bob, RT_NOTICE_LIKE, i, alice.id);
	assert_redis("201", "ZCARD notices:2");
	assert_redis("seen", "ZRANGE notices:2 0 0");
	assert_redis("like 51 1", "ZRANGE notices:2 1 1");
	assert_redis("like 250 1", "ZREVRANGE notices:2 0 0");
	assert_int_equal(200, unread(&bob));
}

/* Displaced by newer ones, it comes back at the end. */
TEST(the_mark_is_never_lost)
{
	posts_of_bob(400);
	tell(&bob, RT_NOTICE_LIKE, 1, alice.id);
	read_all(&bob);
	for (uint64_t i = 2; i <= 400; i++) {
		tell(&bob, RT_NOTICE_LIKE, i, alice.id);
		assert_int_equal(i > 200 ? 200 : i - 1, unread(&bob));
	}
	read_all(&bob);
	assert_int_equal(0, unread(&bob));
}

/* One machine's clock is ahead of this one's. */
TEST(what_is_new_is_new_whatever_the_clocks_say)
{
	posts_of_bob(4);
	tell(&bob, RT_NOTICE_LIKE, 1, alice.id);
	redis("ZADD notices:2 4000000000000000 %s", "like 2 1");
	read_all(&bob);
	tell(&bob, RT_NOTICE_LIKE, 3, alice.id);
	tell(&bob, RT_NOTICE_LIKE, 4, alice.id);
	assert_string_equal("like 4 1 like 3 1 like 2 1 like 1 1", told(&bob));
	assert_int_equal(2, unread(&bob));
	assert_redis("4000000000000002", "ZSCORE notices:2 %s", "like 4 1");
}

/* ---- deleted posts ------------------------------------------------------ */

TEST(a_deleted_post_is_taken_back)
{
	unit_post(&carol, "stays, @bob");
	unit_post(&carol, "who comes?");
	unit_reply(&alice, "me, @bob and @carol", 2);
	assert_string_equal("mention 3 1 mention 1 3", told(&bob));
	assert_string_equal("reply 3 1", told(&carol));
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 3));
	assert_string_equal("mention 1 3", told(&bob));
	assert_string_equal("", told(&carol));
	assert_int_equal(1, unread(&bob));
	assert_int_equal(0, unread(&carol));
}

/* Its hash still says whose it was. */
TEST(also_where_it_answered_what_is_gone)
{
	unit_post(&carol, "who comes?");
	unit_reply(&alice, "me", 1);
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &carol, 1));
	assert_string_equal("reply 2 1", told(&carol));
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 2));
	assert_string_equal("", told(&carol));
}

TEST(what_its_author_heard_of_it_goes_too)
{
	unit_post(&alice, "one");
	unit_post(&alice, "two");
	tell(&alice, RT_NOTICE_LIKE, 1, bob.id);
	tell(&alice, RT_NOTICE_REPOST, 1, carol.id);
	tell(&alice, RT_NOTICE_LIKE, 2, 1000);
	tell(&alice, RT_NOTICE_MENTION, 11, bob.id);
	tell(&alice, RT_NOTICE_REPLY, 21, bob.id);
	tell(&alice, RT_NOTICE_FOLLOW, 0, bob.id);
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 1));
	assert_string_equal("follow 0 2 reply 21 2 mention 11 2 like 2 1000",
			    told(&alice));
	assert_int_equal(4, unread(&alice));
}

/* Whatever was done before, and the hash is deleted last. */
TEST(a_deletion_that_was_cut_off)
{
	static const char *const gone[] = {
		"LREM timeline 0 2",
		"LREM replies:1 0 2",
		"DEL notices:3",
	};

	for (size_t n = 0; n <= COUNT(gone); n++) {
		assert_int_equal(0, members(NULL));
		unit_post(&carol, "one");
		unit_reply(&alice, "@bob", 1);
		redis_all(gone, n);
		assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 2));
		assert_string_equal("", told(&bob));
		assert_string_equal("", told(&carol));
		unit_forget(NULL);
	}
	assert_int_equal(0, members(NULL));
}

/* ---- members who leave -------------------------------------------------- */

TEST(nothing_of_a_removed_member_stays)
{
	struct rt_removal r;

	unit_post(&carol, "one, @alice and @bob");
	unit_post(&alice, "two, @bob");
	unit_reply(&alice, "three", 1);
	rt_follow(rt, &mem, alice.id, carol.id);
	rt_follow(rt, &mem, bob.id, carol.id);
	assert_string_equal("mention 1 3", told(&alice));
	assert_int_equal(RT_OK, rt_removal(rt, &mem, "alice", &r));
	assert_int_equal(RT_OK, rt_remove_member(rt, &r, NULL));
	assert_redis("0", "EXISTS notices:1");
	assert_string_equal("mention 1 3", told(&bob));
	assert_string_equal("follow 0 2", told(&carol));
}

#define SITE(test) cmocka_unit_test_setup_teardown(test, members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(those_who_are_mentioned),
		SITE(nobody_who_is_no_member),
		SITE(nobody_who_waits),
		SITE(nobody_twice_and_never_oneself),
		SITE(of_five_hundred_mentions_the_first_twenty),
		SITE(the_first_twenty_others),
		SITE(whose_post_is_answered),
		SITE(whose_classic_post_is_answered),
		SITE(who_is_followed),
		SITE(a_form_sent_again_tells_nothing_new),
		SITE(a_form_sent_again_tells_what_was_cut_off),
		SITE(the_form_of_a_deleted_post_tells_nobody),
		SITE(unread_until_they_are_seen),
		SITE(what_is_taken_back_is_counted_no_more),
		SITE(the_newest_two_hundred),
		SITE(the_mark_is_never_lost),
		SITE(what_is_new_is_new_whatever_the_clocks_say),
		SITE(a_deleted_post_is_taken_back),
		SITE(also_where_it_answered_what_is_gone),
		SITE(what_its_author_heard_of_it_goes_too),
		FRESH(a_deletion_that_was_cut_off),
		SITE(nothing_of_a_removed_member_stays),
	};

	return RUN_REDIS(tests);
}
