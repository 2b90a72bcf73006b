#include "libretwis/member/directory.h"

#include "libretwis/text/search_fold.h"
#include "schema/key.h"

const char *directory_entry(struct arena *a, const char *name, uint64_t id)
{
	return arena_printf(a, MEMBER_ENTRY, search_fold(a, name).plain, id);
}

void directory_list(struct rt_pipe *p, const char *name, uint64_t id)
{
	rt_pipe(p, "ZADD " KEY_DIRECTORY " 0 %s",
		directory_entry(p->a, name, id));
}

void directory_unlist(struct rt_pipe *p, const char *name, uint64_t id)
{
	rt_pipe(p, "ZREM " KEY_DIRECTORY " %s",
		directory_entry(p->a, name, id));
}
