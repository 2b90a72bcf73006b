/* Checking pictures: rows, files, and what names them. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "album.h"
#include "base/secret.h"
#include "checked.h"

#define HOUR 3600
#define DAY  (24 * HOUR)

static const struct rt_user writer = { .id = 1, .name = "alice" };

/* All pictures are made in the small site, and counted. */
static int open_site(void **state)
{
	int failed = checked_site(state) || album_begin();

	redis("SET pictures_since 1");
	return failed;
}

#define PICTURED(test)                                                        \
	cmocka_unit_test_setup_teardown(test, open_site, album_close)

static const char *in_folder(const char *path)
{
	return arena_printf(&mem, "%s/%s", conf.pictures, path);
}

static const char *file_of(const char *token, const char *ending)
{
	return in_folder(folder_path(&mem, token, ending));
}

static bool is_file(const char *path)
{
	struct stat is;

	return stat(path, &is) == 0;
}

static const char *in_lost(const char *token, const char *ending)
{
	return in_folder(arena_printf(&mem, "lost/%s%s", token, ending));
}

/* As if it had been written so many seconds ago. */
static void file_age(const char *path, time_t seconds)
{
	struct timespec at[2] = { { .tv_sec = time(NULL) - seconds },
				  { .tv_sec = time(NULL) - seconds } };

	assert_int_equal(0, utimensat(AT_FDCWD, path, at, 0));
}

static void files_age(const char *token, enum picture_use use, time_t seconds)
{
	for (size_t i = 0; i < picture_sizes(use)->n; i++)
		file_age(file_of(token, picture_sizes(use)->size[i].ending),
			 seconds);
}

static void write_file(const char *path, time_t age)
{
	int fd = open(path, O_CREAT | O_WRONLY, 0640);

	assert_true(fd >= 0);
	close(fd);
	file_age(path, age);
}

/* One that was taken in an hour ago, and is counted. */
static struct rt_picture old_picture(uint64_t owner, enum picture_use use)
{
	struct rt_picture is = album_picture(owner, use);

	album_age(is.token, HOUR);
	files_age(is.token, use, HOUR);
	redis("HINCRBY pictures_count count 1");
	redis("HINCRBY pictures_count bytes %s",
	      redis("HGET picture:%s bytes", is.token));
	return is;
}

static struct rt_picture posted_picture(uint64_t *post)
{
	struct rt_picture is = old_picture(writer.id, PICTURE_POST);

	*post = album_post(&writer, &is, 1);
	assert_int_equal(RT_OK, rt_indexing_run(rt, &mem));
	redis("DEL outbox {fanout}:jobs {pictures}:due");
	return is;
}

static void found(const char *what)
{
	const char *all = checked(false);

	if (!strstr(all, what))
		fail_msg("not found: %s\nbut\n%s", what, all);
}

static void mended(const char *what)
{
	const char *all;

	found(what);
	all = checked(true);
	if (!strstr(all, arena_printf(&mem, "+%s", what)))
		fail_msg("not mended: %s\nbut\n%s", what, all);
	checked_clean("mended");
}

/* It is reported, also by a repair, which changes nothing. */
static void unmended(const char *what)
{
	const char *all;

	found(what);
	all = checked(true);
	if (!strstr(all, what))
		fail_msg("gone: %s\nbut\n%s", what, all);
	if (strstr(all, arena_printf(&mem, "+%s", what)))
		fail_msg("mended: %s", all);
}

/* Rows are found by SCAN. */
static void rows_are_listed(void)
{
	unit_skip("nutcracker", "Twemproxy cannot list its keys");
}

/* ---- nothing is wrong --------------------------------------------------- */

TEST(pictures_that_are_in_something)
{
	struct rt_picture face = old_picture(2, PICTURE_FACE);
	struct rt_picture mark = old_picture(1, PICTURE_MARK);
	struct rt_draft draft = { .body = "Later." };
	struct rt_picture later = old_picture(1, PICTURE_POST);
	uint64_t post;

	posted_picture(&post);
	redis("HSET user:2 face %s", face.token);
	redis("HSET site mark %s", mark.token);
	draft.attached =
		(struct rt_attached){ .picture = &later, .pictures = 1 };
	assert_int_equal(RT_OK, rt_schedule(rt, &mem, &writer, &draft,
					    time(NULL) + HOUR));
	album_age(later.token, HOUR);
	checked_clean("in a post, a face, the mark, and scheduled");
	assert_string_equal("", checked(true));
}

