/* Checking members: names, the lists of them, ids. */
#include "checked.h"
#include "proxy.h"

TEST(names)
{
	static const struct break_row table[] = {
		{ "name half taken",
		  "@ghost is claimed by member 77, who does not exist; "
		  "retwis-admin delete finishes a deletion",
		  { "HSET users ghost 77" } },
		{ "name half taken",
		  "@odd is claimed by member 0, who does not exist; "
		  "retwis-admin delete finishes a deletion",
		  { "HSET users odd what" } },
		{ "name and claim",
		  "@alias is claimed by member 1, who is called @alice",
		  { "HSET users alias 1" } },
		{ "name and claim",
		  "@alice is claimed by member 1, who is called @malice",
		  { "HSET user:1 username malice" } },
		{ "name and claim",
		  "@alice is claimed by member 1, who is called @bob",
		  { "HSET user:1 username bob" } },
		{ "name lost",
		  "member 3 has no name, but @Carl points there",
		  { "HDEL user:3 username" } },
		{ "claim lost",
		  "member 1 is called @alice, but does not hold that name",
		  { "HDEL users alice" } },
		{ "claim lost",
		  "member 3 is called @Carl, but does not hold that name",
		  { "DEL users" } },
		{ "registration cut short",
		  "member 4, @dave, was never completed",
		  { "HSET user:4 username dave password x auth y",
		    "SET next_user_id 4" } },
		{ "registration cut short",
		  "member 4, @alice, was never completed",
		  { "HSET user:4 username alice password x auth y",
		    "SET next_user_id 4" } },
	};

	checked_rows(table, COUNT(table));
}

TEST(hosts_and_those_who_wait)
{
	static const struct break_row table[] = {
		{ "no longer waiting",
		  "member 1 is in waiting, but is not waiting",
		  { "ZADD waiting 5 1" } },
		{ "no longer waiting",
		  "member 77 is in waiting, but is not waiting",
		  { "ZADD waiting 5 77" } },
		{ "member not listed",
		  "member 2 is missing from waiting",
		  { "HSET user:2 standing waiting", "ZREM members bob\t2",
		    "ZREM users_by_time bob" } },
		{ "host does not exist",
		  "hosts has member 77, who does not exist",
		  { "SADD hosts 77" } },
		{ "host not marked",
		  "hosts has member 1, whose standing is member",
		  { "SADD hosts 1" } },
		{ "host not marked",
		  "hosts has member 2, whose standing is stopped",
		  { "SADD hosts 2", "HSET user:2 standing stopped" } },
		{ "mark of a host",
		  "@alice, member 1, is marked as a host, but is not in hosts",
		  { "HSET user:1 standing host" } },
	};

	checked_rows(table, COUNT(table));
}

