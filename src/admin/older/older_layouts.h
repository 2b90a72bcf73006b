/*
 * How three older Retwis kept their data.
 *
 * Each layout is one table: which keys belong to a member and to a post, and
 * how to read what is in them.  Nothing here ever writes.
 */
#ifndef OLDER_LAYOUTS_H
#define OLDER_LAYOUTS_H

#include "libretwis/retwis.h"
#include "redis/ids.h"

#define OLDER_FIELDS 5 /* the most fields that a member or a post has */

/* Scores are exact in Redis up to this number, and no site had so many ids. */
#define OLDER_ID_MAX (UINT64_C(1) << 53)

struct older_member {
	uint64_t id;
	const char *name;     /* NULL: there is none */
	const char *password; /* clear text, or md5 in hex with a salt */
	const char *salt;     /* NULL for clear text */

	/* Filled in by the import: */
	const char *renamed_from; /* the name, if it was taken; or NULL */
	bool is_here;             /* an earlier run has imported the member */
};

struct older_post {
	uint64_t id, author;
	uint64_t time;     /* in seconds; 0: it cannot be read */
	uint64_t reply_to; /* 0: none */
	uint64_t reply_author;
	const char *body; /* NULL: there is none */
};

struct older_layout {
	const char *name;                  /* as --from names it */
	const char *member_key, *post_key; /* with a star for the id */
	const char *followers, *following; /* formats of sets, for an id */
	void (*queue_counters)(struct rt_pipe *p, uint64_t *user,
			       uint64_t *post);
	void (*queue_member)(struct rt_pipe *p, uint64_t id,
			     const char **field);
	void (*parse_member)(const char *const *field, struct older_member *m);
	void (*queue_post)(struct rt_pipe *p, uint64_t id, const char **field);
	void (*parse_post)(const char *const *field, struct older_post *post);
};

extern const struct older_layout older_2009, older_rb, older_java;

/* Whether a key is like that pattern, with one star; returns its id in `id`. */
bool older_key_matches(const char *pattern, const char *key, uint64_t *id);

#endif
