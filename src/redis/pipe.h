/*
 * Pipelines.
 *
 * A pipeline collects commands, sends them in one write and reads all their
 * replies: one round trip.  Its error is sticky, so that a function reads like
 * a session in redis-cli and checks for errors once, at the end:
 *
 *	rt_pipe_begin(&p, rt, a);
 *	rt_pipe_ids(&p, &ids, "LRANGE timeline 0 49");
 *	rt_pipe_u64(&p, &members, "HLEN users");
 *	return rt_pipe_end(&p);
 *
 * Every reply is read before the first error is reported.  If reading stopped
 * earlier, the connection would still contain replies, and the next request
 * would take another member's data for its own.
 */
#ifndef PIPE_H
#define PIPE_H

#include "base/digits.h"
#include "redis/connection.h"

struct rt_ids {
	uint64_t *v;
	size_t n;
};

struct rt_texts {
	const char **v;
	size_t n;
};

struct reply_target;

struct rt_pipe {
	struct rt *rt;
	struct arena *a;
	enum rt_err err;
	size_t queued, replied; /* commands, and replies so far */
	struct reply_target *first, **last, *last_target;
	struct reply_target *last_answered;
	bool lenient;      /* each command from here on is lenient */
	size_t greets;     /* how many commands the greeting has, the first */
	bool is_demoted;   /* the server is not, or no longer, a master */
	bool to_each_node; /* keyless commands go to those of rt->nodes */
	const char *saved; /* for retry_reads_queue(); or NULL */
	size_t saved_from; /* index of the first command saved */
};

/*
 * Begins a pipeline.  The first one of each request starts with the greeting,
 * if there is one.
 */
void rt_pipe_begin(struct rt_pipe *p, struct rt *rt, struct arena *a);

/* The same for a pipeline in which every command is lenient. */
void rt_pipe_begin_lenient(struct rt_pipe *p, struct rt *rt, struct arena *a);

/*
 * Makes the command that was queued last a lenient one: if its key has the
 * wrong type, which only some other program can have caused, the key counts as
 * missing and the reply as nil.  Otherwise one such key would break every page
 * that needs it.  Use this for what pages show, and for one of many lists that
 * are pushed to.  Where a write depends on the reply, an error is better.
 */
void rt_pipe_lenient(struct rt_pipe *p);

/* The same for every command that is queued from here on. */
void rt_pipe_lenient_on(struct rt_pipe *p);

/* Queues the greeting, unless it was sent before, without another command. */
void rt_pipe_open(struct rt_pipe *p);

/*
 * Each of these queues one command.  Pass values only by %s and integer
 * conversions, never inside the format.  If rt_pipe_end() returns RT_OK, it has
 * stored the reply in `out`: 0, NULL or an empty list for a nil.
 */
#define RT_FORMAT(at) __attribute__((format(printf, at, (at) + 1)))

RT_FORMAT(2) void rt_pipe(struct rt_pipe *p, const char *format, ...);
RT_FORMAT(3)
void rt_pipe_u64(struct rt_pipe *p, uint64_t *out, const char *format, ...);
RT_FORMAT(3)
void rt_pipe_str(struct rt_pipe *p, const char **out, const char *format, ...);

/*
 * Stores `most` ids at most, however many the reply has: replies are input, and
 * a caller that fills an array from these ids need not check their number
 * again.  RT_ALL is no limit.
 */
#define RT_ALL SIZE_MAX
RT_FORMAT(4)
void rt_pipe_ids(struct rt_pipe *p, struct rt_ids *out, size_t most,
		 const char *format, ...);

/* For HMGET and the like: `n` strings, NULL for a nil. */
RT_FORMAT(4)
void rt_pipe_strs(struct rt_pipe *p, const char **out, size_t n,
		  const char *format, ...);

/* The same for `most` strings at most, or RT_ALL, and "" for a nil. */
RT_FORMAT(4)
void rt_pipe_texts(struct rt_pipe *p, struct rt_texts *out, size_t most,
		   const char *format, ...);