TEST(what_leads_to_members)
{
	static const struct break_row table[] = {
		{ "member not listed",
		  "member 1 is missing from auths",
		  { "DEL auths" } },
		{ "member not listed",
		  "member 1 is missing from auths",
		  { "HSET auths secret0of0alice 2" } },
		{ "member not listed",
		  "member 1 is missing from users_by_time",
		  { "ZREM users_by_time alice" } },
		{ "member not listed",
		  "member 3 is missing from members",
		  { "ZREM members carl\t3" } },
		{ "older name free",
		  "@Carl in lower case is free for others",
		  { "DEL names" } },
		{ "older name",
		  "bobby in names points to member 2, who has another name",
		  { "HSET names bobby 2" } },
		{ "older name",
		  "nobody in names points to member 77, who has another name",
		  { "HSET names nobody 77" } },
		{ "secret without a member",
		  "a secret in auths points to member 1, who has another",
		  { "HSET auths stale 1" } },
		{ "secret without a member",
		  "a secret in auths points to member 77, who has another",
		  { "HSET auths stale 77" } },
		{ "newest members",
		  "@ghost in users_by_time is not a member",
		  { "ZADD users_by_time 5 ghost" } },
		{ "search entry",
		  "ghost\t9 in members is not a member",
		  { "ZADD members 0 ghost\t9" } },
		{ "search entry",
		  "alice\t2 in members is not a member",
		  { "ZADD members 0 alice\t2" } },
		{ "search entry",
		  "odd in members is not a member",
		  { "ZADD members 0 odd" } },
		{ "member not listed",
		  "member 3 is missing from directory",
		  { "ZREM directory carl\t3" } },
		{ "list of members",
		  "alice\t2 in directory is not a member",
		  { "ZADD directory 0 alice\t2" } },
		{ "list of members",
		  "odd in directory is not a member",
		  { "ZADD directory 0 odd" } },
		{ "member not listed",
		  "member 2 is missing from suspended",
		  { "HSET user:2 standing stopped" } },
		{ "no longer suspended",
		  "member 1 is in suspended, but is not suspended",
		  { "ZADD suspended 5 1" } },
		{ "no longer suspended",
		  "member 77 is in suspended, but is not suspended",
		  { "ZADD suspended 5 77" } },
		{ "member not listed",
		  "member 2 is missing from invited:1",
		  { "HSET user:2 invited_by 1" } },
		{ "invitation by another",
		  "invited:1 has member 2, who was not invited by 1",
		  { "ZADD invited:1 5 2" } },
		{ "invitation by another",
		  "invited:1 has member 77, who was not invited by 1",
		  { "ZADD invited:1 5 77" } },
	};

	checked_rows(table, COUNT(table));
}

/* Where all browsers share one secret, as in PHP Retwis. */
TEST(secrets_that_are_shared)
{
	static const struct break_row table[] = {
		{ "no session secret",
		  "member 1, @alice: signing in makes one",
		  { "DEL layout", "HDEL user:1 auth" } },
		{ "member not listed",
		  "member 1 is missing from auths",
		  { "DEL layout", "DEL auths" } },
		{ "member not listed",
		  "member 1 is missing from auths",
		  { "DEL layout", "HSET auths secret0of0alice 2" } },
	};

	checked_rows(table, COUNT(table));
}

TEST(sessions_of_devices)
{
	redis("HDEL user:1 auth");
	redis("DEL auths");
	redis("HDEL user:2 auth");
	redis("HDEL user:3 auth");
	checked_clean("with sessions of devices");
}

TEST(what_the_host_has_to_do)
{
	static const struct break_row table[] = {
		{ "no password",
		  "member 1, @alice: see retwis-admin passwd",
		  { "HDEL user:1 password" } },
		{ "name half taken",
		  "@alice is claimed by member 1, who does not exist; "
		  "retwis-admin delete finishes a deletion",
		  { "DEL user:1" } },
		{ "post without an author",
		  "post 4 is by member 1, who does not exist; "
		  "retwis-admin delete removes it",
		  { "DEL user:1", "HDEL users alice" } },
	};

	checked_unmended(table, COUNT(table));
}

/* Nothing that belongs to a member whose hash was lost is touched. */
TEST(a_lost_hash_costs_nothing)
{
	redis("DEL user:1");
	checked(true);
	assert_redis("1", "HGET users alice");
	assert_redis("4 1", "LRANGE own:1 0 -1");
	assert_redis("2 3", "ZRANGE followers:1 0 -1");
	assert_redis("1", "ZRANGE following:2 0 -1");
	assert_redis("1", "ZRANGE likes:2 0 -1");
	redis("HSET user:1 username alice password x auth secret0of0alice");
	redis("HSET auths secret0of0alice 1");
	redis("ZADD members 0 alice\t1");
	redis("ZADD directory 0 alice\t1");
	checked_clean("when it is back");
}

static void remove_bob(void)
{
	struct rt_removal r;

	if (rt_removal(rt, &mem, "bob", &r) == RT_OK)
		rt_remove_member(rt, &r, NULL);
}

/*
 * The host kills retwis-admin delete, and nothing that this leaves is called
 * broken. Trying each of its commands would take seconds: every third is
 * enough.
 */
