/*
 * The pictures of posts, the faces of members, and the mark of the site.  Part
 * of retwis.h.
 *
 * A picture is a random token, files of our own making in the folder
 * RETWIS_PICTURES, and a row in Redis that says whose it is.  Whoever takes one
 * in has ten minutes to put it into a post; what nothing has by then is deleted
 * by a worker, and so is what was in a post that is gone.
 */
#ifndef PICTURES_H
#define PICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "libretwis/account.h"
#include "schema/picture_sizes.h"

struct rt;
struct rt_acting;

#define RT_PICTURES_MAX 4   /* of a post */
#define RT_ALT_MAX      500 /* rt_text_length() of what one shows */

#define RT_PICTURE_BYTES ((uint64_t)20 * 1024 * 1024) /* of a file */
#define RT_PICTURE_KEPT  600   /* seconds until it has to be in a post */
#define RT_FORM_MS       12000 /* for all pictures of a form */

struct rt_picture {
	const char *token;
	unsigned width, height; /* in pixels, of the largest file */
	bool is_animated;       /* it was; we have a still */
	const char *alt;        /* what it shows; "" if nobody has said so */
};

/* What a form says about a picture that a post has. */
struct rt_picture_change {
	const char *token;
	const char *alt; /* from rt_alt_problem() */
	bool is_out;     /* it is taken out of the post */
};

/* Whether the site has pictures at all. */
bool rt_has_pictures(const struct rt *rt);

/* Whether one of them has this token. */
bool rt_pictures_have(const struct rt_picture *picture, size_t n,
		      const char *token);

/* Whether the text looks like a token. */
bool rt_is_picture(const char *token);

/*
 * Checks what somebody typed as a description: it becomes one line.  Returns
 * NULL, or a sentence for the member.
 */
const char *rt_alt_problem(struct arena *a, const char *text,
			   const char **alt);

/* ---- taking one in ------------------------------------------------------ */

/* Why a file was not taken in. */
enum rt_picture_problem {
	RT_PICTURE_OK,
	RT_PICTURE_UNKNOWN,  /* no JPEG, PNG, WebP or GIF */
	RT_PICTURE_BROKEN,   /* it says that it is one, but can't be read */
	RT_PICTURE_LARGE,    /* too many pixels */
	RT_PICTURE_BUSY,     /* too many others at the same time */
	RT_PICTURE_AWAY,     /* the folder or the program is not there */
	RT_PICTURE_NO_ROOM,  /* the disk is nearly full */
	RT_PICTURE_MANY,     /* this member has sent too many today */
	RT_PICTURE_MANY_ALL, /* all members together have */
};

/*
 * Takes a file of `size` bytes in, until `until_ms` by clock_ms().  `alt` is from
 * rt_alt_problem().  RT_OK whenever there is an outcome: if `problem` is not
 * RT_PICTURE_OK, nothing was kept.  After RT_PICTURE_MANY and _MANY_ALL
 * rt_retry_after() says when to try again.  Three round trips.
 */
enum rt_err rt_picture_take(struct rt *rt, struct arena *a,
			    const struct rt_user *me, enum picture_use use,
			    int file, uint64_t size, const char *alt,
			    int64_t until_ms, struct rt_picture *picture,
			    enum rt_picture_problem *problem);

/*
 * The pictures for posts that `me` has taken in and that no post has yet, of
 * these tokens, with blanks between them, in their order; at most
 * RT_PICTURES_MAX.  They are kept for ten minutes from now.  `is_one_missing`:
 * not all of them are there.  One round trip, none without tokens.
 */
enum rt_err rt_pictures_kept(struct rt *rt, struct arena *a,
			     const struct rt_user *me, const char *tokens,
			     struct rt_picture *picture, size_t *n,
			     bool *is_one_missing);

/* ---- bringing them back --------------------------------------------------- */

/* A file in an export of another site, which a page has copied from there. */
struct rt_raw_picture {
	const char *token;  /* from rt_imported_picture() */
	uint64_t at, bytes; /* where in the copy it is */
};

/*
 * The token that the `n`-th picture, from 1, of a post gets when a member imports
 * the post; `origin` is the id of the site where that was written.  It is always
 * the same, so that a post can name pictures that come later, in another file,
 * and one that comes again changes nothing.  `key` is that member's.
 */
