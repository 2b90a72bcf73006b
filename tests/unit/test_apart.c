/*
 * The effect of a kill if each key is on a server of its own, and one of these
 * servers is lost with it: no worse than if one Redis has them all.
 */
#include "checked.h"
#include "proxy.h"

#include "libretwis/later.h"
#include "libretwis/post/dispatch.h"
#include "libretwis/timeline/rebuild.h"

static struct rt_user alice, bob, carl;

static int site(void **state)
{
	if (checked_site(state) != 0 ||
	    rt_user_by_name(rt, &mem, "alice", &alice) ||
	    rt_user_by_name(rt, &mem, "bob", &bob) ||
	    rt_user_by_name(rt, &mem, "Carl", &carl))
		return -1;
	redis("HSET user:1 generation 1");
	for (uint64_t id = 1; id <= 3; id++)
		unit_timeline(id);
	redis("RPUSH posts:2 5 3 2");
	return 0;
}

/* ---- actions ------------------------------------------------------------ */

static void write_it(const struct rt_user *who, const char *body, uint64_t to)
{
	struct rt_draft draft = { .nonce = "n", .body = body, .reply_to = to };
	uint64_t id;

	rt_post_create(rt, &mem, who, &draft, &id);
}

static void write_post(void)
{
	write_it(&alice, "Hello @bob and @Carl, #new #tag", 0);
}

static void write_reply(void)
{
	write_it(&bob, "Yes, @alice, #tag", 4);
}

static void repost(void)
{
	rt_repost(rt, &mem, &carl, 4);
}

static void unrepost(void)
{
	rt_unrepost(rt, &mem, &bob, 1);
}

static void like(void)
{
	rt_like(rt, &mem, &carl, 4);
}

static void unlike(void)
{
	rt_unlike(rt, &mem, &carl, 1);
}

static void follow(void)
{
	rt_follow(rt, &mem, carl.id, bob.id);
}

static void unfollow(void)
{
	rt_unfollow(rt, &mem, bob.id, alice.id);
}

static void delete_post(void)
{
	rt_post_delete(rt, &mem, &bob, 3);
}

static void delete_loved_post(void)
{
	rt_post_delete(rt, &mem, &alice, 1);
}

/* What a worker does with the existing jobs. */
static void work(void)
{
	struct delivery d;
	struct worker w;
	struct jobs jobs;

	worker_join(&w, &mem, DELIVER_QUEUE, 10000);
	if (worker_take_jobs(rt, &mem, &w, 0, WORKER_JOBS, &jobs) ||
	    dispatch_together(rt, &mem, &w, &jobs, INT64_MAX, &d))
		return;
	for (size_t i = 0; i < jobs.n; i++)
		dispatch_chunk(rt, &mem, &w, &jobs.v[i], INT64_MAX, &d);
}

static void be_called(void)
{
	const char *problem;

	rt_set_display_name(rt, &mem, &alice, "Alice Berger", &problem);
}

static void leave(void)
{
	rt_leave(rt, &mem, &bob);
}

static void lose_home(void)
{
	redis("DEL posts:3");
}

static void look_at_home(void)
{
	struct rt_ids ids;

	rebuild_home(rt, &mem, carl.id, &ids);
}

/* ---- the workers' repairs ----------------------------------------------- */

static const char all_due[] =
	"for _, key in ipairs({'outbox', 'erasing',"
	" '{leaving}:due', '{seen}:due', '{guests}:due'}) do "
	"for _, note in ipairs(redis.call('ZRANGE', key, 0, -1)) do "
	"redis.call('ZADD', key, 1, note) end end "
	"for _, key in ipairs(redis.call('KEYS', '{fanout}:taken:*')) do "
	"local job = redis.call('RPOP', key) while job do "
	"redis.call('LPUSH', '{fanout}:jobs', (job:gsub('^(%d+) %d+', '%1 1')))"
	" job = redis.call('RPOP', key) end end "
	"redis.call('DEL', '{fanout}:workers')";

/* As often as necessary. */
static void workers(void)
{
	for (int i = 0; i < 3; i++) {
		redis("EVAL %s 0", all_due);
		assert_int_equal(RT_OK, rt_outbox_sweep(rt, &mem));
		assert_int_equal(RT_OK, rt_erasing_sweep(rt, &mem));
		unit_deliver();
		assert_int_equal(RT_OK, rt_leaving_run(rt, &mem));
		assert_int_equal(RT_OK, rt_guests_run(rt, &mem));
		rt_end_request(rt);
	}
}

/* ---- remaining faults --------------------------------------------------- */

#define KINDS_MAX 32

struct left {
	char *kind[KINDS_MAX];
	size_t n;
};

static void left_free(struct left *l)
{
	while (l->n)
		free(l->kind[--l->n]);
}

static bool left_has(const struct left *l, const char *kind)
{
	for (size_t i = 0; i < l->n; i++)
		if (strcmp(l->kind[i], kind) == 0)
			return true;
	return false;
}

