#include "patterns/cache.h"
#include "schema/key.h"

void cache_get(struct rt_pipe *p, const char *name, const char **value)
{
	rt_pipe_str(p, value, "GET " KEY_CACHE, name);
}

void cache_put(struct rt_pipe *p, const char *name, const char *value,
	       unsigned seconds)
{
	rt_pipe_try(p, "SET " KEY_CACHE " %s EX " ID, name, value,
		    (uint64_t)seconds);
}

void cache_drop(struct rt_pipe *p, const char *name)
{
	rt_pipe_try(p, "UNLINK " KEY_CACHE, name);
}
