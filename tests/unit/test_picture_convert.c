/*
 * Asking retwis-picture, here a process that behaves as that may: it answers,
 * has no place, crashes, or says nothing.  tests/picture/ has the real one.
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include "libretwis/picture/convert.h"

#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fiber.h"
#include "base/pass_fds.h"
#include "unit.h"

#define LONG_MS 10000

static char folder[] = "/tmp/retwis-XXXXXX";
static char path[sizeof folder + sizeof "/picture.sock"];
static int file, results[PICTURE_SIZES_MAX];
static pid_t server;

static int make_files(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof path, "%s/picture.sock", folder);
	file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	for (size_t i = 0; i < PICTURE_SIZES_MAX; i++)
		results[i] =
			open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	return write(file, "abc", 3) == 3 ? 0 : -1;
}

static int drop_files(void **state)
{
	(void)state;
	close(file);
	for (size_t i = 0; i < PICTURE_SIZES_MAX; i++)
		close(results[i]);
	return rmdir(folder);
}

/* ---- the other side ---------------------------------------------------- */

static int listening(void)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
	assert_int_equal(0, bind(fd, (const struct sockaddr *)&address,
				 sizeof address));
	assert_int_equal(0, listen(fd, 8));
	return fd;
}

/* Starts a process that runs this, and exits with 0 if that returns true. */
static void serve(bool (*run)(int socket, const void *arg), const void *arg)
{
	int fd = listening();

	server = fork();
	if (server == 0)
		_exit(run(fd, arg) ? 0 : 1);
	close(fd);
}

static void end_server(void)
{
	int status;

	kill(server, SIGKILL);
	waitpid(server, &status, 0);
	unlink(path);
}

/* It has done what it should. */
static void server_ends(void)
{
	int status;

	assert_int_equal(server, waitpid(server, &status, 0));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	unlink(path);
}

/* Whether the message is complete: the word, the file and two results. */
static bool take_message(int fd)
{
	char word[16], bytes[4];
	int fds[3];
	bool is_whole = pass_fds_receive(fd, word, sizeof word, fds, 3) == 3 &&
			strcmp(word, "face") == 0 &&
			pread(fds[0], bytes, 4, 0) == 3 &&
			pwrite(fds[1], "one", 3, 0) == 3 &&
			pwrite(fds[2], "two", 3, 0) == 3;

	for (size_t i = 0; is_whole && i < 3; i++)
		close(fds[i]);
	return is_whole;
}

static bool answer(int fd, const char *line)
{
	return write(fd, line, strlen(line)) == (ssize_t)strlen(line);
}

static bool serve_answer(int socket, const void *line)
{
	int fd = accept(socket, NULL, NULL);

	return take_message(fd) && answer(fd, line);
}

/* As systemd, if all places are taken, for the first `times` connections. */
static bool serve_full(int socket, const void *times)
{
	for (int i = 0; i < *(const int *)times; i++)
		close(accept(socket, NULL, NULL));
	return serve_answer(socket, "ok 288 288\n");
}

static bool serve_pieces(int socket, const void *arg)
{
	int fd = accept(socket, NULL, NULL);
	struct pollfd none = { .fd = -1 };

	(void)arg;
	if (!take_message(fd) || !answer(fd, "ok 28"))
		return false;
	poll(&none, 1, 20);
	return answer(fd, "8 288\n");
}

static bool serve_silence(int socket, const void *arg)
{
	int fd = accept(socket, NULL, NULL);

	(void)arg;
	take_message(fd);
	return pause() == 0; /* until it is killed */
}

/* Two come at once, and the third only when one of them has its answer. */
static bool serve_two(int socket, const void *arg)
{
	int one = accept(socket, NULL, NULL);
	int other = accept(socket, NULL, NULL);
	struct pollfd third = { .fd = socket, .events = POLLIN };

	(void)arg;
	if (!take_message(one) || !take_message(other) ||
	    poll(&third, 1, 100) != 0 || !answer(one, "ok 288 288\n"))
		return false;
	close(one);
	return serve_answer(socket, "ok 288 288\n") &&
	       answer(other, "refused broken\n");
}

/* ---- our side ---------------------------------------------------------- */

static struct picture_converted convert_by(int64_t ms)
{
	struct picture_converted out = { 0 };

	assert_int_equal(RT_OK,
			 picture_convert(path, PICTURE_FACE, file, results,
					 clock_ms() + ms, &out));
	return out;
}

TEST(nobody_is_there)
{
	assert_int_equal(PICTURE_AWAY, convert_by(LONG_MS).outcome);
	close(listening());
	assert_int_equal(PICTURE_AWAY, convert_by(LONG_MS).outcome);
	unlink(path);
}

TEST(it_is_done)
{
	static const char line[] = "ok 288 287 animated\n";
	struct picture_converted out;
	char bytes[4] = "";

	serve(serve_answer, line);
	out = convert_by(LONG_MS);
	server_ends();
	assert_int_equal(PICTURE_DONE, out.outcome);
	assert_int_equal(288, out.width);
	assert_int_equal(287, out.height);
	assert_true(out.is_animated);
	assert_int_equal(3, pread(results[1], bytes, 3, 0));
	assert_string_equal("two", bytes);
}

