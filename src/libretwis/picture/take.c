/*
 * Taking a picture in.  picture_row.h says in which order, and why.
 */
#include "libretwis/picture/take.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/compute.h"
#include "base/secret.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/picture/convert.h"
#include "libretwis/picture/folder.h"
#include "libretwis/picture/picture_keep.lua.h"
#include "libretwis/picture/picture_row.h"
#include "libretwis/site/context.h"
#include "libretwis/site/site_hmac.h"
#include "patterns/delayed.h"
#include "schema/key.h"

#define MEGABYTE ((uint64_t)1024 * 1024)

/* A worker looks a little later than a picture has to be in a post. */
#define LOOK_MS ((RT_PICTURE_KEPT + 10) * 1000ULL)

bool rt_has_pictures(const struct rt *rt)
{
	return rt->context->conf->pictures != NULL;
}

bool rt_pictures_have(const struct rt_picture *picture, size_t n,
		      const char *token)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(picture[i].token, token) == 0)
			return true;
	return false;
}

bool rt_is_picture(const char *token)
{
	return folder_is_token(token);
}

/* ---- whether there is room ---------------------------------------------- */

/*
 * A folder without a mark becomes the site's if no picture was ever taken in.
 * Otherwise the disk with the pictures is missing.
 */
static enum rt_err take_claim_folder(struct rt *rt, struct arena *a,
				     const char *seal, bool *is_ours)
{
	const char *folder = rt->context->conf->pictures, *since = NULL;
	enum rt_err err =
		rt_read_str(rt, a, &since, "GET " KEY_PICTURES_SINCE);

	if (err || since)
		return err;
	*is_ours = folder_claim(folder, seal);
	if (!*is_ours)
		fprintf(stderr, "retwis: %s: cannot write a file: %m\n",
			folder);
	return RT_OK;
}

static enum rt_err take_find_folder(struct rt *rt, struct arena *a,
				    enum rt_picture_problem *problem)
{
	const char *folder = rt->context->conf->pictures;
	const char *seal = site_hmac_seal(rt, a);
	enum folder_state state = folder_look(folder, seal);
	bool is_ours = state == FOLDER_OURS;
	enum rt_err err = RT_OK;

	if (state == FOLDER_UNMARKED)
		err = take_claim_folder(rt, a, seal, &is_ours);
	if (!is_ours)
		*problem = RT_PICTURE_AWAY;
	else if (!folder_has_room(folder))
		*problem = RT_PICTURE_NO_ROOM;
	return err;
}

/* Counts it, also if it is refused later: decoding costs the same. */
static enum rt_err take_count(struct rt *rt, struct arena *a, uint64_t member,
			      uint64_t size, enum rt_picture_problem *problem)
{
	uint64_t megabytes = (size + MEGABYTE - 1) / MEGABYTE;
	struct rate_limit mine, all;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rate_limit_queue_many(&p, &mine, RT_RATE_PICTURES,
			      arena_printf(a, ID, member), megabytes);
	rate_limit_queue_many(&p, &all, RT_RATE_PICTURES_ALL, "site",
			      megabytes);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (rate_limit_check(rt, &mine))
		*problem = RT_PICTURE_MANY;
	else if (rate_limit_check(rt, &all))
		*problem = RT_PICTURE_MANY_ALL;
	return RT_OK;
}

enum rt_err take_allow(struct rt *rt, struct arena *a, uint64_t member,
		       uint64_t size, enum rt_picture_problem *problem)
{
	enum rt_picture_problem why = RT_PICTURE_OK;
	enum rt_err err = RT_OK;

	if (!rt_has_pictures(rt))
		why = RT_PICTURE_AWAY;
	else
		err = take_find_folder(rt, a, &why);
	if (!err && !why)
		err = take_count(rt, a, member, size, &why);
	*problem = why;
	return err;
}

/* ---- the files ----------------------------------------------------------- */

struct keeping {
	struct folder_files *files;
	bool is_done;
	int why;
};

static void take_keep_files(void *arg)
{
	struct keeping *k = arg;

	k->is_done = folder_keep(k->files);
	k->why = errno;
}

enum rt_picture_problem take_disk_problem(const char *folder, int why)
{
	fprintf(stderr, "retwis: %s: a picture cannot be written: %s\n",
		folder, strerror(why));
	return why == ENOSPC || why == EDQUOT ? RT_PICTURE_NO_ROOM
					      : RT_PICTURE_AWAY;
}

static enum rt_picture_problem take_outcome_problem(
	enum picture_outcome outcome)
{
	switch (outcome) {
	case PICTURE_DONE:
		break;
	case PICTURE_UNKNOWN:
		return RT_PICTURE_UNKNOWN;
	case PICTURE_CRASHED:
	case PICTURE_BROKEN:
		return RT_PICTURE_BROKEN;
	case PICTURE_LARGE:
		return RT_PICTURE_LARGE;
	case PICTURE_BUSY:
	case PICTURE_SLOW:
		return RT_PICTURE_BUSY;
	case PICTURE_AWAY:
		return RT_PICTURE_AWAY;
	}
	return RT_PICTURE_OK;
}

static enum rt_err take_convert(struct rt *rt, struct folder_files *f,
				int file, int64_t until_ms,
				struct picture_converted *is,
				enum rt_picture_problem *problem)
{
	const struct rt_config *conf = rt->context->conf;
	struct keeping k = { .files = f };
	enum rt_err err;

