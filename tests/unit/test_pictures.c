/*
 * Which pictures stay and which are deleted, by what names them.  The files are
 * real ones, and nobody has decoded them.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "album.h"
#include "race.h"

static void check_no_jobs(void)
{
	assert_redis("0", "ZCARD {pictures}:due");
}

static void put_job(const char *token)
{
	redis("ZADD {pictures}:due 1 %s", arena_printf(&mem, "0 %s", token));
}

/* ---- in a post ----------------------------------------------------------- */

TEST(a_post_has_them)
{
	struct rt_picture is[] = { album_picture(alice.id, PICTURE_POST),
				   album_picture(alice.id, PICTURE_POST) };
	uint64_t id;
	struct rt_post post;

	is[0].is_animated = true;
	is[1].alt = "A dog, and \"quotes\"";
	id = album_post(&alice, is, 2);
	assert_int_equal(RT_OK, rt_post_read(rt, &mem, id, &post));
	assert_int_equal(2, post.attached.pictures);
	assert_string_equal(is[0].token, post.attached.picture[0].token);
	assert_int_equal(640, post.attached.picture[0].width);
	assert_int_equal(480, post.attached.picture[0].height);
	assert_true(post.attached.picture[0].is_animated);
	assert_string_equal("Cat", post.attached.picture[0].alt);
	assert_false(post.attached.picture[1].is_animated);
	assert_string_equal(is[1].alt, post.attached.picture[1].alt);
	assert_redis(arena_printf(&mem, ID, id), "HGET picture:%s post",
		     is[0].token);
	assert_null(redis("HGET picture:%s alt", is[0].token));
	album_age(is[0].token, 700);
	put_job(is[0].token);
	album_work(false);
	assert_true(album_has(is[0].token));
	check_no_jobs();
}

TEST(deleting_the_post_deletes_them)
{
	struct rt_picture is = album_picture(alice.id, PICTURE_POST);
	uint64_t id = album_post(&alice, &is, 1);

	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, id));
	album_work(false);
	assert_true(album_has(is.token));
	album_work(true);
	assert_false(album_has(is.token));
	check_no_jobs();
}

/* Its mark, which tells that it is gone, is not there for ever. */
TEST(a_post_that_is_long_gone)
{
	struct rt_picture is = album_picture(alice.id, PICTURE_POST);

	redis("HSET picture:%s post 99", is.token);
	put_job(is.token);
	album_work(false);
	assert_true(album_has(is.token));
	album_age(is.token, 601);
	album_work(true);
	assert_false(album_has(is.token));
}

/* The second copy of a form has taken the same pictures in once more. */
TEST(a_form_that_is_sent_twice)
{
	struct rt_picture one = album_picture(alice.id, PICTURE_POST);
	struct rt_picture two = album_picture(alice.id, PICTURE_POST);
	struct rt_draft draft = { .body = "Look.", .nonce = "n" };
	uint64_t id, again;

	draft.attached =
		(struct rt_attached){ .picture = &one, .pictures = 1 };
	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &alice, &draft, &id));
	draft.attached.picture = &two;
	assert_int_equal(RT_OK,
			 rt_post_create(rt, &mem, &alice, &draft, &again));
	assert_int_equal(id, again);
	put_job(one.token);
	put_job(two.token);
	album_work(false);
	assert_true(album_has(one.token));
	assert_false(album_has(two.token));
	check_no_jobs();
}

TEST(a_post_that_was_removed_keeps_them)
{
	struct rt_picture is = album_picture(alice.id, PICTURE_POST);
	uint64_t id = album_post(&alice, &is, 1);
	struct rt_post post;

	assert_int_equal(RT_OK, rt_post_remove(rt, &mem, id, &nobody));
	album_age(is.token, 700);
	put_job(is.token);
	album_work(false);
	assert_true(album_has(is.token));
	assert_int_equal(RT_OK, rt_post_restore(rt, &mem, id, &nobody));
	assert_int_equal(RT_OK, rt_post_read(rt, &mem, id, &post));
	assert_int_equal(1, post.attached.pictures);
}

