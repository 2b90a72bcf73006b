/*
 * The user name and the display name of members; private to libretwis.
 *
 * `user:ID display` decides.  For the search, `members` has entries of its own
 * for a display name: one for each of its first words, containing the words
 * from there on.  They are hints, as the entries of user names are, and are
 * checked against the hash.
 */
#ifndef DISPLAY_NAME_H
#define DISPLAY_NAME_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

#define DISPLAY_NAME_WORDS 4

/* Queues a read of both names; if there is no such member, `name` is NULL. */
void display_name_queue(struct rt_pipe *p, struct rt_names *c, uint64_t id);

/* The entries of a display name in `members`; none for NULL. */
struct display_name_entries {
	const char *v[DISPLAY_NAME_WORDS];
	size_t n;
};

struct display_name_entries display_name_entries(struct arena *a,
						 const char *display,
						 uint64_t id);

/* Whether one of this member's two names has this entry. */
bool display_name_has_entry(struct arena *a, const struct rt_names *c,
			    uint64_t id, const char *entry);

/*
 * display_name_list() queues that the entries of a display name are added.
 * display_name_unlist() queues that they are removed, except those that the
 * user name has, or the display name `but` unless it is NULL.
 */
void display_name_list(struct rt_pipe *p, const char *display, uint64_t id);
void display_name_unlist(struct rt_pipe *p, const struct rt_names *c,
			 uint64_t id, const char *but);

#endif
