#include "base/totp.h"

#include <liboath/oath.h>
#include <stdlib.h>

#include "base/secret.h"

bool totp_code(const unsigned char secret[TOTP_SECRET_BYTES], time_t second,
	       char code[TOTP_DIGITS + 1])
{
	return oath_totp_generate((const char *)secret, TOTP_SECRET_BYTES,
				  second, TOTP_SECONDS, 0, TOTP_DIGITS,
				  code) == OATH_OK;
}

bool totp_find(const unsigned char secret[TOTP_SECRET_BYTES], const char *code,
	       time_t now, uint64_t last, uint64_t *step)
{
	uint64_t current = (uint64_t)now / TOTP_SECONDS;

	for (uint64_t s = current - TOTP_WINDOW; s <= current + TOTP_WINDOW;
	     s++) {
		char is[TOTP_DIGITS + 1];

		if (s > last &&
		    totp_code(secret, (time_t)(s * TOTP_SECONDS), is) &&
		    secret_equal(is, code)) {
			*step = s;
			return true;
		}
	}
	return false;
}

/* 20 bytes are 32 characters, so there is never any padding. */
const char *totp_base32(struct arena *a,
			const unsigned char secret[TOTP_SECRET_BYTES])
{
	char *text = NULL;
	const char *copy;

	if (oath_base32_encode((const char *)secret, TOTP_SECRET_BYTES, &text,
			       NULL) != OATH_OK)
		abort();
	copy = arena_strdup(a, text);
	free(text);
	return copy;
}
