#include "libretwis/member/code.h"

#include <string.h>

#include "base/key_wrap.h"
#include "base/message.h"
#include "base/utf8.h"
#include "libretwis/member/spare_use.lua.h"
#include "libretwis/member/totp_use.lua.h"
#include "libretwis/site/site_hmac.h"
#include "schema/key.h"

#define SPARE_DIGITS 10

/* ---- the secret -------------------------------------------------------- */

/*
 * Each member's is encrypted with a key of its own.  So one that somebody
 * copies to another member's hash doesn't open.
 */
static void code_key(const struct rt *rt, struct arena *a, uint64_t id,
		     unsigned char key[KEY_WRAP_BYTES])
{
	site_hmac_key(rt, arena_printf(a, "totp:" ID, id), key);
}

const char *code_seal(const struct rt *rt, struct arena *a, uint64_t id,
		      const unsigned char secret[TOTP_SECRET_BYTES])
{
	unsigned char key[KEY_WRAP_BYTES];

	code_key(rt, a, id, key);
	return key_wrap(a, key, secret, TOTP_SECRET_BYTES);
}

bool code_open(const struct rt *rt, struct arena *a, uint64_t id,
	       const char *sealed, unsigned char secret[TOTP_SECRET_BYTES])
{
	unsigned char key[KEY_WRAP_BYTES];

	code_key(rt, a, id, key);
	return key_unwrap(key, sealed, secret, TOTP_SECRET_BYTES);
}

/* ---- what was typed ---------------------------------------------------- */

/* The digits zero of these: ASCII, Arabic, Persian and Urdu, full width. */
static const uint32_t zeros[] = { '0', 0x660, 0x6f0, 0xff10 };

/* The digit 0 to 9, or -1. */
static int code_digit(uint32_t code)
{
	for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++)
		if (code >= zeros[i] && code < zeros[i] + 10)
			return (int)(code - zeros[i]);
	return -1;
}

static bool code_is_between(uint32_t code)
{
	return code == '-' || utf8_is_blank(code);
}

/* NULL if there is anything but digits and what may be between them. */
static const char *code_read(struct arena *a, const char *typed)
{
	char *digits = arena_alloc(a, strlen(typed) + 1), *to = digits;

	for (; *typed; typed += utf8_step(typed)) {
		uint32_t code = utf8_at(typed);
		int digit = code_digit(code);

		if (digit >= 0)
			*to++ = (char)('0' + digit);
		else if (!code_is_between(code))
			return NULL;
	}
	*to = '\0';
	return digits;
}

const char *code_digits(struct arena *a, const char *typed)
{
	const char *digits = code_read(a, typed);

	return digits ? digits : "";
}

const char *rt_code_problem(struct arena *a, const char *typed)
{
	size_t len = strlen(code_digits(a, typed));

	if (!*typed)
		return _("Enter a code.");
	return len == TOTP_DIGITS || len == SPARE_DIGITS
		       ? NULL
		       : _("A code has six digits, and a spare code has ten.");
}

/* ---- spending ---------------------------------------------------------- */

const char *code_spare_mac(const struct rt *rt, struct arena *a, uint64_t id,
			   const char *digits)
{
	return rt_site_hmac(rt, a, "spare-code",
			    arena_printf(a, ID " %s", id, digits));
}

/*
 * The script stores the step only if it is later than the last one.  So of two
 * who send one code at once, the second is refused.
 */
static enum rt_err code_spend_totp(struct rt *rt, struct arena *a,
				   const struct code_attempt *t,
				   const char *digits, uint64_t *is_good)
{
	const char *sealed = t->fields.totp;
	unsigned char secret[TOTP_SECRET_BYTES];
	uint64_t last = rt_u64(t->fields.totp_last), step;

	if (!code_open(rt, a, t->id, sealed, secret) ||
	    !totp_find(secret, digits, time(NULL), last, &step))
		return RT_DENIED;
	return rt_read_u64(rt, a, is_good, "EVAL %s 1 " KEY_USER " %s " ID,
			   TOTP_USE_LUA, t->id, sealed, step);
}

static enum rt_err code_spend_spare(struct rt *rt, struct arena *a,
				    const struct code_attempt *t,
				    const char *digits, uint64_t *is_good)
{
	return rt_read_u64(rt, a, is_good, "EVAL %s 1 " KEY_USER " %s",
			   SPARE_USE_LUA, t->id,
			   code_spare_mac(rt, a, t->id, digits));
}

static enum rt_err code_spend(struct rt *rt, struct arena *a,
			      const struct code_attempt *t, const char *typed)
{
	const char *digits = code_digits(a, typed);
	uint64_t is_good = 0;
	enum rt_err err = RT_DENIED;

	if (t->fields.totp && strlen(digits) == TOTP_DIGITS)
		err = code_spend_totp(rt, a, t, digits, &is_good);
	else if (t->fields.totp && strlen(digits) == SPARE_DIGITS)
		err = code_spend_spare(rt, a, t, digits, &is_good);
	return err || is_good ? err : RT_DENIED;
}

/* ---- attempts ---------------------------------------------------------- */

enum rt_err code_count(struct rt *rt, struct arena *a, struct code_attempt *t,
		       unsigned which)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rate_limit_queue_member(&p, &t->limit, RT_RATE_CODE, t->id);
	user_fields_queue(&p, &t->fields, t->id, which);
	rt_pipe_lenient(&p);
	err = rt_pipe_end(&p);
	return err ? err : rate_limit_check(rt, &t->limit);
}

void code_uncount(struct rt *rt, struct arena *a, const struct code_attempt *t)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rate_limit_take_back(&p, &t->limit);
	rt_pipe_end(&p);
}

enum rt_err code_prove(struct rt *rt, struct arena *a, struct code_attempt *t,
		       const char *typed, unsigned which)
{
	enum rt_err err =
		code_count(rt, a, t, which | USER_TOTP | USER_TOTP_LAST);

	if (err || (err = code_spend(rt, a, t, typed)))
		return err;
	code_uncount(rt, a, t);
	return RT_OK;
}
