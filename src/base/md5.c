#include "base/md5.h"

#include <stdlib.h>
#include <string.h>

#include "base/library.h"

/* As EVP_Q_digest(3) has it. */
typedef int digest_function(void *context, const char *name,
			    const char *properties, const void *data,
			    size_t len, unsigned char *sum, size_t *sum_len);

bool md5_sum(const char *one, const char *other, unsigned char sum[MD5_BYTES])
{
	digest_function *digest = (digest_function *)library_function(
		library_open(LIBRARY_CRYPTO), "EVP_Q_digest");
	size_t len = strlen(one) + strlen(other);
	char *both = malloc(len + 1);
	bool ok;

	if (both)
		stpcpy(stpcpy(both, one), other);
	ok = both && digest &&
	     digest(NULL, "MD5", NULL, both, len, sum, NULL) == 1;
	free(both);
	return ok;
}
