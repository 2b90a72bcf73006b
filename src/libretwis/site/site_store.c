/* Storing what hosts change on the site. */
#include "base/message.h"
#include "libretwis/site/act_log.h"
#include "libretwis/site/layout.h"
#include "libretwis/site/site_settings.h"
#include "redis/pipe.h"
#include "schema/key.h"

static struct act setting_act(const struct rt *rt, struct arena *a,
			      enum rt_setting setting, const char *value,
			      const struct rt_acting *who)
{
	const char *name = rt_setting_name(setting);
	struct rt_acting acting = *who;

	acting.reason = name;
	if (rt_setting_is_logged(setting))
		acting.reason =
			arena_printf(a, "%s: %s → %s", name,
				     rt_setting_value(a, rt_site(rt), setting),
				     *value ? value : _("as on the server"));
	return act_new(a, RT_ACT_SITE, 0, 0, &acting);
}

static void setting_store(struct rt_pipe *p, enum rt_setting setting,
			  const char *value)
{
	if (*value)
		rt_pipe(p, "HSET " KEY_SITE " %s %s", site_fields[setting],
			value);
	else
		rt_pipe(p, "HDEL " KEY_SITE " %s", site_fields[setting]);
}

/* A crash in the middle leaves some settings as they were. */
enum rt_err rt_settings_store(struct rt *rt, struct arena *a,
			      const char *const value[RT_SETTINGS],
			      const struct rt_acting *who)
{
	enum rt_err err = layout_check(rt, a);
	struct act act[RT_SETTINGS];
	const char *tokens = "";
	struct rt_pipe p;

	if (err)
		return err;
	rt_pipe_begin(&p, rt, a);
	for (enum rt_setting s = 0; s < RT_SETTINGS; s++) {
		if (!value[s])
			continue;
		act[s] = setting_act(rt, a, s, value[s], who);
		act_begin(&p, &act[s]);
		tokens = arena_printf(a, "%s %s", act[s].token, tokens);
	}
	rt_pipe_then(&p);
	rt_pipe(&p, "HSET " KEY_SITE " setup 1 acted %s", tokens);
	for (enum rt_setting s = 0; s < RT_SETTINGS; s++)
		if (value[s])
			setting_store(&p, s, value[s]);
	rt_pipe_then(&p);
	for (enum rt_setting s = 0; s < RT_SETTINGS; s++)
		if (value[s])
			act_end(&p, &act[s]);
	return rt_pipe_end(&p);
}
