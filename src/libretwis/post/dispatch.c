#include "libretwis/post/dispatch.h"

#include "libretwis/post/delivery_batch.h"
#include "libretwis/post/deletion.h"

enum rt_err dispatch_chunk(struct rt *rt, struct arena *a, struct worker *w,
			   const struct job *job, int64_t sure_until,
			   struct delivery *d)
{
	*d = (struct delivery){ 0 };
	if (deletion_is_job(job))
		return deletion_chunk(rt, a, w, job);
	return deliver_chunk(rt, a, w, job, sure_until, d);
}

enum rt_err dispatch_together(struct rt *rt, struct arena *a, struct worker *w,
			      struct jobs *jobs, int64_t sure_until,
			      struct delivery *d)
{
	*d = (struct delivery){ 0 };
	return delivery_batch_deliver(rt, a, w, jobs, sure_until, d);
}
