/* Storing what hosts change on the site. */
#include "libretwis/site/layout.h"
#include "libretwis/site/site_settings.h"
#include "redis/pipe.h"
#include "schema/key.h"

/* A crash in the middle leaves some settings as they were. */
enum rt_err rt_settings_store(struct rt *rt, struct arena *a,
			      const char *const value[RT_SETTINGS])
{
	enum rt_err err = layout_check(rt, a);
	struct rt_pipe p;

	if (err)
		return err;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "HSET " KEY_SITE " setup 1");
	for (enum rt_setting s = 0; s < RT_SETTINGS; s++) {
		if (!value[s])
			continue;
		if (*value[s])
			rt_pipe(&p, "HSET " KEY_SITE " %s %s", site_fields[s],
				value[s]);
		else
			rt_pipe(&p, "HDEL " KEY_SITE " %s", site_fields[s]);
	}
	return rt_pipe_end(&p);
}
