#include "patterns/failed_delayed.h"

#include "base/clock.h"
#include "patterns/delayed.h"
#include "patterns/failed_drop.lua.h"
#include "patterns/failed_retry.lua.h"
#include "schema/key.h"

static enum rt_err failed_delayed_found(enum rt_err err, uint64_t found)
{
	if (err)
		return err;
	return found ? RT_OK : RT_NOT_FOUND;
}

enum rt_err failed_delayed_retry(struct rt *rt, struct arena *a,
				 const char *queue, const struct job *job)
{
	struct delayed d = delayed_read(a, job->payload);
	uint64_t now = (uint64_t)clock_date_ms(), found = 0;
	enum rt_err err;

	if (d.owner)
		err = rt_read_u64(rt_bus(rt), a, &found,
				  "EVAL %s 3 " KEY_DEAD " " KEY_DUE
				  " " KEY_DUE_OF " %s %s " ID " %s",
				  FAILED_RETRY_LUA, queue, queue, queue,
				  d.owner, job->text, d.entry, now, d.text);
	else
		err = rt_read_u64(rt_bus(rt), a, &found,
				  "EVAL %s 2 " KEY_DEAD " " KEY_DUE
				  " %s %s " ID,
				  FAILED_RETRY_LUA, queue, queue, job->text,
				  d.entry, now);
	return failed_delayed_found(err, found);
}

enum rt_err failed_delayed_drop(struct rt *rt, struct arena *a,
				const char *queue, const struct job *job)
{
	struct delayed d = delayed_read(a, job->payload);
	uint64_t found = 0;
	enum rt_err err;

	if (d.owner)
		err = rt_read_u64(rt_bus(rt), a, &found,
				  "EVAL %s 2 " KEY_DEAD " " KEY_DUE_OF
				  " %s %s",
				  FAILED_DROP_LUA, queue, queue, d.owner,
				  job->text, d.text);
	else
		err = rt_read_u64(rt_bus(rt), a, &found,
				  "EVAL %s 1 " KEY_DEAD " %s", FAILED_DROP_LUA,
				  queue, job->text);
	return failed_delayed_found(err, found);
}
