/*
 * The pictures of imported posts, from the files that a page stored to what a
 * worker makes of them; and each program may die between two steps.
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "album.h"
#include "base/pass_fds.h"
#include "libretwis/import_staging.h"
#include "libretwis/later.h"
#include "libretwis/post/archive.h"

#define ORIGIN "0123456789abcdef0123456789abcdef"
#define TOKEN  "00000000000000000000000000000001"
#define RAW    "a stranger's file"

static pid_t server;

/* ---- in place of retwis-picture ------------------------------------------ */

/* Answers with the line, whatever it is asked. */
static void serve(int socket, const char *line)
{
	for (;;) {
		int fds[1 + PICTURE_SIZES_MAX];
		char word[16];
		int fd = accept(socket, NULL, NULL);

		if (pass_fds_receive(fd, word, sizeof word, fds, 5) != 5 ||
		    strcmp(word, "post") != 0 ||
		    write(fd, line, strlen(line)) < 0)
			_exit(1);
		for (size_t i = 0; i < COUNT(fds); i++)
			close(fds[i]);
		close(fd);
	}
}

static void answer(const char *line)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(address.sun_path, sizeof address.sun_path, "%s/socket",
		 conf.pictures);
	conf.picture_socket = arena_strdup(&mem, address.sun_path);
	unlink(address.sun_path);
	assert_int_equal(0, bind(fd, (const struct sockaddr *)&address,
				 sizeof address));
	assert_int_equal(0, listen(fd, 8));
	if (server) {
		kill(server, SIGKILL);
		waitpid(server, NULL, 0);
	}
	server = fork();
	if (server == 0)
		serve(fd, line);
	close(fd);
}

static int open_members(void **state)
{
	int failed = album_open(state);

	alice = unit_member("alice");
	answer("ok 640 480\n");
	return failed;
}

static int close_members(void **state)
{
	kill(server, SIGKILL);
	waitpid(server, NULL, 0);
	server = 0;
	return album_close(state);
}

#define IMPORTED(test)                                                        \
	cmocka_unit_test_setup_teardown(test, open_members, close_members)

/* ---- what a page does ---------------------------------------------------- */

static const char *token_of(uint64_t post, size_t n)
{
	return rt_imported_picture(&mem, rt_import_key(rt, &mem, alice.id),
				   ORIGIN, post, n);
}

/* Hands over the post 12, with its two pictures. */
static void import_post(void)
{
	const struct rt_picture picture[] = {
		{ .token = token_of(12, 1),
		  .width = 640,
		  .height = 480,
		  .is_animated = true,
		  .alt = "A cat\xc3\xa9" },
		{ .token = token_of(12, 2), .width = 9, .height = 8 },
	};
	const struct rt_post post = {
		.id = 12,
		.time = 1300000000,
		.origin = ORIGIN,
		.reply_name = "",
		.mentions = "",
		.body = "Look\nat them",
		.attached = { .picture = picture, .pictures = 2 },
	};
	const char *block = rt_archived_entry(&mem, &post);

	assert_int_equal(RT_OK,
			 rt_import_staging_begin(rt, &mem, alice.id, TOKEN));
	assert_int_equal(RT_OK, rt_import_staging_add(rt, &mem, alice.id,
						      TOKEN, &block, 1));
	assert_int_equal(RT_OK,
			 rt_import_staging_end(rt, &mem, alice.id, TOKEN, 1));
}

static void store_posts(void)
{
	while (redis_number("ZCARD {imports}:due")) {
		unit_make_due("imports");
		assert_int_equal(RT_OK, rt_import_staging_run(rt, &mem));
	}
}

