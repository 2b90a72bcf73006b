/*
 * Correcting a post: there is one text everywhere in the end, whatever happens
 * meanwhile.
 */
#include <limits.h>

#include "base/clock.h"
#include "libretwis/post/settle.h"
#include "proxy.h"
#include "race.h"

#define BEFORE "snow, ice and 0815 #first @bob"
#define AFTER  "ice and rain #second #both @cleo"
#define THIRD  "hail #third #both @bob"

static struct rt_user alice, bob, cleo;

static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	cleo = unit_member("cleo");
	return 0;
}

#define MEMBERS(test)                                                         \
	cmocka_unit_test_setup_teardown(test, members, unit_forget)

/* ---- what everybody does ----------------------------------------------- */

static enum rt_err correct(const char *version, const char *body)
{
	const struct rt_edit edit = {
		.id = 1,
		.version = version,
		.body = body,
	};

	return rt_edit(rt, &mem, &alice, &edit);
}

static void correct_it(void)
{
	correct("0", AFTER);
}

static void correct_again(void)
{
	correct("1", THIRD);
}

static void delete_it(void)
{
	rt_post_delete(rt, &mem, &alice, 1);
}

static void index_run(void)
{
	rt_indexing_run(rt, &mem);
}

static void sweep_run(void)
{
	rt_outbox_sweep(rt, &mem);
}

static void send_again(void)
{
	const struct rt_draft draft = { .nonce = "nonce", .body = BEFORE };
	uint64_t id;

	rt_post_create(rt, &mem, &alice, &draft, &id);
}

/* Nobody has a note in hand any more, and workers do what they find. */
static void finish(void)
{
	if (redis_number("EXISTS outbox")) {
		redis("ZADD outbox 0 1");
		assert_int_equal(RT_OK, rt_outbox_sweep(rt, &mem));
	}
	unit_deliver();
	for (int i = 0; i < 10 && redis_number("EXISTS indexing"); i++) {
		redis("EVAL %s 1 indexing",
		      "for _, note in ipairs(redis.call('ZRANGE', KEYS[1], 0,"
		      " -1)) do redis.call('ZADD', KEYS[1], 0, note) end");
		assert_int_equal(RT_OK, rt_indexing_run(rt, &mem));
	}
	assert_redis("0", "EXISTS indexing");
}

/* ---- what there is in the end ------------------------------------------ */

/*
 * Everything that follows from the text of the post, and the text; but not the
 * mark of the notices that were read.
 */
static const char *world(void)
{
	return redis(
		"EVAL %s 0",
		"local all = {} "
		"local function add(of, command) "
		" for _, key in ipairs(redis.call('KEYS', of)) do"
		"  for _, entry in ipairs(redis.call(command, key, 0, -1)) do"
		"   if entry ~= 'seen' then"
		"    all[#all + 1] = key:gsub('trend:.*', 'trend') .. '=' .. entry"
		" end end end end "
		"for _, of in ipairs({'tag:*', 'mentions:*', 'own:*'}) do"
		" add(of, 'LRANGE') end "
		"for _, of in ipairs({'tags', 'notices:*', 'word:*', 'trend:*',"
		" 'erasing'}) do add(of, 'ZRANGE') end "
		"table.sort(all) "
		"local post = redis.call('HMGET', 'post:1', 'body', 'mentions',"
		" 'before', 'before_mentions') "
		"for i = 1, 4 do all[#all + 1] = tostring(post[i]) end "
		"return table.concat(all, ' ')");
}

/* The same if the post has always had this text; NULL: it was deleted. */
static char *world_with(const char *text)
{
	char *all;

	assert_int_equal(0, members(NULL));
	unit_post(&alice, text ? text : BEFORE);
	finish();
	if (!text)
		delete_it();
	all = strdup(world());
	unit_forget(NULL);
	return all;
}

static void expect(const char *all, unsigned at)
{
	if (strcmp(all, world()) != 0)
		fail_msg("at %u: %s\n instead of %s", at, world(), all);
}

static void begin(void)
{
	const struct rt_draft draft = { .nonce = "nonce", .body = BEFORE };
	uint64_t id = 0;

	assert_int_equal(0, members(NULL));
	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &alice, &draft, &id));
	assert_int_equal(1, id);
	unit_deliver();
	finish();
}

static void nothing(void)
{
}

/* ---- as it should be --------------------------------------------------- */

TEST(a_text_and_all_that_follows_from_it)
{
	char *after = world_with(AFTER);

	begin();
	assert_int_equal(RT_OK, correct("0", AFTER));
	assert_redis(AFTER, "HGET post:1 body");
	assert_redis("cleo", "HGET post:1 mentions");
	assert_redis(BEFORE, "HGET post:1 before");
	assert_redis("0", "EXISTS rewrite");
	finish();
	expect(after, 0);
	assert_redis("1", "EXISTS rewrite");
	assert_redis("1", "HGET post:1 edits");
	assert_true(unit_second() -
			    (time_t)redis_number("HGET post:1 edited") <
		    60);
	free(after);
}