const char *rt_import_key(const struct rt *rt, struct arena *a,
			  uint64_t member);
const char *rt_imported_picture(struct arena *a, const char *key,
				const char *origin, uint64_t post, size_t n);

/*
 * Takes `n` files in, which are parts of the file `copy`: a worker will make
 * pictures of them, one after the other, unless no imported post names them
 * within an hour.  Those that the member has already are left as they are.
 *
 * RT_OK whenever there is an outcome: `taken` becomes how many are there then,
 * and if that is less than `n`, `problem` says why.  One or two round trips, and
 * two for each hundred.
 */
enum rt_err rt_imported_pictures_take(struct rt *rt, struct arena *a,
				      const struct rt_user *me, int copy,
				      const struct rt_raw_picture *raw,
				      size_t n, size_t *taken,
				      enum rt_picture_problem *problem);

/* ---- showing one -------------------------------------------------------- */

/* A file of a picture, as the visitor may see it. */
struct rt_picture_file {
	struct rt_user me;
	const char *path; /* within the folder; NULL: there is none for them */
	enum picture_format format;
	bool is_mark;    /* the site's own, which strangers see, too */
	bool is_private; /* not everybody who may read the site sees it */
};

/*
 * Finds the file by its name, such as "0123456789abcdef0123456789abcdef-400.webp".
 * A visitor sees the pictures of what they see: of a post unless it has been
 * removed, and a face, both unless the member is suspended.  Moderators and
 * hosts see all these.  What no post has yet, or a scheduled one, only the
 * member sees who took it in.  Everything else isn't there, and that takes as
 * long to find out, whatever the reason.
 *
 * RT_NOT_FOUND, without a round trip, if the site has no pictures, or no picture
 * could have that name.  Otherwise two round trips.
 */
enum rt_err rt_picture_read(struct rt *rt, struct arena *a, const char *secret,
			    const char *name, struct rt_picture_file *file);

/*
 * Opens it for reading; the caller closes it.  RT_NOT_FOUND if it isn't there,
 * and RT_DOWN if the folder isn't.
 */
enum rt_err rt_picture_open(struct rt *rt, struct arena *a,
			    const struct rt_picture_file *file, int *fd,
			    uint64_t *bytes);

/*
 * The same for a picture that something of the member's own names, by its token
 * and the ending of a struct picture_size.
 */
enum rt_err rt_picture_open_own(struct rt *rt, struct arena *a,
				const char *token, const char *ending, int *fd,
				uint64_t *bytes);

/* ---- faces and the mark ------------------------------------------------ */

/*
 * Makes a picture, which was taken in as PICTURE_FACE less than ten minutes ago,
 * the member's face in place of the one before.  RT_NOT_FOUND if the member has
 * just left.  One round trip, and one more if the face has just been changed
 * elsewhere, too.
 */
enum rt_err rt_face_set(struct rt *rt, struct arena *a,
			const struct rt_user *me, const char *token);

/* The member has none from now on.  The same otherwise. */
enum rt_err rt_face_remove(struct rt *rt, struct arena *a,
			   const struct rt_user *me);

/*
 * Takes somebody else's face away; `whom` is from rt_user_by_id(), and whoever
 * acts is `as`, who may do so if they may suspend that member.  RT_DENIED if they
 * may not, RT_NOT_FOUND if the member has left.  It is no error if there is none.
 * Two round trips, and maybe one more as above.
 */
enum rt_err rt_face_moderate(struct rt *rt, struct arena *a,
			     const struct rt_user *whom, enum rt_standing as,
			     const struct rt_acting *who);

/*
 * The same for the mark of the site, taken in as PICTURE_MARK; "" removes it.
 * After rt_site_read().  Two round trips.
 */
enum rt_err rt_mark_set(struct rt *rt, struct arena *a, const char *token,
			const struct rt_acting *who);

/* ---- afterwards --------------------------------------------------------- */

/*
 * For a worker: deletes the files and the rows of pictures that nothing has
 * any more, and makes those of imported posts.  One round trip if there is
 * nothing to do, and six for each.
 */
enum rt_err rt_pictures_run(struct rt *rt, struct arena *a);

#endif