/* A page may be about to give it to a post; or a worker looks after it. */
TEST(pictures_that_wait)
{
	struct rt_picture is = album_picture(1, PICTURE_POST);

	redis("HSET pictures_count count 1 bytes %s",
	      redis("HGET picture:%s bytes", is.token));
	checked_clean("nine minutes are left");
	album_age(is.token, HOUR);
	redis("ZADD {pictures}:due 5 %s",
	      arena_printf(&mem, "0 %s", is.token));
	checked_clean("a worker knows of it");
	redis("DEL picture:%s pictures_count", is.token);
	files_age(is.token, PICTURE_POST, HOUR);
	checked_clean("whose row it has deleted already");
}

/* As a page stores what came with an imported post. */
static const char *imported_picture(uint64_t seconds)
{
	const char *token = secret_new(&mem);
	int file = open("/dev/null", O_RDONLY);

	assert_true(folder_put_raw(conf.pictures, token, file, 0, 0));
	close(file);
	file_age(file_of(token, FOLDER_RAW), DAY + HOUR);
	redis("HSET picture:%s user_id 1 use post post archive raw 1 time %lld",
	      token, (long long)time(NULL) - (long long)seconds);
	redis("ZADD imported:1 655360 %s", token);
	return token;
}

/* One whose files a worker has yet to make, is not counted yet. */
TEST(pictures_of_imported_posts)
{
	const char *token = imported_picture(HOUR);
	struct rt_picture is = old_picture(writer.id, PICTURE_POST);

	redis("ZADD imported:1 655360 %s", is.token);
	redis("HSET picture:%s post archive raw 0", is.token);
	redis("ZADD {pictures}:due 5 %s", arena_printf(&mem, "0 %s", token));
	checked_clean("one has been made, and one waits");
	redis("DEL {pictures}:due");
	rows_are_listed();
	mended(arena_printf(&mem, "picture in nothing: picture %s is in",
			    token));
	assert_redis("1", "ZCARD {pictures}:due");
	redis("DEL {pictures}:due imported:1");
	redis("HDEL picture:%s raw", token);
	found(arena_printf(&mem, "picture in nothing: picture %s is in",
			   is.token));
	found(arena_printf(&mem, "files without a picture: 1 in %.2s/%.2s",
			   token, token + 2));
}

TEST(a_site_without_pictures)
{
	redis("DEL pictures_since");
	assert_int_equal(0, unlink(in_folder("mark")));
	checked_clean("nobody has sent one yet");
	assert_int_equal(0, rmdir(conf.pictures));
	checked_clean("nor is there a folder");
	assert_int_equal(0, mkdir(conf.pictures, 0700));
}

/* ---- rows --------------------------------------------------------------- */

TEST(a_picture_in_nothing)
{
	struct rt_picture is = old_picture(1, PICTURE_POST);

	rows_are_listed();
	mended(arena_printf(&mem,
			    "picture in nothing: picture %s is in nothing, "
			    "and no worker knows of it",
			    is.token));
	assert_redis("1", "ZCARD {pictures}:due");
	album_work(true);
	assert_false(album_has(is.token));
	checked_clean("deleted");
}

TEST(a_face_that_was_replaced)
{
	struct rt_picture was = old_picture(2, PICTURE_FACE);
	struct rt_picture is = old_picture(2, PICTURE_FACE);

	rows_are_listed();
	redis("HSET user:2 face %s", is.token);
	mended(arena_printf(&mem, "picture in nothing: picture %s is",
			    was.token));
}

TEST(a_row_that_makes_no_sense)
{
	rows_are_listed();
	redis("HSET picture:%s x y", "abc");
	redis("HSET pictures_count count 1");
	unmended("invalid picture: picture:abc makes no sense; ");
	assert_redis("1", "EXISTS picture:abc");
}