TEST(whoever_leaves_takes_them_along)
{
	struct rt_picture post = album_picture(alice.id, PICTURE_POST);
	struct rt_picture face = album_picture(alice.id, PICTURE_FACE);
	struct rt_picture later = album_picture(alice.id, PICTURE_POST);
	struct rt_picture kept = album_picture(alice.id, PICTURE_POST);
	struct rt_draft draft = { .body = "Later." };

	album_post(&alice, &post, 1);
	redis("HSET user:1 face %s", face.token);
	draft.attached =
		(struct rt_attached){ .picture = &later, .pictures = 1 };
	assert_int_equal(RT_OK, rt_schedule(rt, &mem, &alice, &draft,
					    time(NULL) + 3600));
	put_job(kept.token);
	unit_leave(&alice);
	album_work(true);
	assert_false(album_has(post.token));
	assert_false(album_has(face.token));
	assert_false(album_has(later.token));
	assert_false(album_has(kept.token));
	check_no_jobs();
}

/* ---- in no post yet ------------------------------------------------------ */

TEST(nothing_has_it_for_ten_minutes)
{
	struct rt_picture is = album_picture(alice.id, PICTURE_POST);

	put_job(is.token);
	album_age(is.token, 590);
	album_work(false);
	assert_true(album_has(is.token));
	assert_redis("1", "ZCARD {pictures}:due");
	album_age(is.token, 20);
	album_work(true);
	assert_false(album_has(is.token));
	check_no_jobs();
}

TEST(it_is_kept_for_another_ten_minutes)
{
	struct rt_picture is = album_picture(alice.id, PICTURE_POST);
	struct rt_picture found[RT_PICTURES_MAX];
	bool is_missing = true;
	size_t n = 0;

	album_age(is.token, 590);
	assert_int_equal(RT_OK, rt_pictures_kept(rt, &mem, &alice, is.token,
						 found, &n, &is_missing));
	assert_int_equal(1, n);
	assert_false(is_missing);
	assert_string_equal(is.token, found[0].token);
	assert_int_equal(640, found[0].width);
	assert_int_equal(480, found[0].height);
	assert_string_equal("Cat", found[0].alt);
	assert_false(found[0].is_animated);
	album_age(is.token, 590);
	put_job(is.token);
	album_work(false);
	assert_true(album_has(is.token));
}

/* What is not one's own, gone, in a post, no token, or there twice. */
TEST(what_is_not_kept)
{
	struct rt_picture mine = album_picture(alice.id, PICTURE_POST);
	struct rt_picture his = album_picture(bob.id, PICTURE_POST);
	struct rt_picture face = album_picture(alice.id, PICTURE_FACE);
	struct rt_picture used = album_picture(alice.id, PICTURE_POST);
	struct rt_picture found[RT_PICTURES_MAX];
	bool is_missing = false;
	size_t n = 9;

	album_post(&alice, &used, 1);
	assert_int_equal(
		RT_OK, rt_pictures_kept(rt, &mem, &alice,
					arena_printf(&mem, "  %s %s nonsense",
						     mine.token, his.token),
					found, &n, &is_missing));
	assert_int_equal(1, n);
	assert_true(is_missing);
	is_missing = false;
	assert_int_equal(
		RT_OK,
		rt_pictures_kept(rt, &mem, &alice,
				 arena_printf(&mem, "%s %s %s ", face.token,
					      used.token, mine.token),
				 found, &n, &is_missing));
	assert_int_equal(1, n);
	assert_true(is_missing);
	assert_string_equal(mine.token, found[0].token);
	assert_int_equal(RT_OK,
			 rt_pictures_kept(rt, &mem, &alice,
					  arena_printf(&mem, "%s %s",
						       mine.token, mine.token),
					  found, &n, &is_missing));
	assert_int_equal(1, n);
	assert_false(is_missing);
	assert_int_equal(RT_OK, rt_pictures_kept(rt, &mem, &alice, "", found,
						 &n, &is_missing));
	assert_int_equal(0, n);
	assert_false(is_missing);
}

/* ---- in a scheduled post ------------------------------------------------- */

static void schedule(const struct rt_picture *is, struct rt_schedule *s)
{
	const struct rt_draft draft = {
		.body = "Later.",
		.attached = { .picture = is, .pictures = 1 },
	};

	assert_int_equal(RT_OK, rt_schedule(rt, &mem, &alice, &draft,
					    time(NULL) + 3600));
	assert_int_equal(RT_OK, rt_schedule_list(rt, &mem, alice.id, s));
}

