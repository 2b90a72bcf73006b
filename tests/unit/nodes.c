#include "nodes.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hiredis/hiredis.h>

#include "redis/hash_slot.h"

#define PATIENCE_S 600

static char folder[256], address[256];
static pid_t script, pids[NODES];
static int ports[NODES];
static redisContext *beside[NODES];

/* ---- before and after --------------------------------------------------- */

static void run_script(int out)
{
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	execl("tests/lib/cluster", "cluster", folder, "3", "0",
	      "--cluster-require-full-coverage", "no", (char *)NULL);
	_exit(EXIT_FAILURE);
}

static void read_ports(FILE *from)
{
	int n = fscanf(from, "ready %d %d %d", &ports[0], &ports[1],
		       &ports[2]);

	assert_int_equal(NODES, n);
	snprintf(address, sizeof address,
		 "cluster://127.0.0.1:%d,127.0.0.1:%d,127.0.0.1:%d", ports[0],
		 ports[1], ports[2]);
}

int nodes_start(__attribute__((unused)) void **state)
{
	FILE *from;
	int out[2];

	signal(SIGPIPE, SIG_IGN);
	alarm(PATIENCE_S);
	snprintf(folder, sizeof folder, "/tmp/retwis-nodes-XXXXXX");
	if (!mkdtemp(folder) || pipe(out) != 0)
		return -1;
	script = fork();
	if (script == 0)
		run_script(out[1]);
	close(out[1]);
	from = fdopen(out[0], "r");
	read_ports(from);
	fclose(from);
	for (size_t i = 0; i < NODES; i++) {
		const char *at =
			strstr(at_node(i, "INFO server"), "process_id:");

		pids[i] = (pid_t)strtol(at + strlen("process_id:"), NULL, 10);
	}
	return 0;
}

int nodes_stop(__attribute__((unused)) void **state)
{
	char *remove = arena_printf(&mem, "rm -rf %s", folder);

	for (size_t i = 0; i < NODES; i++) {
		redisFree(beside[i]);
		kill(pids[i], SIGKILL);
	}
	kill(script, SIGTERM);
	waitpid(script, NULL, 0);
	return system(remove);
}

int nodes_fresh(__attribute__((unused)) void **state)
{
	unit_configure(address);
	for (size_t i = 0; i < NODES; i++)
		at_node(i, "FLUSHALL");
	rt = rt_open(&conf);
	return 0;
}

int nodes_forget(__attribute__((unused)) void **state)
{
	rt_close(rt);
	rt = NULL;
	arena_free(&mem);
	return 0;
}

const char *nodes_address(void)
{
	return address;
}

int nodes_port(size_t i)
{
	return ports[i];
}

/* ---- beside the library -------------------------------------------------- */

static const char *text_of(const redisReply *r)
{
	const char *all = "";

	if (r->type == REDIS_REPLY_INTEGER)
		return arena_printf(&mem, "%lld", r->integer);
	if (r->type != REDIS_REPLY_ARRAY)
		return r->str ? arena_strdup(&mem, r->str) : "(nil)";
	for (size_t i = 0; i < r->elements; i++)
		all = arena_printf(&mem, "%s%s%s", all, i ? " " : "",
				   text_of(r->element[i]));
	return all;
}

const char *at_node(size_t i, const char *format, ...)
{
	redisReply *reply;
	const char *text;
	va_list args;

	if (!beside[i])
		beside[i] = redisConnect("127.0.0.1", ports[i]);
	va_start(args, format);
	reply = redisvCommand(beside[i], format, args);
	va_end(args);
	assert_non_null(reply);
	text = text_of(reply);
	freeReplyObject(reply);
	return text;
}

size_t node_of(const char *key)
{
	size_t slot = (size_t)hash_slot(key, strlen(key)), i = 0;

	while (slot >= (i + 1) * HASH_SLOTS / NODES)
		i++;
	return i;
}

const char *key_at(size_t i, const char *prefix)
{
	const char *key;
	unsigned n = 0;

	do
		key = arena_printf(&mem, "%s:%u", prefix, n++);
	while (node_of(key) != i);
	return key;
}

void node_signal(size_t i, int signal)
{
	kill(pids[i], signal);
}
