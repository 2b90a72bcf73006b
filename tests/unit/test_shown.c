/* Reposts among posts: each original once, and home is filled up. */
#include "libretwis/post/post.h"
#include "libretwis/post/posts.h"
#include "unit.h"

static struct rt_user alice, bob, carol;

/* Carol follows alice and bob; alice has written posts 1 to 9. */
static int nine_posts(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	carol = unit_member("carol");
	rt_follow(rt, &mem, carol.id, bob.id);
	for (int i = 1; i <= 9; i++)
		unit_post(&alice, "hello");
	return 0;
}

static void repost(const struct rt_user *who, uint64_t post)
{
	assert_int_equal(RT_OK, rt_repost(rt, &mem, who, post));
	unit_deliver();
	unit_deliver();
}

/* Posts as "5 4@bob 3": an id, and who has reposted it. */
static const char *shown(const struct rt_posts *posts)
{
	const char *text = "";

	for (size_t i = 0; i < posts->n; i++) {
		const struct rt_post *p = &posts->v[i];
		const char *by = p->reposter;

		text = arena_printf(&mem, "%s%s%d%s%s", text, i ? " " : "",
				    (int)p->id, by ? "@" : "", by ? by : "");
	}
	return text;
}

static struct rt_home home_at(const struct rt_user *who, struct rt_place at)
{
	struct rt_home h;

	memset(&h, 0x5a, sizeof h);
	assert_int_equal(RT_OK, rt_home(rt, &mem, who->secret, at, &h));
	return h;
}

static const char *home(const struct rt_user *who)
{
	struct rt_home h = home_at(who, RT_NO_PLACE);

	return shown(&h.posts);
}

static struct rt_profile profile_at(const char *name, struct rt_place at)
{
	struct rt_profile p;

	memset(&p, 0x5a, sizeof p);
	assert_int_equal(RT_OK,
			 rt_profile(rt, &mem, carol.secret, name, at, &p));
	return p;
}

static const char *profile(const char *name, int64_t start, uint64_t after)
{
	struct rt_profile p = profile_at(
		name, (struct rt_place){ .start = start, .after = after });

	return shown(&p.posts);
}

/* ---- one post never twice on a page ------------------------------------ */

TEST(in_the_order_of_the_reposts)
{
	repost(&bob, 5);
	unit_post(&bob, "mine");
	repost(&bob, 2);
	assert_string_equal("2@bob 11 5@bob", home(&carol));
	assert_string_equal("2@bob 11 5@bob", profile("bob", 0, 0));
}

TEST(an_original_and_its_repost)
{
	rt_follow(rt, &mem, carol.id, alice.id);
	unit_post(&alice, "new");
	unit_post(&alice, "newer");
	repost(&bob, 10);
	assert_string_equal("10@bob 11 9 8 7 6 5 4 3 2", home(&carol));
	repost(&alice, 10);
	assert_string_equal("10@alice 11 9 8 7 6 5 4 3 2", home(&carol));
	assert_string_equal("10@alice 11 9 8 7 6 5 4 3 2",
			    profile("alice", 0, 0));
}

TEST(two_reposts_of_one)
{
	rt_follow(rt, &mem, carol.id, alice.id);
	repost(&bob, 3);
	repost(&alice, 3);
	repost(&bob, 4);
	assert_string_equal("4@bob 3@alice 9 8 7 6 5 2 1", home(&carol));
}

TEST(on_everybody_s_timeline)
{
	struct rt_public p;

	repost(&bob, 7);
	repost(&carol, 7);
	repost(&carol, 3);
	assert_int_equal(RT_OK,
			 rt_public(rt, &mem, bob.secret, RT_NO_PLACE, &p));
	assert_string_equal("3@carol 7@carol 9 8 6 5 4 2 1", shown(&p.posts));
	assert_true(p.posts.v[1].reposted);
	assert_false(p.posts.v[0].reposted);
}

TEST(what_one_likes_and_reposts_is_marked)
{
	struct rt_home h;

	repost(&bob, 7);
	repost(&bob, 6);
	rt_like(rt, &mem, &carol, 7);
	repost(&carol, 6);
	h = home_at(&carol, RT_NO_PLACE);
	assert_string_equal("6@carol 7@bob", shown(&h.posts));
	assert_true(h.posts.v[1].liked);
	assert_false(h.posts.v[1].reposted);
	assert_false(h.posts.v[0].liked);
	assert_true(h.posts.v[0].reposted);
}

TEST(a_repost_of_what_is_gone)
{
	repost(&bob, 7);
	unit_post(&bob, "mine");
	/* As after an interrupted deletion. */
	redis("DEL post:7");
	assert_string_equal("11", home(&carol));
	assert_string_equal("11", profile("bob", 0, 0));
}

