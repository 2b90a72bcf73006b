/*
 * Pictures: each has a row, all its files, and something that has it.
 *
 * Nothing is judged by the files unless the folder holds the site's mark, so a
 * disk that is not mounted is one fault, and not one for each picture.  And
 * what has lost its files is dropped only if it is less than a hundredth of
 * all: otherwise the folder is probably an older copy of the right one.
 *
 * The rows are found by SCAN, on the bus: where that is another server, only
 * what posts, members and files name is checked.
 */
#include "admin/check/check_pictures.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "admin/check/checks.h"
#include "base/clock.h"
#include "libretwis/picture/folder.h"
#include "libretwis/post/picture_drop.lua.h"
#include "libretwis/post/picture_holder.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/schedule.h"
#include "libretwis/site/context.h"
#include "libretwis/site/site_hmac.h"
#include "patterns/delayed.h"
#include "schema/key.h"

/*
 * So many single pictures at a time are reported and repaired: what is beyond
 * is found once these are gone, and a million faults never fill the memory.
 */
#define PICTURES_FOUND 10000

static const char *pictures_folder(const struct check *c)
{
	return c->rt->context->conf->pictures;
}

static bool pictures_are_ours(struct check *c)
{
	return folder_look(pictures_folder(c),
			   site_hmac_seal(c->rt, &c->chunk)) == FOLDER_OURS;
}

static void picture_found(struct check *c, enum kind kind, struct subject at,
			  const char *what)
{
	if (c->again || c->pictures.found++ < PICTURES_FOUND)
		check_found(c, kind, at, 0, what);
}

/* ---- the folder --------------------------------------------------------- */

void check_pictures_queue(struct rt_pipe *p, struct pictures_seen *seen)
{
	*seen = (struct pictures_seen){ .since = 0 };
	rt_pipe_u64(p, &seen->since, "GET " KEY_PICTURES_SINCE);
	rt_pipe_u64(p, &seen->count, "HGET " KEY_PICTURES_COUNT " count");
	rt_pipe_u64(p, &seen->bytes, "HGET " KEY_PICTURES_COUNT " bytes");
}

/* A folder that was never used has no mark yet, and may not exist. */
enum rt_err check_pictures_folder(struct check *c, const struct subject *v,
				  size_t n)
{
	static const char *const why[] = {
		[FOLDER_UNMARKED] = "has no mark of a site",
		[FOLDER_OTHERS] = "has the mark of another site",
		[FOLDER_AWAY] = "cannot be read",
	};
	const char *folder = pictures_folder(c);
	enum folder_state state;

	if (!n || !folder)
		return RT_OK;
	state = folder_look(folder, site_hmac_seal(c->rt, &c->chunk));
	c->pictures.is_ours = state == FOLDER_OURS;
	if (state != FOLDER_OURS && c->pictures.since)
		check_found(
			c, PICTURES_AWAY, *v, 0,
			arena_printf(&c->chunk, "%s %s", folder, why[state]));
	return RT_OK;
}

/* ---- the files of one --------------------------------------------------- */

struct files_there {
	uint64_t bytes;
	size_t n, all;
	const char *lacks; /* the first one that is missing */
	int why;           /* not 0: this cannot be said */
};

static struct files_there files_look(struct check *c, const char *token,
				     enum picture_use use)
{
	const struct picture_sizes *sizes = picture_sizes(use);
	struct files_there is = { .all = sizes->n };
	struct stat file;

	for (size_t i = 0; i < sizes->n; i++) {
		const char *path =
			folder_path(&c->chunk, token, sizes->size[i].ending);

		if (stat(arena_printf(&c->chunk, "%s/%s", pictures_folder(c),
				      path),
			 &file) == 0) {
			is.n++;
			is.bytes += (uint64_t)file.st_size;
		} else if (errno != ENOENT) {
			is.why = errno;
		} else if (!is.lacks) {
			is.lacks = path;
		}
	}
	return is;
}

/* ---- rows --------------------------------------------------------------- */

struct row_seen {
	struct record is;
	union picture_fields fields;
	struct picture_row row;
	struct picture_holder holder;
	struct rt_texts scheduled; /* by its owner */
	const char *due;           /* when a worker looks after it */
};

