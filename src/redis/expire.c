#include "redis/expire.h"

#include "redis/expire_new.lua.h"

void expire_new(struct rt_pipe *p, const char *key, int seconds)
{
	rt_pipe(p, "EVAL %s 1 %s %d", EXPIRE_NEW_LUA, key, seconds);
}
