#include "libretwis/picture/imported_picture.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/compute.h"
#include "base/secret.h"
#include "libretwis/picture/convert.h"
#include "libretwis/picture/folder.h"
#include "libretwis/picture/take.h"
#include "libretwis/site/context.h"
#include "libretwis/site/site_hmac.h"
#include "patterns/delayed.h"
#include "schema/key.h"

/* So many files are stored between two round trips. */
#define CHUNK 100

/* If a page dies before the row is stored, a worker deletes the file then. */
#define LOST_MS 600000

/*
 * Posts that are due may be that late.  A file of a size that an export has takes
 * a tenth of a second; the page takes no other.
 */
#define MAKE_MS 4000

const char *rt_import_key(const struct rt *rt, struct arena *a,
			  uint64_t member)
{
	return rt_site_hmac(rt, a, "imported-picture",
			    arena_printf(a, ID, member));
}

const char *rt_imported_picture(struct arena *a, const char *key,
				const char *origin, uint64_t post, size_t n)
{
	const char *which = arena_printf(a, "%s " ID " %zu", origin, post, n);

	return arena_strndup(a, secret_mac(a, key, which), FOLDER_TOKEN);
}

/* ---- the page: some files ------------------------------------------------ */

struct raw_chunk {
	const char *folder;
	int copy;
	const struct rt_raw_picture *raw;
	size_t n;
	uint64_t is_there[CHUNK];
	size_t stored; /* of the first ones, or they were there */
	int why;       /* if not all are */
};

static enum rt_err raw_note(struct rt *rt, struct arena *a,
			    struct raw_chunk *c)
{
	uint64_t due = (uint64_t)clock_date_ms() + LOST_MS;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < c->n; i++) {
		rt_pipe_u64(&p, &c->is_there[i], "EXISTS " KEY_PICTURE,
			    c->raw[i].token);
		delayed_put(&p, PICTURES_QUEUE, c->raw[i].token, due);
	}
	return rt_pipe_end(&p);
}

static void raw_store_files(void *arg)
{
	struct raw_chunk *c = arg;

	for (c->stored = 0; c->stored < c->n; c->stored++) {
		const struct rt_raw_picture *raw = &c->raw[c->stored];

		if (c->is_there[c->stored] ||
		    folder_put_raw(c->folder, raw->token, c->copy, raw->at,
				   raw->bytes))
			continue;
		c->why = errno;
		return;
	}
}

/* From then on a worker looks after them. */
static enum rt_err raw_store_rows(struct rt *rt, struct arena *a,
				  uint64_t owner, const struct raw_chunk *c)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < c->stored; i++)
		if (!c->is_there[i])
			rt_pipe(&p,
				"HSET " KEY_PICTURE " user_id " ID
				" use post post " PICTURE_IMPORTED
				" raw 1 time %lld",
				c->raw[i].token, owner, (long long)time(NULL));
	rt_pipe_then(&p);
	for (size_t i = 0; i < c->stored; i++)
		if (!c->is_there[i])
			delayed_postpone(&p, PICTURES_QUEUE, c->raw[i].token,
					 (uint64_t)clock_date_ms());
	return rt_pipe_end(&p);
}

/* ---- the page: all files ------------------------------------------------- */

static uint64_t raw_bytes(const struct rt_raw_picture *raw, size_t n)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < n; i++)
		bytes += raw[i].bytes;
	return bytes;
}

/* Each hundred has memory of its own. */
static enum rt_err raw_store(struct rt *rt, uint64_t owner,
			     struct raw_chunk *c)
{
	struct arena memory = { 0 };
	enum rt_err err = raw_note(rt, &memory, c);

	if (!err) {
		compute(raw_store_files, c);
		err = raw_store_rows(rt, &memory, owner, c);
	}
	arena_free(&memory);
	return err;
}

enum rt_err rt_imported_pictures_take(struct rt *rt, struct arena *a,
				      const struct rt_user *me, int copy,
				      const struct rt_raw_picture *raw,
				      size_t n, size_t *taken,
				      enum rt_picture_problem *problem)
{
	struct raw_chunk c = { .folder = rt->context->conf->pictures,
			       .copy = copy };
	enum rt_picture_problem why = RT_PICTURE_OK;
	enum rt_err err = take_allow(rt, a, me->id, raw_bytes(raw, n), &why);
	size_t done = 0;

