/*
 * The fields of `post:ID`; private to libretwis.  docs/data.md says what each
 * holds, and a test compares its table with this list.
 */
#ifndef POST_FIELDS_H
#define POST_FIELDS_H

#include "redis/pipe.h"

/*
 * In the order in which a post stores them, so that each is found where the
 * search for it begins.  An HMGET names them in this order, too.
 */
#define EACH_POST_FIELD(X)                                                    \
	X(user_id, USER_ID)                                                   \
	X(time, TIME)                                                         \
	X(body, BODY)                                                         \
	X(username, USERNAME)                                                 \
	X(mentions, MENTIONS)                                                 \
	X(reply_to, REPLY_TO)                                                 \
	X(reply_name, REPLY_NAME)                                             \
	X(root, ROOT)                                                         \
	X(root_user_id, ROOT_USER_ID)                                         \
	X(repost_of, REPOST_OF)                                               \
	X(repost_name, REPOST_NAME)                                           \
	X(repost_user_id, REPOST_USER_ID)                                     \
	X(replies, REPLIES)                                                   \
	X(likes, LIKES)                                                       \
	X(reposts, REPOSTS)                                                   \
	X(announced, ANNOUNCED)                                               \
	X(question, QUESTION)                                                 \
	X(answered, ANSWERED)                                                 \
	X(date, DATE)                                                         \
	X(pictures, PICTURES)                                                 \
	X(scheduled, SCHEDULED)                                               \
	X(edits, EDITS)                                                       \
	X(edited, EDITED)                                                     \
	X(before, BEFORE)                                                     \
	X(before_mentions, BEFORE_MENTIONS)                                   \
	X(removed, REMOVED)                                                   \
	X(acted, ACTED)                                                       \
	X(gone, GONE)                                                         \
	X(was_user_id, WAS_USER_ID)                                           \
	X(was_body, WAS_BODY)

#define POST_AT(name, NAME)     POST_AT_##NAME,
#define POST_BIT(name, NAME)    POST_##NAME = 1 << POST_AT_##NAME,
#define POST_MEMBER(name, NAME) const char *name;

enum { EACH_POST_FIELD(POST_AT) POST_FIELDS };
enum { EACH_POST_FIELD(POST_BIT) }; /* POST_USER_ID and so on */

/* NULL for a field that does not exist, or was not read. */
union post_fields {
	struct {
		EACH_POST_FIELD(POST_MEMBER)
	};
	const char *field[POST_FIELDS];
};

/*
 * Queues an HMGET of the fields in `which`, such as POST_USER_ID | POST_BODY.
 */
void post_fields_queue(struct rt_pipe *p, union post_fields *f, uint64_t id,
		       unsigned which);

/*
 * Queues an HGETALL.  Most posts have only a few of the fields, so it and its
 * reply are shorter than an HMGET with all their names.
 */
void post_fields_queue_all(struct rt_pipe *p, union post_fields *f,
			   uint64_t id);

#endif
