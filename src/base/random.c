#include "base/random.h"

#include <stdlib.h>

#include "base/library.h"

typedef int random_source(unsigned char *bytes, int n);

/* The kernel is where OpenSSL has its own randomness from. */
void random_bytes(unsigned char *bytes, size_t n)
{
	static random_source *source;

	if (!source)
		source = (random_source *)library_function(
			library_open(LIBRARY_CRYPTO), "RAND_bytes");
	if (!source || source(bytes, (int)n) != 1)
		arc4random_buf(bytes, n);
}
