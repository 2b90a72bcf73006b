/* The folder of pictures: the mark, files that are whole, and their rights. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "album.h"
#include "base/secret.h"
#include "libretwis/picture/folder_problem.h"

static const char *in_folder(const char *name)
{
	return arena_printf(&mem, "%s/%s", conf.pictures, name);
}

/* ---- the mark ----------------------------------------------------------- */

TEST(the_mark_says_whose_it_is)
{
	assert_int_equal(FOLDER_OURS,
			 folder_look(conf.pictures, album_seal()));
	assert_int_equal(FOLDER_OTHERS, folder_look(conf.pictures, "abc"));
	assert_int_equal(0, unlink(in_folder("mark")));
	assert_int_equal(FOLDER_UNMARKED,
			 folder_look(conf.pictures, album_seal()));
	assert_int_equal(FOLDER_AWAY,
			 folder_look(in_folder("none"), album_seal()));
	assert_true(folder_claim(conf.pictures, album_seal()));
	assert_int_equal(FOLDER_OURS,
			 folder_look(conf.pictures, album_seal()));
}

/* A longer or a shorter text is another one, and a link leads elsewhere. */
TEST(a_mark_like_ours_is_not_ours)
{
	const char *longer = arena_printf(&mem, "%sa", album_seal());

	assert_true(folder_claim(conf.pictures, longer));
	assert_int_equal(FOLDER_OTHERS,
			 folder_look(conf.pictures, album_seal()));
	assert_int_equal(0, rename(in_folder("mark"), in_folder("other")));
	assert_int_equal(0, symlink("other", in_folder("mark")));
	assert_int_equal(FOLDER_AWAY, folder_look(conf.pictures, longer));
}

TEST(there_is_room)
{
	assert_false(folder_has_room(in_folder("none")));
}

/* ---- files --------------------------------------------------------------- */

TEST(files_are_whole)
{
	const char *token = secret_new(&mem);
	struct folder_files files;

	assert_true(folder_begin(&files, conf.pictures, token, PICTURE_FACE));
	assert_int_equal(2, album_files(token));
	assert_int_equal(
		-1,
		access(in_folder(folder_path(&mem, token, "-72.webp")), F_OK));
	assert_int_equal(3, write(files.fd[0], "abc", 3));
	assert_int_equal(4, write(files.fd[1], "defg", 4));
	assert_true(folder_keep(&files));
	assert_int_equal(7, files.bytes);
	assert_int_equal(2, album_files(token));
	assert_int_equal(
		0,
		access(in_folder(folder_path(&mem, token, "-72.webp")), R_OK));
	assert_true(folder_delete(conf.pictures, token));
	assert_int_equal(0, album_files(token));
	assert_true(folder_delete(conf.pictures, token));
}

/* Whatever a path leads to outside of the folder is not there. */
TEST(a_file_is_opened_where_it_is)
{
	const char *token = secret_new(&mem);
	const char *path = folder_path(&mem, token, "-72.webp");
	struct folder_files files;
	uint64_t bytes = 0;
	int fd;

	assert_true(folder_begin(&files, conf.pictures, token, PICTURE_FACE));
	assert_int_equal(3, write(files.fd[0], "abc", 3));
	assert_int_equal(-1, folder_open_file(conf.pictures, path, &bytes));
	assert_true(folder_keep(&files));
	fd = folder_open_file(conf.pictures, path, &bytes);
	assert_true(fd >= 0);
	assert_int_equal(3, bytes);
	close(fd);
	assert_int_equal(0, unlink(in_folder(path)));
	assert_int_equal(0, symlink("/etc/passwd", in_folder(path)));
	assert_int_equal(-1, folder_open_file(conf.pictures, path, &bytes));
	assert_int_equal(ELOOP, errno);
	assert_int_equal(-1,
			 folder_open_file(conf.pictures, "../mark", &bytes));
	assert_int_equal(ENOENT, errno);
	assert_int_equal(0, rename(in_folder(arena_strndup(&mem, path, 2)),
				   in_folder("other")));
	assert_int_equal(
		0, symlink("other", in_folder(arena_strndup(&mem, path, 2))));
	assert_int_equal(-1, folder_open_file(conf.pictures, path, &bytes));
	assert_int_equal(ELOOP, errno);
	assert_int_equal(-1, folder_open_file("/nonexistent", path, &bytes));
	assert_int_equal(ENOENT, errno);
}

TEST(files_that_are_given_up_are_gone)
{
	const char *token = secret_new(&mem);
	struct folder_files files;

	assert_true(folder_begin(&files, conf.pictures, token, PICTURE_POST));
	assert_int_equal(4, album_files(token));
	folder_undo(&files);
	assert_int_equal(0, album_files(token));
}

