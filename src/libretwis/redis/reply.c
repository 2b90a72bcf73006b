#include "libretwis/redis/reply.h"

/* An element takes its place in its array, whose task is the parent. */
static redisReply *new_reply(const redisReadTask *task, int type)
{
	redisReply *r = arena_alloc(task->privdata, sizeof *r);

	r->type = type;
	if (task->parent) {
		redisReply *array = task->parent->obj;

		array->element[task->idx] = r;
	}
	return r;
}

static void *new_string(const redisReadTask *task, char *bytes, size_t len)
{
	redisReply *r = new_reply(task, task->type);

	r->str = arena_strndup(task->privdata, bytes, len);
	r->len = len;
	return r;
}

static void *new_array(const redisReadTask *task, int elements)
{
	redisReply *r = new_reply(task, REDIS_REPLY_ARRAY);

	r->elements = elements > 0 ? (size_t)elements : 0;
	r->element = arena_alloc(task->privdata,
				 r->elements * sizeof(redisReply *));
	return r;
}

static void *new_integer(const redisReadTask *task, long long value)
{
	redisReply *r = new_reply(task, REDIS_REPLY_INTEGER);

	r->integer = value;
	return r;
}

static void *new_nil(const redisReadTask *task)
{
	return new_reply(task, REDIS_REPLY_NIL);
}

void reply_setup(redisContext *link)
{
	static redisReplyObjectFunctions functions = {
		.createString = new_string,
		.createArray = new_array,
		.createInteger = new_integer,
		.createNil = new_nil,
	};

	link->reader->fn = &functions;
}

void reply_into(redisContext *link, struct arena *a)
{
	link->reader->privdata = a;
}
