#include "redis/async_connection.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#include "base/timeout.h"
#include "redis/connect.h"
#include "redis/find_master.h"
#include "redis/outage.h"

/* ---- building replies in arenas ------------------------------------- */

/*
 * No list of ours is so long.  Memory is allocated before the first element has
 * arrived, so the length that a reply announces must not be trusted.
 */
#define ELEMENTS_MAX (1 << 22)

/* hiredis 1.0 changed the type of a length and the reader's stack of tasks. */
#if HIREDIS_MAJOR >= 1
typedef size_t elements_t;
#define OUTERMOST(reader) ((reader)->task[0])
#else
typedef int elements_t;
#define OUTERMOST(reader) (&(reader)->rstack[0])
#endif

/* Links the new reply into its array, if it is an element of one. */
static redisReply *async_connection_new_reply(const redisReadTask *task,
					      int type)
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
 * Our strings end at the first NUL, but those of Redis may contain one.  As
 * U+0001 it is just as invalid on a page, but the rest of the text is kept.
 */
static void async_connection_replace_nuls(char *text, size_t len)
{
	for (char *at = text;
	     (at = memchr(at, '\0', len - (size_t)(at - text)));)
		*at = '\1';
}

static void *async_connection_new_string(const redisReadTask *task,
					 char *bytes, size_t len)
{
	redisReply *r = async_connection_new_reply(task, task->type);

	r->str = arena_strndup(task->privdata, bytes, len);
	r->len = len;
	async_connection_replace_nuls(r->str, len);
	return r;
}

/* Returns NULL if there are too many elements: that ends the connection. */
static void *async_connection_new_array(const redisReadTask *task,
					elements_t elements)
{
	redisReply *r;

	if (elements > ELEMENTS_MAX)
		return NULL;
	r = async_connection_new_reply(task, REDIS_REPLY_ARRAY);
	r->elements = elements > 0 ? (size_t)elements : 0;
	r->element = arena_alloc(task->privdata,
				 r->elements * sizeof(redisReply *));
	return r;
}

static void *async_connection_new_integer(const redisReadTask *task,
					  long long value)
{
	redisReply *r = async_connection_new_reply(task, REDIS_REPLY_INTEGER);

	r->integer = value;
	return r;
}

static void *async_connection_new_nil(const redisReadTask *task)
{
	return async_connection_new_reply(task, REDIS_REPLY_NIL);
}

static void async_connection_set_functions(redisContext *context)
{
	static redisReplyObjectFunctions functions = {
		.createString = async_connection_new_string,
		.createArray = async_connection_new_array,
		.createInteger = async_connection_new_integer,
		.createNil = async_connection_new_nil,
	};

	context->reader->fn = &functions;
}

/*
 * Builds the next replies in this arena.  A reader that is out of data has
 * already started the task for the next reply, with the old arena, and that has
 * to be changed as well.
 */
static void async_connection_set_context_arena(redisContext *context,
					       struct arena *a)
{
	redisReader *reader = context->reader;

	reader->privdata = a;
	if (reader->ridx == 0)
		OUTERMOST(reader)->privdata = a;
}

/* Exists until the right server is found. */
struct async_connection_search {
	struct address address;
	struct find_master finder;
	struct evbuffer *queued; /* commands to send once it is found */
	struct event *timer;     /* for this endpoint */
	bool is_late;            /* see timeout.h */
	struct timeval attempt_time;
};

struct async_connection {
	struct event_base *base;
	redisContext *context;
	struct arena *into;
	struct event *read, *write;
	struct event *flush; /* writes in the next turn of the loop */
	const struct async_connection_events *events;
	void *who;
	bool is_authenticating; /* the next reply is that to AUTH */
	bool may_fail_auth;     /* and that reply may be an error */
	bool is_established;    /* the server has accepted the connection */
	char name[OUTAGE_NAME_MAX]; /* see outage.h; "" after a search */
	struct async_connection_search *search;
};

static void async_connection_on_read(evutil_socket_t fd, short events,
				     void *arg);
static void async_connection_on_write(evutil_socket_t fd, short events,
				      void *arg);

/* ---- connecting ----------------------------------------------------- */

static struct async_connection *async_connection_new(
	struct event_base *base, struct arena *into,
	const struct async_connection_events *events, void *who)
{
	struct async_connection *c = calloc(1, sizeof *c);

	if (!c)
		abort();
	*c = (struct async_connection){
		.base = base, .into = into, .events = events, .who = who
	};
	c->flush = event_new(base, -1, 0, async_connection_on_write, c);
	if (!c->flush)
		abort();
	return c;
}

