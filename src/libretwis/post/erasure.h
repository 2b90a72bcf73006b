/*
 * One post that is being erased; private to libretwis.
 *
 * erase.c takes many posts through the same steps side by side.  Here is what
 * each step queues for one of them, on the pipeline that they share.
 */
#ifndef ERASURE_H
#define ERASURE_H

#include "libretwis/post/count.h"
#include "libretwis/post/post_fields.h"
#include "libretwis/post/tag.h"
#include "libretwis/post/recipients.h"

/* At most this many likes, and reposts, of a post are taken back at once. */
#define ERASURE_SOME 100

/* Where the post was found: that goes last, so that it is found again. */
enum erasure_found {
	FOUND_WITH_AUTHOR, /* in own:, or by its claim in reposted: */
	FOUND_WITH_POST, /* a repost, in reposts: of the post that it shows */
	FOUND_ALONE, /* by its hash, and noted; its form may be sent again */
};

/*
 * The crowd are those who like or have reposted the post.  A page asks only
 * how many they are, and leaves them to a worker.  Then what finds them stays,
 * too: their sets, the hash, and the note.
 */
enum erasure_crowd { CROWD_GOES, CROWD_WAITS };

/*
 * The caller sets `id`, `entry`, `found` and `count`, and what else it knows.
 */
struct erasure {
	uint64_t id, author;
	uint64_t original; /* of a repost: the post that it shows */
	uint64_t owner;    /* the author of that post */
	const char *entry; /* the id as text, as it stands in own: */
	enum erasure_found found;
	enum erasure_crowd crowd;
	int64_t date_ms;       /* of the note, if it was found alone */
	struct counted *count; /* for the post that it answers, or shows */

	union post_fields fields;        /* of the closed hash */
	struct rt_texts likers, reposts; /* some of the crowd */
	uint64_t liked, reposted;        /* how many there are, if it waits */
	struct tags *tags;
	struct recipients told;
};

/*
 * What a step queues for one post, in parts: each of them needs all that stands
 * before it, of all posts.  A NULL ends the step.
 */
typedef void erasing(struct rt_pipe *p, struct erasure *e);

/*
 * Step 1: notes the post, closes it, so that nobody sees it any more, and reads
 * it.  A like or a repost that comes later finds it closed, so the crowd is
 * read last.
 */
extern erasing *const erasure_look[];

/* After it: false for a post that somebody else has finished. */
bool erasure_is_closed(const struct erasure *e);

/* Somebody likes the post, or has reposted it. */
bool erasure_has_crowd(const struct erasure *e);

/*
 * Between 1 and 2, for as long as there is a crowd: when the posts in `reposts`
 * have been erased, erasure_leave_crowd() forgets them, and takes the likes in
 * `likers` back; erasure_ask_crowd() reads the next ones.
 */
extern erasing *const erasure_leave_crowd[];
extern erasing *const erasure_ask_crowd[];

/*
 * Step 2: takes the post out of all that shows it, but for its author's list.
 * Afterwards `count` is to be copied.
 */
extern erasing *const erasure_leave[];

/*
 * Step 3: takes the notices back, and deletes the post with its lists, unless a
 * crowd waits.
 */
extern erasing *const erasure_forget[];

/* Step 4: brings tags back into use that somebody uses at this very moment. */
extern erasing *const erasure_reuse_tags[];

#endif
