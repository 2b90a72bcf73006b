/*
 * The folder of pictures: each file is of a picture that has a row.
 *
 * A page first writes the files, and then the row; a worker deletes the row
 * first.  So what is younger than ten minutes is left alone, and so is what a
 * worker has yet to look after.  All other files without a row are moved to
 * lost/, and deleted when they have been there for thirty days: if it was the
 * rows that got lost, they can be copied back.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "admin/check/checks.h"
#include "libretwis/picture/folder.h"
#include "libretwis/picture/picture_row.h"
#include "libretwis/site/context.h"
#include "libretwis/site/site_hmac.h"
#include "schema/key.h"

#define WHOLE_SECONDS 600              /* of a file that has its name */
#define NEW_SECONDS   3600             /* of one that isn't whole yet */
#define LOST_SECONDS  (30 * 24 * 3600) /* in lost/ */

#define SUBFOLDERS 256

/* More in one folder are looked at once these are gone. */
#define FILES_MAX 10000

/* One file, by its path in the folder: "ab/cd/abcd...-400.webp". */
struct file_seen {
	const char *path;
	const char *token;  /* NULL: it isn't named like a picture */
	const char *ending; /* after the token */
	bool is_new;        /* it isn't whole */
	bool is_other;      /* of another picture than the one before it */
	union picture_fields fields;
	const char *due; /* when a worker looks after the picture */
};

/* Some of them.  Those of one subfolder are together, and sorted. */
struct files_seen {
	struct check *c;
	struct file_seen *v;
	size_t n, room;
};

static const char *folder_of(const struct check *c)
{
	return c->rt->context->conf->pictures;
}

static const char *folder_file(struct check *c, const char *path)
{
	return arena_printf(&c->part, "%s/%s", folder_of(c), path);
}

/* ---- reading a subfolder ------------------------------------------------ */

/* "TOKEN-400.webp" or "TOKEN-400.webp.new", in the subfolder of its token. */
static void file_parse(struct check *c, struct file_seen *f)
{
	const char *name = f->path + strlen("ab/cd/");
	const char *token, *ending;
	size_t len;

	if (strlen(name) <= FOLDER_TOKEN)
		return;
	token = arena_strndup(&c->part, name, FOLDER_TOKEN);
	if (!folder_is_token(token) || strncmp(token, f->path, 2) != 0 ||
	    strncmp(token + 2, f->path + 3, 2) != 0)
		return;
	ending = name + FOLDER_TOKEN;
	len = strlen(ending);
	if (len > strlen(FOLDER_NEW) &&
	    strcmp(ending + len - strlen(FOLDER_NEW), FOLDER_NEW) == 0) {
		f->is_new = true;
		len -= strlen(FOLDER_NEW);
	}
	f->token = token;
	f->ending = arena_strndup(&c->part, ending, len);
}

/* Without those that a page may be writing. */
static bool file_is_old(int at, const char *name, bool is_new)
{
	struct stat is;

	return fstatat(at, name, &is, AT_SYMLINK_NOFOLLOW) == 0 &&
	       !S_ISDIR(is.st_mode) &&
	       is.st_mtime <
		       time(NULL) - (is_new ? NEW_SECONDS : WHOLE_SECONDS);
}

static void files_add(struct files_seen *all, const char *path)
{
	struct file_seen *old = all->v;

	if (all->n == all->room) {
		all->room = all->room ? 2 * all->room : 64;
		all->v =
			arena_alloc(&all->c->part, all->room * sizeof *all->v);
		if (old)
			memcpy(all->v, old, all->n * sizeof *old);
	}
	all->v[all->n] = (struct file_seen){ .path = path };
	file_parse(all->c, &all->v[all->n++]);
}

static int file_compare(const void *one, const void *other)
{
	return strcmp(((const struct file_seen *)one)->path,
		      ((const struct file_seen *)other)->path);
}

