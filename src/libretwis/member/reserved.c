#include "libretwis/member/reserved.h"

#include "libretwis/member/reserved_add.lua.h"
#include "libretwis/site/site_hmac.h"
#include "schema/key.h"

static const char *reserved_mark(const struct rt *rt, struct arena *a,
				 const char *name)
{
	return rt_site_hmac(rt, a, "reserved-name", rt_name_fold(a, name));
}

void reserved_queue(struct rt_pipe *p, const char *name, uint64_t *is_reserved)
{
	rt_pipe_u64(p, is_reserved, "SISMEMBER " KEY_RESERVED " %s",
		    reserved_mark(p->rt, p->a, name));
}

void reserved_add(struct rt_pipe *p, const char *name)
{
	rt_pipe(p, "EVAL %s 1 " KEY_RESERVED " %s", RESERVED_ADD_LUA,
		reserved_mark(p->rt, p->a, name));
}

/* ---- for hosts ---------------------------------------------------------- */

enum rt_err rt_is_reserved(struct rt *rt, struct arena *a, const char *name,
			   bool *is_reserved)
{
	uint64_t is = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	reserved_queue(&p, name, &is);
	if (!(err = rt_pipe_end(&p)))
		*is_reserved = is;
	return err;
}

enum rt_err rt_release(struct rt *rt, struct arena *a, const char *name)
{
	uint64_t was_there = 0;
	enum rt_err err =
		rt_read_u64(rt, a, &was_there, "SREM " KEY_RESERVED " %s",
			    reserved_mark(rt, a, name));

	return err || was_there ? err : RT_NOT_FOUND;
}