TEST(one_file_is_missing)
{
	uint64_t post;
	struct rt_picture is = posted_picture(&post);

	rows_are_listed();
	assert_int_equal(0, unlink(file_of(is.token, "-800.webp")));
	unmended(arena_printf(&mem,
			      "picture incomplete: picture %s lacks its file "
			      "%s\n",
			      is.token,
			      folder_path(&mem, is.token, "-800.webp")));
	assert_redis("1", "EXISTS picture:%s", is.token);
	assert_int_equal(3, album_files(is.token));
}

/* ---- rows that have lost their files ------------------------------------- */

/* So that one picture is just a hundredth of all, and two are more. */
static void many_pictures(const char *token[100])
{
	for (size_t i = 0; i < 100; i++) {
		token[i] = old_picture(1, PICTURE_FACE).token;
		redis("ZADD {pictures}:due 5 %s",
		      arena_printf(&mem, "0 %s", token[i]));
	}
	checked_clean("a hundred");
}

TEST(one_in_a_hundred_is_dropped)
{
	const char *token[100];

	rows_are_listed();
	many_pictures(token);
	assert_true(folder_delete(conf.pictures, token[7]));
	mended(arena_printf(&mem,
			    "picture without files: picture %s has no files",
			    token[7]));
	assert_redis("0", "EXISTS picture:%s", token[7]);
	assert_redis("99", "HGET pictures_count count");
}

TEST(more_than_one_in_a_hundred_are_not)
{
	const char *token[100];

	rows_are_listed();
	many_pictures(token);
	assert_true(folder_delete(conf.pictures, token[7]));
	assert_true(folder_delete(conf.pictures, token[8]));
	unmended("many pictures without files: 2 of 100 pictures have no "
		 "files: that is more than one in a hundred");
	assert_redis("1", "EXISTS picture:%s", token[7]);
	assert_redis("1", "EXISTS picture:%s", token[8]);
}

static void away(const char *why)
{
	uint64_t post;
	struct rt_picture is = posted_picture(&post);

	folder_delete(conf.pictures, is.token);
	old_picture(2, PICTURE_FACE);
	unmended(arena_printf(&mem,
			      "pictures away: the pictures are away: %s %s; "
			      "they were not checked\n",
			      conf.pictures, why));
	assert_null(strstr(checked(true), "without files"));
	assert_null(strstr(checked(true), "in nothing"));
	assert_redis("1", "EXISTS picture:%s", is.token);
	assert_redis("0", "ZCARD {pictures}:due");
}

TEST(a_folder_that_is_not_mounted)
{
	assert_int_equal(0, unlink(in_folder("mark")));
	away("has no mark of a site");
}

TEST(a_folder_of_another_site)
{
	assert_true(folder_claim(conf.pictures, "theirs"));
	away("has the mark of another site");
}

TEST(no_folder)
{
	const char *was = conf.pictures;
	uint64_t post;
	struct rt_picture is = posted_picture(&post);

	conf.pictures = "/nowhere/pictures";
	unmended("pictures away: the pictures are away: /nowhere/pictures "
		 "cannot be read; ");
	assert_redis("1", "EXISTS picture:%s", is.token);
	conf.pictures = was;
}

TEST(pictures_off)
{
	const char *was = conf.pictures;
	struct rt_picture is = old_picture(1, PICTURE_POST);
	char token[FOLDER_TOKEN + 1];

	rows_are_listed();
	strcpy(token, is.token);
	folder_delete(was, is.token);
	conf.pictures = NULL;
	unmended("pictures off: RETWIS_PICTURES is off, but there are "
		 "pictures: they were not checked\n");
	assert_null(strstr(checked(true), is.token));
	assert_redis("1", "EXISTS picture:%s", is.token);
	unit_forget(NULL);
	rt = rt_open(&conf);
	redis("DEL picture:%s", token);
	checked_clean("off, and none are left");
	conf.pictures = was;
}

/* ---- names without a row ------------------------------------------------ */

