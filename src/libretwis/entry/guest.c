#include "libretwis/entry/guest.h"

#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/secret.h"
#include "patterns/delayed.h"
#include "libretwis/entry/invite_bind.lua.h"
#include "libretwis/entry/invite_claim.lua.h"
#include "libretwis/entry/invite_give_back.lua.h"
#include "libretwis/entry/invite_unbind.lua.h"
#include "redis/wait_replicas.h"
#include "libretwis/retwis.h"
#include "schema/key.h"

#define QUEUE    "guests"
#define WAIT_S   600
#define LEASE_MS 60000

const char *guest_form(struct arena *a, const char *nonce)
{
	return arena_printf(a, "form:%s", secret_digest(a, nonce));
}

/* ---- a newcomer -------------------------------------------------------- */

static const char *guest_note(struct arena *a, const char *token,
			      const char *form)
{
	return arena_printf(a, "%s %s", token, form);
}

void guest_forget(struct rt_pipe *p, const char *token, const char *field)
{
	const struct delayed note = {
		.text = guest_note(p->a, token, field),
	};

	delayed_done(p, QUEUE, &note);
}

/*
 * The note is made first, since a claim without one would never be released.
 */
enum rt_err guest_claim(struct rt *rt, struct arena *a, const char *token,
			const char *nonce)
{
	const char *form = guest_form(a, nonce);
	uint64_t is_claimed = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	delayed_note(&p, QUEUE, guest_note(a, token, form),
		     (uint64_t)clock_date_ms() + WAIT_S * 1000);
	wait_replicas_then(&p);
	rt_pipe_u64(&p, &is_claimed, "EVAL %s 1 " KEY_INVITE " %s %lld",
		    INVITE_CLAIM_LUA, token, form, (long long)time(NULL));
	err = rt_pipe_end(&p);
	return err || is_claimed ? err : RT_NOT_FOUND;
}

enum rt_err guest_bind(struct rt *rt, struct arena *a, const char *token,
		       const char *nonce, uint64_t id, uint64_t *of)
{
	uint64_t is = 0;
	enum rt_err err;

	err = rt_read_u64(rt, a, &is, "EVAL %s 1 " KEY_INVITE " %s " ID,
			  INVITE_BIND_LUA, token, guest_form(a, nonce), id);
	if (err)
		return err;
	*of = is;
	return is ? RT_OK : RT_NOT_FOUND;
}

enum rt_err guest_unbind(struct rt *rt, struct arena *a, const char *token,
			 const char *nonce, uint64_t id)
{
	return rt_do(rt, a, "EVAL %s 1 " KEY_INVITE " %s " ID,
		     INVITE_UNBIND_LUA, token, guest_form(a, nonce), id);
}

/* ---- the worker -------------------------------------------------------- */

/*
 * If a registration was interrupted, its claim may have the id of nobody; then
 * it loses the id.
 */
static enum rt_err guest_release(struct rt *rt, struct arena *a,
				 const char *token, const char *form)
{
	const char *claim = NULL, *space;
	struct rt_user user;
	enum rt_err err;

	err = rt_read_str(rt, a, &claim, "HGET " KEY_INVITE " %s", token,
			  form);
	space = claim ? strchr(claim, ' ') : NULL;
	if (err || !space)
		return err;
	err = rt_user_by_id(rt, a, rt_u64(space + 1), &user);
	if (err != RT_NOT_FOUND)
		return err;
	return rt_do(rt, a, "EVAL %s 1 " KEY_INVITE " %s %s",
		     INVITE_UNBIND_LUA, token, form, space + 1);
}

/*
 * If the claim is too young to be released, the note comes back when its lease
 * has expired.
 */
static enum rt_err guest_settle(struct rt *rt, struct arena *a,
				const struct delayed *note)
{
	const char *space = note->text ? strchr(note->text, ' ') : NULL;
	long long before = (long long)time(NULL) - WAIT_S;
	uint64_t is_done = 1;
	enum rt_err err = RT_OK;

	if (space) {
		const char *token = arena_strndup(
			a, note->text, (size_t)(space - note->text));

		if ((err = guest_release(rt, a, token, space + 1)))
			return err;
		err = rt_read_u64(
			rt, a, &is_done, "EVAL %s 1 " KEY_INVITE " %s %lld",
			INVITE_GIVE_BACK_LUA, token, space + 1, before);
	}
	if (err || !is_done || (err = wait_replicas_data(rt, a)))
		return err;
	return delayed_end(rt, a, QUEUE, note);
}

enum rt_err rt_guests_run(struct rt *rt, struct arena *a)
{
	struct delayed_list list;
	enum rt_err err;

	err = delayed_claim(rt, a, QUEUE, (uint64_t)clock_date_ms(), LEASE_MS,
			    DELAYED_LIST, &list);
	for (size_t i = 0; !err && i < list.n; i++)
		err = guest_settle(rt, a, &list.v[i]);
	return err;
}
