#include "libretwis/redis/pipe.h"

enum rt_err rt_ping(struct rt *rt, struct arena *a)
{
	return rt_do(rt, a, "PING");
}
