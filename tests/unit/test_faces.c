/* Faces and the mark: who has one, and that the one before is deleted. */
#include "album.h"

static const char *new_face(const struct rt_user *who)
{
	return album_picture(who->id, PICTURE_FACE).token;
}

static void set_face(struct rt_user *who, const char *token)
{
	assert_int_equal(RT_OK, rt_face_set(rt, &mem, who, token));
	who->face = token;
}

static void check_face(const struct rt_user *who, const char *token)
{
	const char *face = redis("HGET user:" ID " face", who->id);

	if (token)
		assert_string_equal(token, face);
	else
		assert_null(face);
}

/* ---- one's own ----------------------------------------------------------- */

TEST(a_member_has_it)
{
	const char *face = new_face(&alice);

	set_face(&alice, face);
	check_face(&alice, face);
	check_face(&bob, NULL);
	album_age(face, 700);
	album_work(true);
	assert_true(album_has(face));
}

TEST(the_one_before_is_deleted)
{
	const char *first = new_face(&alice), *second = new_face(&alice);

	set_face(&alice, first);
	set_face(&alice, second);
	album_age(first, 700);
	album_work(false);
	assert_true(album_has(first));
	album_work(true);
	assert_false(album_has(first));
	assert_true(album_has(second));
}

TEST(none_from_now_on)
{
	const char *face = new_face(&alice);

	assert_int_equal(RT_OK, rt_face_remove(rt, &mem, &alice));
	set_face(&alice, face);
	assert_int_equal(RT_OK, rt_face_remove(rt, &mem, &alice));
	check_face(&alice, NULL);
	album_age(face, 700);
	album_work(true);
	assert_false(album_has(face));
}

/* Two forms at the same time, which have read the same face. */
TEST(two_forms_at_once)
{
	const char *face[] = { new_face(&alice), new_face(&alice) };

	assert_int_equal(RT_OK, rt_face_set(rt, &mem, &alice, face[0]));
	assert_int_equal(RT_OK, rt_face_set(rt, &mem, &alice, face[1]));
	check_face(&alice, face[1]);
	album_age(face[0], 700);
	album_work(true);
	assert_false(album_has(face[0]));
	assert_true(album_has(face[1]));
}

TEST(whoever_has_left_gets_none)
{
	unit_leave(&alice);
	assert_int_equal(RT_NOT_FOUND,
			 rt_face_set(rt, &mem, &alice, new_face(&alice)));
	check_face(&alice, NULL);
}

/* ---- somebody else's ----------------------------------------------------- */

static enum rt_err moderate(const struct rt_user *whom, enum rt_standing as)
{
	const struct rt_acting who = { .by = bob.id };

	return rt_face_moderate(rt, &mem, whom, as, &who);
}

static void check_log(size_t lines)
{
	struct rt_log log;

	assert_int_equal(RT_OK, rt_log(rt, &mem, 0, &log));
	assert_int_equal(lines, log.n);
	if (!lines)
		return;
	assert_int_equal(RT_ACT_FACE, log.v[0].what);
	assert_int_equal(bob.id, log.v[0].by);
	assert_int_equal(alice.id, log.v[0].whom);
}

TEST(it_is_taken_away)
{
	const char *face = new_face(&alice);
	struct rt_user whom;

	set_face(&alice, face);
	assert_int_equal(RT_OK, rt_user_by_id(rt, &mem, alice.id, &whom));
	assert_string_equal(face, whom.face);
	assert_int_equal(RT_OK, moderate(&whom, RT_MODERATOR));
	check_face(&alice, NULL);
	check_log(1);
	album_age(face, 700);
	album_work(true);
	assert_false(album_has(face));
	assert_int_equal(RT_OK, moderate(&whom, RT_HOST));
	check_log(1);
	assert_redis("0", "ZCARD {acts}:due");
}

/* It was changed since it was read. */
TEST(another_one_is_taken_away)
{
	const char *face = new_face(&alice);

	set_face(&alice, face);
	assert_int_equal(
		RT_OK, moderate(&(struct rt_user){ .id = alice.id }, RT_HOST));
	check_face(&alice, NULL);
	album_age(face, 700);
	album_work(true);
	assert_false(album_has(face));
}