/* As delayed_put() writes it. */
static const char *picture_job(struct arena *a, const char *token)
{
	return arena_printf(a, "0 %s", token);
}

static void row_queue(struct rt_pipe *p, void *one)
{
	struct row_seen *r = one;
	const char *token = r->is.at.text;

	picture_row_queue(p, &r->fields, token);
	rt_pipe_str(p, &r->due, "ZSCORE " KEY_DUE " %s", PICTURES_QUEUE,
		    picture_job(p->a, token));
}

static void row_queue_holder(struct rt_pipe *p, void *one)
{
	struct row_seen *r = one;

	r->row = picture_row_parse(p->a, r->is.at.text, &r->fields);
	if (r->row.owner && !r->row.is_later)
		picture_holder_queue(p, &r->holder, &r->row);
}

static void row_queue_scheduled(struct rt_pipe *p, void *one)
{
	struct row_seen *r = one;

	if (r->row.is_later)
		rt_pipe_texts(p, &r->scheduled, RT_ALL,
			      "ZRANGE " KEY_DUE_OF " 0 -1", SCHEDULE_QUEUE,
			      r->row.owner);
}

static bool row_is_held(struct check *c, const struct row_seen *r)
{
	if (!r->row.is_later)
		return picture_is_held(&c->chunk, &r->holder, &r->row);
	for (size_t i = 0; i < r->scheduled.n; i++)
		if (schedule_names_picture(&c->chunk, r->scheduled.v[i],
					   r->is.at.text))
			return true;
	return false;
}

/* Within this time a page may be about to put it into something. */
static bool row_is_new(const struct row_seen *r)
{
	return (uint64_t)time(NULL) < r->row.time + RT_PICTURE_KEPT;
}

static void row_judge_files(struct check *c, const struct row_seen *r)
{
	struct files_there is = files_look(c, r->is.at.text, r->row.use);

	if (is.why) {
		picture_found(c, PICTURE_UNREADABLE, r->is.at,
			      strerror(is.why));
	} else if (!is.n) {
		c->pictures.lost += !c->again;
		c->pictures.is_lost |= c->again != NULL;
		picture_found(c, PICTURE_LOST, r->is.at, NULL);
	} else if (is.lacks) {
		picture_found(c, PICTURE_LACKS, r->is.at, is.lacks);
	}
}

static void row_judge(struct check *c, const void *one)
{
	const struct row_seen *r = one;

	if (!c->again && !r->row.is_raw) {
		c->pictures.rows++;
		c->pictures.row_bytes += r->row.bytes;
	}
	if (!r->row.owner || !folder_is_token(r->is.at.text))
		picture_found(c, PICTURE_ODD, r->is.at, NULL);
	else if (!r->due && !row_is_new(r) &&
		 (r->row.is_raw || !row_is_held(c, r)))
		picture_found(c, PICTURE_UNHELD, r->is.at, NULL);
	else if (!r->row.is_raw)
		row_judge_files(c, r);
}

enum rt_err check_pictures_rows(struct check *c, const struct subject *v,
				size_t n)
{
	static const struct pass pass = {
		.size = sizeof(struct row_seen),
		.step = { row_queue, row_queue_holder, row_queue_scheduled },
		.on_bus = { false, false, true },
		.judge = row_judge
	};

	if (!rt_has_pictures(c->rt))
		check_found(c, PICTURES_OFF, AT(0), 0, NULL);
	if (!c->pictures.is_ours)
		return RT_OK;
	return pass_run(c, &pass, v, n);
}

/* ---- all rows together -------------------------------------------------- */

static bool pictures_are_many(const struct pictures_seen *seen)
{
	return seen->lost > seen->rows / 100;
}

/*
 * Only a number that has stayed the same meanwhile can be compared: pages and
 * workers go on changing it.
 */
static void sum_judge(struct check *c, const char *field, uint64_t before,
		      uint64_t now, uint64_t should)
{
	if (now == before && now != should)
		check_found(c, PICTURES_COUNT, NAMED(field), should,
			    arena_printf(&c->chunk, ID, now));
}