/* Names with a dot are those of the file system, such as .nfs0001. */
static void files_read(struct files_seen *all, const char *subfolder)
{
	DIR *dir = opendir(folder_file(all->c, subfolder));
	const struct dirent *entry;
	size_t first = all->n;

	if (!dir)
		return;
	while (all->n - first < FILES_MAX && (entry = readdir(dir))) {
		if (*entry->d_name == '.')
			continue;
		files_add(all, arena_printf(&all->c->part, "%s/%s", subfolder,
					    entry->d_name));
		if (!file_is_old(dirfd(dir), entry->d_name,
				 all->v[all->n - 1].is_new))
			all->n--;
	}
	closedir(dir);
	if (all->n > first)
		qsort(all->v + first, all->n - first, sizeof *all->v,
		      file_compare);
}

/* ---- which have no picture ---------------------------------------------- */

/* Those of one picture are next to each other, and only the first one asks. */
static enum rt_err files_ask(struct files_seen *all)
{
	const char *last = "";
	struct rt_pipe p;

	rt_pipe_begin(&p, all->c->rt, &all->c->part);
	for (struct file_seen *f = all->v; f < all->v + all->n; f++) {
		if (!f->token || strcmp(f->token, last) == 0)
			continue;
		last = f->token;
		f->is_other = true;
		picture_row_queue(&p, &f->fields, f->token);
		rt_pipe_str(&p, &f->due, "ZSCORE " KEY_DUE " %s",
			    PICTURES_QUEUE,
			    arena_printf(&all->c->part, "0 %s", f->token));
	}
	return rt_pipe_end(&p);
}

static bool fields_are_any(const union picture_fields *f)
{
	for (size_t i = 0; i < PICTURE_FIELDS; i++)
		if (f->field[i])
			return true;
	return false;
}

/* A row that makes no sense may still be mended, and then needs its files. */
static bool file_is_of(struct check *c, const struct file_seen *f,
		       const struct file_seen *asked)
{
	struct picture_row row =
		picture_row_parse(&c->part, asked->token, &asked->fields);
	const struct picture_sizes *sizes = picture_sizes(row.use);

	if (!row.owner)
		return fields_are_any(&asked->fields);
	if (strcmp(f->ending, FOLDER_RAW) == 0)
		return row.is_raw;
	for (size_t i = 0; i < sizes->n; i++)
		if (strcmp(f->ending, sizes->size[i].ending) == 0)
			return true;
	return false;
}

static bool file_is_stray(struct check *c, const struct file_seen *f,
			  const struct file_seen *asked)
{
	if (!f->token)
		return true;
	return !asked->due && (f->is_new || !file_is_of(c, f, asked));
}

/* Keeps only those in `all`. */
static enum rt_err files_keep_strays(struct files_seen *all)
{
	struct file_seen asked = { .path = "" };
	size_t n = 0;
	enum rt_err err = all->n ? files_ask(all) : RT_OK;

	for (size_t i = 0; !err && i < all->n; i++) {
		if (all->v[i].is_other)
			asked = all->v[i];
		if (file_is_stray(all->c, &all->v[i], &asked))
			all->v[n++] = all->v[i];
	}
	all->n = n;
	return err;
}

/* ---- the walk ----------------------------------------------------------- */

static const char *file_subfolder(struct check *c, const struct file_seen *f)
{
	return arena_strndup(&c->chunk, f->path, strlen("ab/cd"));
}

/* One fault for each subfolder: there may be a million files. */
static void files_report(struct files_seen *all)
{
	const struct file_seen *end = all->v + all->n, *first, *f;

	for (first = all->v; first < end; first = f) {
		for (f = first; f < end && strncmp(f->path, first->path,
						   strlen("ab/cd")) == 0;)
			f++;
		check_found(all->c, FILES_STRAY,
			    NAMED(file_subfolder(all->c, first)),
			    (uint64_t)(f - first), first->path);
	}
}

static enum rt_err files_judge(struct files_seen *all)
{
	enum rt_err err = files_keep_strays(all);

	if (!err)
		files_report(all);
	arena_reset(&all->c->part);
	*all = (struct files_seen){ .c = all->c };
	return err;
}

/* The subject is a folder, "ab"; or a subfolder with a fault, "ab/cd". */
enum rt_err check_folder(struct check *c, const struct subject *v, size_t n)
{
	struct files_seen all = { .c = c };
	enum rt_err err = RT_OK;

