/*
 * POST /account/import
 *                  imports the posts that the member has exported from another
 *                  Retwis, and redirects to the account (303).
 *   csrf           see rt_csrf(); it must come first
 *   file           the zip, up to 64 megabytes; multipart/form-data
 *
 * A download with many pictures comes in parts, which can be imported in any
 * order.  Pictures that can't be stored, since the site has none, its folder is
 * away or full, or the member has sent too many today, are left out, and the
 * account says so.
 *
 * The whole file is checked before anything of it is stored; a worker stores
 * it later.  If the file is wrong, the form comes back with the reason (422).
 * The same happens if another import is running or the member has sent too
 * many files (429), or if there is no room (507).  GET, as after Reload,
 * redirects to the account.
 *
 * This address has a program of its own, since its bodies may be long and the
 * check runs in a thread (view/unpack.h).
 */
#include <sys/types.h>
#include <unistd.h>

#include "base/compute.h"
#include "base/fiber.h"
#include "base/message.h"
#include "base/secret.h"
#include "view/unpack.h"
#include "view/page.h"
#include "http/upload.h"

static const struct upload_rules accepted = {
	.field = "file",
	.files_max = 1,
	.file_max = (uint64_t)64 * 1024 * 1024,
	.total_max = (uint64_t)64 * 1024 * 1024,
};

/* So many blocks are sent to Redis together; that is a megabyte at most. */
#define BLOCKS 8

const char *const page_templates[] = {
	FRAME_TEMPLATES, "import.tpl", "import_form.tpl", "stale.tpl", NULL,
};

static void refuse_import(struct req *q, int status, const char *problem)
{
	struct tpl *t = page_begin(q, "import.tpl", _("Import posts"));

	t = tpl_include(t, "IMPORT", "import_form.tpl");
	tpl_section(t,
		    rt_has_pictures(q->rt) ? "HAS_PICTURES" : "NO_PICTURES");
	view_problem(t, false, "BAD_FORM", problem);
	page_end(q, status);
}

/* Says what is wrong with the form. */
static void refuse_form(struct req *q, int status)
{
	if (status == 422)
		refuse_import(q, status, _("Choose a file first."));
	else if (status == 413)
		refuse_import(q, status,
			      _("This file is larger than 64 megabytes."));
	else if (status == 507)
		refuse_import(q, status,
			      _("There's no room for your file right now. "
				"Nothing was saved. Try again later."));
	else if (status != 403 || !page_stale(q))
		page_error(q, status);
}

/* ---- storing ----------------------------------------------------------- */

/* It takes as many round trips as there are megabytes. */
static enum rt_err stage_blocks(struct req *q, const char *token, int fd)
{
	struct arena memory = { 0 };
	enum rt_err err = RT_OK;
	size_t n;

	do {
		const char *block[BLOCKS];

		arena_reset(&memory);
		for (n = 0; n < BLOCKS; n++)
			if (!(block[n] = blocks_next(&memory, fd)))
				break;
		if (n)
			err = rt_import_staging_add(q->rt, &memory, q->me.id,
						    token, block, n);
	} while (!err && n == BLOCKS);
	arena_free(&memory);
	return err;
}

static enum rt_err stage_posts(struct req *q, const char *token,
			       const struct unpack *u)
{
	enum rt_err err = RT_BROKEN;

	if (lseek(u->blocks, 0, SEEK_SET) == 0 &&
	    !(err = stage_blocks(q, token, u->blocks)))
		err = rt_import_staging_end(q->rt, q->a, q->me.id, token,
					    u->posts);
	return err;
}

/* A part with pictures only leaves nothing for a worker to import. */
static bool hand_over_posts(struct req *q, const char *token,
			    const struct unpack *u)
{
	enum rt_err err = u->posts ? stage_posts(q, token, u)
				   : rt_import_staging_drop(q->rt, q->a,
							    q->me.id, token);

	if (err)
		rt_import_staging_drop(q->rt, q->a, q->me.id, token);
	if (err != RT_LIMITED)
		return req_ok(q, err);
	refuse_import(q, 422,
		      _("With the posts in this file you'd have imported more "
			"than 400,000, which is more than this site "
			"accepts."));
	return false;
}

static const char *left_word(enum rt_picture_problem problem)
{
	switch (problem) {
	case RT_PICTURE_MANY:
	case RT_PICTURE_MANY_ALL:
		return "many";
	case RT_PICTURE_NO_ROOM:
		return "full";
	default:
		return "away";
	}
}

/* What the account says: see show_import() there. */
static void answer_imported(struct req *q, const struct unpack *u,
			    size_t taken, const char *left)
{
	const char *path = arena_printf(q->a, "/account?brought=%llu",
					(unsigned long long)u->posts);

	if (taken)
		path = arena_printf(q->a, "%s&pictures=%zu", path, taken);
	if (left)
		path = arena_printf(q->a, "%s&left=%s", path, left);
	page_redirect(q, arena_printf(q->a, "%s#import", path));
}

