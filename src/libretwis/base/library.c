#include "libretwis/base/library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void *library_try(const char *file)
{
	void *library = dlopen(file, RTLD_NOW);

	if (!library)
		fprintf(stderr, "retwis: %s\n", dlerror());
	return library;
}

void *library_open(const char *file)
{
	void *library = library_try(file);

	if (!library)
		abort();
	return library;
}

void *library_function(void *library, const char *name)
{
	void *function = dlsym(library, name);

	if (!function) {
		fprintf(stderr, "retwis: %s\n", dlerror());
		abort();
	}
	return function;
}

bool library_check(void)
{
	return library_try(LIBRARY_CRYPTO) && library_try(LIBRARY_ZXCVBN);
}
