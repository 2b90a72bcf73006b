#include "libretwis/base/random.h"

#include <dlfcn.h>
#include <openssl/opensslv.h>
#include <stdio.h>
#include <stdlib.h>

/* The library that fits the header, as the linker would have named it. */
#define NAMED(version)   "libcrypto.so." #version
#define LIBRARY(version) NAMED(version)

typedef int random_source(unsigned char *bytes, int n);

static random_source *random_open(void)
{
	void *library = dlopen(LIBRARY(OPENSSL_SHLIB_VERSION), RTLD_NOW);
	random_source *source = NULL;

	if (library)
		source = (random_source *)dlsym(library, "RAND_bytes");
	if (!source) {
		fprintf(stderr, "retwis: no random bytes: %s\n", dlerror());
		abort();
	}
	return source;
}

void random_bytes(unsigned char *bytes, size_t n)
{
	static random_source *source;

	if (!source)
		source = random_open();
	if (source(bytes, (int)n) != 1)
		abort();
}
