/*
 * A look at many subjects at once: up to three round trips that ask about all
 * of them, and then a verdict on each; private to libretwis.
 */
#ifndef PASSES_H
#define PASSES_H

#include "admin/check/checking.h"
#include "libretwis/post/count.h"
#include "schema/key.h"

/* NULL for what is not there. */
struct member_hash {
	union {
		struct {
			const char *username, *password, *auth, *was,
				*standing, *display;
		};
		const char *field[6]; /* as Redis answers */
	};
};

struct post_hash {
	union {
		struct {
			const char *user_id, *body, *username, *time,
				*reply_to, *repost_of, *gone, *was;
			const char *count[COUNTS];
		};
		const char *field[8 + COUNTS];
	};
};

void member_hash_queue(struct rt_pipe *p, struct member_hash *m, uint64_t id);
void post_hash_queue(struct rt_pipe *p, struct post_hash *h, uint64_t id);

/*
 * Only `user_id`, `body` and `username`: nearly all posts that a check reads are
 * entries of home timelines, and more fields take Redis three times as long.
 */
void post_author_queue(struct rt_pipe *p, struct post_hash *h, uint64_t id);

/* Only the name, and no password: for those whom a thousand entries name. */
void member_name_queue(struct rt_pipe *p, struct member_hash *m, uint64_t id);

/* For mends: one round trip. */
enum rt_err member_hash_read(struct check *c, struct member_hash *m,
			     uint64_t id);
enum rt_err post_hash_read(struct check *c, struct post_hash *h, uint64_t id);

/*
 * A post that lacks its author or its body is neither whole nor gone: entries
 * that lead to it stay until that is mended.
 */
bool post_is_half(const struct post_hash *h);

/* Takes `field` out of a hash of ids, if it still leads to this one. */
enum rt_err hash_drop(struct check *c, const char *key, const char *field,
		      uint64_t id);

#define PASS_STEPS 3

/* A member, a post or an entry.  What a look learns of it begins with this. */
struct record {
	struct check *c;
	struct subject at;
	union {
		struct member_hash member;
		struct post_hash post;
	};
};

/* Asks one step's questions about a subject; the next step has the replies. */
typedef void pass_ask(struct rt_pipe *p, void *one);
typedef void pass_verdict(struct check *c, const void *one);

struct pass {
	size_t size;      /* of what it learns of one */
	enum named reads; /* its hash, with the first step */
	pass_ask *ask[PASS_STEPS];
	bool on_bus[PASS_STEPS]; /* whatever the step asks */
	pass_verdict *judge;
};

/* Asks about the `n` of `v`, step by step.  Replies live in `a`. */
enum rt_err pass_queue(struct check *c, const struct pass *pass,
		       struct arena *a, void *v, size_t n);

/* And judges each of them. */
enum rt_err pass_judge(struct check *c, const struct pass *pass,
		       struct arena *a, void *v, size_t n);

/* Room for what it learns of these subjects, in `c->chunk`. */
void *pass_room(struct check *c, const struct pass *pass,
		const struct subject *v, size_t n);

/* All of it, in `c->chunk`. */
enum rt_err pass_run(struct check *c, const struct pass *pass,
		     const struct subject *v, size_t n);

/* What a look alone cannot do with a chunk. */
typedef enum rt_err chunk_check(struct check *c, const struct subject *v,
				size_t n);

/* The key that a format for an id or a text stands for. */
const char *subject_key(struct arena *a, const char *format,
			struct subject of);

#endif
