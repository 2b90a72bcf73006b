/*
 * How the Retwis of old kept their data; private to libretwis.
 *
 * Each of the three has a file with one table: which keys are a member and a
 * post, and how to ask for what is in them.  All of it only reads.
 */
#ifndef OLDER_H
#define OLDER_H

#include "libretwis/retwis.h"
#include "redis/ids.h"

#define OLDER_FIELDS 5 /* the most that a member or a post has */

/* Redis counts scores exactly up to here, and no site gave out more ids. */
#define OLDER_ID_MAX (UINT64_C(1) << 53)

struct older_member {
	uint64_t id;
	const char *name;     /* NULL: there is none */
	const char *password; /* clear text, or md5 in hex with a salt */
	const char *salt;     /* NULL for clear text */

	/* Of an import: */
	const char *was; /* the name, if somebody has it here; or NULL */
	bool is_here;    /* since an earlier run */
};

struct older_post {
	uint64_t id, author;
	uint64_t time;     /* in seconds; 0: it cannot be read */
	uint64_t reply_to; /* 0: none */
	uint64_t reply_author;
	const char *body; /* NULL: there is none */
};

struct older_layout {
	const char *name;       /* as --from takes it */
	const char *member_key; /* a star stands where the id does */
	const char *post_key;
	void (*ask_counters)(struct rt_pipe *p, uint64_t *user,
			     uint64_t *post);
	void (*ask_member)(struct rt_pipe *p, uint64_t id, const char **field);
	void (*take_member)(const char *const *field, struct older_member *m);
	const char *followers, *following; /* formats of sets, for an id */
	void (*ask_post)(struct rt_pipe *p, uint64_t id, const char **field);
	void (*take_post)(const char *const *field, struct older_post *post);
};

extern const struct older_layout older_2009, older_rb, older_java;

/* Whether a key is of such a kind; tells the id that stands in it. */
bool older_key_is(const char *kind, const char *key, uint64_t *id);

#endif
