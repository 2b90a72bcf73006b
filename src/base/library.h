/*
 * Shared libraries that are loaded late, since each process that has one in
 * memory pays for it, and few processes need it.
 */
#ifndef LIBRARY_H
#define LIBRARY_H

#include <openssl/opensslv.h>
#include <stdbool.h>

/* The file that fits the header, as the linker would have named it. */
#define LIBRARY_NAMED(version) "libcrypto.so." #version
#define LIBRARY_OF(version)    LIBRARY_NAMED(version)
#define LIBRARY_CRYPTO         LIBRARY_OF(OPENSSL_SHLIB_VERSION)
#define LIBRARY_ZXCVBN         "libzxcvbn.so.0"
#define LIBRARY_QRENCODE       "libqrencode.so.4"
#define LIBRARY_ARCHIVE        "libarchive.so.13"
#define LIBRARY_JSON           "libjson-c.so.5"

/*
 * Loads it.  dlclose() gives its memory back, except that of libcrypto, which
 * stays as long as the process.  NULL where it is missing, say since the host
 * has removed it under a running page: then a line on stderr says why.
 */
void *library_open(const char *file);

/* A function of it.  NULL if it has none of this name, or is NULL itself. */
void *library_function(void *library, const char *name);

/*
 * Whether all of them are there, for --check: a line on stderr says which one is
 * missing.
 */
bool library_check(void);

#endif