TEST(the_same_text_changes_nothing)
{
	const char *hash;

	begin();
	hash = redis("HGETALL post:1");
	assert_int_equal(RT_OK, correct("0", BEFORE));
	assert_int_equal(RT_OK, correct("9", BEFORE));
	assert_redis(hash, "HGETALL post:1");
}

TEST(who_may_and_until_when)
{
	struct rt_editable edit;
	struct rt_post post = { .user_id = 1 };
	time_t written;

	begin();
	written = (time_t)redis_number("HGET post:1 time");
	assert_int_equal(RT_OK, rt_edit_begin(rt, &mem, &alice, 1, &edit));
	assert_int_equal(written + 900, edit.until);
	assert_string_equal("0", edit.version);
	assert_int_equal(RT_DENIED, rt_edit_begin(rt, &mem, &bob, 1, &edit));
	assert_int_equal(RT_NOT_FOUND,
			 rt_edit_begin(rt, &mem, &alice, 7, &edit));
	assert_int_equal(RT_TAKEN, correct("1", AFTER));
	post.time = unit_second() - 890;
	assert_true(rt_may_edit(rt, &alice, &post));
	assert_false(rt_may_edit(rt, &bob, &post));
	assert_false(rt_may_edit(rt, &(struct rt_user){ 0 },
				 &(struct rt_post){ .time = post.time }));
	post.time -= 10;
	assert_false(rt_may_edit(rt, &alice, &post));
	redis("HINCRBY post:1 time -900");
	assert_int_equal(RT_LATE, rt_edit_begin(rt, &mem, &alice, 1, &edit));
	assert_int_equal(RT_LATE, correct("0", AFTER));
	assert_redis(BEFORE, "HGET post:1 body");
}

/* The worker of the index has the words of the first text, or is just on it. */
TEST(many_corrections_in_a_row)
{
	char *third = world_with(THIRD);

	begin();
	for (int i = 0; i < 10; i++)
		assert_int_equal(RT_OK,
				 correct(arena_printf(&mem, "%d", i),
					 arena_printf(&mem, "#t%d @bob", i)));
	assert_int_equal(RT_LIMITED, correct("10", THIRD));
	assert_int_not_equal(0, rt_retry_after(rt));
	finish();
	assert_int_equal(RT_OK, correct("10", THIRD));
	finish();
	expect(third, 0);
	free(third);
}

TEST(redis_is_full)
{
	begin();
	redis("CONFIG SET maxmemory 1");
	assert_int_equal(RT_FULL, correct("0", AFTER));
	redis("CONFIG SET maxmemory 0");
	assert_redis(BEFORE, "HGET post:1 body");
	assert_int_equal(RT_OK, correct("0", AFTER));
	redis("CONFIG SET maxmemory 1");
	rt_indexing_run(rt, &mem);
	redis("CONFIG SET maxmemory 0");
	assert_redis(BEFORE, "HGET post:1 before");
	finish();
	assert_redis("0", "HEXISTS post:1 before");
	assert_redis("0", "EXISTS tag:first");
}

/* ---- two at once ------------------------------------------------------- */

static int correct_at_once(int n)
{
	return correct("0", arena_printf(&mem, "text %d", n));
}

TEST(one_of_many_wins)
{
	int result[RACERS];

	begin();
	race(correct_at_once, result);
	assert_int_equal(1, race_count(result, RT_OK));
	assert_int_equal(RACERS - 1, race_count(result, RT_TAKEN));
	assert_redis("1", "HGET post:1 edits");
}

/* ---- killed ------------------------------------------------------------ */

static void check_killed(void (*prepare)(void), void (*run)(void),
			 const char *text)
{
	char *before = world_with(BEFORE), *after = world_with(text);
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		begin();
		prepare();
		is_done = proxy_run(n, run);
		finish();
		if (strcmp(before, world()) != 0 || is_done)
			expect(after, n);
		unit_forget(NULL);
	}
	assert_int_equal(0, members(NULL));
	free(before);
	free(after);
}

TEST(a_killed_page)
{
	check_killed(nothing, correct_it, AFTER);
}

TEST(a_killed_worker)
{
	check_killed(correct_it, index_run, AFTER);
}

/* The form of the post is sent once more after the correction. */
static void correct_and_settle(void)
{
	correct_it();
	index_run();
}

TEST(a_killed_copy_of_the_first_form)
{
	check_killed(correct_and_settle, send_again, AFTER);
	assert_redis("", "KEYS post:2");
}

