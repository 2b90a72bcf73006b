/* The line that a member has written about oneself; private to libretwis. */
#ifndef BIO_H
#define BIO_H

#include "libretwis/retwis.h"

/* As it may be shown; NULL for none. */
const char *bio_shown(struct arena *a, const char *stored);

#endif
