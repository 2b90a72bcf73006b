#include "libretwis/base/random.h"

#include <stdlib.h>

#include "libretwis/base/library.h"

typedef int random_source(unsigned char *bytes, int n);

void random_bytes(unsigned char *bytes, size_t n)
{
	static random_source *source;

	if (!source)
		source = (random_source *)library_function(
			library_open(LIBRARY_CRYPTO), "RAND_bytes");
	if (source(bytes, (int)n) != 1)
		abort();
}