ON_MANY(a_killed_page)
ON_MANY(a_killed_worker)

/*
 * A rewrite that was ordered while Redis still had the first text may have
 * begun before that text was deleted.
 */
TEST(the_rewrite_is_ordered_after_the_first_text_is_gone)
{
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		begin();
		correct_it();
		is_done = proxy_run(n, index_run);
		if (redis("HGET post:1 before") &&
		    *redis("HGET post:1 before"))
			redis("DEL rewrite");
		finish();
		if (!redis_number("EXISTS rewrite"))
			fail_msg("killed at %u", n);
		unit_forget(NULL);
	}
	assert_int_equal(0, members(NULL));
}

/* ---- meanwhile --------------------------------------------------------- */

static void (*happens)(void);
static bool has_happened;

static void meanwhile(void)
{
	happens();
	has_happened = true;
}

/* Each time the program is at another command when it happens. */
static void check_meanwhile(void (*prepare)(void), void (*run)(void),
			    void (*what)(void), const char *text)
{
	char *all = world_with(text);

	happens = what;
	has_happened = true;
	for (unsigned at = 0; has_happened; at++) {
		begin();
		prepare();
		has_happened = false;
		proxy_run_with(at, meanwhile, UINT_MAX, run);
		if (!has_happened)
			what();
		finish();
		expect(all, at);
		unit_forget(NULL);
	}
	free(all);
	assert_int_equal(0, members(NULL));
}

TEST(it_is_deleted_while_it_is_corrected)
{
	check_meanwhile(nothing, correct_it, delete_it, NULL);
}

TEST(it_is_deleted_while_it_is_settled)
{
	check_meanwhile(correct_it, index_run, delete_it, NULL);
}

TEST(it_is_corrected_while_it_is_settled)
{
	check_meanwhile(correct_it, index_run, correct_again, THIRD);
}

TEST(it_is_settled_while_it_is_settled)
{
	check_meanwhile(correct_it, index_run, index_run, AFTER);
}

static void correct_twice(void)
{
	correct_again();
	redis("EVAL %s 1 indexing",
	      "for _, note in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do"
	      " redis.call('ZADD', KEYS[1], 0, note) end");
	index_run();
}

TEST(it_is_corrected_and_settled_while_it_is_settled)
{
	check_meanwhile(correct_it, index_run, correct_twice, THIRD);
}

static void make_overdue(void)
{
	redis("ZADD outbox 0 1");
}

TEST(it_is_corrected_while_a_sweep_publishes_it)
{
	check_meanwhile(make_overdue, sweep_run, correct_it, AFTER);
	check_meanwhile(make_overdue, sweep_run, correct_and_settle, AFTER);
}

TEST(it_is_corrected_while_its_form_is_sent_again)
{
	check_meanwhile(nothing, send_again, correct_it, AFTER);
	check_meanwhile(nothing, send_again, correct_and_settle, AFTER);
}

/* ---- meanwhile, and then killed ---------------------------------------- */

/*
 * Something happens while the program is at one command, and it is killed after
 * the same or a later one.  What has happened counts; what the program was
 * doing may be done or not.
 */
static void check_both(void (*prepare)(void), void (*run)(void),
		       void (*what)(void), const char *one, const char *other)
{
	char *all = world_with(one), * or = world_with(other);
	bool is_done = false;

	happens = what;
	for (unsigned n = 0; !is_done; n++)
		for (unsigned at = 0; at <= n; at++) {
			begin();
			prepare();
			has_happened = false;
			is_done = proxy_run_with(at, meanwhile, n, run);
			if (!has_happened)
				what();
			finish();
			if (strcmp(or, world()) != 0)
				expect(all, 100 * at + n);
			unit_forget(NULL);
		}
	free(all);
	free(or);
	assert_int_equal(0, members(NULL));
}

/* Whoever else notes the post makes it due, before it is corrected. */
static void note_and_index(void)
{
	redis("ZADD indexing 0 1");
	index_run();
}

TEST(a_killed_page_whose_post_is_indexed_meanwhile)
{
	check_both(nothing, correct_it, note_and_index, AFTER, BEFORE);
}

ON_MANY(a_killed_page_whose_post_is_indexed_meanwhile)

/* ---- who is told ------------------------------------------------------- */

static uint64_t reply(struct rt_user *by, uint64_t to, const char *body)
{
	const struct rt_draft draft = { .reply_to = to, .body = body };
	uint64_t id = 0;

	assert_int_equal(RT_OK, rt_post_create(rt, &mem, by, &draft, &id));
	unit_deliver();
	finish();
	return id;
}

static void correct_reply(uint64_t id, const char *version, const char *body)
{
	const struct rt_edit edit = { .id = id,
				      .version = version,
				      .body = body };

	assert_int_equal(RT_OK, rt_edit(rt, &mem, &alice, &edit));
	finish();
}

