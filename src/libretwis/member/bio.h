/* The line that members write about themselves; private to libretwis. */
#ifndef BIO_H
#define BIO_H

#include "libretwis/retwis.h"

/* As a page may show it; NULL if there is none. */
const char *bio_shown(struct arena *a, const char *stored);

#endif
