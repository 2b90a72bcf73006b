/*
 * A pass checks many members, posts or entries at once: in up to three round
 * trips it reads what it needs about all of them, and then judges each.
 */
#ifndef PASSES_H
#define PASSES_H

#include "admin/check/checking.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/post/count.h"
#include "libretwis/post/post_fields.h"
#include "schema/key.h"

/* So that field[POST_AT_REPLIES + i] is the length of the list i. */
_Static_assert((int)POST_AT_LIKES - POST_AT_REPLIES == COUNT_LIKES &&
		       (int)POST_AT_REPOSTS - POST_AT_REPLIES == COUNT_REPOSTS,
	       "as count.h has them");

void member_hash_queue(struct rt_pipe *p, union user_fields *m, uint64_t id);
void post_hash_queue(struct rt_pipe *p, union post_fields *h, uint64_t id);

/*
 * Only `user_id`, `body` and `username`: nearly all posts that a check reads
 * are entries of home timelines, and more fields take Redis three times as
 * long.
 */
void post_author_queue(struct rt_pipe *p, union post_fields *h, uint64_t id);

/* Only the name: it is read for each follower of everybody. */
void member_name_queue(struct rt_pipe *p, union user_fields *m, uint64_t id);

/* For repairs, in a round trip each. */
enum rt_err member_hash_read(struct check *c, union user_fields *m,
			     uint64_t id);
enum rt_err post_hash_read(struct check *c, union post_fields *h, uint64_t id);

/*
 * A post that lacks either its author or its body is neither whole nor gone.
 * The entries that name it are left alone until that is repaired.
 */
bool post_is_half(const union post_fields *h);

/* Deletes the field of a hash of ids, if its value still is this id. */
enum rt_err hash_drop(struct check *c, const char *key, const char *field,
		      uint64_t id);

#define PASS_STEPS 3

/* A member, a post or an entry.  The struct of each pass begins with this. */
struct record {
	struct check *c;
	struct subject at;
	union {
		union user_fields member;
		union post_fields post;
	};
};

/* Queues the reads of one step, whose replies are there in the next one. */
typedef void pass_step(struct rt_pipe *p, void *one);
typedef void pass_verdict(struct check *c, const void *one);

struct pass {
	size_t size;      /* of its struct */
	enum named reads; /* whose hash the first step reads, if any */
	pass_step *step[PASS_STEPS];
	bool on_bus[PASS_STEPS]; /* the step reads there, not from the data */
	pass_verdict *judge;
};

/* Runs the steps for the `n` structs at `v`.  The replies are in `a`. */
enum rt_err pass_queue(struct check *c, const struct pass *pass,
		       struct arena *a, void *v, size_t n);

/* The same, and judges each. */
enum rt_err pass_judge(struct check *c, const struct pass *pass,
		       struct arena *a, void *v, size_t n);

/* A struct for each of these subjects, in `c->chunk`. */
void *pass_room(struct check *c, const struct pass *pass,
		const struct subject *v, size_t n);

/* Both, with all memory from `c->chunk`. */
enum rt_err pass_run(struct check *c, const struct pass *pass,
		     const struct subject *v, size_t n);

/* Checks a chunk of a walk, where a pass alone is not enough. */
typedef enum rt_err chunk_check(struct check *c, const struct subject *v,
				size_t n);

/* The key by a format that takes an id or a text. */
const char *subject_key(struct arena *a, const char *format,
			struct subject of);

#endif
