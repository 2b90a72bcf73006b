/* What must hold of any input. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

/*
 * The input is a body; before a NUL byte there may be the names of those whom
 * it mentions, a space between them.  NULL, or what is wrong with its parts.
 */
const char *fuzz_parts(const uint8_t *data, size_t size);

/*
 * The first byte of the input is a visit, by its number, and what follows makes
 * Redis' answers to it.  NULL, or what is wrong with the page.  Run it in the
 * folder of the sources.
 */
const char *fuzz_replies(const uint8_t *data, size_t size);

/*
 * The first byte tells in which pieces a form comes, then there is a line with
 * its boundary, and the form (multipart.h).  NULL, or what is wrong with it.
 */
const char *fuzz_form(const uint8_t *data, size_t size);

/*
 * The first byte tells in which pieces a web server's bytes come, and from 128
 * on that nobody reads the bodies; the others are FastCGI, or not.  NULL, or
 * what is wrong with the requests that were read.
 */
const char *fuzz_records(const uint8_t *data, size_t size);

#endif