TEST(each_answer_is_understood)
{
	static const struct {
		const char *line;
		enum picture_outcome outcome;
	} rows[] = {
		{ "ok 1 1600\n", PICTURE_DONE },
		{ "refused unknown\n", PICTURE_UNKNOWN },
		{ "refused broken\n", PICTURE_BROKEN },
		{ "refused large\n", PICTURE_LARGE },
		{ "refused slow\n", PICTURE_SLOW },
		{ "refused \n", PICTURE_CRASHED },
		{ "refused unknown", PICTURE_CRASHED },
		{ "refused unknown \n", PICTURE_CRASHED },
		{ "ok\n", PICTURE_CRASHED },
		{ "ok 0 1\n", PICTURE_CRASHED },
		{ "ok 1 1601\n", PICTURE_CRASHED },
		{ "ok -1 1\n", PICTURE_CRASHED },
		{ "ok 1 1 moving\n", PICTURE_CRASHED },
		{ "ok 99999999999999999999 1\n", PICTURE_CRASHED },
		{ "ok 1 1\nok 1 1\n", PICTURE_CRASHED },
		{ "\n", PICTURE_CRASHED },
		{ "ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok "
		  "ok ok ok ok ok ok ok\n",
		  PICTURE_CRASHED },
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		serve(serve_answer, rows[i].line);
		CHECK(rows[i].line,
		      convert_by(LONG_MS).outcome == rows[i].outcome);
		server_ends();
	}
}

TEST(an_answer_in_pieces)
{
	serve(serve_pieces, NULL);
	assert_int_equal(PICTURE_DONE, convert_by(LONG_MS).outcome);
	server_ends();
}

TEST(without_a_place_it_is_tried_again)
{
	static const int times = 3;

	serve(serve_full, &times);
	assert_int_equal(PICTURE_DONE, convert_by(LONG_MS).outcome);
	server_ends();
}

TEST(without_a_place_for_long_it_is_busy)
{
	static const int times = 1000;

	serve(serve_full, &times);
	assert_int_equal(PICTURE_BUSY, convert_by(250).outcome);
	end_server();
}

TEST(our_own_time_may_be_shorter)
{
	serve(serve_silence, NULL);
	assert_int_equal(PICTURE_BUSY, convert_by(50).outcome);
	end_server();
}

/* Runs it with standard error in a file, whose text it returns. */
static const char *convert_logged(enum picture_outcome *outcome)
{
	static char said[512];
	int kept = dup(STDERR_FILENO);
	int log = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	ssize_t n;

	dup2(log, STDERR_FILENO);
	*outcome = convert_by(LONG_MS).outcome;
	dup2(kept, STDERR_FILENO);
	n = pread(log, said, sizeof said - 1, 0);
	said[n > 0 ? n : 0] = '\0';
	close(kept);
	close(log);
	return said;
}

TEST(a_crash_is_logged_with_the_file)
{
	enum picture_outcome outcome;
	const char *said;

	serve(serve_answer, "");
	said = convert_logged(&outcome);
	server_ends();
	assert_int_equal(PICTURE_CRASHED, outcome);
	assert_string_equal(
		"retwis: retwis-picture crashed at a file of 3 bytes with the "
		"SHA-256 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410"
		"ff61f20015ad\n",
		said);
	serve(serve_answer, "refused broken\n");
	assert_string_equal("", convert_logged(&outcome));
	server_ends();
}

/* ---- several at once --------------------------------------------------- */

struct asking {
	struct fiber *waiter;
	unsigned *left;
	enum picture_outcome outcome;
	int64_t ms;
};

static void ask_in_fiber(void *arg)
{
	struct asking *a = arg;

	a->outcome = convert_by(a->ms).outcome;
	if (--*a->left == 0)
		fiber_wake(a->waiter);
}

static void ask_all(struct asking *all, unsigned n)
{
	unsigned left = n;

	for (unsigned i = 0; i < n; i++) {
		all[i].waiter = fiber_now();
		all[i].left = &left;
		fiber_start(fiber_base(fiber_now()), ask_in_fiber, &all[i]);
	}
	assert_true(fiber_wait(LONG_MS));
}

TEST(two_at_a_time)
{
	struct asking all[3] = { { .ms = LONG_MS },
				 { .ms = LONG_MS },
				 { .ms = LONG_MS } };

	serve(serve_two, NULL);
	ask_all(all, 3);
	server_ends();
	assert_int_equal(PICTURE_DONE, all[0].outcome);
	assert_int_equal(PICTURE_BROKEN, all[1].outcome);
	assert_int_equal(PICTURE_DONE, all[2].outcome);
}

/* Those that give up leave the queue, and their places are free again. */
TEST(one_that_waits_too_long)
{
	struct asking all[4] = {
		{ .ms = 200 }, { .ms = 200 }, { .ms = 50 }, { .ms = 60 }
	};

	serve(serve_silence, NULL);
	ask_all(all, 4);
	end_server();
	for (size_t i = 0; i < COUNT(all); i++)
		assert_int_equal(PICTURE_BUSY, all[i].outcome);
	serve(serve_two, NULL);
	for (size_t i = 0; i < 3; i++)
		all[i].ms = LONG_MS;
	ask_all(all, 3);
	server_ends();
	assert_int_equal(PICTURE_DONE, all[2].outcome);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(nobody_is_there),
		PLAIN(it_is_done),
		PLAIN(each_answer_is_understood),
		PLAIN(an_answer_in_pieces),
		PLAIN(without_a_place_it_is_tried_again),
		PLAIN(without_a_place_for_long_it_is_busy),
		PLAIN(our_own_time_may_be_shorter),
		PLAIN(a_crash_is_logged_with_the_file),
		PLAIN(two_at_a_time),
		PLAIN(one_that_waits_too_long),
	};

	return RUN_GROUP(tests, make_files, drop_files);
}
