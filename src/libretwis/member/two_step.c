/* Switching two-step sign-in on and off. */
#include "libretwis/two_step.h"

#include <stdlib.h>
#include <string.h>

#include "libretwis/member/code.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/spare_renew.lua.h"
#include "libretwis/member/two_step_begin.lua.h"
#include "libretwis/member/two_step_on.lua.h"
#include "schema/key.h"

static unsigned two_step_words(const char *text)
{
	unsigned n = 0;

	while (*(text += strspn(text, " "))) {
		text += strcspn(text, " ");
		n++;
	}
	return n;
}

enum rt_err rt_two_step(struct rt *rt, struct arena *a, uint64_t id,
			struct rt_two_step *state)
{
	union user_fields fields;
	enum rt_err err = user_fields_read(rt, a, &fields, id,
					   USER_TOTP | USER_TOTP_SPARE);

	if (err)
		return err;
	*state = (struct rt_two_step){
		.is_on = fields.totp,
		.spare = fields.totp_spare ? two_step_words(fields.totp_spare)
					   : 0,
	};
	return RT_OK;
}

/* ---- the secret -------------------------------------------------------- */

enum rt_err rt_two_step_begin(struct rt *rt, struct arena *a, uint64_t id,
			      const char **secret)
{
	unsigned char bytes[TOTP_SECRET_BYTES];
	uint64_t end = (uint64_t)time(NULL) + RT_TWO_STEP_SECONDS, stored = 0;
	enum rt_err err;

	arc4random_buf(bytes, sizeof bytes);
	err = rt_read_u64(
		rt, a, &stored, "EVAL %s 1 " KEY_USER " %s",
		TWO_STEP_BEGIN_LUA, id,
		arena_printf(a, ID " %s", end, code_seal(rt, a, id, bytes)));
	if (err)
		return err;
	if (stored != 1)
		return stored ? RT_TAKEN : RT_NOT_FOUND;
	*secret = totp_base32(a, bytes);
	return RT_OK;
}

/* The encrypted secret in "END SECRET", or NULL if it is too late. */
static const char *two_step_waiting(const char *text)
{
	uint64_t end;

	if (!text || !digits_read(&text, &end) || *text++ != ' ' ||
	    end <= (uint64_t)time(NULL))
		return NULL;
	return text;
}

/* ---- spare codes ------------------------------------------------------- */

/* Returns the HMACs, as the field has them. */
static const char *spare_codes_make(const struct rt *rt, struct arena *a,
				    uint64_t id, struct rt_spare_codes *codes)
{
	const char *macs = "";

	for (size_t i = 0; i < RT_SPARE_CODES; i++) {
		const char *code = arena_printf(a, "%05u-%05u",
						arc4random_uniform(100000),
						arc4random_uniform(100000));

		codes->v[i] = code;
		macs = arena_printf(
			a, "%s%s%s", macs, i ? " " : "",
			code_spare_mac(rt, a, id, code_digits(a, code)));
	}
	return macs;
}

enum rt_err rt_renew_spare_codes(struct rt *rt, struct arena *a, uint64_t id,
				 struct rt_spare_codes *codes)
{
	struct rt_spare_codes fresh;
	const char *macs = spare_codes_make(rt, a, id, &fresh);
	uint64_t is_on = 0;
	enum rt_err err;

	err = rt_read_u64(rt, a, &is_on, "EVAL %s 1 " KEY_USER " %s",
			  SPARE_RENEW_LUA, id, macs);
	if (err)
		return err;
	if (!is_on)
		return RT_NOT_FOUND;
	*codes = fresh;
	return RT_OK;
}

/* ---- on and off -------------------------------------------------------- */

static enum rt_err two_step_store(struct rt *rt, struct arena *a,
				  const struct code_attempt *t, uint64_t step,
				  struct rt_spare_codes *codes)
{
	const char *waiting = t->fields.totp_new, *macs;
	struct rt_spare_codes fresh;
	uint64_t is_on = 0;
	enum rt_err err;

	macs = spare_codes_make(rt, a, t->id, &fresh);
	err = rt_read_u64(rt, a, &is_on,
			  "EVAL %s 1 " KEY_USER " %s %s " ID " %s",
			  TWO_STEP_ON_LUA, t->id, waiting,
			  two_step_waiting(waiting), step, macs);
	if (err)
		return err;
	if (!is_on)
		return RT_NOT_FOUND;
	*codes = fresh;
	return RT_OK;
}

/* Only a wrong code stays counted. */
static enum rt_err two_step_try(struct rt *rt, struct arena *a,
				const struct code_attempt *t,
				const char *typed,
				struct rt_spare_codes *codes)
{
	const char *sealed = two_step_waiting(t->fields.totp_new);
	unsigned char secret[TOTP_SECRET_BYTES];
	uint64_t step;

	if (t->fields.totp)
		return RT_TAKEN;
	if (!sealed || !code_open(rt, a, t->id, sealed, secret))
		return RT_NOT_FOUND;
	if (!totp_find(secret, code_digits(a, typed), time(NULL), 0, &step))
		return RT_DENIED;
	return two_step_store(rt, a, t, step, codes);
}

enum rt_err rt_two_step_on(struct rt *rt, struct arena *a, uint64_t id,
			   const char *typed, struct rt_spare_codes *codes)
{
	struct code_attempt t = { .id = id };
	enum rt_err err = code_count(rt, a, &t, USER_TOTP | USER_TOTP_NEW);

	if (err)
		return err;
	err = two_step_try(rt, a, &t, typed, codes);
	if (err != RT_DENIED)
		code_uncount(rt, a, &t);
	return err;
}

enum rt_err rt_prove_code(struct rt *rt, struct arena *a, uint64_t id,
			  const char *typed)
{
	struct code_attempt t = { .id = id };

	return code_prove(rt, a, &t, typed, 0);
}

/* It is off even if the notice fails. */
enum rt_err rt_two_step_off(struct rt *rt, struct arena *a, uint64_t id)
{
	enum rt_err err = rt_do(
		rt, a, "HDEL " KEY_USER " totp totp_last totp_spare totp_new",
		id);

	if (!err)
		notice_add_own(rt, a, id, RT_NOTICE_CODE);
	return err;
}