static void left_add(const struct rt_fault *f, void *to)
{
	struct left *l = to;

	if (left_has(l, f->kind))
		return;
	assert_in_range(l->n, 0, KINDS_MAX - 1);
	l->kind[l->n++] = strdup(f->kind);
}

struct act {
	const char *name;
	void (*prepare)(void);
	void (*run)(void);
};

/*
 * Killed before that command: returns the remaining faults after workers have
 * run.
 */
static bool cut(const struct act *act, unsigned commands, struct left *left)
{
	struct rt_check how = { .found = left_add, .to = left };
	struct rt_checked sum;
	bool ended;

	assert_int_equal(0, site(NULL));
	if (act->prepare)
		act->prepare();
	redis("EVAL %s 0", all_due);
	ended = proxy_run(commands, act->run);
	workers();
	assert_int_equal(RT_OK, rt_check(unit_admin(), &how, &sum));
	if (left->n) {
		checked(true);
		workers();
		checked_clean(
			arena_printf(&mem, "%s, %u", act->name, commands));
	}
	unit_forget(NULL);
	return ended;
}

static void cut_anywhere(const struct act *act, struct left *left)
{
	unsigned commands = 0;

	while (!cut(act, commands, left))
		assert_in_range(++commands, 0, 200);
}

static const struct act acts[] = {
	{ "a post", NULL, write_post },
	{ "a reply", NULL, write_reply },
	{ "a repost", NULL, repost },
	{ "a repost that goes", NULL, unrepost },
	{ "a like", NULL, like },
	{ "a like that goes", NULL, unlike },
	{ "a follow", NULL, follow },
	{ "a follow that goes", NULL, unfollow },
	{ "a reply that goes", NULL, delete_post },
	{ "a post that goes", NULL, delete_loved_post },
	{ "its crowd", delete_loved_post, work },
	{ "a delivery", write_post, work },
	{ "a display name", NULL, be_called },
	{ "a member who leaves", NULL, leave },
	{ "a home timeline", lose_home, look_at_home },
};

/* Each kind of fault that remains there also remains with one Redis. */
TEST(killed_anywhere)
{
	for (const struct act *act = acts; act < acts + COUNT(acts); act++) {
		struct left one = { .n = 0 }, many = { .n = 0 };

		cut_anywhere(act, &one);
		proxy_has_many = true;
		cut_anywhere(act, &many);
		proxy_has_many = false;
		for (size_t i = 0; i < many.n; i++)
			if (!left_has(&one, many.kind[i]))
				fail_msg("%s leaves: %s", act->name,
					 many.kind[i]);
		left_free(&one);
		left_free(&many);
	}
}

/* ---- faults that no check finds ----------------------------------------- */

static const char *link;

static void revoke(void)
{
	rt_invite_revoke(rt, &mem, alice.id, link);
}

TEST(a_link_that_works_is_listed)
{
	unsigned commands = 0;

	proxy_has_many = true;
	for (bool ended = false; !ended; commands++) {
		assert_int_equal(0, site(NULL));
		assert_int_equal(RT_OK, rt_invite(rt, &mem, alice.id, 5, 5));
		link = redis("ZRANGE invites:1 0 0");
		ended = proxy_run(commands, revoke);
		assert_in_range(redis_number("EXISTS invite:%s", link), 0,
				redis_number("EXISTS invites:1"));
		unit_forget(NULL);
	}
	proxy_has_many = false;
	assert_in_range(commands, 2, 9);
	assert_int_equal(0, site(NULL));
}

#define SHARED "0123456789abcdef0123456789abcdef1"

static void claim(void)
{
	struct arena own = { 0 };

	rt_sessions_claim(rt, &own);
	arena_free(&own);
}

/*
 * The sweep goes through `auths`: as long as the secret is valid, it is there.
 */
TEST(an_older_secret_is_claimed)
{
	unsigned commands = 0;

	proxy_has_many = true;
	for (bool ended = false; !ended; commands++) {
		assert_int_equal(0, site(NULL));
		redis("HSET user:1 auth " SHARED);
		redis("HSET auths " SHARED " 1");
		ended = proxy_run(commands, claim);
		claim();
		assert_redis("0", "HEXISTS user:1 auth");
		assert_redis("1", "HLEN sessions:1");
		unit_forget(NULL);
	}
	proxy_has_many = false;
	assert_in_range(commands, 4, 20);
	assert_int_equal(0, site(NULL));
}

#define APART(test) cmocka_unit_test_setup_teardown(test, site, unit_forget)

/* ---- a slow server ------------------------------------------------------ */

static bool has(const char *command, const char *one, const char *other)
{
	return strstr(command, one) && strstr(command, other);
}

static bool is_count(const char *command)
{
	return has(command, "'HSET', post, field, n", "\npost:4\r");
}

