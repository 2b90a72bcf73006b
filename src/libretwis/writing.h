/* Posts, and what a member does with them.  Part of retwis.h. */
#ifndef WRITING_H
#define WRITING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "libretwis/account.h"
#include "libretwis/attached.h"

struct rt_post {
	uint64_t id, user_id;
	time_t time;
	time_t edited;          /* when it was last corrected; 0: never */
	const char *name;       /* of the author */
	const char *display;    /* the author's; NULL: none */
	const char *face;       /* likewise, a token */
	const char *body;       /* valid UTF-8 without control characters */
	const char *mentions;   /* see rt_parts() */
	uint64_t replies;       /* how many there are */
	uint64_t reply_to;      /* the post that this one answers, or 0 */
	const char *reply_name; /* the author of that post, or NULL */
	uint64_t likes, reposts;
	bool liked, reposted; /* by the visitor */
	bool pinned;          /* shown at the top of its author's profile */
	bool suspended; /* its author; only hosts and moderators see it */
	const char *reposter; /* whose repost shows it, or NULL */
	const char *reposter_display;
	const char *origin; /* in an archive: the file's id, or NULL */
	uint64_t root; /* the post with which its conversation began, or 0 */
	struct rt_attached attached;
};

struct rt_posts {
	struct rt_post *v;
	size_t n;
};

/*
 * The number of characters as a reader counts them: a letter is one with its
 * accents, and so is an emoji that is made of several (UAX 29).  A text of
 * more than 25 bytes for each of them counts as longer.
 */
size_t rt_text_length(struct arena *a, const char *text);

/*
 * Checks the text of a post.  Stores it in `normal` in the form that we keep:
 * LF for CRLF, spaces for tabs, no empty lines around it, at most two in a row
 * within it, and no space at its end.  Returns NULL if it is acceptable, else
 * a sentence for the member.  `max` is an rt_text_length().
 */
const char *rt_text_problem(struct arena *a, const char *text, unsigned max,
			    char **normal);

/*
 * The same for one of the texts about the site, which may be empty, and has at
 * most RT_SITE_TEXT_MAX characters.
 */
const char *rt_site_text_problem(struct arena *a, const char *text,
				 char **normal);

/* The text, with U+FFFD in place of every byte that must not be shown. */
const char *rt_text_clean(struct arena *a, const char *text);

/*
 * The language that the letters of most of the text tell, as HTML names it
 * ("el", "ja"), for screen readers; NULL if they don't, as Latin ones.
 */
const char *rt_text_language(const char *text);

/*
 * The same for the body of a post, which was perhaps stored before there were
 * rules for its empty lines.
 */
const char *rt_text_shown(struct arena *a, const char *text);

/*
 * The same for a text that somebody imports.  It is kept as it is but for LF
 * for CRLF, and white space at its end, so that importing it once more finds
 * it.  NULL if nobody would see anything.
 */
const char *rt_text_imported(struct arena *a, const char *text);

/*
 * The text for a place where something else follows it that is not ours to
 * turn: each mark that turns the direction of the text ends at the end of its
 * line, and none ends what was there before.
 */
const char *rt_text_balanced(struct arena *a, const char *text);

/*
 * The beginning of a text: at most its first `max` code points, cut between
 * words, and followed by an ellipsis if that is not the whole text.  Never
 * empty, and rt_text_balanced().
 */
const char *rt_first_words(struct arena *a, const char *text, size_t max);

/* The first line of a text that is not blank; "" if there is none. */
const char *rt_first_line(struct arena *a, const char *text);

/*
 * The parts of a body in their order.  `mentions` is the names of the members
 * whom the post mentions, separated by spaces, or NULL.  It was stored when
 * the post was written, and no other name in the body is a mention.  The @
 * before a name is not in its part.
 */
enum rt_part_kind { RT_TEXT, RT_LINK, RT_MENTION, RT_TAG };

struct rt_part {
	enum rt_part_kind kind;
	const char *sign; /* of a tag: # as it was typed, or the wide one */
	const char *shown;
	const char *to; /* the address, the member's name, the tag */
	struct rt_part *next;
};

struct rt_part *rt_parts(struct arena *a, const char *body,
			 const char *mentions);

/*
 * A random value for a hidden field of a form, so that a form which is
 * submitted twice creates one post.
 */
const char *rt_nonce(struct arena *a);

/* A post that a member is about to write. */
struct rt_draft {
	const char *nonce; /* of its form, or NULL */
	const char *body;  /* from rt_text_problem() */
	uint64_t reply_to; /* the post that it answers, or 0 */
	bool scheduled;    /* the nonce is remembered for over a year */
	struct rt_attached attached;
};

/*
 * Stores a post and publishes it; a worker delivers it to the followers.
 * Returns its id.  A second call with the same nonce and text returns the same
 * post, and finishes what was interrupted.  RT_NOT_FOUND for a reply to a post
 * that is gone, RT_BLOCKED for one to somebody who has blocked `me`; RT_DENIED
 * for an announcement by somebody who may not announce anything, or that is a
 * reply; RT_LIMITED; RT_BROKEN if every id that is tried is already in use.  Three
 * round trips, two more for a reply; publish.h lists the cases with more.
 */
enum rt_err rt_post_create(struct rt *rt, struct arena *a,
			   const struct rt_user *me,
			   const struct rt_draft *draft, uint64_t *id);

/*
 * Whether rt_post_create() has stored this post before, for another copy of its
 * form.  Two round trips.
 */
enum rt_err rt_post_is_stored(struct rt *rt, struct arena *a,
			      const struct rt_user *me,
			      const struct rt_draft *draft, bool *is_stored);

