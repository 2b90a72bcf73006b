/*
 * Erasing posts, one or a thousand at once; private to libretwis.
 *
 * Whatever leads to a post is removed last.  So if the work is cut off
 * anywhere, a program that does the same again finds the post and finishes the
 * work.  Entries in home timelines are not removed: everybody who reads a
 * timeline skips them.
 *
 * Many posts go through the same steps side by side, and each step queues its
 * commands for all of them in one pipeline.
 */
#ifndef ERASURE_H
#define ERASURE_H

#include "libretwis/post/count.h"
#include "libretwis/post/post_fields.h"
#include "libretwis/post/recipients.h"
#include "libretwis/post/tag.h"

/*
 * Erases the posts of these entries of own:ID, also while their author is
 * being removed; so it assumes that nobody can send the forms of these posts
 * again.  Three round trips; one more if there are replies or reposts among
 * them, and a dozen for each hundred of a crowd.  After `end_ms` (0: never) no
 * further such hundred is begun, except the first.  Posts that still have a
 * crowd then remain in own:ID, closed.
 */
enum rt_err erase_posts(struct rt *rt, struct arena *a, uint64_t author,
			const char *const *entry, size_t n, int64_t end_ms);

/*
 * Erases the repost `id` by `author` with its claim, or what is left of the
 * two.  The claim is removed last, so a press of the button at this moment may
 * still find it.  The closed post, and then a mark in its place, make that
 * press undo its work.  `owner` is the author of the original, which may be
 * gone; 0: not known.
 */
enum rt_err erase_repost(struct rt *rt, struct arena *a, uint64_t author,
			 uint64_t original, uint64_t owner, uint64_t id);

/* ---- for deletion.c: one post, step by step ------------------------- */

/*
 * At most this many likes of a post, as many reposts, and as many members who
 * have answered its question, are erased at once.
 */
#define ERASURE_SOME 100

/* Where the post was found: that is removed last, to be found again. */
enum erasure_found {
	FOUND_WITH_AUTHOR, /* in own: */
	FOUND_WITH_CLAIM,  /* a repost, in reposted: of its author */
	FOUND_WITH_POST, /* a repost, in reposts: of the post that it shows */
	FOUND_ALONE, /* by its hash, and noted; its form may be sent again */
};

/*
 * The crowd are the members who like the post, have reposted it, or have
 * answered its question.  A page only
 * counts them, and leaves them to a worker.  Then everything by which they are
 * found is kept, too: their sets, the hash, and the note.
 */
enum erasure_crowd { CROWD_ERASED, CROWD_LEFT };

/*
 * The caller sets `id`, `entry`, `found` and `count`, and what else it knows.
 */
struct erasure {
	uint64_t id, author;
	uint64_t original; /* of a repost: the post that it shows */
	uint64_t owner;    /* the author of that post */
	const char *entry; /* the id as text, as it is written in own: */
	enum erasure_found found;
	enum erasure_crowd crowd;
	int64_t date_ms;       /* of the note, if it was found alone */
	struct counted *count; /* of the post that it answers, or shows */

	union post_fields fields; /* of the closed hash */
	/* Some of the crowd, and how many there are if it waits. */
	struct rt_texts likers, answerers, reposts;
	uint64_t liked, answered, reposted;
	struct tags *tags;
	struct recipients recipients;
};

/*
 * Notes the posts, closes them so that nobody sees them any more, and reads
 * them with some of their crowds.  One round trip, three on many servers.
 */
enum rt_err erase_begin(struct rt *rt, struct arena *a, struct erasure *e,
			size_t n);

/* After it: false for a post that somebody else has finished. */
bool erasure_is_closed(const struct erasure *e);

/* True if somebody likes the post, has reposted it, or has answered it. */
bool erasure_has_crowd(const struct erasure *e);

/* While there is a crowd: takes back the likes and reposts that were read. */
enum rt_err erase_some(struct rt *rt, struct arena *a, struct erasure *e);

/*
 * Everything else: takes the posts out of all that shows them, removes their
 * notices, and deletes them with their lists.  The hash of a post with a crowd
 * that waits is kept.
 */
enum rt_err erase_rest(struct rt *rt, struct arena *a, struct erasure *e,
		       size_t n);

#endif