/* Bob began the conversation in which Alice mentions him. */
static uint64_t mention_the_starter(void)
{
	return reply(&alice, reply(&cleo, unit_post(&bob, "one"), "two"),
		     "three @bob");
}

/*
 * A mention is told instead of the reply in a conversation that one began; so
 * without the mention, the reply is.
 */
TEST(who_began_the_conversation_and_is_no_longer_mentioned)
{
	uint64_t id = mention_the_starter();

	redis("ZREM notices:2 %s", "reply 2 3");
	assert_redis("seen mention 3 1", "ZRANGE notices:2 0 -1");
	correct_reply(id, "0", "three");
	assert_redis("seen conversation 3 1", "ZRANGE notices:2 0 -1");
	correct_reply(id, "1", "three @bob");
	assert_redis("seen conversation 3 1", "ZRANGE notices:2 0 -1");
	correct_reply(id, "2", "drei");
	assert_redis("seen conversation 3 1", "ZRANGE notices:2 0 -1");
	rt_post_delete(rt, &mem, &alice, id);
	assert_redis("seen", "ZRANGE notices:2 0 -1");
}

TEST(who_has_read_of_the_mention_is_not_told_twice)
{
	uint64_t id = mention_the_starter();

	redis("DEL notices:2");
	redis("ZADD notices:2 1 %s 2 seen", "mention 3 1");
	correct_reply(id, "0", "three");
	assert_redis("mention 3 1 seen", "ZRANGE notices:2 0 -1");
}

TEST(who_has_left_the_conversation_is_not_told)
{
	uint64_t id = mention_the_starter();

	redis("ZREM notices:2 %s", "reply 2 3");
	assert_int_equal(RT_OK, rt_leave_conversation(rt, &mem, &bob, 1));
	correct_reply(id, "0", "three");
	assert_redis("seen", "ZRANGE notices:2 0 -1");
}

/* ---- keys of other programs -------------------------------------------- */

TEST(keys_of_a_wrong_type_do_not_stop_it)
{
	static const char *const keys[] = {
		"tag:first", "tag:second", "mentions:2", "mentions:3",
		"notices:2", "notices:3",  "tags",       "trending",
		"users",     "stop_words", "TREND",
	};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		begin();
		assert_int_equal(RT_OK, correct("0", AFTER));
		if (strcmp(keys[i], "TREND") == 0)
			redis("EVAL %s 0",
			      "for _, key in ipairs(redis.call('KEYS',"
			      " 'trend:*')) do redis.call('SET', key, 'x') end");
		else
			redis("SET %s x", keys[i]);
		for (int j = 0; j < 3; j++) {
			redis("EVAL %s 1 indexing",
			      "for _, note in ipairs(redis.call('ZRANGE',"
			      " KEYS[1], 0, -1)) do"
			      " redis.call('ZADD', KEYS[1], 0, note) end");
			rt_indexing_run(rt, &mem);
		}
		if (redis_number("EXISTS indexing"))
			fail_msg("%s", keys[i]);
		unit_forget(NULL);
	}
	assert_int_equal(0, members(NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		MEMBERS(a_text_and_all_that_follows_from_it),
		MEMBERS(the_same_text_changes_nothing),
		MEMBERS(who_may_and_until_when),
		MEMBERS(many_corrections_in_a_row),
		MEMBERS(redis_is_full),
		MEMBERS(one_of_many_wins),
		MEMBERS(a_killed_page),
		MEMBERS(a_killed_worker),
		MEMBERS(a_killed_copy_of_the_first_form),
		MEMBERS(a_killed_page_on_many),
		MEMBERS(a_killed_worker_on_many),
		MEMBERS(the_rewrite_is_ordered_after_the_first_text_is_gone),
		MEMBERS(it_is_deleted_while_it_is_corrected),
		MEMBERS(it_is_deleted_while_it_is_settled),
		MEMBERS(it_is_corrected_while_it_is_settled),
		MEMBERS(it_is_settled_while_it_is_settled),
		MEMBERS(it_is_corrected_and_settled_while_it_is_settled),
		MEMBERS(it_is_corrected_while_a_sweep_publishes_it),
		MEMBERS(it_is_corrected_while_its_form_is_sent_again),
		MEMBERS(a_killed_page_whose_post_is_indexed_meanwhile),
		MEMBERS(a_killed_page_whose_post_is_indexed_meanwhile_on_many),
		MEMBERS(who_began_the_conversation_and_is_no_longer_mentioned),
		MEMBERS(who_has_read_of_the_mention_is_not_told_twice),
		MEMBERS(who_has_left_the_conversation_is_not_told),
		MEMBERS(keys_of_a_wrong_type_do_not_stop_it),
	};

	return RUN_REDIS(tests);
}
