/*
 * The bio, the line that members write about themselves; private to libretwis.
 */
#ifndef BIO_H
#define BIO_H

#include "libretwis/retwis.h"

/* In a form that is safe to show; NULL if there is none. */
const char *bio_shown(struct arena *a, const char *stored);

#endif
