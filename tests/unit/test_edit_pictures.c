/*
 * Correcting what the pictures of a post show, and taking them out.
 */
#include "album.h"
#include "proxy.h"

static struct rt_picture picture[2];
static uint64_t id;

static int begin(void **state)
{
	if (album_open_for_two(state) != 0)
		return -1;
	picture[0] = album_picture(alice.id, PICTURE_POST);
	picture[1] = album_picture(alice.id, PICTURE_POST);
	id = album_post(&alice, picture, 2);
	redis("DEL {pictures}:due {pictures}:entries");
	return 0;
}

#define A_POST(test) cmocka_unit_test_setup_teardown(test, begin, album_close)

static enum rt_err correct(const char *version, const char *body,
			   const struct rt_picture_change *change, size_t n)
{
	const struct rt_edit edit = {
		.id = id,
		.version = version,
		.body = body,
		.change = change,
		.changes = n,
	};

	return rt_edit(rt, &mem, &alice, &edit);
}

static struct rt_picture_change say(size_t i, const char *alt)
{
	return (struct rt_picture_change){ picture[i].token, alt, false };
}

static struct rt_picture_change take_out(size_t i)
{
	return (struct rt_picture_change){ picture[i].token, "", true };
}

static const char *described(const char *one, const char *two)
{
	return arena_printf(&mem, "%s 640 480\t%s\n%s 640 480\t%s",
			    picture[0].token, one, picture[1].token, two);
}

static void settle(void)
{
	redis("EVAL %s 1 indexing",
	      "for _, note in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do"
	      " redis.call('ZADD', KEYS[1], 0, note) end");
	assert_int_equal(RT_OK, rt_indexing_run(rt, &mem));
}

/* ---- descriptions ------------------------------------------------------- */

TEST(what_they_show_is_corrected)
{
	const struct rt_picture_change changes[] = { say(1, "Dog"),
						     say(0, "Cat") };
	struct rt_editable post;

	assert_int_equal(RT_OK, correct("0", "Look.", changes, 2));
	assert_redis(described("Cat", "Dog"), "HGET post:" ID " pictures", id);
	assert_redis("1", "HGET post:" ID " edits", id);
	assert_true(redis("HGET post:" ID " edited", id));
	assert_int_equal(RT_OK, rt_edit_begin(rt, &mem, &alice, id, &post));
	assert_string_equal("1", post.version);
	assert_int_equal(2, post.pictures);
	assert_string_equal("Dog", post.picture[1].alt);
	assert_int_equal(RT_TAKEN, correct("0", "Other", NULL, 0));
	/* Sent once more; and a form that knows nothing of pictures. */
	assert_int_equal(RT_OK, correct("0", "Look.", changes, 2));
	assert_int_equal(RT_OK, correct("1", "See.", NULL, 0));
	assert_redis(described("Cat", "Dog"), "HGET post:" ID " pictures", id);
}

/* Nobody is told, and the old description is deleted from the log, too. */
TEST(what_follows_from_a_description)
{
	const struct rt_picture_change change = say(0, "@bob #tag");

	settle();
	redis("DEL rewrite");
	assert_int_equal(RT_OK, correct("0", "Look.", &change, 1));
	assert_redis("", "HGET post:" ID " before", id);
	settle();
	assert_redis("1", "EXISTS rewrite");
	assert_redis("0", "HEXISTS post:" ID " before", id);
	assert_redis("0", "EXISTS indexing");
	assert_redis("0", "EXISTS notices:" ID, bob.id);
	assert_redis("0", "EXISTS tag:tag");
}

TEST(a_picture_of_another_post_is_left_alone)
{
	struct rt_picture other = album_picture(alice.id, PICTURE_POST);
	const struct rt_picture_change change = { other.token, "x", true };
	uint64_t with = album_post(&alice, &other, 1);

	assert_int_equal(RT_OK, correct("0", "Look.", &change, 1));
	assert_redis("0", "HEXISTS post:" ID " edits", id);
	assert_redis(arena_printf(&mem, "%s 640 480\tCat", other.token),
		     "HGET post:" ID " pictures", with);
}

