#include "unit.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <hiredis/hiredis.h>

#include "base/clock.h"
#include "base/fiber.h"
#include "libretwis/post/dispatch.h"
#include "rights.h"

#define PATIENCE_S 600

struct arena mem;
struct rt_config conf;
struct rt *rt;
const struct rt_acting nobody = { 0 };

#define PLACE 256
static char address[PLACE], bus[PLACE];
static const char *user = "retwis";
static redisContext *beside;

int64_t unit_now(void)
{
	return clock_ms();
}

time_t unit_second(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return t.tv_sec;
}

/* ---- before and after -------------------------------------------------- */

struct group {
	const struct CMUnitTest *tests;
	size_t n;
	CMFixtureFunction setup, teardown;
};

static int run_group(void *arg)
{
	const struct group *g = arg;

	return _cmocka_run_group_tests("tests", g->tests, g->n, g->setup,
				       g->teardown);
}

int unit_run(const struct CMUnitTest *tests, size_t n, CMFixtureFunction setup,
	     CMFixtureFunction teardown)
{
	struct group g = { tests, n, setup, teardown };

	return fiber_run(run_group, &g);
}

pid_t unit_fork(int (*run)(void *arg), void *arg)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(fiber_run(run, arg));
	return pid;
}

int unit_start(__attribute__((unused)) void **state)
{
	/* As the page loop does. */
	signal(SIGPIPE, SIG_IGN);
	/* A test that waits for ever has failed. */
	alarm(PATIENCE_S);
	server_start();
	server_places(user, address, bus, PLACE);
	return 0;
}

int unit_start_admin(void **state)
{
	user = "retwis-admin";
	return unit_start(state);
}

int unit_start_any(void **state)
{
	user = "";
	return unit_start(state);
}

void unit_skip(const char *where, const char *why)
{
	const char *kind = getenv("RETWIS_TEST_REDIS");

	if (!kind || !*kind || !strstr(where, kind))
		return;
	fprintf(stderr, "skipped on %s: %s\n", kind, why);
	skip();
}

int unit_stop(__attribute__((unused)) void **state)
{
	bool was_wrong = beside && rights_were_missing(beside);

	redisFree(beside);
	beside = NULL;
	server_stop();
	return was_wrong;
}

void unit_configure(const char *redis_at)
{
	conf = (struct rt_config){
		.servers = { .redis = redis_at,
			     .bus = redis_at,
			     .timeout_ms = 1000 },
		.name = "Retwis",
		.key = UNIT_KEY,
		.post_max = 280,
		.edit_minutes = 15,
		.session_days = 90,
		.last_seen = true,
		.announcers = RT_ANNOUNCE_MEMBERS,
		.proxies = "",
	};
}

/* The linker redirects all calls of clock_ms() here: see the Makefile. */
static int64_t passed;
int64_t __real_clock_ms(void);
int64_t __wrap_clock_ms(void);

int64_t __wrap_clock_ms(void)
{
	return __real_clock_ms() + passed;
}

void unit_pass(int64_t ms)
{
	passed += ms;
}

int unit_fresh(__attribute__((unused)) void **state)
{
	unit_pass(60000);
	unit_configure(address);
	conf.servers.bus = bus;
	if (rt)
		rt_close(rt);
	rt = rt_open(&conf);
	return strcmp(redis("FLUSHDB"), "OK");
}

int unit_adopted(void **state)
{
	return unit_fresh(state) || strcmp(redis("SET layout 1"), "OK");
}

/* Settings of one test must not remain for the next one. */
static void hang_up_on_all(void)
{
	redis("CONFIG SET maxmemory 0");
	redis("CONFIG SET maxclients 1000");
	redis("CLIENT KILL TYPE pubsub");
	redis("CLIENT KILL TYPE normal SKIPME yes");
}

int unit_restarted(void **state)
{
	if (server_is_many())
		hang_up_on_all();
	else
		server_restart();
	return unit_fresh(state);
}

