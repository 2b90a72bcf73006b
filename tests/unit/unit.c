#include "unit.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <hiredis/hiredis.h>

#include "libretwis/post/task.h"

#define PATIENCE_S 600

struct arena mem;
struct rt_config conf;
struct rt *rt;

static char address[600];
static redisContext *beside;

int64_t unit_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

time_t unit_second(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return t.tv_sec;
}

/* ---- before and after -------------------------------------------------- */

int unit_start(__attribute__((unused)) void **state)
{
	/* As the page loop does. */
	signal(SIGPIPE, SIG_IGN);
	/* A test that waits for ever has failed. */
	alarm(PATIENCE_S);
	server_start();
	snprintf(address, sizeof address, "unix:%s",
		 server_path("redis.sock"));
	return 0;
}

void unit_skip(const char *where, const char *why)
{
	const char *kind = getenv("RETWIS_TEST_REDIS");

	if (!kind || !*kind || !strstr(where, kind))
		return;
	fprintf(stderr, "skipped on %s: %s\n", kind, why);
	skip();
}

/* A command with keys of two slots, which only a cluster refuses. */
static bool has_crossed(void)
{
	redisReply *reply = redisCommand(beside, "INFO errorstats");
	bool crossed = reply && reply->type == REDIS_REPLY_STRING &&
		       strstr(reply->str, "errorstat_CROSSSLOT");

	if (crossed)
		fputs("a command had keys of two slots: CROSSSLOT\n", stderr);
	freeReplyObject(reply);
	return crossed;
}

int unit_stop(__attribute__((unused)) void **state)
{
	bool crossed = beside && has_crossed();

	redisFree(beside);
	beside = NULL;
	server_stop();
	return crossed;
}

void unit_configure(const char *redis_at)
{
	conf = (struct rt_config){
		.redis = redis_at,
		.bus = redis_at,
		.timeout_ms = 1000,
		.name = "Retwis",
		.key = UNIT_KEY,
		.post_max = 280,
		.last_seen = true,
		.proxies = "",
	};
}

int unit_fresh(__attribute__((unused)) void **state)
{
	unit_configure(address);
	if (rt)
		rt_close(rt);
	rt = rt_open(&conf);
	return strcmp(redis("FLUSHDB"), "OK");
}

int unit_adopted(void **state)
{
	return unit_fresh(state) || strcmp(redis("SET layout 1"), "OK");
}

int unit_forget(__attribute__((unused)) void **state)
{
	if (rt)
		rt_close(rt);
	rt = NULL;
	arena_free(&mem);
	return 0;
}

/* ---- Redis, beside the library ----------------------------------------- */

/* Thousands may be in a list. */
static const char *join(const redisReply *r)
{
	char *all, *text;
	size_t size;
	FILE *out = open_memstream(&all, &size);

	for (size_t i = 0; i < r->elements; i++) {
		const char *s = r->element[i]->str;

		fprintf(out, "%s%s", i ? " " : "", s ? s : "(nil)");
	}
	fclose(out);
	text = arena_strndup(&mem, all, size);
	free(all);
	return text;
}

static const char *reply_text(const redisReply *r)
{
	switch (r->type) {
	case REDIS_REPLY_NIL:
		return NULL;
	case REDIS_REPLY_INTEGER:
		return arena_printf(&mem, "%lld", r->integer);
	case REDIS_REPLY_ARRAY:
		return join(r);
	default:
		return arena_strndup(&mem, r->str, r->len);
	}
}

/* The old connection may have ended with the old server. */
static redisReply *run(const char *format, va_list args)
{
	redisReply *reply = NULL;
	va_list again;

	va_copy(again, args);
	if (beside)
		reply = redisvCommand(beside, format, args);
	if (!reply) {
		redisFree(beside);
		beside = redisConnectUnix(server_front());
		reply = redisvCommand(beside, format, again);
	}
	va_end(again);
	return reply;
}

static const char *take_text(redisReply *reply, const char *command)
{
	const char *text;

	if (!reply)
		fail_msg("no Redis for %s", command);
	text = reply_text(reply);
	freeReplyObject(reply);
	return text;
}

const char *redis(const char *format, ...)
{
	redisReply *reply;
	va_list args;

	va_start(args, format);
	reply = run(format, args);
	va_end(args);
	return take_text(reply, format);
}

