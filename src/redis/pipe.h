/*
 * Pipelines; private to libretwis.
 *
 * A pipeline collects commands, sends them in one write and reads all their
 * replies: one round trip.  Its error is sticky, so that a function reads
 * like a session in redis-cli and asks once, at the end:
 *
 *	rt_pipe_begin(&p, rt, a);
 *	rt_pipe_ids(&p, &ids, "LRANGE timeline 0 49");
 *	rt_pipe_u64(&p, &members, "HLEN users");
 *	return rt_pipe_end(&p);
 *
 * Every reply is read before the first error is reported.  Stopping earlier
 * would leave a reply in the connection, and the next request would take
 * another member's data for its own.
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
	size_t queued, taken; /* commands, and replies */
	struct reply_target *first, **last, *newest;
	struct reply_target *served; /* the last one that has its reply */
	bool lenient;                /* each command from here on is */
	bool greets;                 /* its first command is the greeting */
	bool is_demoted;             /* what answers is no master */
	bool at_each; /* what has no key: of rt->nodes, one after the other */
	const char
		*kept; /* what may have to be asked again; see retry_reads.h */
	size_t kept_at; /* its first command */
};

/*
 * The first pipeline of each request begins with the greeting, if there is one.
 */
void rt_pipe_begin(struct rt_pipe *p, struct rt *rt, struct arena *a);

/* The same for a pipeline in which every command is lenient. */
void rt_pipe_begin_lenient(struct rt_pipe *p, struct rt *rt, struct arena *a);

/*
 * Makes the command that was queued last a lenient one: a key of another type,
 * which only some other program can have written, is as good as none, and the
 * reply is a nil.  One such key must not take down each page that meets it.
 * This is for what pages show, and for one of many lists that are pushed to.
 * Where a write decides, an error is better.
 */
void rt_pipe_lenient(struct rt_pipe *p);

/* The same for each command that is queued from here on. */
void rt_pipe_lenient_on(struct rt_pipe *p);

/* Sends the greeting, if it has not been sent yet, without another command. */
void rt_pipe_open(struct rt_pipe *p);

/*
 * Each queues one command.  Values go in by %s and integer formats only,
 * never inside the format.  If rt_pipe_end() returns RT_OK, it has written the
 * reply to `out`: 0, NULL or no ids for a nil.
 */
#define RT_FORMAT(at) __attribute__((format(printf, at, (at) + 1)))

RT_FORMAT(2) void rt_pipe(struct rt_pipe *p, const char *format, ...);
RT_FORMAT(3)
void rt_pipe_u64(struct rt_pipe *p, uint64_t *out, const char *format, ...);
RT_FORMAT(3)
void rt_pipe_str(struct rt_pipe *p, const char **out, const char *format, ...);

/*
 * At most `most` ids, however many come: a reply is input, and a caller that
 * fills an array from these ids need not count them again.  RT_ALL: any number.
 */
#define RT_ALL SIZE_MAX
RT_FORMAT(4)
void rt_pipe_ids(struct rt_pipe *p, struct rt_ids *out, size_t most,
		 const char *format, ...);

/* For HMGET and the like: up to `n` strings, NULL for a nil. */
RT_FORMAT(4)
void rt_pipe_strs(struct rt_pipe *p, const char **out, size_t n,
		  const char *format, ...);

/* The same for `most`, or RT_ALL that there are, and "" for what is no text. */
RT_FORMAT(4)
void rt_pipe_texts(struct rt_pipe *p, struct rt_texts *out, size_t most,
		   const char *format, ...);

/* For HGETALL: the values of these fields, NULL for one that is not there. */
RT_FORMAT(5)
void rt_pipe_hash(struct rt_pipe *p, const char **out,
		  const char *const *fields, size_t n, const char *format,
		  ...);

/*
 * For HMGET: adds those of `names` whose bit is in `which` to the command.  The
 * value of names[i] lands in out[i], NULL for a nil, and the others stay as
 * they are.  Names have neither blanks nor % in them.
 */
RT_FORMAT(5)
void rt_pipe_fields(struct rt_pipe *p, const char **out,
		    const char *const *names, unsigned which,
		    const char *format, ...);

/*
 * For ZMSCORE and the like: with each of `ids` as a further argument, and for
 * each a string as above.  Without ids it asks nothing.
 */
RT_FORMAT(4)
void rt_pipe_each(struct rt_pipe *p, const char **out, struct rt_ids ids,
		  const char *format, ...);

/* rt_pipe_u64() with each of `ids` as a further argument; there may be none. */
RT_FORMAT(4)
void rt_pipe_u64_with(struct rt_pipe *p, uint64_t *out, struct rt_ids ids,
		      const char *format, ...);

/* rt_pipe(), but the pipeline goes on if it fails, say by a full disk. */
RT_FORMAT(2) void rt_pipe_try(struct rt_pipe *p, const char *format, ...);

/*
 * Holds back all that follows until everything before has been answered, and
 * for ever if any of that has failed, but for what rt_pipe_try() and
 * rt_pipe_lenient() forgive:
 *
 *	rt_pipe(&p, "ZADD outbox ...");
 *	rt_pipe_then(&p);
 *	rt_pipe(&p, "HSETNX post:1 ...");
 *
 * Redis carries out a pipeline in its order, up to its end, and so this does
 * nothing there.  On a cluster, or behind a proxy, each server has its own part
 * of the pipeline: one may be done with the last command while another one
 * stands still before the first.  There this is one round trip more.  So put it
 * where a kill between two keys would leave what nothing repairs, or where
 * what is read must be newer than what was written.  Commands of one key, or
 * of one {tag}, keep their order without it.
 *
 * Replies stay in their order, and `out` is written to by rt_pipe_end(), all at
 * once or not at all: a command that needs the reply to an earlier one takes a
 * pipeline of its own.  An error behind it does not take back what stands
 * before.  Only between rt_pipe_begin() and rt_pipe_end(), and not in a
 * pipeline for async_client_send(), which cannot wait.
 */
void rt_pipe_then(struct rt_pipe *p);

/* Sends, reads every reply, and returns the first error. */
enum rt_err rt_pipe_end(struct rt_pipe *p);

/*
 * One command in a pipeline of its own: one round trip.  `out` is untouched
 * unless it returns RT_OK.  For the bus, hand in rt_bus(rt).
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
