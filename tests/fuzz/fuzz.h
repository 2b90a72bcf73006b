/* What must be true for any input. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

/*
 * The input is a body; it may be preceded by the names that it mentions,
 * separated by spaces, and a NUL byte. Returns NULL, or what is wrong with its
 * parts.
 */
const char *fuzz_parts(const uint8_t *data, size_t size);

/*
 * The first byte of the input selects a visit, and the rest makes up Redis'
 * answers to it. Returns NULL, or what is wrong with the page. Run it in the
 * source folder.
 */
const char *fuzz_replies(const uint8_t *data, size_t size);

/*
 * The first byte says in which pieces a form arrives; then there is a line
 * with its boundary, and the form (multipart.h). Returns NULL, or what is
 * wrong with it.
 */
const char *fuzz_form(const uint8_t *data, size_t size);

/*
 * The first byte says in which pieces a web server's bytes arrive, and from
 * 128 on that the bodies are not read; the other bytes are FastCGI, or not.
 * Returns NULL, or what is wrong with the requests that were read.
 */
const char *fuzz_records(const uint8_t *data, size_t size);

/*
 * The input is a file that retwis-picture looks at.  Returns NULL, or what is
 * wrong with what it sees.
 */
const char *fuzz_picture(const uint8_t *data, size_t size);

#endif