static void bob_likes(void)
{
	assert_int_equal(RT_OK, rt_like(rt, &mem, &bob, 4));
}

TEST(a_number_that_is_set_late)
{
	proxy_run_slowly(is_count, bob_likes, like);
	assert_redis("2", "ZCARD likes:4");
	assert_redis("2", "HGET post:4 likes");
}

static bool is_close(const char *command)
{
	return has(command, "'was_user_id'", "\npost:4\r");
}

static void delete_post_4(void)
{
	rt_post_delete(rt, &mem, &alice, 4);
}

TEST(a_like_while_the_post_is_closed)
{
	proxy_run_slowly(is_close, bob_likes, delete_post_4);
	workers();
	assert_null(redis("ZSCORE liked:2 4"));
	assert_redis("0", "EXISTS likes:4");
}

static bool is_push_own(const char *command)
{
	return has(command, "LPUSH", "\nown:3\r");
}

static void carl_takes_it_back(void)
{
	assert_int_equal(RT_OK, rt_unrepost(rt, &mem, &carl, 4));
}

TEST(a_repost_that_is_taken_back_at_once)
{
	const char *before = redis("LRANGE own:3 0 -1");

	proxy_run_slowly(is_push_own, carl_takes_it_back, repost);
	assert_redis(before, "LRANGE own:3 0 -1");
	assert_null(redis("ZSCORE reposted:3 4"));
}

static bool is_push_home(const char *command)
{
	return has(command, "LPUSHX", "\nposts:2\r");
}

static void bob_looks(void)
{
	struct rt_ids ids;

	assert_int_equal(RT_OK, rebuild_home(rt, &mem, bob.id, &ids));
}

static void bob_sees_home(void)
{
	struct rt_home home;

	assert_int_equal(RT_OK,
			 rt_home(rt, &mem, bob.secret, RT_NO_PLACE, &home));
}

TEST(a_push_to_a_timeline_that_is_just_made)
{
	const char *id;

	write_post();
	id = redis("LINDEX own:1 0");
	redis("DEL posts:2");
	proxy_run_slowly(is_push_home, bob_looks, work);
	assert_redis("0", "LPOS posts:2 %s", id);
	bob_sees_home();
	assert_redis("0", "LPOS posts:2 %s", id);
	assert_null(redis("LPOS posts:2 %s RANK 2", id));
}

/* As the worker does with a job that is not part of a batch. */
static void work_alone(void)
{
	struct delivery d;
	struct worker w;
	struct job job;

	worker_join(&w, &mem, DELIVER_QUEUE, 10000);
	if (!worker_take(rt, &mem, &w, 0, &job))
		dispatch_chunk(rt, &mem, &w, &job, INT64_MAX, &d);
}

static void push_while_bob_unfollows(void (*run)(void))
{
	const char *id;

	write_post();
	id = redis("LINDEX own:1 0");
	proxy_run_slowly(is_push_home, unfollow, run);
	bob_sees_home();
	assert_null(redis("LPOS posts:2 %s", id));
}

/* The followers are read again only when the push has been answered. */
TEST(a_push_to_somebody_who_unfollows_just_then)
{
	push_while_bob_unfollows(work);
}

TEST(a_push_alone_to_somebody_who_unfollows_just_then)
{
	push_while_bob_unfollows(work_alone);
}

static void bob_looks_again(void)
{
	struct rt_ids ids;

	rebuild_home(rt, &mem, bob.id, &ids);
}

static bool is_follow(const char *command)
{
	return has(command, "ZADD", "\nfollowing:3\r");
}

static void carl_looks(void)
{
	struct rt_ids ids;

	redis("DEL posts:3");
	assert_int_equal(RT_OK, rebuild_home(rt, &mem, carl.id, &ids));
}

TEST(a_timeline_that_is_made_before_the_follow)
{
	proxy_run_slowly(is_follow, carl_looks, follow);
	look_at_home();
	assert_non_null(redis("LPOS posts:3 3"));
}

static bool is_unfollow(const char *command)
{
	return has(command, "ZREM", "\nfollowing:2\r");
}

TEST(a_timeline_that_is_made_before_the_follow_goes)
{
	proxy_run_slowly(is_unfollow, bob_looks, unfollow);
	bob_looks_again();
	assert_null(redis("LPOS posts:2 4"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(killed_anywhere),
		PLAIN(a_link_that_works_is_listed),
		PLAIN(an_older_secret_is_claimed),
		APART(a_number_that_is_set_late),
		APART(a_like_while_the_post_is_closed),
		APART(a_repost_that_is_taken_back_at_once),
		APART(a_push_to_a_timeline_that_is_just_made),
		APART(a_push_to_somebody_who_unfollows_just_then),
		APART(a_push_alone_to_somebody_who_unfollows_just_then),
		APART(a_timeline_that_is_made_before_the_follow),
		APART(a_timeline_that_is_made_before_the_follow_goes),
	};

	return RUN_REDIS(tests);
}