void async_connection_log(const struct async_connection *c, const char *why)
{
	outage_begin(c->name, why);
}

/* In a search for the master it is no outage if one of several is away. */
static redisContext *async_connection_context(struct async_connection *c,
					      const struct address_end *end)
{
	redisContext *context = connect_begin(end);

	if (!c->search)
		outage_name(c->name, end);
	if (!context || !context->err)
		return context;
	if (!c->search)
		async_connection_log(c, context->errstr);
	redisFree(context);
	return NULL;
}

/* A user of a Unix socket may need no password. */
static void async_connection_authenticate(struct async_connection *c,
					  const struct address *a)
{
	c->is_authenticating = *a->user || *a->password;
	if (*a->user)
		redisAppendCommand(c->context, "AUTH %s %s", a->user,
				   a->password);
	else if (*a->password)
		redisAppendCommand(c->context, "AUTH %s", a->password);
}

/* Returns false if connecting fails at once. */
static bool async_connection_connect(struct async_connection *c,
				     const struct address *a,
				     const struct address_end *end)
{
	c->context = async_connection_context(c, end);
	if (!c->context)
		return false;
	async_connection_authenticate(c, a);
	async_connection_set_functions(c->context);
	async_connection_set_context_arena(c->context, c->into);
	c->read = event_new(c->base, c->context->fd, EV_READ | EV_PERSIST,
			    async_connection_on_read, c);
	c->write = event_new(c->base, c->context->fd, EV_WRITE,
			     async_connection_on_write, c);
	if (!c->read || !c->write)
		abort();
	event_add(c->read, NULL);
	event_add(c->write, NULL);
	return true;
}

static void async_connection_disconnect(struct async_connection *c)
{
	if (!c->context)
		return;
	event_free(c->read);
	event_free(c->write);
	redisFree(c->context);
	c->context = NULL;
}

static void async_connection_end_search(struct async_connection *c)
{
	struct async_connection_search *search = c->search;

	if (!search)
		return;
	event_free(search->timer);
	evbuffer_free(search->queued);
	free(search);
	c->search = NULL;
}

void async_connection_close(struct async_connection *c)
{
	async_connection_end_search(c);
	async_connection_disconnect(c);
	event_free(c->flush);
	free(c);
}

static void async_connection_lost(struct async_connection *c)
{
	const struct async_connection_events *events = c->events;
	bool was_established = c->is_established;
	void *who = c->who;

	async_connection_close(c);
	if (was_established || !events->on_unreached)
		events->on_lost(who);
	else
		events->on_unreached(who);
}

/* ---- searching for the right server --------------------------------- */

/* Connects to the next endpoint.  Returns false if none is left. */
static bool async_connection_try_next(struct async_connection *c)
{
	struct async_connection_search *search = c->search;

	async_connection_disconnect(c);
	while (find_master_next(&search->finder)) {
		if (!async_connection_connect(c, &search->address,
					      &search->finder.at))
			continue;
		find_master_append_command(&search->finder, c->context);
		search->is_late = false;
		event_add(search->timer, &search->attempt_time);
		return true;
	}
	find_master_log_failure(&search->finder);
	return false;
}

static void async_connection_failed(struct async_connection *c)
{
	if (!c->search || !async_connection_try_next(c))
		async_connection_lost(c);
}

/*
 * Whether connecting has succeeded.  A server that accepts a connection and
 * closes it at once (ECONNRESET) is not logged as one that cannot be reached.
 */
static bool async_connection_is_established(struct async_connection *c)
{
	int error = c->is_established ? 0 : connect_error(c->context);

	c->is_established = !error;
	if (!c->search && error && error != ECONNRESET)
		async_connection_log(c, strerror(error));
	return !error;
}

static void async_connection_on_timer(evutil_socket_t fd, short events,
				      void *arg)
{
	struct async_connection *c = arg;

	(void)fd;
	(void)events;
	if (timeout_counts(c->search->timer, &c->search->is_late))
		async_connection_failed(c);
}