TEST(a_question_that_somebody_has_answered)
{
	const struct rt_picture_change out = take_out(0), cat = say(1, "Dog");
	struct rt_post post = { .user_id = alice.id, .time = unit_second() };
	struct rt_question question = { .so_far = { .members = 1 } };
	struct rt_editable shown;

	redis("HSET post:" ID " answered 1", id);
	assert_int_equal(RT_ANSWERED, correct("0", "Look!", &cat, 1));
	assert_int_equal(RT_ANSWERED, correct("0", "Look.", &out, 1));
	assert_int_equal(RT_OK, correct("0", "Look.", &cat, 1));
	assert_redis(described("Cat", "Dog"), "HGET post:" ID " pictures", id);
	assert_int_equal(RT_OK, rt_edit_begin(rt, &mem, &alice, id, &shown));
	assert_true(shown.is_answered);
	post.attached = (struct rt_attached){ .question = &question,
					      .picture = picture,
					      .pictures = 2 };
	assert_true(rt_may_edit(rt, &alice, &post));
	post.attached.pictures = 0;
	assert_false(rt_may_edit(rt, &alice, &post));
}

TEST(a_site_that_has_no_pictures_any_more)
{
	const struct rt_picture_change out = take_out(0);
	struct rt_post post = { .user_id = alice.id, .time = unit_second() };
	struct rt_question question = { .so_far = { .members = 1 } };
	const char *folder = conf.pictures;
	struct rt_editable shown;

	conf.pictures = NULL;
	unit_reopen();
	assert_int_equal(RT_OK, correct("0", "Other", &out, 1));
	assert_redis(described("Cat", "Cat"), "HGET post:" ID " pictures", id);
	redis("HSET post:" ID " answered 1", id);
	assert_int_equal(RT_ANSWERED,
			 rt_edit_begin(rt, &mem, &alice, id, &shown));
	post.attached = (struct rt_attached){ .question = &question,
					      .picture = picture,
					      .pictures = 2 };
	assert_false(rt_may_edit(rt, &alice, &post));
	conf.pictures = folder;
	unit_reopen();
}

/* ---- taking them out ---------------------------------------------------- */

TEST(one_is_taken_out)
{
	const struct rt_picture_change changes[] = { take_out(0),
						     say(1, "Dog") };

	assert_int_equal(RT_OK, correct("0", "Look.", changes, 2));
	assert_redis(arena_printf(&mem, "%s 640 480\tDog", picture[1].token),
		     "HGET post:" ID " pictures", id);
	album_work(false);
	assert_true(album_has(picture[0].token));
	album_work(true);
	assert_false(album_has(picture[0].token));
	assert_true(album_has(picture[1].token));
	/* The form was sent twice. */
	assert_int_equal(RT_OK, correct("0", "Look.", changes, 2));
	assert_redis("1", "HGET post:" ID " edits", id);
}

TEST(all_are_taken_out)
{
	const struct rt_picture_change out[] = { take_out(0), take_out(1) };

	assert_int_equal(RT_OK, correct("0", "Look.", out, 2));
	assert_redis("0", "HEXISTS post:" ID " pictures", id);
	album_work(true);
	assert_false(album_has(picture[0].token));
	assert_false(album_has(picture[1].token));
}

TEST(a_refused_correction_deletes_none)
{
	const struct rt_picture_change out = take_out(0);

	assert_int_equal(RT_TAKEN, correct("7", "Look.", &out, 1));
	album_work(true);
	assert_true(album_has(picture[0].token));
	redis("HINCRBY post:" ID " time -900", id);
	assert_int_equal(RT_LATE, correct("0", "Look.", &out, 1));
	album_work(true);
	assert_true(album_has(picture[0].token));
}

static void take_first_out(void)
{
	const struct rt_picture_change out = take_out(0);

	correct("0", "Look.", &out, 1);
}

