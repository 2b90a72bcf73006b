#include "libretwis/picture/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define SEAL_MAX 128

/*
 * The web server sends the files, and belongs to the folder's group; nobody
 * else needs them.
 */
#define FILE_MODE    0640
#define FOLDER_MODE  0750
#define FOLDER_UMASK 0027

/* "FOLDER/ab/cd/TOKEN-1200.jpg.new" */
#define PATH_SIZE 4096

bool folder_is_token(const char *token)
{
	return strlen(token) == FOLDER_TOKEN &&
	       strspn(token, "0123456789abcdef") == FOLDER_TOKEN;
}

const char *folder_path(struct arena *a, const char *token, const char *ending)
{
	return arena_printf(a, "%.2s/%.2s/%s%s", token, token + 2, token,
			    ending);
}

static bool folder_full_path(char path[PATH_SIZE], const char *folder,
			     const char *token, const char *ending,
			     const char *more)
{
	int len = snprintf(path, PATH_SIZE, "%s/%.2s/%.2s/%s%s%s", folder,
			   token, token + 2, token, ending, more);

	if (len < PATH_SIZE)
		return true;
	errno = ENAMETOOLONG;
	return false;
}

/* ---- the mark ---------------------------------------------------------- */

static int folder_open(const char *folder)
{
	return open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static enum folder_state folder_read_mark(int at, const char *seal)
{
	char text[SEAL_MAX + 1];
	int fd = openat(at, FOLDER_MARK, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	size_t len = strlen(seal);
	ssize_t n;

	if (fd < 0)
		return errno == ENOENT ? FOLDER_UNMARKED : FOLDER_AWAY;
	n = read(fd, text, SEAL_MAX);
	close(fd);
	if (n < 0)
		return FOLDER_AWAY;
	text[n] = '\0';
	return strncmp(text, seal, len) == 0 && strcmp(text + len, "\n") == 0
		       ? FOLDER_OURS
		       : FOLDER_OTHERS;
}

enum folder_state folder_look(const char *folder, const char *seal)
{
	int at = folder_open(folder);
	enum folder_state state = FOLDER_AWAY;

	if (at < 0)
		return state;
	state = folder_read_mark(at, seal);
	close(at);
	return state;
}

static bool folder_write_mark(int fd, const char *seal)
{
	bool is_whole = dprintf(fd, "%s\n", seal) >= 0 &&
			fchmod(fd, FILE_MODE) == 0 && fsync(fd) == 0;

	return close(fd) == 0 && is_whole;
}

/* The mark appears whole: two pages may be doing this at once. */
bool folder_claim(const char *folder, const char *seal)
{
	int at = folder_open(folder), fd = -1;
	bool is_done = false;

	if (at < 0)
		return false;
	fd = openat(at, FOLDER_MARK FOLDER_NEW,
		    O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, FILE_MODE);
	if (fd >= 0)
		is_done = folder_write_mark(fd, seal) &&
			  renameat(at, FOLDER_MARK FOLDER_NEW, at,
				   FOLDER_MARK) == 0 &&
			  fsync(at) == 0;
	close(at);
	return is_done;
}

bool folder_has_room(const char *folder)
{
	struct statvfs is;

	if (statvfs(folder, &is) != 0)
		return false;
	return is.f_bavail >= is.f_blocks / 100 * FOLDER_FREE_PERCENT;
}

/* ---- reading ------------------------------------------------------------ */

/* A part of a path in the folder `at`, which is closed.  No link is followed. */
static int folder_enter(int at, const char *name, int flags)
{
	int fd = openat(at, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | flags);
	int why = errno == ENOTDIR ? ELOOP : errno;

	close(at);
	errno = why;
	return fd;
}

/* The folder above is not ours. */
static int folder_refuse(int at)
{
	close(at);
	errno = ENOENT;
	return -1;
}

/*
 * One part after the other: openat2() would follow no link, either, but a unit
 * with RestrictSUIDSGID of systemd has no openat2().  What is no file, such as a
 * pipe, must not make us wait.
 */
static int folder_open_below(int at, const char *path)
{
	char name[NAME_MAX + 1];
	const char *slash;

	while (at >= 0 && (slash = strchr(path, '/'))) {
		snprintf(name, sizeof name, "%.*s", (int)(slash - path), path);
		at = strcmp(name, "..") == 0
			     ? folder_refuse(at)
			     : folder_enter(at, name, O_DIRECTORY);
		path = slash + 1;
	}
	return at < 0 ? -1 : folder_enter(at, path, O_NONBLOCK);
}

int folder_open_file(const char *folder, const char *path, uint64_t *bytes)
{
	int fd = folder_open_below(folder_open(folder), path);
	struct stat is;

	if (fd < 0)
		return -1;
	if (fstat(fd, &is) != 0 || !S_ISREG(is.st_mode)) {
		close(fd);
		errno = ENOENT;
		return -1;
	}
	*bytes = (uint64_t)is.st_size;
	return fd;
}

/* ---- the files of a picture -------------------------------------------- */

/*
 * The page's umask would take the group's rights away.  chmod() could give them
 * back, but not together with the bit for the group of new files, which the
 * folder has from the one around it: RestrictSUIDSGID of systemd forbids that.
 */
static bool folder_make_one(const char *path)
{
	mode_t was = umask(FOLDER_UMASK);
	bool is_there = mkdir(path, FOLDER_MODE) == 0 || errno == EEXIST;

	umask(was);
	return is_there;
}

static bool folder_make_both(const char *folder, const char *token)
{
	char path[PATH_SIZE];
	int len = snprintf(path, sizeof path, "%s/%.2s/%.2s", folder, token,
			   token + 2);

	if (len >= PATH_SIZE) {
		errno = ENAMETOOLONG;
		return false;
	}
	path[len - 3] = '\0';
	if (!folder_make_one(path))
		return false;
	path[len - 3] = '/';
	return folder_make_one(path);
}

static int folder_create(const char *folder, const char *token,
			 const char *ending)
{
	char path[PATH_SIZE];
	int fd;

	if (!folder_full_path(path, folder, token, ending, FOLDER_NEW))
		return -1;
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE);
	if (fd >= 0)
		fchmod(fd, FILE_MODE);
	return fd;
}

bool folder_begin(struct folder_files *f, const char *folder,
		  const char *token, enum picture_use use)
{
	const struct picture_sizes *sizes = picture_sizes(use);
	int why;

	*f = (struct folder_files){ .folder = folder,
				    .token = token,
				    .use = use,
				    .fd = { -1, -1, -1, -1 } };
	if (!folder_make_both(folder, token))
		return false;
	for (size_t i = 0; i < sizes->n; i++) {
		f->fd[i] = folder_create(folder, token, sizes->size[i].ending);
		if (f->fd[i] >= 0)
			continue;
		why = errno;
		folder_undo(f);
		errno = why;
		return false;
	}
	return true;
}

static void folder_close_files(struct folder_files *f)
{
	for (size_t i = 0; i < PICTURE_SIZES_MAX; i++) {
		if (f->fd[i] >= 0)
			close(f->fd[i]);
		f->fd[i] = -1;
	}
}

void folder_undo(struct folder_files *f)
{
	folder_close_files(f);
	folder_delete_made(f->folder, f->token);
}

static bool folder_sync_files(struct folder_files *f)
{
	const struct picture_sizes *sizes = picture_sizes(f->use);
	struct stat is;

	for (size_t i = 0; i < sizes->n; i++) {
		if (fsync(f->fd[i]) != 0 || fstat(f->fd[i], &is) != 0)
			return false;
		f->bytes += (uint64_t)is.st_size;
	}
	return true;
}

static bool folder_name_files(const struct folder_files *f)
{
	const struct picture_sizes *sizes = picture_sizes(f->use);
	char from[PATH_SIZE], to[PATH_SIZE];

	for (size_t i = 0; i < sizes->n; i++) {
		const char *ending = sizes->size[i].ending;

		if (!folder_full_path(from, f->folder, f->token, ending,
				      FOLDER_NEW) ||
		    !folder_full_path(to, f->folder, f->token, ending, "") ||
		    rename(from, to) != 0)
			return false;
	}
	return true;
}

/* The names are on the disk only if their folder is. */
static bool folder_sync_names(const char *folder, const char *token)
{
	char path[PATH_SIZE];
	bool is_synced;
	int at;

	snprintf(path, sizeof path, "%s/%.2s/%.2s", folder, token, token + 2);
	at = folder_open(path);
	if (at < 0)
		return false;
	is_synced = fsync(at) == 0;
	close(at);
	return is_synced;
}

bool folder_keep(struct folder_files *f)
{
	f->bytes = 0;
	if (folder_sync_files(f) && folder_name_files(f) &&
	    folder_sync_names(f->folder, f->token)) {
		folder_close_files(f);
		return true;
	}
	folder_undo(f);
	return false;
}

static bool folder_unlink(const char *folder, const char *token,
			  const char *ending, const char *more)
{
	char path[PATH_SIZE];

	return folder_full_path(path, folder, token, ending, more) &&
	       (unlink(path) == 0 || errno == ENOENT);
}

/* Whatever it was for: a token is of one picture only. */
bool folder_delete_made(const char *folder, const char *token)
{
	bool is_gone = true;

	for (enum picture_use use = 0; use < PICTURE_USES; use++) {
		const struct picture_sizes *sizes = picture_sizes(use);

		for (size_t i = 0; i < sizes->n; i++) {
			const char *ending = sizes->size[i].ending;

			is_gone = folder_unlink(folder, token, ending, "") &&
				  folder_unlink(folder, token, ending,
						FOLDER_NEW) &&
				  is_gone;
		}
	}
	return is_gone;
}

/* ---- what it is made from ------------------------------------------------ */

#define COPY_BYTES ((size_t)64 * 1024)

static bool raw_copy(int to, int from, uint64_t at, uint64_t bytes)
{
	char piece[COPY_BYTES];
	ssize_t n = 0;

	for (; bytes; bytes -= (uint64_t)n, at += (uint64_t)n) {
		size_t most =
			bytes < sizeof piece ? (size_t)bytes : sizeof piece;

		n = pread(from, piece, most, (off_t)at);
		if (n <= 0 || write(to, piece, (size_t)n) != n)
			return false;
	}
	return true;
}

static bool raw_write(const char *path, int from, uint64_t at, uint64_t bytes)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
		      FILE_MODE);
	bool is_whole;

	if (fd < 0)
		return false;
	is_whole = fchmod(fd, FILE_MODE) == 0 &&
		   raw_copy(fd, from, at, bytes) && fsync(fd) == 0;
	return close(fd) == 0 && is_whole;
}

bool folder_put_raw(const char *folder, const char *token, int file,
		    uint64_t at, uint64_t bytes)
{
	char new[PATH_SIZE], path[PATH_SIZE];
	int why;

	if (!folder_make_both(folder, token) ||
	    !folder_full_path(new, folder, token, FOLDER_RAW, FOLDER_NEW) ||
	    !folder_full_path(path, folder, token, FOLDER_RAW, ""))
		return false;
	if (raw_write(new, file, at, bytes) && rename(new, path) == 0 &&
	    folder_sync_names(folder, token))
		return true;
	why = errno;
	unlink(new);
	errno = why;
	return false;
}

bool folder_delete_raw(const char *folder, const char *token)
{
	return folder_unlink(folder, token, FOLDER_RAW, FOLDER_NEW) &&
	       folder_unlink(folder, token, FOLDER_RAW, "");
}

bool folder_delete(const char *folder, const char *token)
{
	bool is_gone = folder_delete_made(folder, token);

	return folder_delete_raw(folder, token) && is_gone;
}
