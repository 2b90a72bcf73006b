/* Announcements that run: what is remembered, on top, and next to the bell. */
#include "base/clock.h"
#include "libretwis/site/running.h"
#include "looped.h"

static struct rt_user alice, bob, carol;

static struct rt_notices look(const struct rt_user *who)
{
	struct rt_notices n;

	assert_int_equal(RT_OK, rt_notices(rt, &mem, who->secret, &n));
	return n;
}

static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	carol = unit_member("carol");
	/* It always reads, so it forgets those of the test before. */
	look(&alice);
	return 0;
}

#define MEMBERS(test)                                                         \
	cmocka_unit_test_setup_teardown(test, members, unit_forget)

static long long now(void)
{
	return (long long)time(NULL);
}

/* Each reading is later than all before it. */
static struct running_read reading(struct rt_texts entries)
{
	static int64_t asked;

	asked = clock_ms() > asked ? clock_ms() : asked + 1;
	return (struct running_read){ .asked_ms = asked, .entries = entries };
}

static void heard(struct rt_texts entries)
{
	const struct running_read r = reading(entries);

	running_take(&r);
}

static struct rt_texts texts(const char **v, size_t n)
{
	return (struct rt_texts){ .v = v, .n = n };
}

#define TEXTS(...)                                                            \
	texts((const char *[]){ __VA_ARGS__ },                                \
	      COUNT(((const char *[]){ __VA_ARGS__ })))

#define FAR "9999999999"

/* The ids of those that run, like "3 2 1". */
static const char *running(void)
{
	struct running_list list = running_now();
	const char *text = "";

	for (size_t i = 0; i < list.n; i++)
		text = arena_printf(&mem, "%s%s%llu", text, i ? " " : "",
				    (unsigned long long)list.v[i].is.id);
	return text;
}

/* ---- what is remembered ------------------------------------------------- */

TEST(those_that_run_the_newest_first)
{
	const char *ended = arena_printf(&mem, "%lld", now());
	const char *runs = arena_printf(&mem, "%lld", now() + 60);
	const char *ahead = arena_printf(&mem, "6 %lld", now() + 3600);

	heard(TEXTS("2 9", FAR, "7 9", ended, "5 9", runs, "2 9", FAR, ahead,
		    FAR, "3 9", FAR));
	assert_string_equal("5 3 2", running());
	assert_true(running_is_any());
	heard(TEXTS("7 9", ended));
	assert_string_equal("", running());
	assert_false(running_is_any());
}

TEST(what_is_no_announcement_is_left_out)
{
	heard(TEXTS("", FAR, "5", FAR, "5 ", FAR, "5 x", FAR, "0 9", FAR,
		    "5 9 9", FAR, "-5 9", FAR, "4 9", "", "3 9", "soon", "8 9",
		    FAR, "9 9"));
	assert_string_equal("8", running());
}

TEST(only_the_twenty_newest)
{
	const char *v[100];

	for (size_t i = 0; i < 50; i++) {
		v[2 * i] =
			arena_printf(&mem, "%d 9", (int)((i * 17) % 50 + 1));
		v[2 * i + 1] = FAR;
	}
	heard(texts(v, COUNT(v)));
	assert_int_equal(RUNNING_MAX, running_now().n);
	assert_string_equal("50 49 48 47 46 45 44 43 42 41 40 39 38 37 36 35 "
			    "34 33 32 31",
			    running());
}

TEST(an_earlier_reading_that_comes_late_is_ignored)
{
	const struct running_read early = reading(TEXTS("1 9", FAR));
	const struct running_read late = reading(TEXTS("2 9", FAR));

	running_take(&late);
	running_take(&early);
	assert_string_equal("2", running());
	running_take(&late);
	assert_string_equal("2", running());
}

