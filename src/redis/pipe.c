#include "redis/pipe.h"

#include <string.h>

#include "redis/links.h"
#include "redis/pipe_result.h"

void rt_pipe_begin(struct rt_pipe *p, struct rt *rt, struct arena *a)
{
	*p = (struct rt_pipe){ .rt = rt, .a = a };
	p->last = &p->first;
}

void rt_pipe_begin_lenient(struct rt_pipe *p, struct rt *rt, struct arena *a)
{
	rt_pipe_begin(p, rt, a);
	rt_pipe_lenient_on(p);
}

void rt_pipe_lenient_on(struct rt_pipe *p)
{
	p->lenient = true;
}

void rt_pipe_lenient(struct rt_pipe *p)
{
	if (p->err)
		return;
	if (!p->last_target || p->last_target->index != p->queued - 1)
		reply_target_add(p, (struct reply_target){
					    .store = reply_target_nothing });
	p->last_target->lenient = true;
}

static void pipe_add(struct rt_pipe *p, struct rt_ids more, const char *format,
		     va_list args)
{
	if (p->err)
		return;
	if (command_format_ids(&p->rt->command, more.v, more.n, format, args))
		p->queued++;
	else
		p->err = RT_BROKEN;
}

static void pipe_greet(struct rt_pipe *p)
{
	bool lenient = p->lenient;

	p->rt->greeted = true;
	p->lenient = false;
	p->greets = 1;
	p->rt->greeting->ask(p);
	p->lenient = lenient;
	p->greets = p->queued;
}

void rt_pipe_open(struct rt_pipe *p)
{
	struct rt *rt = p->rt;

	command_clear(&rt->command);
	if (rt->is_bus || !rt->greeting)
		return;
	if (!rt->greeted)
		pipe_greet(p);
	else
		p->err = rt->refused;
}

static void pipe_queue(struct rt_pipe *p, struct rt_ids more,
		       const char *format, va_list args)
{
	if (!p->queued && !p->err && !p->greets)
		rt_pipe_open(p);
	pipe_add(p, more, format, args);
}

/* Queues a command from the format and the variadic arguments after it. */
#define QUEUE(p, format) QUEUE_EACH(p, (struct rt_ids){ 0 }, format)
#define QUEUE_EACH(p, more, format)                                           \
	do {                                                                  \
		va_list args;                                                 \
		va_start(args, format);                                       \
		pipe_queue(p, more, format, args);                            \
		va_end(args);                                                 \
	} while (0)

/* Sets where the reply to that command is stored. */
#define EXPECT(...) reply_target_add(p, (struct reply_target){ __VA_ARGS__ })

void rt_pipe(struct rt_pipe *p, const char *format, ...)
{
	QUEUE(p, format);
	if (p->lenient)
		rt_pipe_lenient(p);
}

void rt_pipe_u64(struct rt_pipe *p, uint64_t *out, const char *format, ...)
{
	QUEUE(p, format);
	EXPECT(.store = reply_target_u64, .out = out);
}

void rt_pipe_str(struct rt_pipe *p, const char **out, const char *format, ...)
{
	QUEUE(p, format);
	EXPECT(.store = reply_target_str, .out = out);
}

void rt_pipe_ids(struct rt_pipe *p, struct rt_ids *out, size_t most,
		 const char *format, ...)
{
	QUEUE(p, format);
	EXPECT(.store = reply_target_ids, .out = out, .n = most);
}

void rt_pipe_strs(struct rt_pipe *p, const char **out, size_t n,
		  const char *format, ...)
{
	QUEUE(p, format);
	EXPECT(.store = reply_target_strs, .out = out, .n = n);
}

void rt_pipe_texts(struct rt_pipe *p, struct rt_texts *out, size_t most,
		   const char *format, ...)
{
	QUEUE(p, format);
	EXPECT(.store = reply_target_texts, .out = out, .n = most);
}

void rt_pipe_hash(struct rt_pipe *p, const char **out,
		  const char *const *fields, size_t n, const char *format, ...)
{
	QUEUE(p, format);
	EXPECT(.store = reply_target_hash, .out = out, .n = n,
	       .fields = fields);
}