/* Whether all rows were seen. */
static bool sum_is_whole(const struct check *c)
{
	const struct rt_servers *servers = c->rt->servers;

	return c->pictures.is_ours &&
	       strcmp(servers->redis, servers->bus) == 0;
}

enum rt_err check_pictures_sum(struct check *c, const struct subject *v,
			       size_t n)
{
	struct pictures_seen now, *seen = &c->pictures;
	struct rt_pipe p;
	enum rt_err err;

	(void)v;
	if (!n || !sum_is_whole(c))
		return RT_OK;
	if (pictures_are_many(seen) && (!c->again || seen->is_lost))
		check_found(c, PICTURES_MANY, AT(0), seen->lost,
			    arena_printf(&c->chunk, ID, seen->rows));
	rt_pipe_begin_lenient(&p, c->rt, &c->chunk);
	check_pictures_queue(&p, &now);
	if ((err = rt_pipe_end(&p)))
		return err;
	sum_judge(c, "count", seen->count, now.count, seen->rows);
	sum_judge(c, "bytes", seen->bytes, now.bytes, seen->row_bytes);
	return RT_OK;
}

/* ---- what names a picture ----------------------------------------------- */

void picture_named_queue(struct rt_pipe *p, struct named_picture *is,
			 const char *token)
{
	*is = (struct named_picture){ .token = token };
	if (token)
		rt_pipe_u64(p, &is->is_there, "EXISTS " KEY_PICTURE, token);
}

void picture_named_judge(struct check *c, const struct named_picture *is,
			 struct subject at, enum picture_use use,
			 enum kind rowless, enum kind gone)
{
	struct files_there files;

	if (!is->token || is->is_there || !c->pictures.is_ours)
		return;
	if (!folder_is_token(is->token)) {
		picture_found(c, gone, at, is->token);
		return;
	}
	files = files_look(c, is->token, use);
	picture_found(c, files.n == files.all ? rowless : gone, at, is->token);
}

struct mark_seen {
	struct record is;
	const char *token;
	struct named_picture named;
};

static void mark_queue(struct rt_pipe *p, void *one)
{
	struct mark_seen *m = one;

	rt_pipe_str(p, &m->token, "HGET " KEY_SITE " mark");
	rt_pipe_lenient(p);
}

static void mark_queue_row(struct rt_pipe *p, void *one)
{
	struct mark_seen *m = one;

	picture_named_queue(p, &m->named, m->token);
}

static void mark_judge(struct check *c, const void *one)
{
	const struct mark_seen *m = one;

	picture_named_judge(c, &m->named, m->is.at, PICTURE_MARK, MARK_ROWLESS,
			    MARK_GONE);
}

const struct pass mark_pass = { .size = sizeof(struct mark_seen),
				.step = { mark_queue, mark_queue_row },
				.judge = mark_judge };

/* ---- repairs ------------------------------------------------------------ */

static uint64_t repair_now_ms(void)
{
	return (uint64_t)clock_date_ms();
}

/* The worker looks once more, and deletes it if nothing has it. */
enum rt_err repair_picture_unheld(struct check *c, const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	delayed_put(&p, PICTURES_QUEUE, f->at.text, repair_now_ms());
	return rt_pipe_end(&p);
}

static enum rt_err row_read(struct check *c, const char *token,
			    union picture_fields *fields)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	picture_row_queue(&p, fields, token);
	return rt_pipe_end(&p);
}

/* It may have been given to a post just now: then its time is another one. */
enum rt_err repair_picture_lost(struct check *c, const struct fault *f)
{
	const char *token = f->at.text;
	union picture_fields fields;
	struct picture_row row;
	uint64_t is_gone = 0;
	struct rt_pipe p;
	enum rt_err err;

	if (pictures_are_many(&c->pictures) || !pictures_are_ours(c))
		return RT_OK;
	if ((err = row_read(c, token, &fields)))
		return err;
	row = picture_row_parse(&c->chunk, token, &fields);
	if (!row.owner || files_look(c, token, row.use).n)
		return RT_OK;
	err = rt_read_u64(c->rt, &c->chunk, &is_gone,
			  "EVAL %s 1 " KEY_PICTURE " %s", PICTURE_DROP_LUA,
			  token, fields.time ? fields.time : "");
	if (err || !is_gone)
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	pictures_count_queue(&p, -1, row.bytes);
	return rt_pipe_end(&p);
}