TEST(it_is_read_every_ten_seconds_at_most)
{
	struct running_read r = { 0 };
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	running_queue(&p, &r);
	assert_int_equal(0, r.asked_ms);
	running_queue_fresh(&p, &r);
	assert_int_not_equal(0, r.asked_ms);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
}

static void read_authors(void)
{
	struct running_read r = { 0 };
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	running_queue_authors(&p, &r);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	running_take(&r);
}

TEST(authors_are_read_once)
{
	uint64_t n = 7;

	unit_post(&bob, "one");
	heard(TEXTS("1 9", FAR, "2 9", FAR));
	assert_false(running_count(alice.id, 0, &n));
	assert_int_equal(7, n);
	read_authors();
	/* The second is no post, and is dropped. */
	assert_string_equal("1", running());
	assert_true(running_count(alice.id, 0, &n));
	assert_int_equal(1, n);
	redis("DEL post:1");
	heard(TEXTS("1 9", FAR));
	read_authors();
	assert_int_equal(bob.id, running_now().v[0].author);
}

/* ---- the bell ------------------------------------------------------------ */

/* A post by bob that runs, and was written at this second. */
static void announce(uint64_t id, long long time)
{
	assert_int_equal(id, unit_post(&bob, "hear"));
	redis("ZADD announcements %lld %s", now() + 60,
	      arena_printf(&mem, "%llu %lld", (unsigned long long)id, time));
}

static uint64_t bell_of(const struct rt_user *who)
{
	struct rt_user me;

	assert_int_equal(RT_OK, rt_session(rt, &mem, who->secret, &me));
	return me.unread;
}

static void mark(const char *score)
{
	redis("ZADD notices:1 %s seen", score);
}

TEST(the_bell_counts_what_is_later_than_the_mark)
{
	announce(1, 1000);
	announce(2, 2000);
	look(&alice);
	assert_int_equal(2, bell_of(&alice));
	assert_int_equal(0, bell_of(&bob));
	/* What was read in that second may be older than the announcement. */
	mark("1000999998");
	assert_int_equal(2, bell_of(&alice));
	mark("1000999999");
	assert_int_equal(1, bell_of(&alice));
	redis("ZADD notices:1 1500000000 %s", "like 1 2");
	assert_int_equal(2, bell_of(&alice));
	mark("2001000000");
	assert_int_equal(0, bell_of(&alice));
}

TEST(the_bell_of_those_who_do_not_belong_has_none)
{
	announce(1, 1000);
	redis("HSET user:3 standing waiting");
	look(&alice);
	assert_int_equal(1, bell_of(&alice));
	assert_int_equal(0, bell_of(&carol));
}

/* This process remembers that nothing runs. */
TEST(open_pages_hear_at_once)
{
	struct rt_live_state news[] = { { .secret = alice.secret },
					{ .secret = bob.secret },
					{ .secret = carol.secret } };
	struct rt_live_lists lists = { .conversations = 0 };

	announce(1, 1000);
	redis("ZADD notices:3 1001000000 seen");
	assert_int_equal(0, bell_of(&alice));
	for (int i = 0; i < 2; i++) {
		assert_int_equal(RT_OK,
				 looped_live_state(news, COUNT(news), &lists));
		assert_int_equal(1, news[0].unread);
		assert_int_equal(0, news[1].unread);
		assert_int_equal(0, news[2].unread);
	}
	assert_int_equal(1, bell_of(&alice));
}

TEST(a_form_finds_out_as_well)
{
	struct rt_user me;

	announce(1, 1000);
	look(&bob);
	assert_int_equal(RT_OK, rt_sender(rt, &mem, alice.secret, &me));
	assert_int_equal(RT_UNREAD_UNKNOWN, me.unread);
	assert_int_equal(1, rt_unread(rt, &mem, &me));
}

/* ---- /notifications ------------------------------------------------------ */

