/* Descriptors that one process passes to another. */
#include "base/pass_fds.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "unit.h"

static int ends[2];

static int open_pair(void **state)
{
	(void)state;
	return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
}

static int close_pair(void **state)
{
	close(ends[0]);
	close(ends[1]);
	return unit_forget(state);
}

#define PAIRED(test)                                                          \
	cmocka_unit_test_setup_teardown(test, open_pair, close_pair)

/* `n` descriptors of pipes, from which the byte of their place can be read. */
static void make_pipes(int *fds, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char byte = (unsigned char)i;
		int p[2];

		assert_int_equal(0, pipe(p));
		assert_int_equal(1, write(p[1], &byte, 1));
		close(p[1]);
		fds[i] = p[0];
	}
}

static void close_all(const int *fds, size_t n)
{
	for (size_t i = 0; i < n; i++)
		close(fds[i]);
}

static unsigned count_open(void)
{
	unsigned n = 0;

	for (int fd = 0; fd < 256; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

TEST(all_arrive_in_their_order)
{
	int sent[PASS_FDS_MAX], got[PASS_FDS_MAX];
	char text[16];

	make_pipes(sent, PASS_FDS_MAX);
	assert_true(pass_fds_send(ends[0], "post", sent, PASS_FDS_MAX));
	close_all(sent, PASS_FDS_MAX);
	assert_int_equal(PASS_FDS_MAX,
			 pass_fds_receive(ends[1], text, sizeof text, got,
					  PASS_FDS_MAX));
	assert_string_equal("post", text);
	for (size_t i = 0; i < PASS_FDS_MAX; i++) {
		unsigned char byte;

		assert_int_equal(FD_CLOEXEC, fcntl(got[i], F_GETFD));
		assert_int_equal(1, read(got[i], &byte, 1));
		assert_int_equal(i, byte);
	}
	close_all(got, PASS_FDS_MAX);
}

TEST(a_text_alone_is_a_message)
{
	char text[16];
	int got[1];

	assert_true(pass_fds_send(ends[0], "post", NULL, 0));
	assert_int_equal(0,
			 pass_fds_receive(ends[1], text, sizeof text, got, 1));
	assert_string_equal("post", text);
}

TEST(a_long_text_is_cut)
{
	char text[4];
	int got[1];

	assert_true(pass_fds_send(ends[0], "posters", NULL, 0));
	assert_int_equal(0,
			 pass_fds_receive(ends[1], text, sizeof text, got, 1));
	assert_string_equal("pos", text);
}

/* A peer could fill our table of descriptors otherwise. */
TEST(more_than_expected_are_closed)
{
	unsigned before = count_open();
	int sent[5], got[3];
	char text[16];

	make_pipes(sent, 5);
	assert_true(pass_fds_send(ends[0], "post", sent, 5));
	close_all(sent, 5);
	errno = 0;
	assert_int_equal(-1,
			 pass_fds_receive(ends[1], text, sizeof text, got, 3));
	assert_int_equal(EMSGSIZE, errno);
	assert_int_equal(before, count_open());
}

TEST(too_many_are_not_sent)
{
	int sent[PASS_FDS_MAX + 1];

	make_pipes(sent, PASS_FDS_MAX + 1);
	assert_false(pass_fds_send(ends[0], "post", sent, PASS_FDS_MAX + 1));
	assert_int_equal(EINVAL, errno);
	close_all(sent, PASS_FDS_MAX + 1);
}

TEST(a_peer_that_is_gone)
{
	char text[16];
	int got[1];

	shutdown(ends[0], SHUT_WR);
	assert_int_equal(-1,
			 pass_fds_receive(ends[1], text, sizeof text, got, 1));
	assert_int_equal(ENODATA, errno);
	close(ends[1]);
	assert_false(pass_fds_send(ends[0], "post", NULL, 0));
	assert_int_equal(EPIPE, errno);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PAIRED(all_arrive_in_their_order),
		PAIRED(a_text_alone_is_a_message),
		PAIRED(a_long_text_is_cut),
		PAIRED(more_than_expected_are_closed),
		PAIRED(too_many_are_not_sent),
		PAIRED(a_peer_that_is_gone),
	};

	return RUN_PLAIN(tests);
}