/* The web server reads them by its group, whatever the umask is. */
TEST(nobody_else_reads_them)
{
	mode_t was = umask(0077);
	struct rt_picture is = album_picture(1, PICTURE_POST);
	const char *path = folder_path(&mem, is.token, "-400.webp");
	struct stat file, inner, outer;

	umask(was);
	assert_int_equal(0, stat(in_folder(path), &file));
	assert_int_equal(0640, file.st_mode & 07777);
	assert_int_equal(
		0, stat(in_folder(arena_strndup(&mem, path, 5)), &inner));
	assert_int_equal(
		0, stat(in_folder(arena_strndup(&mem, path, 2)), &outer));
	assert_int_equal(0750, inner.st_mode & 0777);
	assert_int_equal(0750, outer.st_mode & 0777);
}

/* Of a picture that could be written only in part nothing is left. */
TEST(a_file_in_the_way)
{
	const char *token = secret_new(&mem);
	const char *path = folder_path(&mem, token, "-1600.webp.new");
	struct folder_files files;

	assert_true(folder_begin(&files, conf.pictures, token, PICTURE_POST));
	folder_undo(&files);
	assert_int_equal(0, mkdir(in_folder(path), 0700));
	assert_false(folder_begin(&files, conf.pictures, token, PICTURE_POST));
	assert_int_equal(EEXIST, errno);
	assert_int_equal(1, album_files(token));
	assert_false(folder_delete(conf.pictures, token));
}

TEST(which_tokens_there_are)
{
	assert_true(folder_is_token("0123456789abcdef0123456789abcdef"));
	assert_false(folder_is_token("0123456789ABCDEF0123456789ABCDEF"));
	assert_false(folder_is_token("0123456789abcdef0123456789abcde"));
	assert_false(folder_is_token("0123456789abcdef0123456789abcdef0"));
	assert_false(folder_is_token("../../../../../../../../etc/passwd"));
	assert_false(folder_is_token(""));
}

/* ---- what a host has to do ---------------------------------------------- */

static const char *problem(const char *folder, bool was_used)
{
	const char *why = folder_problem(&mem, folder, album_seal(), was_used);

	return why ? why : "none";
}

#define NOBODY 65534

TEST(a_folder_that_cannot_be_used)
{
	const char *is = conf.pictures, *why;

	assert_string_equal("none", problem(is, true));
	why = problem(in_folder("none"), false);
	assert_non_null(strstr(why, "RETWIS_PICTURES: there is no folder "));
	why = problem(in_folder("mark"), false);
	assert_non_null(strstr(why, "/mark: Not a directory"));
	assert_true(folder_claim(is, "abc"));
	assert_non_null(strstr(problem(is, true), "of another site"));
	assert_int_equal(0, unlink(in_folder("mark")));
	assert_string_equal("none", problem(is, false));
	assert_non_null(strstr(problem(is, true), "is that disk mounted?"));
}

/* Root may do everything. */
static const char *problem_of_nobody(const char *folder)
{
	bool is_root = geteuid() == 0;
	const char *why;

	if (is_root)
		assert_int_equal(0, seteuid(NOBODY));
	why = problem(folder, true);
	if (is_root)
		assert_int_equal(0, seteuid(0));
	return why;
}

TEST(a_folder_of_another_user)
{
	const char *why;

	assert_int_equal(0, chmod(in_folder("mark"), 0644));
	assert_int_equal(0, chmod(conf.pictures, 0555));
	why = problem_of_nobody(conf.pictures);
	assert_non_null(strstr(why, " may not write to "));
	assert_non_null(strstr(why, ", which belongs to "));
	assert_int_equal(0, chmod(conf.pictures, 0));
	why = problem_of_nobody(conf.pictures);
	assert_non_null(strstr(why, " may not read "));
}

TEST(no_socket)
{
	const char *why = picture_socket_problem(&mem, in_folder("none"));

	assert_non_null(strstr(why, "No such file or directory; nobody"));
	why = picture_socket_problem(&mem, in_folder("mark"));
	assert_non_null(strstr(why, "mark is not a socket"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_ALBUM(the_mark_says_whose_it_is),
		WITH_ALBUM(a_mark_like_ours_is_not_ours),
		WITH_ALBUM(there_is_room),
		WITH_ALBUM(files_are_whole),
		WITH_ALBUM(a_file_is_opened_where_it_is),
		WITH_ALBUM(files_that_are_given_up_are_gone),
		WITH_ALBUM(nobody_else_reads_them),
		WITH_ALBUM(a_file_in_the_way),
		PLAIN(which_tokens_there_are),
		WITH_ALBUM(a_folder_that_cannot_be_used),
		WITH_ALBUM(a_folder_of_another_user),
		WITH_ALBUM(no_socket),
	};

	return RUN_REDIS(tests);
}