	arena_reset(&c->part);
	if (!c->pictures.is_ours)
		return RT_OK;
	for (size_t i = 0; !err && i < n; i++) {
		if (strlen(v[i].text) > 2) {
			files_read(&all, v[i].text);
			err = files_judge(&all);
			continue;
		}
		if (access(folder_file(c, v[i].text), F_OK) != 0)
			continue;
		for (unsigned sub = 0; !err && sub < SUBFOLDERS; sub++) {
			files_read(&all, arena_printf(&c->part, "%s/%02x",
						      v[i].text, sub));
			if (all.n >= CHECK_PART || sub == SUBFOLDERS - 1)
				err = files_judge(&all);
		}
	}
	return err;
}

/* ---- lost/ -------------------------------------------------------------- */

/* Counts what has been there too long, and deletes it if told so. */
static uint64_t lost_old(struct check *c, bool deletes)
{
	DIR *dir = opendir(folder_file(c, FOLDER_LOST));
	const struct dirent *entry;
	struct stat is;
	uint64_t n = 0;

	if (!dir)
		return 0;
	while ((entry = readdir(dir))) {
		if (fstatat(dirfd(dir), entry->d_name, &is,
			    AT_SYMLINK_NOFOLLOW) != 0 ||
		    S_ISDIR(is.st_mode) ||
		    is.st_mtime > time(NULL) - LOST_SECONDS)
			continue;
		n++;
		if (deletes && unlinkat(dirfd(dir), entry->d_name, 0) != 0)
			fprintf(stderr, "retwis-admin: %s/%s: %s\n",
				FOLDER_LOST, entry->d_name, strerror(errno));
	}
	closedir(dir);
	return n;
}

enum rt_err check_lost(struct check *c, const struct subject *v, size_t n)
{
	uint64_t old = n && c->pictures.is_ours ? lost_old(c, false) : 0;

	(void)v;
	if (old)
		check_found(c, FILES_OLD, AT(0), old, NULL);
	return RT_OK;
}

/* ---- repairs ------------------------------------------------------------ */

static bool folder_is_ours(struct check *c)
{
	return folder_look(folder_of(c), site_hmac_seal(c->rt, &c->chunk)) ==
	       FOLDER_OURS;
}

/* It belongs to whoever has the folder: retwis-admin may be run by root. */
static bool lost_make(struct check *c)
{
	const char *lost = folder_file(c, FOLDER_LOST);
	struct stat is;

	if (mkdir(lost, 0700) != 0)
		return errno == EEXIST;
	return stat(folder_of(c), &is) == 0 &&
	       (geteuid() != 0 || chown(lost, is.st_uid, is.st_gid) == 0);
}

/* From now on it is as old as the time that it has been there. */
static bool lost_take(struct check *c, const struct file_seen *f)
{
	const char *from = folder_file(c, f->path);

	return utimensat(AT_FDCWD, from, NULL, AT_SYMLINK_NOFOLLOW) == 0 &&
	       rename(from,
		      folder_file(c, arena_printf(
					     &c->part, "%s/%s", FOLDER_LOST,
					     strrchr(f->path, '/') + 1))) == 0;
}

enum rt_err repair_files_stray(struct check *c, const struct fault *f)
{
	struct files_seen all = { .c = c };
	enum rt_err err;

	arena_reset(&c->part);
	if (!folder_is_ours(c))
		return RT_OK;
	files_read(&all, f->at.text);
	if ((err = files_keep_strays(&all)) || !all.n)
		return err;
	if (!lost_make(c)) {
		fprintf(stderr, "retwis-admin: %s: %s\n", FOLDER_LOST,
			strerror(errno));
		return RT_OK;
	}
	for (size_t i = 0; i < all.n; i++)
		if (!lost_take(c, &all.v[i]))
			fprintf(stderr, "retwis-admin: %s: %s\n",
				all.v[i].path, strerror(errno));
	return RT_OK;
}

enum rt_err repair_files_old(struct check *c, const struct fault *f)
{
	(void)f;
	arena_reset(&c->part);
	if (folder_is_ours(c))
		lost_old(c, true);
	return RT_OK;
}