/* For HGETALL: the values of these fields, NULL for a missing one. */
RT_FORMAT(5)
void rt_pipe_hash(struct rt_pipe *p, const char **out,
		  const char *const *fields, size_t n, const char *format,
		  ...);

/*
 * For HMGET: appends those of `names` whose bit is set in `which` to the
 * command, and stores the value of names[i] in out[i], NULL for a nil.  The
 * rest of `out` does not change.  Names may contain neither blanks nor %.
 */
RT_FORMAT(5)
void rt_pipe_fields(struct rt_pipe *p, const char **out,
		    const char *const *names, unsigned which,
		    const char *format, ...);

/*
 * For ZMSCORE and the like: appends `ids` as arguments, and stores one string
 * for each, as rt_pipe_strs() does.  Without ids it queues nothing.
 */
RT_FORMAT(4)
void rt_pipe_each(struct rt_pipe *p, const char **out, struct rt_ids ids,
		  const char *format, ...);

/* rt_pipe_u64() with `ids` as further arguments; there may be none. */
RT_FORMAT(4)
void rt_pipe_u64_with(struct rt_pipe *p, uint64_t *out, struct rt_ids ids,
		      const char *format, ...);

/* rt_pipe(), but an error, such as a full disk, is not one of the pipeline. */
RT_FORMAT(2) void rt_pipe_try(struct rt_pipe *p, const char *format, ...);

/*
 * The same for the command that was queued last, whose reply is read: after
 * an error it counts as nil.
 */
void rt_pipe_optional(struct rt_pipe *p);

/*
 * Holds back all later commands until all earlier ones have been answered.  If
 * one of these fails, the later ones are never sent, except for errors that
 * rt_pipe_try() and rt_pipe_lenient() ignore:
 *
 *	rt_pipe(&p, "ZADD outbox ...");
 *	rt_pipe_then(&p);
 *	rt_pipe(&p, "HSETNX post:1 ...");
 *
 * A single Redis executes a pipeline in order and to its end, so there this
 * does nothing.  In a cluster, or behind a proxy, each server gets its own part
 * of the pipeline, and one may have finished before another starts.  There this
 * costs one more round trip.  Use it where a crash between two keys would leave
 * something that nothing repairs, or where a read must be newer than a write.
 * Commands for one key, or for one {tag}, stay in order without it.
 *
 * The order of replies does not change, and rt_pipe_end() writes to `out` for
 * all commands at once or not at all.  So a command that needs the reply to an
 * earlier one has to be in another pipeline.  An error after it does not undo
 * what came before.
 *
 * Call it only between rt_pipe_begin() and rt_pipe_end(), and not in a pipeline
 * for async_client_send(), which cannot wait.
 */
void rt_pipe_then(struct rt_pipe *p);

/* Sends, reads every reply, and returns the first error. */
enum rt_err rt_pipe_end(struct rt_pipe *p);

/*
 * Each of these sends one command in a pipeline of its own: one round trip.
 * `out` changes only if it returns RT_OK.  For the bus, pass rt_bus(rt).
 */
RT_FORMAT(3)
enum rt_err rt_do(struct rt *rt, struct arena *a, const char *format, ...);
RT_FORMAT(4)
enum rt_err rt_read_u64(struct rt *rt, struct arena *a, uint64_t *out,
			const char *format, ...);
RT_FORMAT(4)
enum rt_err rt_read_str(struct rt *rt, struct arena *a, const char **out,
			const char *format, ...);
RT_FORMAT(5)
enum rt_err rt_read_ids(struct rt *rt, struct arena *a, struct rt_ids *out,
			size_t most, const char *format, ...);
RT_FORMAT(5)
enum rt_err rt_read_strs(struct rt *rt, struct arena *a, const char **out,
			 size_t n, const char *format, ...);
RT_FORMAT(5)
enum rt_err rt_read_texts(struct rt *rt, struct arena *a, struct rt_texts *out,
			  size_t most, const char *format, ...);

#endif
