#include "libretwis/member/device.h"

#include <string.h>

#include "base/day.h"
#include "base/prefix.h"
#include "base/secret.h"
#include "libretwis/member/device_add.lua.h"
#include "libretwis/member/device_used.lua.h"
#include "schema/key.h"

_Static_assert(RT_DEVICES == SESSIONS_CAP, "a page lists all of them");

void device_queue(struct rt_pipe *p, const char **entry, uint64_t id,
		  const char *secret)
{
	rt_pipe_str(p, entry, "HGET " KEY_SESSIONS " %s", id,
		    secret_digest(p->a, secret));
}

bool device_read(const char *entry, struct device *d)
{
	uint64_t generation = 0;

	if (!entry || !digits_read(&entry, &generation) || *entry++ != ' ' ||
	    strcspn(entry, " ") != DAY_LEN || !entry[DAY_LEN])
		return false;
	*d = (struct device){ generation, entry, entry + DAY_LEN + 1, false };
	d->is_sealed = text_after(d->what, DEVICE_SEAL);
	if (d->is_sealed)
		d->what += strlen(DEVICE_SEAL);
	return true;
}

static bool device_is_shared(const char *what)
{
	return strcmp(what, DEVICE_BEFORE) == 0;
}

bool device_is_open(const struct device *d)
{
	return !d->is_sealed && !device_is_shared(d->what);
}

void device_add(struct rt_pipe *p, uint64_t id, const char *secret,
		uint64_t generation, const char *what)
{
	const char *seal = device_is_shared(what) ? "" : DEVICE_SEAL;

	what = arena_printf(p->a, "%s%s", seal, what);
	rt_pipe(p, "EVAL %s 1 " KEY_SESSIONS " %s %s %d", DEVICE_ADD_LUA, id,
		secret_digest(p->a, secret),
		arena_printf(p->a, ID " %s %.*s", generation, day_today(p->a),
			     DEVICE_WHAT_MAX - 1, what),
		RT_DEVICES);
}

void device_used(struct rt_pipe *p, uint64_t id, const char *secret,
		 bool seals)
{
	rt_pipe(p, "EVAL %s 1 " KEY_SESSIONS " %s %s %s", DEVICE_USED_LUA, id,
		secret_digest(p->a, secret), day_today(p->a),
		seals ? DEVICE_SEAL : "");
}
