/* What `retwis-admin setup` says at its end: what is left to do. */
#ifndef SETUP_LEFT_H
#define SETUP_LEFT_H

#include "admin/setup_answers.h"

/* What setup has done, as far as it matters here. */
struct setup_done {
	const char *url;  /* of the site, or NULL */
	const char *link; /* for the first host's password, or NULL */
	bool has_named;   /* the site, in the web server's file */
	bool has_new_url; /* RETWIS_URL has changed */
};

void setup_print_left(const struct setup *s, const struct setup_done *done);

#endif