const char *redis_line(const char *command)
{
	return take_text(redisCommand(beside, command), command);
}

void redis_all(const char *const *commands, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		redisReply *reply = redisCommand(beside, commands[i]);

		if (!reply || reply->type == REDIS_REPLY_ERROR)
			fail_msg("%s", commands[i]);
		freeReplyObject(reply);
	}
}

/* ---- members and posts ------------------------------------------------- */

struct rt_user unit_member(const char *name)
{
	struct rt_user u = { .name = name };

	u.id = redis_number("INCR next_user_id");
	u.secret = arena_printf(&mem, "secret0of0%s", name);
	redis("HSET user:%llu username %s auth %s", (unsigned long long)u.id,
	      u.name, u.secret);
	redis("HSET users %s %llu", u.name, (unsigned long long)u.id);
	redis("HSET auths %s %llu", u.secret, (unsigned long long)u.id);
	redis("ZADD users_by_time %llu %s", 1000 + (unsigned long long)u.id,
	      u.name);
	return u;
}

void unit_timeline(uint64_t member)
{
	redis("RPUSH posts:%llu 0", (unsigned long long)member);
}

struct rt_user unit_followed(void)
{
	struct rt_user alice = unit_member("alice");
	struct rt_user bob = unit_member("bob"), carol = unit_member("carol");

	rt_follow(rt, &mem, bob.id, alice.id);
	rt_follow(rt, &mem, carol.id, alice.id);
	for (uint64_t id = 1; id <= 3; id++)
		unit_timeline(id);
	return alice;
}

const char *unit_entries(uint64_t member)
{
	unsigned long long id = member;
	char *text = arena_strdup(&mem, redis("LRANGE posts:%llu 0 -1", id));
	size_t n = strlen(text);

	if (!n)
		return NULL;
	if (strcmp(text, "0") == 0)
		return "";
	if (n > 2 && strcmp(text + n - 2, " 0") == 0)
		text[n - 2] = '\0';
	return text;
}

/* A connection asks but once. */
void unit_unadopt(void)
{
	redis("DEL layout");
	rt_close(rt);
	rt = rt_open(&conf);
}

static bool is_work_left(void)
{
	struct queue_state state;

	assert_int_equal(RT_OK, queue_state(rt, &mem, DELIVER_QUEUE, &state));
	return state.length > 0;
}

static size_t deliver_alone(struct worker *w, const struct jobs *jobs)
{
	struct delivery d;

	for (size_t i = 0; i < jobs->n; i++)
		assert_int_equal(RT_OK, task_chunk(rt, &mem, w, &jobs->v[i],
						   INT64_MAX, &d));
	return jobs->n;
}

/* To wait for a job that does not come takes Redis a tenth of a second. */
size_t unit_deliver(void)
{
	struct worker w;
	struct delivery d;
	struct jobs jobs;
	size_t n = 0, taken;

	worker_join(&w, &mem, DELIVER_QUEUE, 10000);
	while (is_work_left()) {
		assert_int_equal(RT_OK, worker_take_jobs(rt, &mem, &w, 0,
							 WORKER_JOBS, &jobs));
		taken = jobs.n;
		assert_int_equal(RT_OK, task_together(rt, &mem, &w, &jobs,
						      INT64_MAX, &d));
		n += taken - jobs.n + deliver_alone(&w, &jobs);
	}
	assert_int_equal(RT_OK, worker_leave(rt, &mem, &w));
	return n;
}

uint64_t unit_post(const struct rt_user *author, const char *body)
{
	return unit_reply(author, body, 0);
}

uint64_t unit_reply(const struct rt_user *author, const char *body,
		    uint64_t to)
{
	struct rt_draft draft = { .body = body, .reply_to = to };
	uint64_t id = 0;

	assert_int_equal(RT_OK, rt_post_create(rt, &mem, author, &draft, &id));
	unit_deliver();
	return id;
}

const char *unit_ids(const struct rt_posts *posts)
{
	const char *text = "";

	for (size_t i = 0; i < posts->n; i++)
		text = arena_printf(&mem, "%s%s%llu", text, i ? " " : "",
				    (unsigned long long)posts->v[i].id);
	return text;
}

uint64_t unit_commands(void)
{
	static const char field[] = "total_commands_processed:";

	return strtoull(strstr(redis("INFO stats"), field) + strlen(field),
			NULL, 10);
}
