/*
 * Private addresses.  The secret contains the id of its owner, as the secret of
 * a session does, and `user:ID` has only its digest: whoever reads the database
 * still can read nothing there.
 */
#include "libretwis/timeline/private_address.h"

#include "base/secret.h"
#include "libretwis/retwis.h"
#include "libretwis/timeline/private_address_renew.lua.h"
#include "schema/key.h"

/* The fields of `user:ID` that have the digests. */
static const struct {
	unsigned at;
	const char *name;
} private_fields[RT_PRIVATES] = {
	[RT_PRIVATE_FEED] = { USER_AT_FEED, "feed" },
	[RT_PRIVATE_CALENDAR] = { USER_AT_CALENDAR, "calendar" },
};

enum rt_err rt_has_private(struct rt *rt, struct arena *a, uint64_t id,
			   bool has[RT_PRIVATES])
{
	union user_fields fields;
	enum rt_err err = user_fields_read(rt, a, &fields, id,
					   USER_FEED | USER_CALENDAR);

	for (size_t i = 0; !err && i < RT_PRIVATES; i++)
		has[i] = fields.field[private_fields[i].at];
	return err;
}

enum rt_err rt_private_renew(struct rt *rt, struct arena *a,
			     const struct rt_user *me, enum rt_private which,
			     const char **secret)
{
	const char *fresh = secret_new_for(a, me->id);
	uint64_t is_renewed = 0;
	enum rt_err err;

	err = rt_read_u64(
		rt, a, &is_renewed, "EVAL %s 1 " KEY_USER " %s %s %s %s",
		PRIVATE_ADDRESS_RENEW_LUA, me->id,
		me->device ? "generation" : "auth",
		me->device ? arena_printf(a, ID, me->generation) : me->secret,
		private_fields[which].name, secret_digest(a, fresh));
	if (err)
		return err;
	if (!is_renewed)
		return RT_DENIED;
	*secret = fresh;
	return RT_OK;
}

enum rt_err rt_private_revoke(struct rt *rt, struct arena *a, uint64_t id,
			      enum rt_private which)
{
	return rt_do(rt, a, "HDEL " KEY_USER " %s", id,
		     private_fields[which].name);
}

bool private_address_begin(struct private_address *of, enum rt_private which,
			   const char *secret)
{
	*of = (struct private_address){
		.which = which,
		.secret = secret,
		.owner = secret_plausible(secret) ? secret_owner(secret) : 0,
	};
	return of->owner;
}

void private_address_queue(struct rt_pipe *p, struct private_address *of)
{
	user_fields_queue(p, &of->fields, of->owner,
			  USER_USERNAME | USER_STANDING | USER_DISPLAY |
				  1u << private_fields[of->which].at);
}

bool private_address_opens(struct arena *a, const struct private_address *of)
{
	const char *digest = of->fields.field[private_fields[of->which].at];

	return of->fields.username && digest &&
	       rt_belongs(rt_standing_read(of->fields.standing)) &&
	       secret_equal(digest, secret_digest(a, of->secret));
}
