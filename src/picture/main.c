/*
 * retwis-picture: makes our own files of one picture.
 *
 * Whoever wants that connects to a socket, and this program is started with
 * the connection as its standard input.  The message is a word of sizes.c,
 * such as "post", with descriptors: the file, and then the files for the
 * results, which are empty.  The answer is a line:
 *
 *	ok WIDTH HEIGHT			of the largest result
 *	ok WIDTH HEIGHT animated	the same, of an animation's first frame
 *	refused WORD			unknown, broken, large or slow
 *
 * If there is none, it has crashed.  It locks itself in (sandbox.h) before it
 * receives the message, and so everything that libvips loads when it is first
 * used has to be loaded by then: it first takes in pictures of its own.
 */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/options.h"
#include "base/pass_fds.h"
#include "picture/decode.h"
#include "picture/encode.h"
#include "picture/kind.h"
#include "picture/rehearsal.h"
#include "picture/sandbox.h"

static const char usage[] =
	"Usage: %s [--check | --help | --version]\n"
	"Makes Retwis's own files of one picture, which it gets over the Unix\n"
	"socket that is its standard input.\n"
	"\n"
	"  --check    check that it can lock itself in and decode, then exit\n";

/* The longest that it may take, and the largest file that it reads. */
#define TIME_S     8
#define FILE_BYTES (64L << 20)

static const char *const words[] = {
	[VERDICT_UNKNOWN] = "unknown",
	[VERDICT_BROKEN] = "broken",
	[VERDICT_LARGE] = "large",
};

/* ---- answers ----------------------------------------------------------- */

static atomic_flag is_answered = ATOMIC_FLAG_INIT;

/*
 * Returns false, and sends nothing, if there has been an answer: the time may
 * be over at this very moment.  Nobody may be there any more, which is no
 * error.
 */
static bool answer_send(const char *line)
{
	ssize_t n;

	if (atomic_flag_test_and_set(&is_answered))
		return false;
	n = write(STDIN_FILENO, line, strlen(line));
	(void)n;
	return true;
}

static void answer_verdict(enum verdict verdict)
{
	char line[40];

	snprintf(line, sizeof line, "refused %s\n", words[verdict]);
	answer_send(line);
}

static void answer_done(const VipsImage *image, const struct kind *kind,
			const struct picture_sizes *sizes)
{
	char line[60];
	bool is_square = sizes->fit == PICTURE_PADDED;
	int side = (int)sizes->size[sizes->n - 1].px;

	snprintf(line, sizeof line, "ok %d %d%s\n",
		 is_square ? side : image->Xsize,
		 is_square ? side : image->Ysize,
		 kind->is_animated ? " animated" : "");
	answer_send(line);
}

static void answer_slow(int signal)
{
	(void)signal;
	if (answer_send("refused slow\n"))
		_exit(EXIT_SUCCESS);
}

/* ---- one picture ------------------------------------------------------- */

static const struct picture_sizes *sizes_named(const char *word)
{
	for (int use = 0; use < PICTURE_USES; use++)
		if (strcmp(word, picture_sizes(use)->word) == 0)
			return picture_sizes(use);
	return NULL;
}

/*
 * Reads the whole file: the decoder then needs no system call for it, and
 * nobody can change it meanwhile.  Returns NULL, with a line on stderr, if it
 * cannot be read.
 */
static unsigned char *file_read(int fd, off_t len)
{
	unsigned char *bytes = len < 0 ? NULL : malloc((size_t)len + 1);
	off_t done = 0;
	ssize_t n = 1;

	while (bytes && done < len && n > 0) {
		n = pread(fd, bytes + done, (size_t)(len - done), done);
		if (n > 0)
			done += n;
	}
	if (bytes && done == len)
		return bytes;
	fprintf(stderr, "retwis: cannot read a picture: %s\n",
		strerror(errno));
	free(bytes);
	return NULL;
}

static enum verdict take_in(const unsigned char *bytes, size_t len,
			    const struct picture_sizes *sizes,
			    struct kind *kind, VipsImage **image)
{
	enum verdict verdict = kind_look(bytes, len, kind);

	return verdict == VERDICT_OK ? decode(bytes, len, kind, sizes, image)
				     : verdict;
}

/* Returns false, with a line on stderr, if there can be no answer. */
static bool convert(int file, const int *results,
		    const struct picture_sizes *sizes)
{
	off_t len = lseek(file, 0, SEEK_END);
	enum verdict verdict = VERDICT_LARGE;
	unsigned char *bytes;
	struct kind kind;
	VipsImage *image;

	if (len <= FILE_BYTES) {
		bytes = file_read(file, len);
		if (!bytes)
			return false;
		verdict = take_in(bytes, (size_t)len, sizes, &kind, &image);
	}
	if (verdict != VERDICT_OK) {
		answer_verdict(verdict);
		return true;
	}
	if (!encode(image, sizes, results))
		return false;
	answer_done(image, &kind, sizes);
	return true;
}

static bool serve(void)
{
	char word[16];
	int fds[1 + PICTURE_SIZES_MAX];
	ssize_t n = pass_fds_receive(STDIN_FILENO, word, sizeof word, fds,
				     1 + PICTURE_SIZES_MAX);
	const struct picture_sizes *sizes;

	if (n < 0) {
		fprintf(stderr, "retwis: no message came: %s\n",
			strerror(errno));
		return false;
	}
	sizes = sizes_named(word);
	if (!sizes || (size_t)n != 1 + sizes->n) {
		fputs("retwis: a message that makes no sense\n", stderr);
		return false;
	}
	return convert(fds[0], fds + 1, sizes);
}

/* ---- from beginning to end --------------------------------------------- */

static bool is_socket(int fd)
{
	int type;
	socklen_t len = sizeof type;

	return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &len) == 0;
}

/* The time counts from here, also if no message comes. */
static const char *lock_in(void)
{
	struct sigaction slow = { .sa_handler = answer_slow };

	signal(SIGPIPE, SIG_IGN);
	sigaction(SIGALRM, &slow, NULL);
	alarm(TIME_S);
	return sandbox_enter(ENCODE_BYTES);
}

/*
 * Only _exit(): what libvips and others would do at the end needs more system
 * calls, and frees memory that is about to vanish anyway.
 */
int main(int argc, char **argv)
{
	bool is_check = options_check(argc, argv, usage);
	const char *why = NULL;

	if (!is_check && !is_socket(STDIN_FILENO))
		why = "standard input must be a socket";
	if (!why && (!decode_init() || !rehearse()))
		_exit(EXIT_FAILURE);
	if (!why)
		why = lock_in();
	if (why) {
		fprintf(stderr, "retwis: retwis-picture: %s\n", why);
		_exit(EXIT_FAILURE);
	}
	_exit((is_check ? rehearse() : serve()) ? EXIT_SUCCESS : EXIT_FAILURE);
}