void unit_part_bus(void)
{
	const char *path = strchr(conf.servers.bus, '/');

	if (strncmp(conf.servers.bus, "unix:", 5) != 0)
		return;
	conf.servers.bus =
		arena_printf(&mem, "%.*s/.%s", (int)(path - conf.servers.bus),
			     conf.servers.bus, path);
}

static struct rt *admin;

static void forget_admin(void)
{
	if (admin)
		rt_close(admin);
	admin = NULL;
}

struct rt *unit_admin(void)
{
	static char admin_at[PLACE], admin_bus[PLACE];
	static struct rt_config admin_conf;

	if (admin) {
		rt_end_request(admin);
		return admin;
	}
	server_places("retwis-admin", admin_at, admin_bus, PLACE);
	admin_conf = conf;
	admin_conf.servers.redis = admin_at;
	admin_conf.servers.bus = admin_bus;
	return admin = rt_open(&admin_conf);
}

int unit_forget(__attribute__((unused)) void **state)
{
	forget_admin();
	if (rt)
		rt_close(rt);
	rt = NULL;
	arena_free(&mem);
	return 0;
}

/* ---- Redis, without the library ----------------------------------------- */

/* A list may contain thousands. */
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

enum rt_err unit_standing(uint64_t id, enum rt_standing to)
{
	const struct rt_standing_change change = { .whom = id,
						   .to = to,
						   .as = RT_HOST };

	return rt_change_standing(rt, &mem, &change);
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

void unit_reopen(void)
{
	rt_close(rt);
	rt = rt_open(&conf);
}

/* A connection checks it only once. */
void unit_unadopt(void)
{
	redis("DEL layout");
	forget_admin();
	unit_reopen();
}

static bool is_work_left(void)
{
	uint64_t jobs = 0;

	assert_int_equal(RT_OK, rt_read_u64(rt_bus(rt), &mem, &jobs,
					    "LLEN " KEY_JOBS, DELIVER_QUEUE));
	return jobs > 0;
}

static size_t deliver_alone(struct worker *w, const struct jobs *jobs)
{
	struct delivery d;

	for (size_t i = 0; i < jobs->n; i++)
		assert_int_equal(RT_OK,
				 dispatch_chunk(rt, &mem, w, &jobs->v[i],
						INT64_MAX, &d));
	return jobs->n;
}

/* Waiting for a job that does not come takes Redis a tenth of a second. */
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
		assert_int_equal(RT_OK, dispatch_together(rt, &mem, &w, &jobs,
							  INT64_MAX, &d));
		n += taken - jobs.n + deliver_alone(&w, &jobs);
	}
	assert_int_equal(RT_OK, worker_leave(rt, &mem, &w));
	return n;
}

void unit_make_due(const char *queue)
{
	redis("EVAL %s 1 {%s}:due",
	      "for _, note in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do"
	      " redis.call('ZADD', KEYS[1], 1, note) end",
	      queue);
}

void unit_leave(const struct rt_user *who)
{
	assert_int_equal(RT_OK, rt_leave(rt, &mem, who));
	unit_make_due("leaving");
	assert_int_equal(RT_OK, rt_leaving_run(rt, &mem));
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

static uint64_t number_behind(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? strtoull(at + strlen(name), NULL, 10) : 0;
}

static uint64_t calls_in(const char *info, const char *command)
{
	return number_behind(info,
			     arena_printf(&mem, "cmdstat_%s:calls=", command));
}

/*
 * Commands between servers are counted there, too, and those for connecting.
 */
uint64_t unit_commands(void)
{
	static const char *const others[] = { "info",  "auth",
					      "hello", "replconf",
					      "psync", "cluster|slots" };
	const char *info = redis("INFO commandstats");
	uint64_t n = 0;

	for (const char *at = info; (at = strstr(at, ":calls=")); at++)
		n += number_behind(at, ":calls=");
	for (size_t i = 0; i < COUNT(others); i++)
		n -= calls_in(info, others[i]);
	return n;
}

uint64_t unit_calls(const char *command)
{
	return calls_in(redis("INFO commandstats"), command);
}
