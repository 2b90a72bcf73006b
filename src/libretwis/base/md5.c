#include "libretwis/base/md5.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libretwis/base/library.h"

#define MD5_BYTES (MD5_DIGITS / 2)

/* As EVP_Q_digest(3) has it. */
typedef int digest_function(void *context, const char *name,
			    const char *properties, const void *data,
			    size_t len, unsigned char *sum, size_t *sum_len);

bool md5_hex(const char *one, const char *other, char hex[MD5_DIGITS + 1])
{
	digest_function *digest = (digest_function *)library_function(
		library_open(LIBRARY_CRYPTO), "EVP_Q_digest");
	size_t len = strlen(one) + strlen(other);
	unsigned char sum[MD5_BYTES];
	char *both = malloc(len + 1);
	bool ok;

	if (both)
		stpcpy(stpcpy(both, one), other);
	ok = both && digest &&
	     digest(NULL, "MD5", NULL, both, len, sum, NULL) == 1;
	free(both);
	for (size_t i = 0; ok && i < MD5_BYTES; i++)
		snprintf(hex + 2 * i, 3, "%02x", sum[i]);
	return ok;
}
