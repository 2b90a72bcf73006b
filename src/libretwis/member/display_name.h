/*
 * What members are called: the name and the display name; private to libretwis.
 *
 * `user:ID display` decides.  The search finds a display name by entries of its
 * own in `members`, one for each of its first words, which has the words from
 * there on.  They are hints, like those of names.
 */
#ifndef DISPLAY_NAME_H
#define DISPLAY_NAME_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

#define CALLED_WORDS 4

/* Queues the question how the member is called; nobody: `name` is NULL. */
void display_name_queue(struct rt_pipe *p, struct rt_display_name *c,
			uint64_t id);

/* The entries of a display name in `members`; of NULL there are none. */
struct display_name_entries {
	const char *v[CALLED_WORDS];
	size_t n;
};

struct display_name_entries display_name_entries(struct arena *a,
						 const char *display,
						 uint64_t id);

/* Whether that is an entry of this member's, for one of the two names. */
bool display_name_has_entry(struct arena *a, const struct rt_display_name *c,
			    uint64_t id, const char *entry);

/*
 * Queue that the display name has its entries; and that it has none, but for
 * what the name has, or another display name that is not NULL.
 */
void display_name_list(struct rt_pipe *p, const char *display, uint64_t id);
void display_name_unlist(struct rt_pipe *p, const struct rt_display_name *c,
			 uint64_t id, const char *but);

#endif