TEST(who_may_not)
{
	static const char *const staff[] = { "host", "moderator" };
	struct rt_user whom;

	set_face(&alice, new_face(&alice));
	for (size_t i = 0; i < 2; i++) {
		redis("HSET user:1 standing %s", staff[i]);
		assert_int_equal(RT_DENIED, moderate(&alice, RT_MODERATOR));
		assert_int_equal(RT_OK,
				 rt_user_by_id(rt, &mem, alice.id, &whom));
		assert_int_equal(RT_DENIED, moderate(&whom, RT_MODERATOR));
		check_face(&alice, alice.face);
	}
	check_log(0);
	assert_int_equal(RT_OK, moderate(&alice, RT_HOST));
	check_face(&alice, NULL);
	assert_int_equal(RT_NOT_FOUND,
			 moderate(&(struct rt_user){ .id = 99 }, RT_HOST));
	check_log(1);
}

/* The request has died after the script: a worker adds the line. */
TEST(a_line_that_is_missing)
{
	struct rt_user whom = { .id = alice.id };

	set_face(&alice, new_face(&alice));
	assert_int_equal(RT_OK, moderate(&whom, RT_HOST));
	redis("ZADD {acts}:due 1 %s",
	      arena_printf(&mem, "0 %s", redis("ZRANGE log 0 0")));
	redis("DEL log");
	assert_int_equal(RT_OK, rt_acts_run(rt, &mem));
	check_log(1);
}

/* ---- where it is shown ---------------------------------------------------- */

TEST(it_comes_with_the_names)
{
	struct rt_profile profile;
	struct rt_quiet_lists lists;

	set_face(&alice, new_face(&alice));
	unit_post(&alice, "Hello.");
	assert_int_equal(RT_OK, rt_profile(rt, &mem, NULL, "alice",
					   (struct rt_place){ 0 }, &profile));
	assert_string_equal(alice.face, profile.member.face);
	assert_int_equal(1, profile.posts.n);
	assert_string_equal(alice.face, profile.posts.v[0].face);
	redis("ZADD quiet:2 1 1");
	assert_int_equal(RT_OK, rt_quiet_lists(rt, &mem, bob.id, &lists));
	assert_int_equal(1, lists.muted.n);
	assert_string_equal(alice.face, lists.muted.v[0].face);
}

TEST(a_site_without_pictures)
{
	struct rt_profile profile;

	set_face(&alice, new_face(&alice));
	unit_post(&alice, "Hello.");
	conf.pictures = NULL;
	unit_reopen();
	assert_int_equal(RT_OK, rt_profile(rt, &mem, NULL, "alice",
					   (struct rt_place){ 0 }, &profile));
	assert_null(profile.member.face);
	assert_null(profile.posts.v[0].face);
}

/* ---- the mark ------------------------------------------------------------ */

static const char *mark_now(void)
{
	rt_site_begin(rt);
	assert_int_equal(RT_OK, rt_site_read(rt, &mem));
	return rt_site(rt)->mark;
}

TEST(the_mark_of_the_site)
{
	const char *first = album_picture(alice.id, PICTURE_MARK).token;
	const char *second = album_picture(alice.id, PICTURE_MARK).token;

	assert_null(mark_now());
	assert_int_equal(RT_OK, rt_mark_set(rt, &mem, first, &nobody));
	assert_string_equal(first, mark_now());
	assert_int_equal(RT_OK, rt_mark_set(rt, &mem, second, &nobody));
	assert_string_equal(second, mark_now());
	album_age(first, 700);
	album_age(second, 700);
	album_work(true);
	assert_false(album_has(first));
	assert_true(album_has(second));
	assert_int_equal(RT_OK, rt_mark_set(rt, &mem, "", &nobody));
	assert_null(mark_now());
	album_work(true);
	assert_false(album_has(second));
}

TEST(what_is_no_mark)
{
	redis("HSET site mark %s", "../../etc/passwd");
	assert_null(mark_now());
	redis("HSET site mark %s", "0123456789ABCDEF0123456789ABCDEF");
	assert_null(mark_now());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		MEMBERS_TOO(a_member_has_it),
		MEMBERS_TOO(the_one_before_is_deleted),
		MEMBERS_TOO(none_from_now_on),
		MEMBERS_TOO(two_forms_at_once),
		MEMBERS_TOO(whoever_has_left_gets_none),
		MEMBERS_TOO(it_is_taken_away),
		MEMBERS_TOO(another_one_is_taken_away),
		MEMBERS_TOO(who_may_not),
		MEMBERS_TOO(a_line_that_is_missing),
		MEMBERS_TOO(it_comes_with_the_names),
		MEMBERS_TOO(a_site_without_pictures),
		MEMBERS_TOO(the_mark_of_the_site),
		MEMBERS_TOO(what_is_no_mark),
	};

	return RUN_REDIS(tests);
}
