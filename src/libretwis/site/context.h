/*
 * What the library knows of a request, or of a program, apart from its
 * connections; private to libretwis.
 */
#ifndef CONTEXT_H
#define CONTEXT_H

#include "libretwis/retwis.h"
#include "libretwis/config.h"
#include "redis/connection.h"

struct rt_context {
	const struct rt_config *conf;
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
