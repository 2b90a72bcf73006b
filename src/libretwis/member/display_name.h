/*
 * What members are called: the name and the display name; private to libretwis.
 *
 * `user:ID display` decides.  The search finds a display name by entries of its
 * own in `members`, one for each of its first words, which has the words from
 * there on.  They are hints, like those of names.
 *
 * Each post has a copy of its author's display name, as it has one of the name.
 * After a change a worker copies it again (rename.c), by two notes in the queue
 * `displays`, which lies with the data: one for now, and one for a minute later.
 * A page that had read the old name a moment before may have stored a post with
 * it behind the worker's back; the second look finds that post.
 */
#ifndef DISPLAY_NAME_H
#define DISPLAY_NAME_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

#define CALLED_QUEUE "displays"
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

/*
 * A note for the worker: from which place of own:ID on the posts of that member
 * are to be looked at, `since` the millisecond at which it is due at first.
 * Two changes have notes of their own, so that the later one is whole.
 */
const char *display_name_note(struct arena *a, uint64_t id, uint64_t since,
			      struct rt_place from);
bool display_name_read(const char *note, uint64_t *id, uint64_t *since,
		       struct rt_place *from);

#endif
