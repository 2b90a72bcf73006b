/* Posts: each is in the lists where it has to be; private to libretwis. */
#ifndef PLACES_H
#define PLACES_H

#include "libretwis/check/looking.h"

/* In an adopted database only. */
enum rt_err look_places(struct check *c, const struct subject *v, size_t n);

mending mend_unpublished;

#endif
