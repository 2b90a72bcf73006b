/*
 * Who may see a picture.
 *
 * It is asked for by its token alone, so whoever has copied an address could
 * keep it.  But the row of a picture only says what may have it: it is seen as
 * long as that names it, and by whoever sees that.  So what is deleted, removed
 * or hidden takes its pictures along at once, and nothing has to be written for
 * it.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "libretwis/member/session.h"
#include "libretwis/picture/folder.h"
#include "libretwis/post/picture_holder.h"
#include "libretwis/site/context.h"
#include "libretwis/site/site_hmac.h"

struct picture_load {
	struct session visitor;
	union picture_fields fields;
	struct picture_row row;
	struct picture_holder holder;
};

/* ---- reading ------------------------------------------------------------ */

static enum rt_err picture_load_row(struct rt *rt, struct arena *a,
				    const char *secret, const char *token,
				    struct picture_load *l)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	session_queue(&p, &l->visitor, secret);
	l->visitor.is_form = true;
	session_check(&p, &l->visitor);
	picture_row_queue(&p, &l->fields, token);
	if (!(err = rt_pipe_end(&p)))
		l->row = picture_row_parse(a, token, &l->fields);
	return err;
}

/*
 * Also if there is no such picture: the time that it takes must not tell that
 * from one which the visitor doesn't see.
 */
static enum rt_err picture_load_holder(struct rt *rt, struct arena *a,
				       struct picture_load *l)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &l->visitor);
	picture_holder_queue(&p, &l->holder, &l->row);
	return rt_pipe_end(&p);
}

/* ---- who sees it -------------------------------------------------------- */

/* Whether somebody of this standing, who is not its owner, sees it. */
static bool picture_is_seen(struct arena *a, const struct picture_load *l,
			    enum rt_standing standing)
{
	const struct picture_row *row = &l->row;
	const union post_fields *post = &l->holder.post;

	if (!picture_is_held(a, &l->holder, row))
		return false;
	if (row->use == PICTURE_MARK)
		return true;
	if (row->use == PICTURE_POST && !row->is_imported &&
	    (rt_u64(post->user_id) != row->owner ||
	     (post->removed && !rt_moderates(standing))))
		return false;
	return rt_sees(standing, rt_standing_read(l->holder.user.standing));
}

/* What no post has yet, or a scheduled one. */
static bool picture_is_unposted(const struct picture_row *row)
{
	return row->use == PICTURE_POST && !row->post && !row->is_imported;
}

static bool picture_is_shown(struct arena *a, const struct picture_load *l,
			     const struct rt_user *me)
{
	if (!l->row.owner)
		return false;
	return picture_is_unposted(&l->row)
		       ? me->id == l->row.owner
		       : picture_is_seen(a, l, me->standing);
}

/* NULL: a picture for this use has no such file. */
static const struct picture_size *picture_find_size(enum picture_use use,
						    const char *ending)
{
	const struct picture_sizes *sizes = picture_sizes(use);

	for (size_t i = 0; i < sizes->n; i++)
		if (strcmp(sizes->size[i].ending, ending) == 0)
			return &sizes->size[i];
	return NULL;
}

static void picture_fill_file(struct arena *a, const struct picture_load *l,
			      const struct picture_size *size,
			      struct rt_picture_file *file)
{
	file->path = folder_path(a, l->row.picture.token, size->ending);
	file->format = size->format;
	file->is_mark = l->row.use == PICTURE_MARK;
	file->is_private = !picture_is_seen(a, l, RT_MEMBER);
}

enum rt_err rt_picture_read(struct rt *rt, struct arena *a, const char *secret,
			    const char *name, struct rt_picture_file *file)
{
	size_t len = strcspn(name, "-");
	const char *token = arena_strndup(a, name, len), *ending = name + len;
	struct picture_load l = { .row = { .owner = 0 } };
	struct rt_picture_file found = { .path = NULL };
	const struct picture_size *size;
	enum rt_err err;

	if (!rt_has_pictures(rt) || !folder_is_token(token))
		return RT_NOT_FOUND;
	if ((err = picture_load_row(rt, a, secret, token, &l)) ||
	    (err = picture_load_holder(rt, a, &l)))
		return err;
	found.me = session_user(&l.visitor);
	size = picture_find_size(l.row.use, ending);
	if (size && picture_is_shown(a, &l, &found.me))
		picture_fill_file(a, &l, size, &found);
	*file = found;
	return RT_OK;
}

/* ---- the file ----------------------------------------------------------- */

enum rt_err rt_picture_open(struct rt *rt, struct arena *a,
			    const struct rt_picture_file *file, int *fd,
			    uint64_t *bytes)
{
	const char *folder = rt->context->conf->pictures;
	int found = folder_open_file(folder, file->path, bytes);

	if (found >= 0) {
		*fd = found;
		return RT_OK;
	}
	if (errno != ENOENT && errno != ELOOP) {
		fprintf(stderr, "retwis: %s/%s: %m\n", folder, file->path);
		return RT_DOWN;
	}
	return folder_look(folder, site_hmac_seal(rt, a)) == FOLDER_OURS
		       ? RT_NOT_FOUND
		       : RT_DOWN;
}

enum rt_err rt_picture_open_own(struct rt *rt, struct arena *a,
				const char *token, const char *ending, int *fd,
				uint64_t *bytes)
{
	const struct rt_picture_file file = {
		.path = folder_path(a, token, ending),
	};

	return rt_picture_open(rt, a, &file, fd, bytes);
}
