#include "redis/reply.h"

#include <string.h>

/*
 * No list of ours is so long, and the length that a reply tells is not true
 * yet: we make room before the first entry has come.
 */
#define ELEMENTS_MAX (1 << 22)

/* hiredis 1.0 widened a length and moved the reader's stack of tasks. */
#if HIREDIS_MAJOR >= 1
typedef size_t elements_t;
#define OUTERMOST(reader) ((reader)->task[0])
#else
typedef int elements_t;
#define OUTERMOST(reader) (&(reader)->rstack[0])
#endif

/* The parent of an element's task is that of its array. */
static redisReply *reply_new(const redisReadTask *task, int type)
{
	redisReply *r = arena_alloc(task->privdata, sizeof *r);

	r->type = type;
	if (task->parent) {
		redisReply *array = task->parent->obj;

		array->element[task->idx] = r;
	}
	return r;
}

/*
 * A text of ours ends at its first NUL, and Redis keeps them.  U+0001 is no
 * more welcome on a page, but the text behind it is not lost.
 */
static void reply_drop_nuls(char *text, size_t len)
{
	for (char *at = text;
	     (at = memchr(at, '\0', len - (size_t)(at - text)));)
		*at = '\1';
}

static void *reply_string(const redisReadTask *task, char *bytes, size_t len)
{
	redisReply *r = reply_new(task, task->type);

	r->str = arena_strndup(task->privdata, bytes, len);
	r->len = len;
	reply_drop_nuls(r->str, len);
	return r;
}

/* NULL, where there are too many, ends the connection. */
static void *reply_array(const redisReadTask *task, elements_t elements)
{
	redisReply *r;

	if (elements > ELEMENTS_MAX)
		return NULL;
	r = reply_new(task, REDIS_REPLY_ARRAY);
	r->elements = elements > 0 ? (size_t)elements : 0;
	r->element = arena_alloc(task->privdata,
				 r->elements * sizeof(redisReply *));
	return r;
}

static void *reply_integer(const redisReadTask *task, long long value)
{
	redisReply *r = reply_new(task, REDIS_REPLY_INTEGER);

	r->integer = value;
	return r;
}

static void *reply_nil(const redisReadTask *task)
{
	return reply_new(task, REDIS_REPLY_NIL);
}

void reply_setup(redisContext *link)
{
	static redisReplyObjectFunctions functions = {
		.createString = reply_string,
		.createArray = reply_array,
		.createInteger = reply_integer,
		.createNil = reply_nil,
	};

	link->reader->fn = &functions;
}

/*
 * Once a reader has no more to read, it may have begun with the next reply:
 * that would still go where the last one went, and stay there.
 */
void reply_into(redisContext *link, struct arena *a)
{
	redisReader *reader = link->reader;

	reader->privdata = a;
	if (reader->ridx == 0)
		OUTERMOST(reader)->privdata = a;
}
