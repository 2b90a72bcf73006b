/*
 * The members whom a post mentions, and those who get a notice of it; private
 * to libretwis.
 *
 * Mentions are looked up once, when the post is written, in two pipelines of
 * the caller.  The post then stores their names.
 */
#ifndef RECIPIENTS_H
#define RECIPIENTS_H

#include "libretwis/member/user.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/post/conversation.h"
#include "libretwis/post/push.h"

/*
 * A post mentions at most this many members besides its author, so that nobody
 * can notify a whole site at once.  Further names are plain text.
 */
#define MENTIONS_MAX 20

/* At most this many names are looked up to find those members. */
#define NAMES_MAX 100

struct mentions {
	const char *written[NAMES_MAX];
	struct user_claim claim[NAMES_MAX];
	union user_fields *fields;
	const char *stored[NAMES_MAX];
	const char *quiet[NAMES_MAX]; /* each has muted the author, or NULL */
	uint64_t id[NAMES_MAX];
	size_t n;
};

/* In the first pipeline: queues the lookup of the names. */
void mentions_queue(struct rt_pipe *p, struct mentions *m, const char *body);

/*
 * In the second: queues the check that they are members.  Somebody who waits
 * for approval is none yet, and a link would tell everybody who does.
 */
void mentions_check(struct rt_pipe *p, struct mentions *m);

/* Also there, for a post whose author nobody has been told of yet. */
void mentions_queue_quiet(struct rt_pipe *p, struct mentions *m,
			  uint64_t author);

/*
 * After it: only the `n` members are left, each with `id` and `stored` name.
 */
void mentions_parse(struct mentions *m, uint64_t author);

/* Then: adds the post to the list of each. */
void mentions_push(struct rt_pipe *p, const struct mentions *m, uint64_t post,
		   enum push_depth depth);

/* Their names, separated by spaces, or "". */
const char *mentions_names(struct arena *a, const struct mentions *m);

/* ---- who gets a notice ------------------------------------------------ */

/*
 * Notices go to the members whom a post mentions, to the author of the post
 * that it answers, and to whoever began the conversation.  Nobody gets two of
 * one post: that of a reply goes before that of a mention, and a mention goes
 * before the conversation.
 *
 * A member who has left the conversation gets only mentions, and one who has
 * muted or blocked the author gets nothing.
 */
struct told {
	uint64_t answered; /* the author of the parent; 0: nobody */
	uint64_t starter;  /* somebody else who began it all; 0: nobody */
	const char *answered_left, *starter_left;   /* since when */
	const char *answered_quiet, *starter_quiet; /* have muted the author */
	uint64_t began; /* the author of the beginning; 0: it is gone */
};

/*
 * In the second pipeline: queues up to five commands that find out who wants
 * to be told of a reply by the member `by`.
 */
void told_queue(struct rt_pipe *p, struct told *to, uint64_t answered,
		struct joined joins, uint64_t by);

/* After it: only those are left in `answered` and `starter`. */
void told_parse(struct told *to);

/* Before that or after: whether the author of the parent has blocked them. */
bool told_is_refused(const struct told *to);

/* Queues the notices.  `m` is what mentions_parse() left. */
void recipients_add_notices(struct rt_pipe *p, const struct mentions *m,
			    const struct told *to, uint64_t post, uint64_t by);

/* The members who have certain names; 0 for a name that nobody has. */
struct mentioned {
	uint64_t *id;
	size_t n;
};

/* Queues the lookup of names that are separated by spaces; NULL: none. */
void mentioned_queue(struct rt_pipe *p, struct mentioned *m,
		     const char *names);

/* The same members, found again by the names in the post's hash. */
struct recipients {
	uint64_t answered, starter;
	struct mentioned mentioned; /* may include the author */
};

/*
 * Queues the lookup of the names that the post has, and of those that it
 * mentioned before its author corrected it, if these are still to be taken
 * back.
 */
void recipients_queue(struct rt_pipe *p, struct recipients *r,
		      const union post_fields *post);

/*
 * In a later pipeline: removes the notices, and the post from the lists of
 * those whom it mentions.
 */
void recipients_drop(struct rt_pipe *p, const struct recipients *r,
		     uint64_t post, uint64_t by);

/*
 * Notifies the open pages of those who got a notice from
 * recipients_add_notices(), and everybody who has the public timeline open.
 */
void recipients_notify(struct rt_pipe *bus, const struct mentions *m,
		       const struct told *to);

#endif
