/* Who is notified on the bus, and of what. */
#include "libretwis/member/notify.h"
#include "rights.h"
#include "unit.h"

static redisContext *ear;

static struct rt_user alice, bob, carol;

static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	carol = unit_member("carol");
	ear = redisConnectUnix(server_front());
	if (!ear || ear->err)
		return -1;
	freeReplyObject(redisCommand(ear, "PSUBSCRIBE live:*"));
	freeReplyObject(redisCommand(ear, "PSUBSCRIBE end"));
	return 0;
}

static int forget(void **state)
{
	redisFree(ear);
	return unit_forget(state);
}

#define HEARD(test) cmocka_unit_test_setup_teardown(test, members, forget)

/* All messages since the last time: "live:1 live:timeline". */
static const char *heard(void)
{
	const char *text = "";
	redisReply *reply;

	unit_skip("cluster", "its nodes pass messages on in no order");
	redis("PUBLISH end now");
	while (redisGetReply(ear, (void **)&reply) == REDIS_OK) {
		const char *channel = reply->element[2]->str;
		bool is_end = strcmp(channel, "end") == 0;

		if (!is_end)
			text = arena_printf(&mem, "%s%s%s", text,
					    *text ? " " : "", channel);
		if (strcmp(channel, "live:many") == 0 ||
		    strcmp(channel, "live:conversations") == 0)
			text = arena_printf(&mem, "%s(%s)", text,
					    reply->element[3]->str);
		freeReplyObject(reply);
		if (is_end)
			break;
	}
	return text;
}

TEST(who_gets_a_notice_is_told)
{
	uint64_t post = unit_post(&alice, "one");

	heard();
	assert_int_equal(RT_OK, rt_like(rt, &mem, &bob, post));
	assert_string_equal("live:1", heard());
	assert_int_equal(RT_OK, rt_follow(rt, &mem, carol.id, bob.id));
	assert_string_equal("live:2", heard());
	assert_int_equal(RT_OK, rt_repost(rt, &mem, &carol, post));
	assert_string_equal("live:timeline live:1", heard());
	unit_timeline(carol.id);
	unit_reply(&bob, "yes", post);
	assert_string_equal(
		"live:timeline live:1 live:conversations(1) live:many(3)",
		heard());
}

TEST(nobody_is_told_of_oneself)
{
	uint64_t post = unit_post(&alice, "one");

	heard();
	assert_int_equal(RT_OK, rt_like(rt, &mem, &alice, post));
	assert_string_equal("", heard());
	assert_int_equal(RT_OK, rt_repost(rt, &mem, &alice, post));
	assert_string_equal("live:timeline", heard());
}

TEST(a_post_tells_those_whom_it_concerns)
{
	unit_post(&alice, "for nobody");
	assert_string_equal("live:timeline", heard());
	unit_post(&alice, "for @bob, @carol and @nobody");
	assert_string_equal("live:timeline live:2 live:3", heard());
	unit_reply(&bob, "only once, @alice", 1);
	assert_string_equal("live:timeline live:1 live:conversations(1)",
			    heard());
	assert_int_equal(RT_OK, rt_follow(rt, &mem, bob.id, alice.id));
	assert_int_equal(RT_OK, rt_follow(rt, &mem, carol.id, alice.id));
	heard();
	unit_post(&alice, "for followers who have not been here for long");
	assert_string_equal("live:timeline", heard());
	unit_timeline(bob.id);
	unit_timeline(carol.id);
	unit_post(&alice, "for followers");
	assert_string_equal("live:timeline live:many(2 3)", heard());
}

TEST(an_announcement_tells_everybody)
{
	struct rt_draft draft = { .body = "hear",
				  .attached.announced = time(NULL) + 60 };
	uint64_t id;

	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &alice, &draft, &id));
	assert_string_equal("live:timeline live:announcements", heard());
}

TEST(the_end_of_a_session_is_told)
{
	assert_int_equal(RT_OK, rt_sign_out(rt, &mem, &alice));
	assert_string_equal("live:1", heard());
	assert_int_equal(RT_OK, rt_set_password(rt, &mem, &bob, "opensesame"));
	assert_string_equal("live:2", heard());
}

static void tell_members(struct rt_ids ids)
{
	struct rt_pipe bus;

	rt_pipe_begin(&bus, rt_bus(rt), &mem);
	notify_members(&bus, ids);
	assert_int_equal(RT_OK, rt_pipe_end(&bus));
}

TEST(a_thousand_are_told_at_once)
{
	struct rt_ids ids = { .v = arena_alloc(&mem, 8000), .n = 1000 };
	const char *all = "";

	for (size_t i = 0; i < ids.n; i++) {
		ids.v[i] = UINT64_MAX - i;
		all = arena_printf(&mem, "%s%s%llu", all, i ? " " : "",
				   (unsigned long long)ids.v[i]);
	}
	tell_members(ids);
	assert_string_equal(arena_printf(&mem, "live:many(%s)", all), heard());
	tell_members((struct rt_ids){ 0 });
	assert_string_equal("", heard());
}

/* The action has worked all the same. */
TEST(failing_to_tell_is_no_error)
{
	struct rt_draft draft = { .body = "yes" };
	uint64_t post = unit_post(&alice, "one"), id = 0;

	draft.reply_to = post;
	conf.servers.bus = "unix:/nonexistent/redis.sock";
	rt_close(rt);
	rt = rt_open(&conf);
	assert_int_equal(RT_OK, rt_like(rt, &mem, &bob, post));
	assert_int_equal(RT_OK, rt_follow(rt, &mem, carol.id, bob.id));
	assert_int_equal(RT_OK, rt_repost(rt, &mem, &carol, post));
	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &bob, &draft, &id));
	assert_int_equal(3, id);
	assert_int_equal(RT_OK, rt_sign_out(rt, &mem, &alice));
	assert_redis("1", "ZCARD likes:1");
}

/* Nor does a bus that refuses to publish matter. */
TEST(nor_is_a_bus_that_refuses)
{
	uint64_t post = unit_post(&alice, "one");

	rights_take("publish");
	assert_int_equal(RT_OK, rt_like(rt, &mem, &bob, post));
	assert_int_equal(3 - 1, unit_reply(&bob, "yes", post));
	rights_give_back("publish");
	assert_string_equal("live:timeline", heard());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		HEARD(who_gets_a_notice_is_told),
		HEARD(nobody_is_told_of_oneself),
		HEARD(a_post_tells_those_whom_it_concerns),
		HEARD(an_announcement_tells_everybody),
		HEARD(the_end_of_a_session_is_told),
		HEARD(a_thousand_are_told_at_once),
		HEARD(failing_to_tell_is_no_error),
		HEARD(nor_is_a_bus_that_refuses),
	};

	return RUN_REDIS(tests);
}
