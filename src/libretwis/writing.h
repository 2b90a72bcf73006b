/*
 * Posts: what they are, and what a member does with them; a part of retwis.h.
 */
#ifndef WRITING_H
#define WRITING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "libretwis/account.h"

struct rt_post {
	uint64_t id, user_id;
	time_t time;
	const char *name;       /* of the author */
	const char *display;    /* the same; NULL: none */
	const char *body;       /* always valid UTF-8 without controls */
	const char *mentions;   /* see rt_parts() */
	uint64_t replies;       /* how many there are */
	uint64_t reply_to;      /* the post that this one answers, or 0 */
	const char *reply_name; /* the author of that post; NULL without */
	uint64_t likes, reposts;
	bool liked, reposted; /* by the visitor */
	const char *reposter; /* the member whose repost shows it, or NULL */
	const char *reposter_display;
	const char *origin; /* in an archive: the file's, or NULL */
};

struct rt_posts {
	struct rt_post *v;
	size_t n;
};

/*
 * Brings a text that a browser has sent into the form that we store: LF for
 * CRLF, and no white space at its end.  Returns NULL, or a sentence for the
 * member that says what is wrong with the text.  `max` is in code points.
 */
const char *rt_text_problem(struct arena *a, const char *text, unsigned max,
			    char **normal);

/* The text, with U+FFFD for every byte that may not be shown. */
const char *rt_text_clean(struct arena *a, const char *text);

/*
 * How a text begins: at most its first `max` code points, without half a word
 * at the end, and with an ellipsis if that is not the whole text.  Never
 * empty.
 */
const char *rt_first_words(struct arena *a, const char *text, size_t max);

/* The first line of a text that shows anything; "" if none does. */
const char *rt_first_line(struct arena *a, const char *text);

/*
 * The parts of a body, one after the other.  `mentions` holds the names of the
 * members whom the post mentions, a space between them, or is NULL: the post
 * got it when it was written, and no other name in the body is a mention.  The
 * @ before a name and the # before a tag are the end of the text before it.
 */
enum rt_part_kind { RT_TEXT, RT_LINK, RT_MENTION, RT_TAG };

struct rt_part {
	enum rt_part_kind kind;
	const char *shown;
	const char *to; /* the address, the member's name, the tag */
	struct rt_part *next;
};

struct rt_part *rt_parts(struct arena *a, const char *body,
			 const char *mentions);

/*
 * A random text that a form carries in a hidden field, so that a form which is
 * sent twice makes one post.
 */
const char *rt_nonce(struct arena *a);

/* A post that a member is about to write. */
struct rt_draft {
	const char *nonce; /* of its form, or NULL */
	const char *body;  /* from rt_text_problem() */
	uint64_t reply_to; /* the post that it answers, or 0 */
	bool scheduled;    /* we know the nonce for more than a year */
};

/*
 * Stores a post and publishes it; a worker delivers it to the followers.
 * Tells its id.  The same nonce with the same text gives the same post, and
 * finishes it if it was cut off.  RT_NOT_FOUND for a reply to a post that is
 * gone; RT_LIMITED; RT_BROKEN if one id after the other is in use.  Three round
 * trips, two more for a reply; publish.h tells where there are more.
 */
enum rt_err rt_post_create(struct rt *rt, struct arena *a,
			   const struct rt_user *me,
			   const struct rt_draft *draft, uint64_t *id);

/*
 * Deletes a post of the member `me`.  From then on nobody sees it, nor its
 * reposts; a worker takes its likes and reposts back.  RT_DENIED for somebody
 * else's post, RT_NOT_FOUND if it is gone.  Four round trips; one more for a
 * reply or a repost, and one if there are likes or reposts.
 */
enum rt_err rt_post_delete(struct rt *rt, struct arena *a,
			   const struct rt_user *me, uint64_t id);

/*
 * A post that the member `me` brought along from another Retwis: it stands in
 * the member's archive alone, and `which` is its rt_archived_name(), as a form
 * or an address has it.  RT_NOT_FOUND.  To delete one that is gone already is
 * no error.  One round trip each.
 */
const char *rt_archived_name(struct arena *a, const struct rt_post *post);
enum rt_err rt_archived(struct rt *rt, struct arena *a,
			const struct rt_user *me, const char *which,
			struct rt_post *post);
enum rt_err rt_archived_delete(struct rt *rt, struct arena *a,
			       const struct rt_user *me, const char *which);

/*
 * Likes a post, or takes that back.  Doing either twice changes nothing.
 * RT_NOT_FOUND for a post that is gone, and for a repost: a member likes the
 * post that it shows.  Liking may be RT_LIMITED.  Three round trips.
 */
enum rt_err rt_like(struct rt *rt, struct arena *a, const struct rt_user *me,
		    uint64_t post);
enum rt_err rt_unlike(struct rt *rt, struct arena *a, const struct rt_user *me,
		      uint64_t post);

/*
 * Shows a post to the followers of `me`, or takes that back.  A repost is a
 * post of its own, which points to the other one, and counts against the same
 * limit.  RT_NOT_FOUND as for likes, and if there is no repost to take back.
 * Six round trips, and five to take it back.
 */
enum rt_err rt_repost(struct rt *rt, struct arena *a, const struct rt_user *me,
		      uint64_t post);
enum rt_err rt_unrepost(struct rt *rt, struct arena *a,
			const struct rt_user *me, uint64_t post);

#endif
