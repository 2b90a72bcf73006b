/*
 * What the checker reads of members' and posts' hashes, and takes out of a
 * hash; private to libretwis.
 */
#ifndef HASHES_H
#define HASHES_H

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
			const char *user_id, *time, *body, *username,
				*reply_to, *repost_of, *gone, *was;
			const char *count[COUNTS];
		};
		const char *field[8 + COUNTS];
	};
};

void member_hash_queue(struct rt_pipe *p, struct member_hash *m, uint64_t id);
void post_hash_queue(struct rt_pipe *p, struct post_hash *h, uint64_t id);

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

#endif