/*
 * Deletes a post of the member `me`.  From then on nobody sees it or its
 * reposts; a worker deletes its likes and reposts.  RT_DENIED for somebody
 * else's post, RT_NOT_FOUND if it is gone.  Four round trips; one more for a
 * reply or a repost, and one if there are likes or reposts.
 */
enum rt_err rt_post_delete(struct rt *rt, struct arena *a,
			   const struct rt_user *me, uint64_t id);

/*
 * A post that its author is about to correct.  The version says to which text
 * and pictures a correction belongs; it is opaque.
 */
struct rt_editable {
	uint64_t id;
	const char *version;
	const char *body;
	const struct rt_picture *picture;
	size_t pictures;
	bool is_answered; /* a question: only descriptions can be corrected */
	time_t until;     /* the first second in which it is too late */
};

/* A correction. */
struct rt_edit {
	uint64_t id;
	const char *version;
	const char *body; /* from rt_text_problem() */
	const struct rt_picture_change *change;
	size_t changes;
};

/* Whether `me` may correct this post now.  No round trip. */
bool rt_may_edit(const struct rt *rt, const struct rt_user *me,
		 const struct rt_post *post);

/*
 * Reads a post of the member `me` for its form.  RT_NOT_FOUND if it is gone or
 * a repost, RT_DENIED if it is somebody else's, RT_LATE after
 * RETWIS_EDIT_MINUTES, RT_ANSWERED if it asks a question that somebody has
 * answered, and has no pictures.  One round trip.
 */
enum rt_err rt_edit_begin(struct rt *rt, struct arena *a,
			  const struct rt_user *me, uint64_t id,
			  struct rt_editable *post);

/*
 * Corrects its text and what is said of its pictures, and takes pictures out,
 * whose files a worker deletes.  The same errors; and RT_TAKEN if it has
 * another version by now, RT_LIMITED as for a new post, or while a worker has
 * too many corrections of this post to catch up with, RT_ANSWERED if more than
 * a description of such a question would change.  If all of it is as wanted
 * already, nothing changes.  Everybody reads the new text from then on; a worker
 * sees to all that follows from it.  Three round trips.
 */
enum rt_err rt_edit(struct rt *rt, struct arena *a, const struct rt_user *me,
		    const struct rt_edit *edit);

/*
 * Read and delete a post that `me` imported from another Retwis, and that is
 * only in the member's archive.  `which` is its rt_archived_name(), as forms
 * and addresses have it.  RT_NOT_FOUND if there is none.  One round trip each.
 */
const char *rt_archived_name(struct arena *a, const struct rt_post *post);
enum rt_err rt_archived(struct rt *rt, struct arena *a,
			const struct rt_user *me, const char *which,
			struct rt_post *post);
enum rt_err rt_archived_delete(struct rt *rt, struct arena *a,
			       const struct rt_user *me, const char *which);

/*
 * Like and unlike a post.  Doing either twice changes nothing.  RT_NOT_FOUND
 * for a post that is gone, and for a repost: a member likes the post that it
 * shows.  Liking may be RT_LIMITED, or RT_BLOCKED by the post's author.  Three
 * round trips; for liking four, and one more on the bus, for the author's open
 * pages.
 */
enum rt_err rt_like(struct rt *rt, struct arena *a, const struct rt_user *me,
		    uint64_t post);
enum rt_err rt_unlike(struct rt *rt, struct arena *a, const struct rt_user *me,
		      uint64_t post);

/*
 * Save a post, and take that back; nobody else sees it.  Doing either twice
 * changes nothing.  RT_NOT_FOUND as for likes, but a post that is gone can be
 * taken back.  Saving counts against the limit of likes: RT_LIMITED.  Two round
 * trips, and one to take it back.
 */
enum rt_err rt_save(struct rt *rt, struct arena *a, const struct rt_user *me,
		    uint64_t post);
enum rt_err rt_unsave(struct rt *rt, struct arena *a, const struct rt_user *me,
		      uint64_t post);

/*
 * Pin a post to the top of one's own profile, in place of the one that was
 * pinned before; and unpin it.  RT_DENIED for somebody else's post,
 * RT_NOT_FOUND if it is gone, and for a repost.  Two round trips, and one to
 * unpin it.
 */
enum rt_err rt_pin(struct rt *rt, struct arena *a, const struct rt_user *me,
		   uint64_t post);
enum rt_err rt_unpin(struct rt *rt, struct arena *a, const struct rt_user *me,
		     uint64_t post);

/*
 * Repost a post to the followers of `me`, or take that back.  A repost is a
 * post of its own that points to the other one, and counts against the same
 * limit.  RT_NOT_FOUND and RT_BLOCKED as for likes, and RT_NOT_FOUND if there
 * is no repost to take back.  Six round trips, and five to take it back.
 */
enum rt_err rt_repost(struct rt *rt, struct arena *a, const struct rt_user *me,
		      uint64_t post);
enum rt_err rt_unrepost(struct rt *rt, struct arena *a,
			const struct rt_user *me, uint64_t post);

/*
 * Leave the conversation that a post belongs to, and join it again.  A member
 * who has left is told only of posts that mention the member by name.  A member
 * who has left 500 others since is told again.  RT_NOT_FOUND for a post that is
 * gone, and for one whose conversation is not known.  Two round trips.
 */
enum rt_err rt_leave_conversation(struct rt *rt, struct arena *a,
				  const struct rt_user *me, uint64_t post);
enum rt_err rt_join_conversation(struct rt *rt, struct arena *a,
				 const struct rt_user *me, uint64_t post);

#endif
