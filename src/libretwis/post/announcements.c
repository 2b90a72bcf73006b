/* Announcements. */
#include "libretwis/retwis.h"

bool rt_may_announce(const struct rt *rt, const struct rt_user *me)
{
	(void)rt;
	return me->standing == RT_HOST;
}
