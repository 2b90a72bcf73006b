/*
 * Unicode's normal forms, by libunistring.
 *
 * One letter may be several sequences of code points: "é" is U+00E9, or an e
 * with U+0301.  Keyboards differ in which they send.  NFC is the composed form
 * of both, and NFD the decomposed one.
 */
#ifndef NORMALIZE_H
#define NORMALIZE_H

#include "base/arena.h"

/* The text itself if it already has that form, or is not valid UTF-8. */
const char *normalize_nfc(struct arena *a, const char *s);
const char *normalize_nfd(struct arena *a, const char *s);

/*
 * In small letters and in NFKD, which also makes ss of ß, and plain letters of
 * full-width ones.  The text itself if it is not valid UTF-8.
 */
const char *normalize_folded(struct arena *a, const char *s);

#endif