/* "1* 0* 2": the posts of the notices, each with * if it is new. */
static const char *shown(const struct rt_notices *n)
{
	const char *text = "";

	for (size_t i = 0; i < n->n; i++)
		text = arena_printf(&mem, "%s%s%d%s", text, i ? " " : "",
				    (int)n->v[i].post.id,
				    n->v[i].is_new ? "*" : "");
	return text;
}

static void seen(struct rt_notices *n)
{
	assert_int_equal(RT_OK, rt_notices_seen(rt, &mem, n));
	assert_int_equal(0, n->me.unread);
}

TEST(they_are_among_the_notices_by_time)
{
	struct rt_notices n;

	announce(1, 1000);
	announce(2, 3000);
	redis("ZADD notices:1 2000000000 %s", "follow 0 3");
	mark("1500000000");
	n = look(&alice);
	assert_string_equal("2* 0* 1", shown(&n));
	assert_int_equal(2, n.me.unread);
	assert_int_equal(RT_NOTICE_ANNOUNCED, n.v[0].kind);
	assert_int_equal(bob.id, n.v[0].by);
	assert_int_equal(1, n.v[0].n);
	assert_string_equal("bob", n.v[0].who[0].name);
	assert_string_equal("hear", n.v[0].post.body);
	assert_int_equal(3000, n.v[0].time);
	seen(&n);
	assert_redis("3000999999", "ZSCORE notices:1 seen");
	n = look(&alice);
	assert_string_equal("2 0 1", shown(&n));
	assert_int_equal(0, n.me.unread);
	/* None of them was an entry that could be deleted. */
	assert_redis("2", "ZCARD notices:1");
	n = look(&bob);
	assert_string_equal("", shown(&n));
}

TEST(a_later_notice_moves_the_mark_as_ever)
{
	struct rt_notices n;

	announce(1, 1000);
	mark("500000000");
	redis("ZADD notices:1 2000000000 %s", "follow 0 3");
	n = look(&alice);
	assert_string_equal("0* 1*", shown(&n));
	seen(&n);
	assert_redis("2000000000", "ZSCORE notices:1 seen");
}

TEST(the_first_mark_of_a_newcomer)
{
	struct rt_notices n;

	announce(1, 1000);
	n = look(&alice);
	assert_string_equal("1*", shown(&n));
	assert_redis("0", "EXISTS notices:1");
	seen(&n);
	assert_redis("1000999999", "ZSCORE notices:1 seen");
	assert_int_equal(0, bell_of(&alice));
}

TEST(no_mark_is_left_of_a_member_who_is_removed_at_that_moment)
{
	struct rt_notices n;

	announce(1, 1000);
	n = look(&alice);
	redis("DEL user:1");
	seen(&n);
	assert_redis("0", "EXISTS notices:1");
	/* Nor if there was one. */
	mark("1");
	redis("HSET user:1 username alice auth %s", alice.secret);
	n = look(&alice);
	redis("DEL user:1 notices:1");
	seen(&n);
	assert_redis("0", "EXISTS notices:1");
}

TEST(what_is_gone_is_marked_as_read_all_the_same)
{
	struct rt_notices n;

	announce(1, 1000);
	announce(2, 2000);
	announce(3, 3000);
	redis("HDEL post:2 body");
	redis("DEL post:3");
	n = look(&alice);
	assert_string_equal("1*", shown(&n));
	assert_int_equal(1, n.me.unread);
	seen(&n);
	assert_int_equal(0, bell_of(&alice));
}

TEST(whoever_is_muted_is_heard_and_whoever_is_suspended_is_not)
{
	struct rt_notices n;

	announce(1, 1000);
	assert_int_equal(RT_OK, rt_mute(rt, &mem, alice.id, bob.id));
	n = look(&alice);
	assert_string_equal("1*", shown(&n));
	redis("HSET user:2 standing stopped");
	n = look(&alice);
	assert_string_equal("", shown(&n));
	assert_int_equal(0, n.n);
}

/* ---- on top -------------------------------------------------------------- */