/* The posts have been handed over by then, whatever becomes of these. */
static void import_pictures(struct req *q, const struct unpack *u)
{
	const struct unpack_pictures *has = &u->pictures;
	enum rt_picture_problem problem = RT_PICTURE_OK;
	size_t taken = 0;

	if (!has->n) {
		answer_imported(q, u, 0,
				has->named && has->copy < 0 ? "off" : NULL);
		return;
	}
	if (req_ok(q, rt_imported_pictures_take(q->rt, q->a, &q->me, has->copy,
						has->raw, has->n, &taken,
						&problem)))
		answer_imported(q, u, taken,
				problem ? left_word(problem) : NULL);
}

/* ---- looking ----------------------------------------------------------- */

static void check_file(struct unpack *u)
{
	compute(unpack_file, u);
}

static bool is_good_file(struct req *q, const struct unpack *u)
{
	if (!u->status)
		return true;
	if (u->problem)
		refuse_import(q, u->status, u->problem);
	else
		refuse_form(q, u->status);
	return false;
}

static bool open_copies(struct req *q, struct unpack *u)
{
	u->blocks = upload_open();
	u->pictures.copy = rt_has_pictures(q->rt) ? upload_open() : -1;
	if (u->blocks >= 0 &&
	    (u->pictures.copy >= 0 || !rt_has_pictures(q->rt)))
		return true;
	refuse_form(q, 507);
	return false;
}

/*
 * If the posts can't be handed over, they are dropped; if that fails, they
 * expire.
 */
static void import_file(struct req *q, const char *token, int zip)
{
	struct arena memory = { 0 };
	struct unpack u = { .zip = zip,
			    .now = q->received_ms / 1000,
			    .a = &memory,
			    .pictures.key =
				    rt_import_key(q->rt, q->a, q->me.id) };
	bool is_good = open_copies(q, &u);

	if (is_good) {
		check_file(&u);
		is_good = is_good_file(q, &u);
	}
	if (!is_good)
		rt_import_staging_drop(q->rt, q->a, q->me.id, token);
	else if (hand_over_posts(q, token, &u))
		import_pictures(q, &u);
	upload_close(u.blocks);
	upload_close(u.pictures.copy);
	arena_free(&memory);
}

/* ---- the form ---------------------------------------------------------- */

static bool claim_import(struct req *q, const char *token)
{
	enum rt_err err =
		rt_import_staging_begin(q->rt, q->a, q->me.id, token);

	if (err != RT_TAKEN)
		return req_ok(q, err);
	refuse_import(q, 429,
		      _("Your posts are already being imported. Try again in "
			"ten minutes."));
	return false;
}

/* Before the file is read, which may take longer than all the rest. */
static bool may_send_file(struct req *q)
{
	enum rt_err err = rt_import_staging_count(q->rt, q->a, q->me.id);

	if (err != RT_LIMITED)
		return req_ok(q, err);
	page_retry(q, 429);
	refuse_import(q, 429,
		      arena_printf(q->a, "%s %s",
				   _("You've sent too many files."),
				   page_wait(q)));
	return false;
}

/* Returns 0, or the HTTP status of what is wrong. */
static int read_file(struct req *q)
{
	const struct upload *u;
	int status;

	q->accepts = &accepted;
	status = req_read_upload(q);
	u = req_upload(q);
	if (status || u->problem == UPLOAD_TOO_MANY || !u->parts)
		return status ? status : 400;
	if (u->problem)
		return upload_status(u->problem);
	return u->n && u->file[0].size ? 0 : 422;
}

/*
 * The file may take longer to arrive than the claim lasts, so we claim twice.
 */
static void receive_file(struct req *q)
{
	const char *token = secret_new(q->a);
	int status;

	if (!claim_import(q, token))
		return;
	if (!may_send_file(q)) {
		rt_import_staging_drop(q->rt, q->a, q->me.id, token);
		return;
	}
	status = read_file(q);
	if (status) {
		rt_import_staging_drop(q->rt, q->a, q->me.id, token);
		refuse_form(q, status);
		return;
	}
	if (claim_import(q, token))
		import_file(q, token, q->upload->file[0].fd);
}

static void import_staged_posts(struct req *q)
{
	if (!req_load_user(q) || !req_require_standing(q, &q->me))
		return;
	if (rt_share_sessions(q->rt))
		refuse_import(q, 422,
			      _("This site shares its database with PHP "
				"Retwis, so posts can't be imported."));
	else
		receive_file(q);
}

void page(struct req *q)
{
	bool is_ours =
		req_require_bare(q, "/account/import", "GET, HEAD, POST");

	if (is_ours && q->is_post)
		import_staged_posts(q);
	else if (is_ours && req_require_user(q))
		page_redirect(q, "/account");
}
