/* The addresses of what the host tells of the site. */
#ifndef SITE_TEXTS_H
#define SITE_TEXTS_H

#include "http/req.h"
#include "view/tpl.h"

struct colophon {
	const char *path, *title;
};

/* The page at this address, if the host has written its text, or NULL. */
const struct colophon *site_texts_find(const struct req *q, const char **text);

/* Below each page: links to those that there are. */
void site_texts_links(const struct req *q, struct tpl *t);

#endif
