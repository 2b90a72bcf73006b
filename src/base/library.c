#include "base/library.h"

#include <dlfcn.h>
#include <stdio.h>

void *library_open(const char *file)
{
	void *library = dlopen(file, RTLD_NOW);

	if (!library)
		fprintf(stderr, "retwis: %s\n", dlerror());
	return library;
}

void *library_function(void *library, const char *name)
{
	void *function = library ? dlsym(library, name) : NULL;

	if (library && !function)
		fprintf(stderr, "retwis: %s\n", dlerror());
	return function;
}

bool library_check(void)
{
	return library_open(LIBRARY_CRYPTO) && library_open(LIBRARY_ZXCVBN) &&
	       library_open(LIBRARY_QRENCODE) &&
	       library_open(LIBRARY_ARCHIVE) && library_open(LIBRARY_JSON);
}