/* The post names exactly what is there. */
static void check_killed(void)
{
	bool is_done = false, is_in;

	for (unsigned n = 0; !is_done; n++) {
		is_done = proxy_run(n, take_first_out);
		album_work(true);
		is_in = strstr(redis("HGET post:" ID " pictures", id),
			       picture[0].token);
		assert_int_equal(is_in, album_has(picture[0].token));
		assert_true(album_has(picture[1].token));
		album_close(NULL);
		assert_int_equal(0, begin(NULL));
	}
}

TEST(killed)
{
	check_killed();
}

ON_MANY(killed)

TEST(a_post_that_was_removed_has_them_once_it_is_restored)
{
	const struct rt_picture_change change = say(0, "Dog");
	const struct rt_acting who = { .by = bob.id, .reason = "Rude" };
	struct rt_editable post;

	assert_int_equal(RT_OK, correct("0", "Look.", &change, 1));
	assert_int_equal(RT_OK, rt_post_remove(rt, &mem, id, &who));
	assert_int_equal(RT_NOT_FOUND, correct("1", "Look.", &change, 1));
	assert_int_equal(RT_OK, rt_post_restore(rt, &mem, id, &who));
	settle();
	assert_int_equal(RT_OK, rt_edit_begin(rt, &mem, &alice, id, &post));
	assert_int_equal(2, post.pictures);
	assert_string_equal("Dog", post.picture[0].alt);
	assert_redis("0", "HEXISTS post:" ID " before", id);
}

/* ---- of a scheduled post ------------------------------------------------ */

static struct rt_scheduled scheduled(void)
{
	struct rt_schedule s;

	assert_int_equal(RT_OK, rt_schedule_list(rt, &mem, alice.id, &s));
	assert_int_equal(1, s.n);
	return s.v[0];
}

static enum rt_err correct_scheduled(const struct rt_scheduled *was,
				     const char *body,
				     const struct rt_picture_change *change,
				     size_t n)
{
	const struct rt_schedule_edit edit = {
		.token = was->token,
		.version = was->version,
		.body = body,
		.at = was->at,
		.change = change,
		.changes = n,
	};

	return rt_schedule_edit(rt, &mem, &alice, &edit);
}

TEST(scheduled_posts_have_them_too)
{
	struct rt_draft draft = { .body = "Later." };
	struct rt_picture_change changes[2];
	struct rt_scheduled was, is;

	for (size_t i = 0; i < 2; i++)
		picture[i] = album_picture(alice.id, PICTURE_POST);
	draft.attached =
		(struct rt_attached){ .picture = picture, .pictures = 2 };
	assert_int_equal(RT_OK, rt_schedule(rt, &mem, &alice, &draft,
					    unit_second() + 9000));
	was = scheduled();
	changes[0] = take_out(0);
	changes[1] = say(1, "Dog");
	assert_int_equal(RT_OK, correct_scheduled(&was, "Later.", changes, 2));
	is = scheduled();
	assert_int_equal(1, is.attached.pictures);
	assert_string_equal("Dog", is.attached.picture[0].alt);
	/* Sent twice; and from another window, which had the old pictures. */
	assert_int_equal(RT_OK, correct_scheduled(&was, "Later.", changes, 2));
	assert_int_equal(RT_TAKEN, correct_scheduled(&was, "x", changes, 2));
	album_age(picture[0].token, 700);
	album_work(true);
	assert_false(album_has(picture[0].token));
	assert_true(album_has(picture[1].token));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		A_POST(what_they_show_is_corrected),
		A_POST(what_follows_from_a_description),
		A_POST(a_picture_of_another_post_is_left_alone),
		A_POST(a_question_that_somebody_has_answered),
		A_POST(a_site_that_has_no_pictures_any_more),
		A_POST(one_is_taken_out),
		A_POST(all_are_taken_out),
		A_POST(a_refused_correction_deletes_none),
		A_POST(killed),
		A_POST(killed_on_many),
		A_POST(a_post_that_was_removed_has_them_once_it_is_restored),
		A_POST(scheduled_posts_have_them_too),
	};

	return RUN_REDIS(tests);
}
