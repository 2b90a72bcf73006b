/*
 * What the library knows of a request, or of a program, apart from its
 * connections; private to libretwis.
 */
#ifndef CONTEXT_H
#define CONTEXT_H

#include "libretwis/retwis.h"
#include "libretwis/config.h"
#include "libretwis/site/site_settings.h"
#include "redis/connection.h"

struct site_snapshot;

/* How a request knows the site's settings: see site_snapshot.h. */
struct site_reading {
	const struct rt_config *loaded; /* from the environment */
	struct site_snapshot *pinned;   /* NULL: these are in force */
	bool is_due;                    /* the next greeting asks for them */
	bool is_unsure;   /* they were never read, or too long ago */
	bool has_changed; /* while the request relied on old ones */
	int64_t asked_ms; /* when the greeting asked, by clock_ms() */
	const char *value[SITE_FIELDS]; /* and the reply */
};

struct rt_context {
	const struct rt_config *conf; /* in force for this request */
	struct site_reading site;
	const char *visitor;   /* the client's address; NULL: no limits */
	const char *browser;   /* its cookie, or NULL */
	const char *device;    /* its description, or NULL */
	const char *challenge; /* that it gets; see rt_challenge() */
	int way;       /* an enum rt_cookie_origin, of the session's cookie */
	uint64_t wait; /* seconds, after RT_LIMITED */
	int64_t hash_begin_by,
		hash_end_by; /* of rt_hash_deadline(); 0: no deadline */
	const char *layout;  /* as the greeting read it */
	bool adopted;        /* the database, as far as we know */
};

/* Gives `rt` a context, until rt_close(), and the greeting of layout.c. */
struct rt *context_attach(struct rt *rt, const struct rt_config *conf);
void context_detach(struct rt *rt);

#endif