TEST(a_post_without_the_row)
{
	uint64_t post;
	struct rt_picture is = posted_picture(&post);
	const char *bytes = redis("HGET picture:%s bytes", is.token);

	redis("DEL picture:%s", is.token);
	redis("HSET pictures_count count 0 bytes 0");
	mended(arena_printf(&mem,
			    "picture without a row: post " ID
			    " has picture %s, which has no row",
			    post, is.token));
	assert_redis("1", "HGET picture:%s user_id", is.token);
	assert_redis(arena_printf(&mem, ID, post), "HGET picture:%s post",
		     is.token);
	assert_redis("640", "HGET picture:%s width", is.token);
	assert_redis("480", "HGET picture:%s height", is.token);
	assert_redis(bytes, "HGET picture:%s bytes", is.token);
	album_work(true);
	assert_true(album_has(is.token));
}

TEST(a_face_without_the_row)
{
	struct rt_picture is = old_picture(2, PICTURE_FACE);

	redis("HSET user:2 face %s", is.token);
	redis("DEL picture:%s pictures_count", is.token);
	mended(arena_printf(&mem,
			    "face without a row: member 2 has the face %s",
			    is.token));
	assert_redis("288", "HGET picture:%s width", is.token);
	album_work(true);
	assert_true(album_has(is.token));
}

TEST(a_mark_without_the_row)
{
	struct rt_picture is = old_picture(1, PICTURE_MARK);

	redis("HSET site mark %s", is.token);
	redis("DEL picture:%s pictures_count", is.token);
	redis("HSET user:2 standing host");
	redis("SADD hosts 2");
	mended(arena_printf(&mem,
			    "site's mark without a row: the site has the mark "
			    "%s, which has no row\n",
			    is.token));
	assert_redis("2", "HGET picture:%s user_id", is.token);
	assert_redis("512", "HGET picture:%s height", is.token);
	redis("HSET site mark %s", "-");
	redis("ZADD {pictures}:due 5 %s",
	      arena_printf(&mem, "0 %s", is.token));
	unmended("site's mark lost: the site has the mark -, of which");
}

TEST(nothing_is_left)
{
	uint64_t post;
	struct rt_picture is = posted_picture(&post);

	redis("DEL picture:%s pictures_count", is.token);
	assert_int_equal(0, unlink(file_of(is.token, "-1600.webp")));
	redis("HSET user:2 face 00000000000000000000000000000000");
	found("face lost: member 2 has the face 0000");
	unmended(arena_printf(&mem,
			      "picture lost: post " ID " has picture %s, of",
			      post, is.token));
	assert_redis("0", "EXISTS picture:%s", is.token);
}

/* ---- files -------------------------------------------------------------- */

/* The files of a picture without a row; at first these are young. */
static const char *stray_files(void)
{
	struct rt_picture is = album_picture(1, PICTURE_FACE);

	redis("DEL picture:%s", is.token);
	return is.token;
}

TEST(files_without_a_row_are_moved)
{
	const char *token = stray_files();
	struct stat is;

	checked_clean("a page may be taking them in");
	files_age(token, PICTURE_FACE, HOUR);
	mended(arena_printf(
		&mem,
		"files without a picture: 2 in %.2s/%.2s are of no "
		"picture, the first is %s; --repair moves",
		token, token + 2, folder_path(&mem, token, "-288.webp")));
	assert_int_equal(0, album_files(token));
	assert_int_equal(0, stat(in_lost(token, "-72.webp"), &is));
	assert_true(is.st_mtime > time(NULL) - 60);
	assert_true(is_file(in_lost(token, "-288.webp")));
}

TEST(files_in_lost_are_deleted_after_a_month)
{
	const char *token = stray_files();

	files_age(token, PICTURE_FACE, HOUR);
	checked(true);
	file_age(in_lost(token, "-72.webp"), 29 * DAY);
	checked_clean("not yet");
	file_age(in_lost(token, "-72.webp"), 31 * DAY);
	mended("files in lost/: 1 have been in lost/ for more than 30 days");
	assert_false(is_file(in_lost(token, "-72.webp")));
	assert_true(is_file(in_lost(token, "-288.webp")));
}

