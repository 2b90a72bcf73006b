#include "libretwis/post/post_fields.h"

#include "schema/key.h"

#define POST_NAME(name, NAME) #name,

static const char *const post_fields_names[] = { EACH_POST_FIELD(POST_NAME) };

void post_fields_queue(struct rt_pipe *p, union post_fields *f, uint64_t id,
		       unsigned which)
{
	*f = (union post_fields){ .field = { NULL } };
	rt_pipe_fields(p, f->field, post_fields_names, which,
		       "HMGET " KEY_POST, id);
}

void post_fields_queue_all(struct rt_pipe *p, union post_fields *f,
			   uint64_t id)
{
	rt_pipe_hash(p, f->field, post_fields_names, POST_FIELDS,
		     "HGETALL " KEY_POST, id);
}