TEST(a_repost_without_its_text)
{
	redis("HSET post:50 user_id 2 time 5 username bob repost_of 4");
	redis("LPUSH posts:3 50");
	assert_string_equal("", home(&carol));
}

/* ---- home fills up ----------------------------------------------------- */

/* Carol's home of `n` posts by bob, ids 101 and up. */
static void page_fill_home(int n)
{
	redis("EVAL %s 0 %d",
	      "for i = 101, 100 + ARGV[1] do redis.call('HSET', "
	      "'post:' .. i, 'user_id', 2, 'username', 'bob', 'body', 'x') "
	      "redis.call('LPUSH', 'posts:3', i) end "
	      "redis.call('SET', 'next_post_id', 1000)",
	      n);
}

static void make_repost(int id, int of)
{
	redis("HSET post:%d repost_of %d repost_name alice", id, of);
}

TEST(a_page_is_filled_up)
{
	struct rt_home h;

	page_fill_home(30);
	/* Five that show the same post: four make room for others. */
	for (int id = 126; id <= 130; id++)
		make_repost(id, 5);
	h = home_at(&carol, RT_NO_PLACE);
	assert_string_equal("5@bob 125 124 123 122 121 120 119 118 117",
			    shown(&h.posts));
	assert_int_equal(14, h.older.start);
	assert_int_equal(117, h.older.after);
	h = home_at(&carol, h.older);
	assert_string_equal("116 115 114 113 112 111 110 109 108 107",
			    shown(&h.posts));
}

/* The original takes another read, and so does the name of its author. */
TEST(a_repost_further_down_and_a_post_by_php_fill_it_too)
{
	struct rt_home h;

	page_fill_home(30);
	redis("DEL post:128 post:127 post:126");
	make_repost(119, 5);
	redis("HDEL post:118 username");
	h = home_at(&carol, RT_NO_PLACE);
	assert_string_equal("130 129 125 124 123 122 121 120 5@bob 118",
			    shown(&h.posts));
	assert_string_equal("bob", h.posts.v[9].name);
	assert_int_equal(13, h.older.start);
	assert_int_equal(118, h.older.after);
	h = home_at(&carol, h.older);
	assert_string_equal("117 116 115 114 113 112 111 110 109 108",
			    shown(&h.posts));
}

/* All pages one after the other, whatever is on them: nothing is skipped. */
TEST(older_leads_past_everything)
{
	const char *all = "";
	struct rt_place at = RT_NO_PLACE;

	page_fill_home(60);
	for (int id = 110; id < 160; id += 7)
		redis("DEL post:%d", id);
	for (int id = 105; id < 160; id += 10)
		make_repost(id, 1 + id % 9);
	for (int pages = 0; pages < 20; pages++) {
		struct rt_home h = home_at(&carol, at);

		all = arena_printf(&mem, "%s%s ", all, shown(&h.posts));
		at = h.older;
		if (!at.start)
			break;
	}
	assert_int_equal(0, at.start);
	for (int id = 101; id <= 160; id++) {
		bool is_repost = id < 160 && id % 10 == 5;
		bool is_there = redis_number("HEXISTS post:%d body", id);
		const char *text =
			arena_printf(&mem, is_repost ? "%d@bob " : "%d ",
				     is_repost ? 1 + id % 9 : id);

		CHECK(text, !strstr(all, text) == !is_there);
	}
}

/* ---- counted before they are shown ------------------------------------- */

TEST(how_many_are_shown)
{
	uint64_t id[] = { 9, 8, 50, 51, 99, 7, 52 };
	struct rt_ids ids = { .v = id, .n = COUNT(id) };
	struct member_names names = { .visitor = NULL };
	struct post_load l;
	struct rt_pipe p;

	redis("HSET post:50 user_id 2 body x username bob repost_of 7");
	redis("HSET post:51 user_id 2 body x username bob repost_of 9");
	redis("HSET post:52 user_id 2 body x username bob repost_of 6");
	rt_pipe_begin(&p, rt, &mem);
	posts_queue(&p, &l, 0, &names, ids);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	/* 51 shows 9 again, 99 does not exist, and 7 has been shown by 50. */
	assert_int_equal(4, posts_shown_in_all(&mem, &l));
}

#define NINE(test)                                                            \
	cmocka_unit_test_setup_teardown(test, nine_posts, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		NINE(in_the_order_of_the_reposts),
		NINE(an_original_and_its_repost),
		NINE(two_reposts_of_one),
		NINE(on_everybody_s_timeline),
		NINE(what_one_likes_and_reposts_is_marked),
		NINE(a_repost_of_what_is_gone),
		NINE(a_repost_without_its_text),
		NINE(a_page_is_filled_up),
		NINE(a_repost_further_down_and_a_post_by_php_fill_it_too),
		NINE(older_leads_past_everything),
		NINE(how_many_are_shown),
	};

	return RUN_REDIS(tests);
}
