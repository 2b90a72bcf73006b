/* The mark of the site, which is a setting: `site mark` names its picture. */
#include "libretwis/picture/picture_row.h"
#include "libretwis/site.h"

/* A worker looks half a minute later whether the old one is still in use. */
enum rt_err rt_mark_set(struct rt *rt, struct arena *a, const char *token,
			const struct rt_acting *who)
{
	const char *value[RT_SETTINGS] = { [RT_SETTING_MARK] = token };
	const char *was = rt_site(rt)->mark;
	struct rt_pipe p;
	enum rt_err err = RT_OK;

	if (was) {
		rt_pipe_begin(&p, rt, a);
		picture_release(&p, was);
		err = rt_pipe_end(&p);
	}
	return err ? err : rt_settings_store(rt, a, value, who);
}