	while (!err && !why && done < n) {
		c.raw = raw + done;
		c.n = n - done < CHUNK ? n - done : CHUNK;
		err = raw_store(rt, me->id, &c);
		done += err ? 0 : c.stored;
		if (!err && c.stored < c.n)
			why = take_disk_problem(c.folder, c.why);
	}
	if (err)
		return err;
	*taken = done;
	*problem = why;
	return RT_OK;
}

/* ---- the worker ---------------------------------------------------------- */

static bool made_is_said(const struct picture_converted *is, unsigned width,
			 unsigned height)
{
	return is->width == width && is->height == height;
}

static enum imported_outcome made_outcome(enum picture_outcome outcome)
{
	switch (outcome) {
	case PICTURE_DONE:
		return IMPORTED_DONE;
	case PICTURE_BUSY:
	case PICTURE_AWAY:
		return IMPORTED_LATER;
	default:
		return IMPORTED_REFUSED;
	}
}

/* Keeps the files only after IMPORTED_DONE. */
static enum rt_err made_convert(const struct rt_config *conf,
				struct folder_files *files, int raw,
				struct picture_converted *is,
				enum imported_outcome *outcome)
{
	enum rt_err err =
		picture_convert(conf->picture_socket, PICTURE_POST, raw,
				files->fd, clock_ms() + MAKE_MS, is);

	if (!err)
		*outcome = made_outcome(is->outcome);
	return err;
}

/*
 * One command, so that a row either waits or is whole.  If we die before it, all
 * this is done again, and if we die after it, the file `raw` is deleted when a
 * worker looks next.
 */
static enum rt_err made_store(struct rt *rt, struct arena *a,
			      const struct picture_row *row,
			      const struct picture_converted *is,
			      uint64_t bytes)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p,
		"HSET " KEY_PICTURE " width " ID " height " ID " bytes " ID
		" raw 0",
		row->picture.token, (uint64_t)is->width, (uint64_t)is->height,
		bytes);
	pictures_count_queue(&p, 1, bytes);
	return rt_pipe_end(&p);
}

/* A worker that died may have left files. */
static enum rt_err made_from(struct rt *rt, struct arena *a,
			     const struct picture_row *row, int raw,
			     unsigned width, unsigned height,
			     enum imported_outcome *outcome)
{
	const struct rt_config *conf = rt->context->conf;
	const char *token = row->picture.token;
	struct picture_converted is = { .outcome = PICTURE_BUSY };
	struct folder_files files;
	enum rt_err err;

	if (!folder_delete_made(conf->pictures, token) ||
	    !folder_begin(&files, conf->pictures, token, PICTURE_POST)) {
		take_disk_problem(conf->pictures, errno);
		return RT_OK;
	}
	err = made_convert(conf, &files, raw, &is, outcome);
	if (!err && *outcome == IMPORTED_DONE &&
	    !made_is_said(&is, width, height))
		*outcome = IMPORTED_REFUSED;
	if (err || *outcome != IMPORTED_DONE) {
		folder_undo(&files);
		return err;
	}
	if (!folder_keep(&files)) {
		take_disk_problem(conf->pictures, errno);
		*outcome = IMPORTED_LATER;
		return RT_OK;
	}
	return made_store(rt, a, row, &is, files.bytes);
}

enum rt_err imported_picture_make(struct rt *rt, struct arena *a,
				  const struct picture_row *row,
				  unsigned width, unsigned height,
				  enum imported_outcome *outcome)
{
	const char *folder = rt->context->conf->pictures;
	const char *token = row->picture.token;
	uint64_t bytes;
	int raw = folder_open_file(folder, folder_path(a, token, FOLDER_RAW),
				   &bytes);
	enum rt_err err;

	*outcome =
		raw < 0 && errno == ENOENT ? IMPORTED_REFUSED : IMPORTED_LATER;
	if (raw < 0)
		return RT_OK;
	err = made_from(rt, a, row, raw, width, height, outcome);
	close(raw);
	return err;
}