TEST(a_scheduled_post_has_it)
{
	struct rt_picture is = album_picture(alice.id, PICTURE_POST);
	struct rt_schedule s;
	struct rt_post post;

	schedule(&is, &s);
	assert_int_equal(1, s.v[0].attached.pictures);
	assert_string_equal(is.token, s.v[0].attached.picture->token);
	album_age(is.token, 700);
	put_job(is.token);
	album_work(false);
	assert_true(album_has(is.token));
	unit_make_due("later");
	assert_int_equal(RT_OK, rt_schedule_run(rt, &mem));
	unit_deliver();
	assert_int_equal(RT_OK, rt_post_read(rt, &mem, 1, &post));
	assert_int_equal(1, post.attached.pictures);
	assert_redis("1", "HGET picture:%s post", is.token);
	album_age(is.token, 700);
	album_work(true);
	assert_true(album_has(is.token));
	check_no_jobs();
}

TEST(cancelling_it_deletes_it)
{
	struct rt_picture is = album_picture(alice.id, PICTURE_POST);
	struct rt_schedule s;

	schedule(&is, &s);
	assert_int_equal(RT_OK,
			 rt_schedule_cancel(rt, &mem, alice.id, s.v[0].token));
	album_age(is.token, 700);
	album_work(true);
	assert_false(album_has(is.token));
	check_no_jobs();
}

/* Texts of an earlier Retwis, without pictures. */
TEST(an_earlier_draft)
{
	struct rt_schedule s;
	const char *text =
		arena_printf(&mem, "0123456789abcdef 0 Hi\x1e%lld\x1e\x1e",
			     (long long)time(NULL) + 7200);

	redis("ZADD {later}:of:1 9999999999999 %s", text);
	assert_int_equal(RT_OK, rt_schedule_list(rt, &mem, alice.id, &s));
	assert_int_equal(1, s.n);
	assert_string_equal("Hi", s.v[0].body);
	assert_true(s.v[0].attached.announced);
	assert_int_equal(0, s.v[0].attached.pictures);
}

/* ---- the folder is not there --------------------------------------------- */

TEST(nothing_is_deleted_while_they_are_away)
{
	struct rt_picture is = album_picture(alice.id, PICTURE_POST);
	const char *mark = arena_printf(&mem, "%s/mark", conf.pictures);

	album_age(is.token, 700);
	put_job(is.token);
	assert_int_equal(0, unlink(mark));
	album_work(false);
	assert_true(album_has(is.token));
	assert_redis("1", "ZCARD {pictures}:due");
	assert_true(folder_claim(conf.pictures, album_seal()));
	album_work(true);
	assert_false(album_has(is.token));
}

static enum rt_picture_problem take(void)
{
	enum rt_picture_problem problem = RT_PICTURE_OK;
	struct rt_picture is;
	int file = open("/dev/null", O_RDONLY | O_CLOEXEC);

	assert_int_equal(RT_OK,
			 rt_picture_take(rt, &mem, &alice, PICTURE_POST, file,
					 3000000, "", 1, &is, &problem));
	close(file);
	return problem;
}

/* It becomes the site's if there has never been a picture. */
TEST(a_folder_without_its_mark)
{
	const char *mark = arena_printf(&mem, "%s/mark", conf.pictures);

	conf.picture_socket = "/nonexistent";
	assert_int_equal(0, unlink(mark));
	assert_int_equal(RT_PICTURE_AWAY, take());
	assert_int_equal(FOLDER_OURS,
			 folder_look(conf.pictures, album_seal()));
	assert_int_equal(0, unlink(mark));
	redis("SET pictures_since 1");
	assert_int_equal(RT_PICTURE_AWAY, take());
	assert_int_equal(FOLDER_UNMARKED,
			 folder_look(conf.pictures, album_seal()));
}