	if (!folder_begin(f, conf->pictures, f->token, f->use)) {
		*problem = take_disk_problem(conf->pictures, errno);
		return RT_OK;
	}
	err = picture_convert(conf->picture_socket, f->use, file, f->fd,
			      until_ms, is);
	if (!err)
		*problem = take_outcome_problem(is->outcome);
	if (err || *problem) {
		folder_undo(f);
		return err;
	}
	compute(take_keep_files, &k);
	if (!k.is_done)
		*problem = take_disk_problem(conf->pictures, k.why);
	return RT_OK;
}

/* ---- all of it ------------------------------------------------------------ */

static enum rt_err take_note(struct rt *rt, struct arena *a, const char *token)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	delayed_put(&p, PICTURES_QUEUE, token,
		    (uint64_t)clock_date_ms() + LOOK_MS);
	return rt_pipe_end(&p);
}

static enum rt_err take_store(struct rt *rt, struct arena *a, uint64_t owner,
			      const struct folder_files *f,
			      const struct rt_picture *picture)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "SET " KEY_PICTURES_SINCE " %lld NX",
		(long long)time(NULL));
	rt_pipe(&p,
		"HSET " KEY_PICTURE " user_id " ID " use %s width " ID
		" height " ID " bytes " ID " time %lld alt %s",
		f->token, owner, picture_sizes(f->use)->word,
		(uint64_t)picture->width, (uint64_t)picture->height, f->bytes,
		(long long)time(NULL), picture->alt);
	if (picture->is_animated)
		rt_pipe(&p, "HSET " KEY_PICTURE " animated 1", f->token);
	pictures_count_queue(&p, 1, f->bytes);
	return rt_pipe_end(&p);
}

/* If the row can't be stored, a worker deletes the files in ten minutes. */
static enum rt_err take_file(struct rt *rt, struct arena *a, uint64_t owner,
			     struct folder_files *f, int file,
			     int64_t until_ms, struct rt_picture *picture,
			     enum rt_picture_problem *problem)
{
	struct picture_converted is = { .outcome = PICTURE_DONE };
	enum rt_err err = take_note(rt, a, f->token);

	if (err || (err = take_convert(rt, f, file, until_ms, &is, problem)) ||
	    *problem)
		return err;
	picture->width = is.width;
	picture->height = is.height;
	picture->is_animated = is.is_animated;
	return take_store(rt, a, owner, f, picture);
}

/* Then nothing was stored, so this makes no round trip more than that. */
static enum rt_err take_refuse(struct rt *rt, struct arena *a)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	pictures_count_refused(&p);
	return rt_pipe_end(&p);
}

enum rt_err rt_picture_take(struct rt *rt, struct arena *a,
			    const struct rt_user *me, enum picture_use use,
			    int file, uint64_t size, const char *alt,
			    int64_t until_ms, struct rt_picture *picture,
			    enum rt_picture_problem *problem)
{
	struct rt_picture taken = { .token = secret_new(a), .alt = alt };
	struct folder_files files = { .token = taken.token, .use = use };
	enum rt_picture_problem why = RT_PICTURE_OK;
	enum rt_err err = take_allow(rt, a, me->id, size, &why);

	if (err)
		return err;
	if (!why && (err = take_file(rt, a, me->id, &files, file, until_ms,
				     &taken, &why)))
		return err;
	if (why && rt_has_pictures(rt) && (err = take_refuse(rt, a)))
		return err;
	*problem = why;
	if (!why)
		*picture = taken;
	return RT_OK;
}

/* ---- those that were taken in before -------------------------------------- */

/* The next token, or NULL at the end; moves `at` past it. */
static const char *kept_token(struct arena *a, const char **at)
{
	size_t len;

	*at += strspn(*at, " ");
	len = strcspn(*at, " ");
	*at += len;
	return len ? arena_strndup(a, *at - len, len) : NULL;
}

/* Width, height, whether it was animated, and what it shows. */
static bool kept_parse(struct arena *a, const struct rt_texts *is,
		       struct rt_picture *picture)
{
	if (is->n != 4)
		return false;
	picture->width = (unsigned)rt_u64(is->v[0]);
	picture->height = (unsigned)rt_u64(is->v[1]);
	picture->is_animated = *is->v[2];
	picture->alt = rt_text_clean(a, is->v[3]);
	return picture->width && picture->height;
}

enum rt_err rt_pictures_kept(struct rt *rt, struct arena *a,
			     const struct rt_user *me, const char *tokens,
			     struct rt_picture *picture, size_t *n,
			     bool *is_one_missing)
{
	struct rt_picture asked[RT_PICTURES_MAX];
	struct rt_texts is[RT_PICTURES_MAX];
	const char *token;
	struct rt_pipe p;
	size_t asks = 0, found = 0;
	bool is_missing = false;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	while ((token = kept_token(a, &tokens))) {
		if (rt_pictures_have(asked, asks, token))
			continue;
		if (asks == RT_PICTURES_MAX || !folder_is_token(token)) {
			is_missing = true;
			continue;
		}
		asked[asks] = (struct rt_picture){ .token = token };
		rt_pipe_texts(&p, &is[asks++], 4,
			      "EVAL %s 1 " KEY_PICTURE " " ID " %lld",
			      PICTURE_KEEP_LUA, token, me->id,
			      (long long)time(NULL));
	}
	if (asks && (err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < asks; i++) {
		picture[found] = asked[i];
		found += kept_parse(a, &is[i], &picture[found]);
	}
	*n = found;
	*is_one_missing = is_missing || found < asks;
	return RT_OK;
}
