/* The older database that an import reads. */
#ifndef SOURCE_H
#define SOURCE_H

#include "admin/older/older_layouts.h"

/* In 2009 a key led from each name to a member; see source_survey(). */
struct name_index {
	struct name_index_entry *v; /* by id, once the survey is complete */
	size_t n, room;
};

struct source {
	struct rt *rt;
	struct rt *link; /* its bus, where nothing asks for our layout */
	struct rt_config conf;
	const char *password; /* NULL: none is needed */
	unsigned db;
	const char *identity; /* "RUN-ID/DB": which server and database */
	const struct older_layout *layout;
	struct id_list members, posts; /* the greatest first */
	struct name_index names;       /* of members without a name */
	uint64_t next_user, next_post; /* no object has a greater id */
	uint64_t recoded;              /* texts that were Windows-1252 */
};

/*
 * Connects to unix:PATH[?db=N] or tcp://host[:port][/N].  If that fails, `why`
 * is a sentence in `a`.  Call source_close() in any case.
 */
bool source_open(struct arena *a, struct source *s,
		 const struct rt_config *conf, const char *address,
		 const char *password, const char **why);
void source_close(struct source *s);

/*
 * Every pipeline to the source begins with this, which signs in and selects the
 * database, since a connection may be a new one.  A key of an unexpected type
 * reads as if it did not exist.
 */
void source_begin(struct rt_pipe *p, struct source *s, struct arena *a);

/* The "RUN-ID/DB" of that database, in `a`. */
enum rt_err source_identify(struct source *s, struct arena *a,
			    const char **identity);

/*
 * Reads the names of all keys, and finds out which layout it is, which members
 * and posts there are (8 bytes each in `a`) and how far the ids go.  `from`
 * names the layout, and may be NULL.  RT_DENIED with a sentence in `why`.
 *
 * It takes a round trip for a thousand keys, in the memory of `chunk`.
 */
enum rt_err source_survey(struct source *s, struct arena *a,
			  struct arena *chunk, const char *from,
			  const char **why);

/* The index of that member in `members`; their number if there is none. */
size_t source_find_member(const struct source *s, uint64_t id);

/*
 * Reads `n` members into `m`, in one round trip and the memory of `a`.  The
 * name is trimmed, and "" for a member who has none.
 */
enum rt_err source_read_members(struct source *s, struct arena *a,
				const uint64_t *id, size_t n,
				struct older_member *m);

/*
 * A text of the source as we store it: UTF-8, without control characters and
 * without white space at its end.  "" for NULL, or for blanks alone.
 */
const char *source_text(struct source *s, struct arena *a, const char *text);

#endif
