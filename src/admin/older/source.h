/* The database that an import reads; private to libretwis. */
#ifndef SOURCE_H
#define SOURCE_H

#include "admin/older/name_index.h"

struct source {
	struct rt *rt;
	struct rt *link; /* its bus: nobody asks for a layout there */
	struct rt_config conf;
	const char *password; /* NULL: none is asked for */
	unsigned db;
	const char
		*identity; /* "RUN-ID/DB": which server and database it is */
	const struct older_layout *layout;
	struct id_list members, posts; /* the greatest first */
	struct name_index leads;
	uint64_t next_user, next_post; /* no object has a greater id */
};

/*
 * Connects to unix:PATH[?db=N] or tcp://host[:port][/N].  `why` is a sentence
 * in `a` where that fails.  Call source_close() in any case.
 */
bool source_open(struct arena *a, struct source *s,
		 const struct rt_config *conf, const char *address,
		 const char *password, const char **why);
void source_close(struct source *s);

/*
 * Each pipeline to it begins so: a connection may be a new one.  A key of
 * another type than it should be is as good as none.
 */
void source_begin(struct rt_pipe *p, struct source *s, struct arena *a);

/* "RUN-ID/DB" of that database, in `a`. */
enum rt_err source_identify(struct source *s, struct arena *a,
			    const char **identity);

#endif