static size_t import_files(const char *const *token, size_t n)
{
	struct rt_raw_picture *raw = arena_alloc(&mem, n * sizeof *raw);
	enum rt_picture_problem problem = RT_PICTURE_OK;
	int copy = open(conf.pictures, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	size_t taken = 0;

	for (size_t i = 0; i < n; i++) {
		raw[i] = (struct rt_raw_picture){ token[i], i * strlen(RAW),
						  strlen(RAW) };
		assert_true(dprintf(copy, "%s", RAW) > 0);
	}
	assert_int_equal(RT_OK,
			 rt_imported_pictures_take(rt, &mem, &alice, copy, raw,
						   n, &taken, &problem));
	assert_int_equal(RT_PICTURE_OK, problem);
	close(copy);
	return taken;
}

static const char *import_file(size_t n)
{
	const char *token = token_of(12, n);

	assert_int_equal(1, import_files(&token, 1));
	return token;
}

static const char *raw_path(const char *token, const char *more)
{
	return arena_printf(&mem, "%s/%s%s", conf.pictures,
			    folder_path(&mem, token, FOLDER_RAW), more);
}

static bool has_raw(const char *token)
{
	return access(raw_path(token, ""), F_OK) == 0;
}

/* Nothing of it is left, and nothing to be done. */
static void assert_gone(const char *token)
{
	assert_redis("0", "EXISTS picture:%s", token);
	assert_int_equal(0, album_files(token));
	assert_false(has_raw(token));
	assert_redis("0", "ZCARD {pictures}:due");
}

/* A picture like any other. */
static void assert_made(const char *token)
{
	assert_redis("640 480 0", "HMGET picture:%s width height raw", token);
	assert_int_equal(4, album_files(token));
	assert_false(has_raw(token));
	assert_redis("0", "ZCARD {pictures}:due");
}

/* ---- tests --------------------------------------------------------------- */

TEST(an_archived_post_names_its_pictures)
{
	struct rt_post post;

	import_post();
	store_posts();
	assert_int_equal(RT_OK, rt_archived(rt, &mem, &alice,
					    "12-1300000000-" ORIGIN, &post));
	assert_string_equal("Look\nat them", post.body);
	assert_int_equal(2, post.attached.pictures);
	assert_string_equal(token_of(12, 1), post.attached.picture[0].token);
	assert_string_equal("A cat\xc3\xa9", post.attached.picture[0].alt);
	assert_true(post.attached.picture[0].is_animated);
	assert_int_equal(9, post.attached.picture[1].width);
	assert_int_equal(8, post.attached.picture[1].height);
	assert_redis(arena_printf(&mem, "%llu", 640ULL * 65536 + 480),
		     "ZSCORE imported:1 %s", token_of(12, 1));
}

TEST(each_token_is_of_one_picture)
{
	const char *key = rt_import_key(rt, &mem, 1);
	const char *token[] = {
		rt_imported_picture(&mem, key, ORIGIN, 12, 1),
		rt_imported_picture(&mem, key, ORIGIN, 12, 2),
		rt_imported_picture(&mem, key, ORIGIN, 1, 21),
		rt_imported_picture(&mem, key, TOKEN, 12, 1),
		rt_imported_picture(&mem, rt_import_key(rt, &mem, 2), ORIGIN,
				    12, 1),
	};

	for (size_t i = 0; i < COUNT(token); i++) {
		assert_true(folder_is_token(token[i]));
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(token[i], token[j]);
	}
}

TEST(a_worker_makes_them)
{
	const char *token = import_file(1);

	assert_true(has_raw(token));
	assert_redis("1 post archive 1",
		     "HMGET picture:%s user_id use post raw", token);
	import_post();
	store_posts();
	album_work(true);
	assert_true(has_raw(token));
	assert_redis("1", "HGET pictures_count count");
	album_work(true);
	assert_made(token);
}

TEST(the_same_file_once_more)
{
	const char *token = import_file(1);

	import_post();
	store_posts();
	album_work(true);
	import_file(1);
	assert_redis("0", "HGET picture:%s raw", token);
	album_work(true);
	assert_made(token);
	assert_redis("1", "HGET pictures_count count");
}

TEST(hundreds_of_files)
{
	const char *token[250];

	for (size_t i = 0; i < COUNT(token); i++)
		token[i] = token_of(i + 1, 1);
	assert_int_equal(250, import_files(token, COUNT(token)));
	assert_redis("250", "ZCARD {pictures}:due");
	assert_true(has_raw(token[0]) && has_raw(token[249]));
}

TEST(it_waits_an_hour_for_its_post)
{
	const char *token = import_file(1);

	album_work(true);
	assert_true(has_raw(token));
	album_age(token, 3590);
	album_work(true);
	assert_true(has_raw(token));
	album_age(token, 20);
	album_work(true);
	assert_gone(token);
	assert_redis("0", "HEXISTS pictures_count count");
}

TEST(of_somebody_who_has_left_nothing_waits)
{
	const char *token = import_file(1);

	redis("DEL user:1");
	album_work(true);
	assert_gone(token);
}

TEST(what_is_refused_is_deleted)
{
	static const char *const lines[] = {
		"refused broken\n", "refused unknown\n", "refused large\n",
		"refused slow\n",   "what?\n",           "ok 640 481\n",
		"ok 639 480\n"
	};

	import_post();
	store_posts();
	for (size_t i = 0; i < COUNT(lines); i++) {
		const char *token = import_file(1);

		answer(lines[i]);
		album_work(true);
		assert_gone(token);
		assert_int_equal(i + 1,
				 redis_number("HGET pictures_count refused"));
	}
}

TEST(a_program_that_is_away)
{
	const char *token = import_file(1);
	const char *socket = conf.picture_socket;

	import_post();
	store_posts();
	conf.picture_socket = "/nonexistent";
	unit_reopen();
	album_work(true);
	assert_true(has_raw(token));
	assert_int_equal(0, album_files(token));
	conf.picture_socket = socket;
	unit_reopen();
	album_work(true);
	album_work(true);
	assert_made(token);
}

TEST(not_for_more_than_a_day)
{
	const char *token = import_file(1);

	import_post();
	store_posts();
	conf.picture_socket = "/nonexistent";
	unit_reopen();
	album_age(token, 86500);
	album_work(true);
	assert_gone(token);
}

TEST(deleting_the_post_deletes_them)
{
	const char *one = import_file(1), *two = import_file(2);
	struct rt_post post;

	import_post();
	store_posts();
	album_work(true);
	assert_int_equal(RT_OK, rt_archived_delete(rt, &mem, &alice,
						   "12-1300000000-" ORIGIN));
	assert_int_equal(
		RT_NOT_FOUND,
		rt_archived(rt, &mem, &alice, "12-1300000000-" ORIGIN, &post));
	assert_redis("0", "EXISTS imported:1");
	album_work(true);
	assert_gone(one);
	assert_gone(two);
	assert_redis("0", "HGET pictures_count count");
	assert_int_equal(
		RT_NOT_FOUND,
		rt_archived_delete(rt, &mem, &alice, "12-1300000000-" ORIGIN));
}

/* The posts are stored while a removal is under way. */
TEST(an_import_of_somebody_who_has_left)
{
	const char *token = import_file(1);

	import_post();
	store_posts();
	album_work(true);
	album_work(true);
	import_post();
	redis("DEL user:1");
	store_posts();
	assert_redis("0", "EXISTS archive:1 luggage:1 imported:1");
	album_work(true);
	assert_gone(token);
}

/* ---- programs that die --------------------------------------------------- */

TEST(a_page_died_before_the_row)
{
	const char *token = import_file(1);

	redis("DEL picture:%s", token);
	assert_redis("1", "ZCARD {pictures}:due");
	album_work(true);
	assert_gone(token);
}

TEST(a_page_died_while_it_wrote_the_file)
{
	const char *token = import_file(1);

	redis("DEL picture:%s", token);
	assert_int_equal(
		0, rename(raw_path(token, ""), raw_path(token, FOLDER_NEW)));
	import_file(1);
	assert_true(access(raw_path(token, FOLDER_NEW), F_OK) != 0);
	import_post();
	store_posts();
	album_work(true);
	album_work(true);
	assert_made(token);
}

TEST(a_worker_died_while_it_made_the_files)
{
	const char *token = import_file(1);
	struct folder_files files;

	assert_true(folder_begin(&files, conf.pictures, token, PICTURE_POST));
	import_post();
	store_posts();
	album_work(true);
	album_work(true);
	assert_made(token);
}

TEST(a_worker_died_before_it_changed_the_row)
{
	const char *token = import_file(1);
	struct folder_files files;

	assert_true(folder_begin(&files, conf.pictures, token, PICTURE_POST));
	assert_true(folder_keep(&files));
	import_post();
	store_posts();
	album_work(true);
	album_work(true);
	assert_made(token);
	assert_redis("1", "HGET pictures_count count");
}

/* Its lease ends, and then another one looks. */
TEST(a_worker_died_after_it_changed_the_row)
{
	const char *token = import_file(1);

	import_post();
	store_posts();
	album_work(true);
	redis("ZADD {pictures}:due -1 %s", arena_printf(&mem, "0 %s", token));
	album_work(false);
	assert_made(token);
}

/* A file that is lost cannot be made, and does not wait for ever. */
TEST(the_file_is_gone)
{
	const char *token = import_file(1);

	import_post();
	store_posts();
	assert_int_equal(0, unlink(raw_path(token, "")));
	album_work(true);
	assert_gone(token);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IMPORTED(an_archived_post_names_its_pictures),
		IMPORTED(each_token_is_of_one_picture),
		IMPORTED(a_worker_makes_them),
		IMPORTED(the_same_file_once_more),
		IMPORTED(hundreds_of_files),
		IMPORTED(it_waits_an_hour_for_its_post),
		IMPORTED(of_somebody_who_has_left_nothing_waits),
		IMPORTED(what_is_refused_is_deleted),
		IMPORTED(a_program_that_is_away),
		IMPORTED(not_for_more_than_a_day),
		IMPORTED(deleting_the_post_deletes_them),
		IMPORTED(an_import_of_somebody_who_has_left),
		IMPORTED(a_page_died_before_the_row),
		IMPORTED(a_page_died_while_it_wrote_the_file),
		IMPORTED(a_worker_died_while_it_made_the_files),
		IMPORTED(a_worker_died_before_it_changed_the_row),
		IMPORTED(a_worker_died_after_it_changed_the_row),
		IMPORTED(the_file_is_gone),
	};

	return RUN_REDIS(tests);
}
