/*
 * Exports a member's data in small portions.  Part of retwis.h.
 *
 *	rt_export_begin(rt, a, me, &e);
 *	for each part:
 *		rt_export_part(e, part);
 *		do
 *			rt_export_next(e, chunk, &some);
 *		while (some.goes_on);
 *	rt_export_end(e, a);
 *
 * With many pictures an export comes in parts: the first has everything, and as
 * many pictures as RT_EXPORT_BYTES allow, the others have only pictures.
 *
 * Nothing is locked meanwhile.  What is written or deleted during the export
 * may be in it or not; everything else is in it exactly once.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include "libretwis/shown.h"

enum rt_export_part {
	RT_EXPORT_POSTS,   /* that are not replies */
	RT_EXPORT_REPLIES, /* that are */
	RT_EXPORT_WRITTEN, /* both, in one order */
	RT_EXPORT_REPOSTS,
	RT_EXPORT_ARCHIVE,
	RT_EXPORT_LIKES,
	RT_EXPORT_SAVED,
	RT_EXPORT_ANSWERS, /* to questions */
	RT_EXPORT_FOLLOWING,
	RT_EXPORT_FOLLOWERS,
	RT_EXPORT_QUIET, /* whom the member mutes and blocks */
	RT_EXPORT_NOTICES
};

/*
 * Something that a member did, such as a like: which post or member it was
 * about, but no text of a post.
 */
struct rt_export_mark {
	const char *kind; /* of a notice; or "mute" or "block" */
	uint64_t post;    /* 0: not about a post */
	const char *name; /* of the post's author, or of who did it */
	time_t time;
	const char *answer[RT_ANSWERS_MAX]; /* to the post's question */
	size_t answers;
	unsigned guests;
};

/* At most a hundred entries, oldest first: either posts or marks. */
struct rt_export_some {
	struct rt_posts posts;
	struct rt_export_mark *mark;
	size_t marks;
	bool goes_on; /* call again, even if this portion is empty */
};

struct rt_export_profile {
	const char *origin; /* of this site, see data.md */
	uint64_t id;
	const char *name;
	const char *title; /* the display name; "" if there is none */
	const char *bio;   /* "" if there is none */
	time_t since;      /* 0: not known */
	const char *face;  /* a token, or NULL */
};

/* Pictures in one part, and their bytes; a single post may have more. */
#define RT_EXPORT_PICTURES ((size_t)4000)
#define RT_EXPORT_BYTES    ((uint64_t)50 * 1024 * 1024)

/*
 * Where a part begins.  Those of the archive come after those of all other posts,
 * by time, and some may have one time and id, of several sites.
 */
struct rt_export_place {
	uint64_t part;        /* from 1 */
	uint64_t post;        /* the pictures of newer ones; 0: of all */
	time_t archived_time; /* only those of the archive after this post; */
	uint64_t archived;    /* 0: all */
};

/*
 * How long a member has to wait before exporting again if a program died
 * during the last export.
 */
#define RT_EXPORT_SECONDS 60

struct rt_export;

/*
 * RT_LIMITED while another export of this member is running.  An export that
 * has fetched nothing for a minute doesn't count, so in rare cases two may run
 * at once.  Two round trips.
 */
enum rt_err rt_export_begin(struct rt *rt, struct arena *a,
			    const struct rt_user *me, struct rt_export **e,
			    struct rt_export_profile *profile);

void rt_export_part(struct rt_export *e, enum rt_export_part part);

/*
 * Two round trips, and a third one every ten seconds.  The result, and all
 * that this needs meanwhile, is in `chunk`, which you may reset before the
 * next call.
 */
enum rt_err rt_export_next(struct rt_export *e, struct arena *chunk,
			   struct rt_export_some *some);

/*
 * Leaves out posts up to this one, for RT_EXPORT_WRITTEN.  Call it right after
 * rt_export_part().
 */
void rt_export_after(struct rt_export *e, uint64_t post);

/* The same for RT_EXPORT_ARCHIVE, and all up to this time and id. */
void rt_export_after_archived(struct rt_export *e, struct arena *a,
			      time_t time, uint64_t post);

/*
 * Notes for a day where the next part begins, or if its number is 0, that this
 * one was the last.  One round trip.
 */
enum rt_err rt_export_note(struct rt_export *e, struct arena *a,
			   const struct rt_export_place *next);

/* Where the next part begins; `part` is 0 if there is none.  One round trip. */
enum rt_err rt_export_goes_on(struct rt *rt, struct arena *a, uint64_t me,
			      struct rt_export_place *next);

/* Call it in any case, also after an error.  One round trip. */
void rt_export_end(struct rt_export *e, struct arena *a);

#endif