/* One megabyte more begins with its first byte. */
TEST(how_much_a_member_may_send)
{
	conf.picture_socket = "/nonexistent";
	conf.rate[RT_RATE_PICTURES] = (struct rt_rate){ 8, 60 };
	rt_visitor(rt, "192.0.2.1", NULL);
	assert_int_equal(RT_PICTURE_AWAY, take());
	assert_redis("3", "GET limit:pictures:1");
	assert_int_equal(RT_PICTURE_AWAY, take());
	assert_int_equal(RT_PICTURE_MANY, take());
	assert_true(rt_retry_after(rt) > 0);
	conf.rate[RT_RATE_PICTURES].times = 0;
	conf.rate[RT_RATE_PICTURES_ALL] = (struct rt_rate){ 2, 60 };
	assert_int_equal(RT_PICTURE_MANY_ALL, take());
	assert_redis("4", "HGET pictures_count refused");
	assert_redis("0", "HEXISTS pictures_count count");
}

/* ---- deleting ------------------------------------------------------------ */

static int run_pictures(int n)
{
	(void)n;
	return rt_pictures_run(rt, &mem);
}

TEST(many_workers_at_once)
{
	struct rt_picture is = album_picture(alice.id, PICTURE_POST);
	int result[RACERS];

	album_age(is.token, 700);
	put_job(is.token);
	race(run_pictures, result);
	assert_int_equal(RACERS, race_count(result, RT_OK));
	assert_false(album_has(is.token));
	check_no_jobs();
}

/* For the metrics. */
TEST(what_is_deleted_is_counted_once)
{
	struct rt_picture is = album_picture(alice.id, PICTURE_POST);

	redis("HSET pictures_count count 3 bytes 1000");
	album_age(is.token, 700);
	put_job(is.token);
	album_work(false);
	assert_redis("2", "HGET pictures_count count");
	assert_redis("872", "HGET pictures_count bytes");
	put_job(is.token);
	album_work(false);
	assert_redis("2", "HGET pictures_count count");
}

/* A worker has died after it deleted the row. */
TEST(files_without_a_row)
{
	struct rt_picture is = album_picture(alice.id, PICTURE_POST);

	redis("DEL picture:%s", is.token);
	put_job(is.token);
	album_work(false);
	assert_int_equal(0, album_files(is.token));
	check_no_jobs();
}

TEST(a_job_that_makes_no_sense)
{
	redis("ZADD {pictures}:due 1 %s", "0 ../../etc");
	redis("ZADD {pictures}:due 1 %s", "nonsense");
	album_work(false);
	check_no_jobs();
}

/* ---- descriptions --------------------------------------------------------- */

TEST(what_it_shows)
{
	const char *alt = NULL;

	assert_null(rt_alt_problem(&mem, "  A cat\r\non a\troof ", &alt));
	assert_string_equal("A cat  on a roof", alt);
	assert_null(rt_alt_problem(&mem, "", &alt));
	assert_string_equal("", alt);
	assert_non_null(rt_alt_problem(&mem, "\x1b[31m", &alt));
	assert_non_null(rt_alt_problem(&mem, "\xff", &alt));
	assert_non_null(
		rt_alt_problem(&mem, arena_printf(&mem, "%0501d", 7), &alt));
	assert_null(
		rt_alt_problem(&mem, arena_printf(&mem, "%0500d", 7), &alt));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		MEMBERS_TOO(a_post_has_them),
		MEMBERS_TOO(deleting_the_post_deletes_them),
		MEMBERS_TOO(a_post_that_is_long_gone),
		MEMBERS_TOO(a_form_that_is_sent_twice),
		MEMBERS_TOO(a_post_that_was_removed_keeps_them),
		MEMBERS_TOO(whoever_leaves_takes_them_along),
		MEMBERS_TOO(nothing_has_it_for_ten_minutes),
		MEMBERS_TOO(it_is_kept_for_another_ten_minutes),
		MEMBERS_TOO(what_is_not_kept),
		MEMBERS_TOO(a_scheduled_post_has_it),
		MEMBERS_TOO(cancelling_it_deletes_it),
		MEMBERS_TOO(an_earlier_draft),
		MEMBERS_TOO(nothing_is_deleted_while_they_are_away),
		MEMBERS_TOO(a_folder_without_its_mark),
		MEMBERS_TOO(how_much_a_member_may_send),
		MEMBERS_TOO(many_workers_at_once),
		MEMBERS_TOO(what_is_deleted_is_counted_once),
		MEMBERS_TOO(files_without_a_row),
		MEMBERS_TOO(a_job_that_makes_no_sense),
		PLAIN(what_it_shows),
	};

	return RUN_REDIS(tests);
}
