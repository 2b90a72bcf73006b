#include "libretwis/member/device.h"

#include <string.h>

#include "libretwis/base/day.h"
#include "libretwis/base/secret.h"
#include "libretwis/member/device_add.lua.h"
#include "libretwis/member/device_used.lua.h"

void device_ask(struct rt_pipe *p, const char **entry, uint64_t id,
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
	*d = (struct device){ generation, entry, entry + DAY_LEN + 1 };
	return true;
}

void device_add(struct rt_pipe *p, uint64_t id, const char *secret,
		uint64_t generation, const char *what)
{
	const char *entry =
		arena_printf(p->a, ID " %s %.*s", generation, day_today(p->a),
			     DEVICE_WHAT_MAX - 1, what);

	rt_pipe(p, "EVAL %s 1 " KEY_SESSIONS " %s %s %d", DEVICE_ADD_LUA, id,
		secret_digest(p->a, secret), entry, RT_DEVICES);
}

void device_used(struct rt_pipe *p, uint64_t id, const char *secret)
{
	rt_pipe(p, "EVAL %s 1 " KEY_SESSIONS " %s %s", DEVICE_USED_LUA, id,
		secret_digest(p->a, secret), day_today(p->a));
}