/*
 * Writes a new row.  If that was deleted just now by the member, a worker
 * notices.
 */
static enum rt_err row_write(struct check *c, enum picture_use use,
			     uint64_t owner, uint64_t post,
			     const struct rt_picture *is)
{
	struct files_there files = files_look(c, is->token, use);
	uint64_t is_there = 0;
	struct rt_pipe p;
	enum rt_err err = rt_read_u64(c->rt, &c->chunk, &is_there,
				      "EXISTS " KEY_PICTURE, is->token);

	if (err || is_there || files.n != files.all || !pictures_are_ours(c))
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	delayed_put(&p, PICTURES_QUEUE, is->token,
		    repair_now_ms() + RT_PICTURE_KEPT * 1000);
	rt_pipe_then(&p);
	rt_pipe(&p,
		"HSET " KEY_PICTURE " user_id " ID " use %s width " ID
		" height " ID " bytes " ID " time %lld",
		is->token, owner, picture_sizes(use)->word,
		(uint64_t)is->width, (uint64_t)is->height, files.bytes,
		(long long)time(NULL));
	if (post)
		rt_pipe(&p, "HSET " KEY_PICTURE " post " ID, is->token, post);
	if (is->is_animated)
		rt_pipe(&p, "HSET " KEY_PICTURE " animated 1", is->token);
	pictures_count_queue(&p, 1, files.bytes);
	return rt_pipe_end(&p);
}

/* All that the row has to say is in the post, too. */
enum rt_err repair_picture_rowless(struct check *c, const struct fault *f)
{
	union post_fields post;
	struct rt_attached is;
	enum rt_err err = post_hash_read(c, &post, f->at.id);

	is = attached_read(&c->chunk, &post);
	for (size_t i = 0; !err && post.user_id && i < is.pictures; i++)
		if (strcmp(is.picture[i].token, f->what) == 0)
			err = row_write(c, PICTURE_POST, rt_u64(post.user_id),
					f->at.id, &is.picture[i]);
	return err;
}

/* A face and a mark are square, so that their size is known. */
static enum rt_err row_write_square(struct check *c, enum picture_use use,
				    uint64_t owner, const char *token)
{
	const struct picture_sizes *sizes = picture_sizes(use);
	unsigned px = sizes->size[sizes->n - 1].px;
	struct rt_picture is = { .token = token, .width = px, .height = px };

	return row_write(c, use, owner, 0, &is);
}

static bool text_is(const char *text, const char *wanted)
{
	return text && strcmp(text, wanted) == 0;
}

enum rt_err repair_face_rowless(struct check *c, const struct fault *f)
{
	const char *face = NULL;
	enum rt_err err = rt_read_str(c->rt, &c->chunk, &face,
				      "HGET " KEY_USER " face", f->at.id);

	if (err || !text_is(face, f->what))
		return err;
	return row_write_square(c, PICTURE_FACE, f->at.id, f->what);
}

/* Which host it was is not known any more: from now on, one of them. */
enum rt_err repair_mark_rowless(struct check *c, const struct fault *f)
{
	const char *mark = NULL;
	uint64_t host = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_str(&p, &mark, "HGET " KEY_SITE " mark");
	rt_pipe_u64(&p, &host, "SRANDMEMBER " KEY_HOSTS);
	if ((err = rt_pipe_end(&p)) || !host || !text_is(mark, f->what))
		return err;
	return row_write_square(c, PICTURE_MARK, host, f->what);
}

/* Added, not set: pages and workers go on changing the number. */
enum rt_err repair_pictures_count(struct check *c, const struct fault *f)
{
	long long more = (long long)(f->other - rt_u64(f->what));

	return rt_do(c->rt, &c->chunk,
		     "HINCRBY " KEY_PICTURES_COUNT " %s %lld", f->at.text,
		     more);
}