TEST(a_member_half_deleted)
{
	struct rt_check look = { 0 }, repair = { .repair = true };
	struct rt_checked sum;
	bool ended = false;

	for (unsigned n = 0; !ended; n += 3) {
		assert_int_equal(0, checked_site(NULL));
		ended = proxy_run(n, remove_bob);
		assert_int_equal(RT_OK, rt_check(rt, &look, &sum));
		CHECK(checked(false), sum.found[RT_BREAK] == 0);
		assert_int_equal(RT_OK, rt_check(rt, &repair, &sum));
		checked_clean(arena_printf(&mem, "after %u commands", n));
		unit_forget(NULL);
	}
	assert_int_equal(0, checked_site(NULL));
}

/*
 * A mark counts only for its own name, and not for a member who has a name
 * again.
 */
TEST(a_mark_of_another_name)
{
	redis("DEL user:1");
	redis("HSET user:1 was_username bob");
	assert_non_null(strstr(checked(true), "name half taken: @alice"));
	assert_redis("4 1", "LRANGE own:1 0 -1");
	redis("HSET user:1 username alice password x auth secret0of0alice"
	      " was_username alice");
	redis("HSET auths secret0of0alice 1");
	checked(true);
	assert_redis("4 1", "LRANGE own:1 0 -1");
	assert_redis("1", "HGET users alice");
}

/* No id that high was ever given out, so no deletion has left the claim. */
TEST(a_name_without_anything_behind_it)
{
	redis("HSET users gone 4");
	redis("SET next_user_id 4");
	assert_string_equal("deletion of a member cut short: "
			    "@gone, member 4, was being deleted\n",
			    checked(false));
	checked(true);
	assert_redis("0", "HEXISTS users gone");
	checked_clean("without the name");
}

TEST(ids)
{
	static const struct break_row table[] = {
		{ "keys without a member",
		  "member 4 does not exist, but followers:4 does",
		  { "SET next_user_id 4", "ZADD followers:4 1 1" } },
		{ "keys without a member",
		  "member 4 does not exist, but following:4 does",
		  { "SET next_user_id 4", "ZADD following:4 1 1",
		    "ZADD followers:1 1 4" } },
		{ "keys without a member",
		  "member 4 does not exist, but posts:4 does",
		  { "SET next_user_id 4", "LPUSH posts:4 1" } },
		{ "keys without a member",
		  "member 4 does not exist, but own:4 does",
		  { "SET next_user_id 4", "LPUSH own:4 99" } },
		{ "keys without a member",
		  "member 4 does not exist, but notices:4 does",
		  { "SET next_user_id 4", "ZADD notices:4 0 seen" } },
		{ "keys without a member",
		  "member 4 does not exist, but sessions:4 does",
		  { "SET next_user_id 4", "HSET sessions:4 digest x" } },
		{ "keys without a member",
		  "member 4 does not exist, but known:4 does",
		  { "SET next_user_id 4", "HSET known:4 digest x",
		    "EXPIRE known:4 100" } },
		{ "keys without a member",
		  "member 4 does not exist, but archive:4 does",
		  { "SET next_user_id 4", "ZADD archive:4 1 x" } },
		{ "keys without a member",
		  "member 4 does not exist, but liked:4 does",
		  { "SET next_user_id 4", "ZADD liked:4 1 1",
		    "ZADD likes:1 1 4", "HSET post:1 likes 3" } },
		{ "keys without a member",
		  "member 4 does not exist, but reposted:4 does",
		  { "SET next_user_id 4", "ZADD reposted:4 99 1" } },
		{ "member counter",
		  "next_user_id is too low: there is a member 3",
		  { "SET next_user_id 1" } },
		{ "post counter",
		  "next_post_id is too low: there is a post 7",
		  { "SET next_post_id 2" } },
		{ "post counter",
		  "next_post_id is too low: there is a post 7",
		  { "DEL next_post_id" } },
	};

	checked_rows(table, COUNT(table));
}