static const char *top(const struct rt_user *who, uint64_t *more)
{
	struct rt_home h;

	assert_int_equal(RT_OK,
			 rt_home(rt, &mem, who->secret, RT_NO_PLACE, &h));
	*more = h.running.more;
	return unit_ids(&h.running.posts);
}

/* The process knows them all, so only those that are not read are loaded. */
TEST(what_is_not_read_is_on_top)
{
	uint64_t more = 7;

	for (uint64_t id = 1; id <= 5; id++)
		announce(id, (long long)id);
	assert_string_equal("", top(&alice, &more));
	look(&alice);
	assert_string_equal("5 4 3", top(&alice, &more));
	assert_int_equal(2, more);
	redis("ZADD read:4 9 1");
	redis("ZADD read:1 9 1");
	assert_string_equal("5 3 2", top(&alice, &more));
	assert_int_equal(0, more);
	assert_string_equal("5 4 3", top(&carol, &more));
	assert_int_equal(RT_OK, rt_mute(rt, &mem, alice.id, bob.id));
	assert_string_equal("5 3 2", top(&alice, &more));
}

TEST(the_public_timeline_has_them_too)
{
	struct rt_public p;

	announce(1, 1000);
	look(&alice);
	assert_int_equal(RT_OK,
			 rt_public(rt, &mem, alice.secret, RT_NO_PLACE, &p));
	assert_string_equal("1", unit_ids(&p.running.posts));
	assert_int_equal(RT_OK,
			 rt_public(rt, &mem, alice.secret,
				   (struct rt_place){ .start = 1 }, &p));
	assert_int_equal(0, p.running.posts.n);
	assert_int_equal(RT_OK,
			 rt_public(rt, &mem, "not a secret", RT_NO_PLACE, &p));
	assert_int_equal(0, p.running.posts.n);
}

/* Of the question on top, and of the same one below. */
TEST(answers_are_counted_in_both_places)
{
	struct rt_home h;

	announce(1, 1000);
	redis("HSET post:1 question %s", "0\nYes\nNo");
	redis("ZADD answers:1 5 %s", "0 2");
	unit_timeline(alice.id);
	redis("LPUSH posts:1 1");
	look(&alice);
	assert_int_equal(RT_OK,
			 rt_home(rt, &mem, alice.secret, RT_NO_PLACE, &h));
	assert_string_equal("1", unit_ids(&h.running.posts));
	assert_string_equal("1", unit_ids(&h.posts));
	assert_int_equal(
		1, h.running.posts.v[0].attached.question->so_far.count[0]);
	assert_int_equal(1, h.posts.v[0].attached.question->so_far.count[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(those_that_run_the_newest_first),
		PLAIN(what_is_no_announcement_is_left_out),
		PLAIN(only_the_twenty_newest),
		PLAIN(an_earlier_reading_that_comes_late_is_ignored),
		MEMBERS(it_is_read_every_ten_seconds_at_most),
		MEMBERS(authors_are_read_once),
		MEMBERS(the_bell_counts_what_is_later_than_the_mark),
		MEMBERS(the_bell_of_those_who_do_not_belong_has_none),
		MEMBERS(open_pages_hear_at_once),
		MEMBERS(a_form_finds_out_as_well),
		MEMBERS(they_are_among_the_notices_by_time),
		MEMBERS(a_later_notice_moves_the_mark_as_ever),
		MEMBERS(the_first_mark_of_a_newcomer),
		MEMBERS(no_mark_is_left_of_a_member_who_is_removed_at_that_moment),
		MEMBERS(what_is_gone_is_marked_as_read_all_the_same),
		MEMBERS(whoever_is_muted_is_heard_and_whoever_is_suspended_is_not),
		MEMBERS(what_is_not_read_is_on_top),
		MEMBERS(the_public_timeline_has_them_too),
		MEMBERS(answers_are_counted_in_both_places),
	};

	return RUN_REDIS(tests);
}