static struct async_connection_search *async_connection_new_search(
	struct async_connection *c, const struct address *a,
	unsigned timeout_ms)
{
	struct async_connection_search *search = calloc(1, sizeof *search);
	unsigned ms;

	if (!search)
		abort();
	search->address = *a;
	find_master_begin(&search->finder, &search->address);
	ms = find_master_time_ms(&search->finder, timeout_ms);
	search->attempt_time = (struct timeval){ .tv_sec = ms / 1000,
						 .tv_usec = ms % 1000 * 1000 };
	search->queued = evbuffer_new();
	search->timer = evtimer_new(c->base, async_connection_on_timer, c);
	if (!search->queued || !search->timer)
		abort();
	return search;
}

/* ---- commands and replies ------------------------------------------- */

static void async_connection_append(struct async_connection *c,
				    const char *commands, size_t len)
{
	if (redisAppendFormattedCommand(c->context, commands, len) != REDIS_OK)
		abort();
	event_active(c->flush, EV_WRITE, 1);
}

static bool async_connection_read_auth(struct async_connection *c,
				       const redisReply *r)
{
	c->is_authenticating = false;
	if (r->type != REDIS_REPLY_ERROR || c->may_fail_auth ||
	    (c->search && find_master_may_fail_auth(&c->search->finder)))
		return true;
	outage_begin(c->name, r->str);
	return false;
}

static bool async_connection_read_search(struct async_connection *c,
					 const redisReply *r)
{
	struct evbuffer *queued = c->search->queued;
	size_t len = evbuffer_get_length(queued);

	if (!find_master_read_reply(&c->search->finder, r))
		return false;
	if (len)
		async_connection_append(c, (char *)evbuffer_pullup(queued, -1),
					len);
	async_connection_end_search(c);
	return true;
}

/* False: wrong server, wrong password, or a reply to no command. */
static bool async_connection_read(struct async_connection *c,
				  const redisReply *r)
{
	if (c->is_authenticating)
		return async_connection_read_auth(c, r);
	if (c->search)
		return async_connection_read_search(c, r);
	if (r->type != REDIS_REPLY_ERROR)
		outage_end(c->name);
	return c->events->on_reply(c->who, r);
}

static void async_connection_on_read(evutil_socket_t fd, short events,
				     void *arg)
{
	struct async_connection *c = arg;
	void *reply = NULL;

	(void)fd;
	(void)events;
	if (!async_connection_is_established(c) ||
	    redisBufferRead(c->context) != REDIS_OK) {
		async_connection_failed(c);
		return;
	}
	do {
		if (redisReaderGetReply(c->context->reader, &reply) !=
			    REDIS_OK ||
		    (reply && !async_connection_read(c, reply))) {
			async_connection_failed(c);
			return;
		}
	} while (reply);
}

/* The socket also becomes writable when connecting has failed. */
static void async_connection_on_write(evutil_socket_t fd, short events,
				      void *arg)
{
	struct async_connection *c = arg;
	int is_done = 0;

	(void)fd;
	(void)events;
	if (!async_connection_is_established(c) ||
	    redisBufferWrite(c->context, &is_done) != REDIS_OK)
		async_connection_failed(c);
	else if (!is_done)
		event_add(c->write, NULL);
}

struct async_connection *async_connection_open_end(
	const struct address *a, const struct address_end *end,
	bool may_fail_auth, struct event_base *base, struct arena *into,
	const struct async_connection_events *events, void *who)
{
	struct async_connection *c =
		async_connection_new(base, into, events, who);

	c->may_fail_auth = may_fail_auth;
	if (async_connection_connect(c, a, end))
		return c;
	async_connection_close(c);
	return NULL;
}

struct async_connection *async_connection_open(
	const char *address, unsigned timeout_ms, struct event_base *base,
	struct arena *into, const struct async_connection_events *events,
	void *who)
{
	struct address a;
	struct async_connection *c;

	if (address_parse(&a, address))
		return NULL;
	if (find_master_is_direct(&a))
		return async_connection_open_end(&a, &a.end[0], false, base,
						 into, events, who);
	c = async_connection_new(base, into, events, who);
	c->search = async_connection_new_search(c, &a, timeout_ms);
	if (async_connection_try_next(c))
		return c;
	async_connection_close(c);
	return NULL;
}

void async_connection_set_arena(struct async_connection *c, struct arena *into)
{
	c->into = into;
	async_connection_set_context_arena(c->context, into);
}

void async_connection_send(struct async_connection *c, const char *commands,
			   size_t len)
{
	if (!c->search)
		async_connection_append(c, commands, len);
	else if (evbuffer_add(c->search->queued, commands, len) != 0)
		abort();
}