/* An entry that is missing on the side that its owner sees is restored. */
TEST(follows)
{
	static const struct break_row table[] = {
		{ "follow cut short",
		  "member 2 follows 1, who has no such follower",
		  { "ZREM followers:1 2" } },
		{ "follow cut short",
		  "member 3 follows 1, who has no such follower",
		  { "DEL followers:1" } },
		{ "unfollow cut short",
		  "member 1 has the follower 2, who does not follow",
		  { "DEL following:2" } },
		{ "unfollow cut short",
		  "member 3 has the follower 2, who does not follow",
		  { "ZADD followers:3 1 2" } },
		{ "follow of a missing member",
		  "member 1 follows 77, who does not exist",
		  { "ZADD following:1 1 77", "ZADD followers:77 1 1" } },
		{ "follower does not exist",
		  "member 1 is followed by 77, who does not exist",
		  { "ZADD followers:1 1 77" } },
		{ "self-follow",
		  "member 1 is their own follower",
		  { "ZADD following:1 1 1", "ZADD followers:1 1 1" } },
	};

	checked_rows(table, COUNT(table));
}

/* In the site carl has muted both others. */
TEST(mutes)
{
	static const struct break_row table[] = {
		{ "mute cut short",
		  "member 3 has muted 2, who has no entry of it",
		  { "ZREM quiet_by:2 3" } },
		{ "mute cut short",
		  "member 3 has muted 1, who has no entry of it",
		  { "DEL quiet_by:1" } },
		{ "unmute cut short",
		  "member 2 has an entry of a mute by 1, who has none",
		  { "ZADD quiet_by:2 1 1" } },
		{ "unmute cut short",
		  "member 1 has an entry of a mute by 3, who has none",
		  { "DEL quiet:3" } },
		{ "mute of a missing member",
		  "member 1 has muted 77, who does not exist",
		  { "ZADD quiet:1 1 77", "ZADD quiet_by:77 1 1" } },
		{ "mute by a missing member",
		  "member 1 is muted by 77, who does not exist",
		  { "ZADD quiet_by:1 1 77" } },
		{ "self-mute",
		  "member 1 has muted themselves",
		  { "ZADD quiet:1 1 1", "ZADD quiet_by:1 1 1" } },
	};

	checked_rows(table, COUNT(table));
}

TEST(a_block_is_repaired_as_one)
{
	redis("ZADD quiet:1 -8 3");
	checked(true);
	assert_redis("-8", "ZSCORE quiet_by:3 1");
	redis("DEL quiet:1");
	checked(true);
	assert_redis("-8", "ZSCORE quiet:1 3");
}

TEST(which_side_of_a_follow_counts)
{
	redis("ZREM followers:1 2");
	redis("ZADD followers:3 1 2");
	checked(true);
	assert_redis("1", "ZRANGE following:2 0 -1");
	assert_int_equal(redis_number("ZSCORE following:2 1"),
			 redis_number("ZSCORE followers:1 2"));
	assert_redis("0", "EXISTS followers:3");
	redis("DEL following:2");
	checked(true);
	assert_redis("1", "ZRANGE following:2 0 -1");
}

/* If several are missing, none was taken back. */
TEST(a_lost_key_comes_back_whole)
{
	rt_follow(rt, &mem, 2, 3);
	rt_like(rt, &mem, &(struct rt_user){ .id = 2 }, 4);
	redis("DEL following:2 liked:2");
	checked(true);
	assert_redis("1 3", "SORT following:2");
	assert_redis("1 4", "SORT liked:2");
	rt_like(rt, &mem, &(struct rt_user){ .id = 2 }, 2);
	redis("ZREM liked:2 1 4");
	checked(true);
	assert_redis("1 2 4", "SORT liked:2");
}