TEST(files_that_do_not_belong_to_their_picture)
{
	struct rt_picture is = old_picture(2, PICTURE_FACE);
	const char *other = file_of(is.token, "-400.webp");
	const char *new = file_of(is.token, "-72.webp.new");
	const char *odd = in_folder(
		arena_printf(&mem, "%.2s/%.2s/notes", is.token, is.token + 2));
	const char *dot = in_folder(arena_printf(&mem, "%.2s/%.2s/.nfs01",
						 is.token, is.token + 2));

	redis("HSET user:2 face %s", is.token);
	write_file(other, HOUR);
	write_file(new, HOUR - 100);
	write_file(odd, HOUR);
	write_file(dot, HOUR);
	write_file(in_folder("host's"), DAY);
	mended("files without a picture: 2 in ");
	assert_false(is_file(other));
	assert_false(is_file(odd));
	assert_true(is_file(new));
	file_age(new, HOUR + 100);
	mended("files without a picture: 1 in ");
	assert_false(is_file(new));
	assert_true(is_file(dot));
	assert_true(is_file(in_folder("host's")));
	assert_int_equal(2, album_files(is.token));
}

/* Its files are kept until the host has decided about the row. */
TEST(files_of_a_row_that_makes_no_sense)
{
	struct rt_picture is = old_picture(2, PICTURE_FACE);

	redis("HDEL picture:%s use", is.token);
	assert_null(strstr(checked(true), "without a picture"));
	assert_int_equal(2, album_files(is.token));
}

/* Nobody looks for it there. */
static void wrong_folder(const char *token, const char *top, const char *sub)
{
	const char *at = in_folder(arena_printf(&mem, "%.2s", top));
	const char *below = arena_printf(&mem, "%s/%s", at, sub);

	mkdir(at, 0700);
	assert_int_equal(0, mkdir(below, 0700));
	write_file(arena_printf(&mem, "%s/%s-72.webp", below, token), HOUR);
	mended("files without a picture: 1 in ");
	assert_int_equal(2, album_files(token));
}

TEST(a_file_in_the_wrong_folder)
{
	struct rt_picture is = old_picture(2, PICTURE_FACE);
	const char *sub = arena_printf(&mem, "%.2s", is.token + 2);

	redis("HSET user:2 face %s", is.token);
	wrong_folder(is.token, is.token[0] == 'f' ? "00" : "ff", sub);
	wrong_folder(is.token, is.token, strcmp(sub, "00") == 0 ? "01" : "00");
}

/* ---- numbers ------------------------------------------------------------ */

TEST(the_numbers_are_corrected)
{
	uint64_t post;

	rows_are_listed();
	posted_picture(&post);
	redis("HSET pictures_count count 5 refused 3");
	redis("HDEL pictures_count bytes");
	found("number of pictures: bytes in pictures_count is 0, but should "
	      "be 128\n");
	mended("number of pictures: count in pictures_count is 5, but should "
	       "be 1\n");
	assert_redis("1", "HGET pictures_count count");
	assert_redis("128", "HGET pictures_count bytes");
	assert_redis("3", "HGET pictures_count refused");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PICTURED(pictures_that_are_in_something),
		PICTURED(pictures_that_wait),
		PICTURED(pictures_of_imported_posts),
		PICTURED(a_site_without_pictures),
		PICTURED(a_picture_in_nothing),
		PICTURED(a_face_that_was_replaced),
		PICTURED(a_row_that_makes_no_sense),
		PICTURED(one_file_is_missing),
		PICTURED(one_in_a_hundred_is_dropped),
		PICTURED(more_than_one_in_a_hundred_are_not),
		PICTURED(a_folder_that_is_not_mounted),
		PICTURED(a_folder_of_another_site),
		PICTURED(no_folder),
		PICTURED(pictures_off),
		PICTURED(a_post_without_the_row),
		PICTURED(a_face_without_the_row),
		PICTURED(a_mark_without_the_row),
		PICTURED(nothing_is_left),
		PICTURED(files_without_a_row_are_moved),
		PICTURED(files_in_lost_are_deleted_after_a_month),
		PICTURED(files_that_do_not_belong_to_their_picture),
		PICTURED(files_of_a_row_that_makes_no_sense),
		PICTURED(a_file_in_the_wrong_folder),
		PICTURED(the_numbers_are_corrected),
	};

	return RUN_ADMIN(tests);
}
