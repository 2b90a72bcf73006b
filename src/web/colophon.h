/* The addresses of what the host tells of the site. */
#ifndef COLOPHON_H
#define COLOPHON_H

#include "web/req.h"
#include "web/tpl.h"

struct colophon {
	const char *path, *title;
};

/* The page at this address, if the host has written its text, or NULL. */
const struct colophon *colophon_find(const struct req *q, const char **text);

/* Below each page: links to those that there are. */
void colophon_links(const struct req *q, struct tpl *t);

#endif