TEST(what_notices_say)
{
	static const struct break_row table[] = {
		{ "mark in notifications",
		  "notices:1 has no mark",
		  { "ZREM notices:1 seen" } },
		{ "invalid notification",
		  "notices:1 has what is this, which is invalid",
		  { "ZADD notices:1 1 what~is~this" } },
		{ "outdated notification",
		  "notices:1 has like 1 77, which is no longer true",
		  { "ZADD notices:1 1 like~1~77" } },
		{ "outdated notification",
		  "notices:1 has mention 99 2, which is no longer true",
		  { "ZADD notices:1 1 mention~99~2" } },
		{ "outdated notification",
		  "notices:1 has ask 0 2, which is no longer true",
		  { "ZADD notices:1 1 ask~0~2" } },
		{ "outdated notification",
		  "notices:1 has like 4 2, which is no longer true",
		  { "ZADD notices:1 1 like~4~2" } },
		{ "outdated notification",
		  "notices:1 has repost 4 2, which is no longer true",
		  { "ZADD notices:1 1 repost~4~2" } },
		{ "outdated notification",
		  "notices:2 has name 0 3, which is no longer true",
		  { "ZADD notices:2 1 name~0~3" } },
		{ "outdated notification",
		  "notices:2 has follow 0 3, which is no longer true",
		  { "ZADD notices:2 1 follow~0~3" } },
		{ "outdated notification",
		  "notices:1 has reply 4 2, which is no longer true",
		  { "ZADD notices:1 1 reply~4~2" } },
		{ "outdated notification",
		  "notices:3 has conversation 3 2, which is no longer true",
		  { "ZADD notices:3 1 conversation~3~2" } },
		{ "outdated notification",
		  "notices:3 has ended 1 0, which is no longer true",
		  { "ZADD notices:3 1 ended~1~0", "ZADD notices:3 0 seen" } },
		{ "outdated notification",
		  "notices:3 has remind 0 0, which is no longer true",
		  { "ZADD notices:3 1 remind~0~0", "ZADD notices:3 0 seen" } },
		{ "outdated notification",
		  "notices:3 has changed 1 0, which is no longer true",
		  { "HSET post:1 question 0~comes",
		    "ZADD notices:3 1 changed~1~0",
		    "ZADD notices:3 0 seen" } },
	};

	checked_rows(table, COUNT(table));
}

/* They see that page, or the post is deleted, before somebody checks. */
TEST(notices_of_a_question)
{
	redis("HSET post:1 question %s date %s", "0 comes", "1 0 1\nClub");
	redis("ZADD dates 1 1");
	redis("ZADD notices:3 0 seen 1 %s 2 %s 3 %s 4 %s 5 %s", "ended 1 0",
	      "remind 1 0", "changed 1 0", "cancelled 1 0", "ended 77 0");
	checked_clean("with notices of a question");
}

TEST(too_many_notices)
{
	for (int i = 1; i <= 205; i++)
		redis("ZADD notices:1 %d %s", 5 * i,
		      arena_printf(&mem, "like 1 %d", 1000 + i));
	assert_non_null(
		strstr(checked(false), "too many notifications: notices:1"));
	checked(true);
	checked_clean("of 200");
	assert_in_range(redis_number("ZCARD notices:1"), 1, 201);
}
ON_MANY(a_member_half_deleted)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(names),
		SITE(hosts_and_those_who_wait),
		SITE(what_leads_to_members),
		SITE(secrets_that_are_shared),
		SITE(sessions_of_devices),
		SITE(what_the_host_has_to_do),
		SITE(a_lost_hash_costs_nothing),
		SITE(a_member_half_deleted),
		SITE(a_member_half_deleted_on_many),
		SITE(a_mark_of_another_name),
		SITE(a_name_without_anything_behind_it),
		SITE(ids),
		SITE(follows),
		SITE(mutes),
		SITE(a_block_is_repaired_as_one),
		SITE(which_side_of_a_follow_counts),
		SITE(a_lost_key_comes_back_whole),
		SITE(what_notices_say),
		SITE(notices_of_a_question),
		SITE(too_many_notices),
	};

	return RUN_ADMIN(tests);
}
