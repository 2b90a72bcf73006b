#include "libretwis/site/origin.h"

#include "base/secret.h"
#include "schema/key.h"

void origin_queue(struct rt_pipe *p, struct origin *o)
{
	*o = (struct origin){ .ours = NULL };
	rt_pipe_str(p, &o->stored, "GET " KEY_ORIGIN);
}

/* If two claim it at once, the second one is told what the first has stored. */
void origin_claim(struct rt_pipe *p, struct origin *o)
{
	*o = (struct origin){ .ours = secret_new(p->a) };
	rt_pipe_str(p, &o->stored, "SET " KEY_ORIGIN " %s NX GET", o->ours);
}

const char *origin_get(const struct origin *o)
{
	return o->stored ? o->stored : o->ours;
}