/* "HMGET user:%lu" becomes "HMGET user:%lu username standing". */
static const char *pipe_name_fields(struct arena *a, const char *format,
				    const char *const *names, unsigned which)
{
	size_t len = strlen(format);
	char *text, *end;

	for (unsigned left = which; left; left &= left - 1)
		len += 1 + strlen(names[__builtin_ctz(left)]);
	text = arena_alloc(a, len + 1);
	end = stpcpy(text, format);
	for (unsigned left = which; left; left &= left - 1) {
		*end++ = ' ';
		end = stpcpy(end, names[__builtin_ctz(left)]);
	}
	return text;
}

void rt_pipe_fields(struct rt_pipe *p, const char **out,
		    const char *const *names, unsigned which,
		    const char *format, ...)
{
	va_list args;

	va_start(args, format);
	pipe_queue(p, (struct rt_ids){ 0 },
		   pipe_name_fields(p->a, format, names, which), args);
	va_end(args);
	EXPECT(.store = reply_target_fields, .out = out, .n = which);
}

void rt_pipe_each(struct rt_pipe *p, const char **out, struct rt_ids ids,
		  const char *format, ...)
{
	if (!ids.n)
		return;
	QUEUE_EACH(p, ids, format);
	EXPECT(.store = reply_target_strs, .out = out, .n = ids.n);
}

void rt_pipe_u64_with(struct rt_pipe *p, uint64_t *out, struct rt_ids ids,
		      const char *format, ...)
{
	QUEUE_EACH(p, ids, format);
	EXPECT(.store = reply_target_u64, .out = out);
}

void rt_pipe_try(struct rt_pipe *p, const char *format, ...)
{
	QUEUE(p, format);
	EXPECT(.store = reply_target_nothing, .optional = true);
}

void rt_pipe_optional(struct rt_pipe *p)
{
	if (!p->err && p->last_target &&
	    p->last_target->index == p->queued - 1)
		p->last_target->optional = true;
}

/* Waits until all queued commands have replies, or there is an error. */
static void pipe_wait(struct rt_pipe *p)
{
	for (int times = 0; !pipe_result_is_whole(p); times++) {
		retry_reads_save(p, times);
		links_wait(p);
		if (p->err)
			return;
		retry_reads_queue(p);
	}
}

void rt_pipe_then(struct rt_pipe *p)
{
	if (p->err || !p->rt->is_many)
		return;
	pipe_wait(p);
	pipe_result_greeting(p);
}

enum rt_err rt_pipe_end(struct rt_pipe *p)
{
	pipe_wait(p);
	return pipe_result(p);
}

/* ---- single commands --------------------------------------------------- */

/* Sends one command in a pipeline of its own and reads its reply. */
#define RUN_ALONE(...)                                                        \
	do {                                                                  \
		struct rt_pipe alone, *p = &alone;                            \
		rt_pipe_begin(p, rt, a);                                      \
		QUEUE(p, format);                                             \
		EXPECT(__VA_ARGS__);                                          \
		return rt_pipe_end(p);                                        \
	} while (0)

enum rt_err rt_do(struct rt *rt, struct arena *a, const char *format, ...)
{
	RUN_ALONE(.store = reply_target_nothing);
}

enum rt_err rt_read_u64(struct rt *rt, struct arena *a, uint64_t *out,
			const char *format, ...)
{
	RUN_ALONE(.store = reply_target_u64, .out = out);
}

enum rt_err rt_read_str(struct rt *rt, struct arena *a, const char **out,
			const char *format, ...)
{
	RUN_ALONE(.store = reply_target_str, .out = out);
}

enum rt_err rt_read_ids(struct rt *rt, struct arena *a, struct rt_ids *out,
			size_t most, const char *format, ...)
{
	RUN_ALONE(.store = reply_target_ids, .out = out, .n = most);
}

enum rt_err rt_read_strs(struct rt *rt, struct arena *a, const char **out,
			 size_t n, const char *format, ...)
{
	RUN_ALONE(.store = reply_target_strs, .out = out, .n = n);
}

enum rt_err rt_read_texts(struct rt *rt, struct arena *a, struct rt_texts *out,
			  size_t most, const char *format, ...)
{
	RUN_ALONE(.store = reply_target_texts, .out = out, .n = most);
}
