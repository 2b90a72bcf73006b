/*
 * The folder of pictures; private to libretwis.
 *
 * The files of the picture abcd... are ab/cd/abcd...-400.webp and so on.  Two
 * levels of folders keep each small, and need no list of what is where.  A
 * file is written under another name, and gets its own once all of it is on the
 * disk: so whoever finds a file finds a whole one.
 *
 * A file `mark` holds the site's seal.  Without it the folder is not ours: maybe
 * the disk that should be there was not mounted.  Then nothing is written or
 * deleted, and no row in Redis is taken for one without files.
 *
 * These functions block for as long as the disk takes; folder_keep() waits for
 * the disk, so a page calls it in a thread.
 */
#ifndef FOLDER_H
#define FOLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "schema/picture_sizes.h"

#define FOLDER_TOKEN 32 /* lower-case hex digits */
#define FOLDER_MARK  "mark"

/* Where `retwis-admin check --repair` puts files that are of no picture. */
#define FOLDER_LOST "lost"

/* What a file's name ends with until all of it is there. */
#define FOLDER_NEW ".new"

/* Below so many per cent of the disk free, no more pictures are taken in. */
#define FOLDER_FREE_PERCENT 10

enum folder_state {
	FOLDER_OURS,
	FOLDER_UNMARKED, /* there is no mark */
	FOLDER_OTHERS,   /* another site's */
	FOLDER_AWAY,     /* there is no such folder, or we may not read it */
};

/* Whose it is.  `seal` is that of the site: site_hmac_seal(). */
enum folder_state folder_look(const char *folder, const char *seal);

/* Makes it ours.  False if that can't be written; `errno` says why. */
bool folder_claim(const char *folder, const char *seal);

/* Whether enough of the disk is free. */
bool folder_has_room(const char *folder);

/* Whether it is a token in our spelling. */
bool folder_is_token(const char *token);

/* "ab/cd/abcd...-400.webp", relative to the folder. */
const char *folder_path(struct arena *a, const char *token,
			const char *ending);

/*
 * Opens a file for reading, by what folder_path() has returned, and says how
 * many bytes it has.  -1 if there is none; `errno` says why.  It follows no
 * symbolic link, neither to a file nor to a folder: whoever can make one there
 * can't have another file of this machine sent to everybody.
 */
int folder_open_file(const char *folder, const char *path, uint64_t *bytes);

/* The files of a picture that is being taken in. */
struct folder_files {
	const char *folder, *token;
	enum picture_use use;
	int fd[PICTURE_SIZES_MAX]; /* in the order of picture_sizes() */
	uint64_t bytes;            /* of all of them, after folder_keep() */
};

/*
 * Creates empty ones under their other names.  False if one of them can't be
 * created; then none is left, and `errno` says why.
 */
bool folder_begin(struct folder_files *f, const char *folder,
		  const char *token, enum picture_use use);

/*
 * Closes them and gives them their names, once they are on the disk.  False if
 * that fails; then none is left.
 */
bool folder_keep(struct folder_files *f);

/* Closes and deletes them. */
void folder_undo(struct folder_files *f);

/*
 * Deletes whatever there is of a picture, whole or not, and what it was to be
 * made from.  It is no error if there is nothing.  False if a file can't be
 * deleted; `errno` says why.
 */
bool folder_delete(const char *folder, const char *token);

/*
 * What a member has sent, until a worker makes the files of a picture from it.
 * Nobody ever gets this file: it is a stranger's.
 */
#define FOLDER_RAW ".raw"

/*
 * Copies so many bytes of `file`, from `at`, into it, and waits until they are on
 * the disk.  False if that fails; `errno` says why.
 */
bool folder_put_raw(const char *folder, const char *token, int file,
		    uint64_t at, uint64_t bytes);

/* Deletes only that, or all others.  The same otherwise. */
bool folder_delete_raw(const char *folder, const char *token);
bool folder_delete_made(const char *folder, const char *token);

#endif
