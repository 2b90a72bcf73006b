#include "proxy.h"

#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rights.h"

bool proxy_has_many;

#define LINKS   4
#define LOOK_MS 5

/* Bytes that have arrived, and how many of them have been consumed. */
struct source {
	int fd;
	size_t taken, n;
	char bytes[BUFSIZ];
};

/* A connection from the program, and one to Redis for it. */
struct link {
	struct source in, back;
	FILE *out, *there;
};

static struct sockaddr_un address(const char *path)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };

	snprintf(to.sun_path, sizeof to.sun_path, "%s", path);
	return to;
}

static int open_dam(const char *path)
{
	struct sockaddr_un to = address(path);
	int dam = socket(AF_UNIX, SOCK_STREAM, 0);

	unlink(path);
	assert_int_equal(0, bind(dam, (struct sockaddr *)&to, sizeof to));
	assert_int_equal(0, listen(dam, LINKS));
	return dam;
}

/* Several servers have a front, which finds the one that has a key. */
static struct link open_link(int dam)
{
	struct sockaddr_un to = address(
		server_is_many() ? server_front() : server_path("redis.sock"));
	int redis = socket(AF_UNIX, SOCK_STREAM, 0);
	int program = accept(dam, NULL, NULL);

	assert_int_equal(0, connect(redis, (struct sockaddr *)&to, sizeof to));
	return (struct link){
		.in = { .fd = program },
		.out = fdopen(dup(program), "w"),
		.back = { .fd = redis },
		.there = fdopen(dup(redis), "w"),
	};
}

static void close_link(const struct link *l)
{
	close(l->in.fd);
	fclose(l->out);
	close(l->back.fd);
	fclose(l->there);
}

/*
 * The next byte, which has been passed on to the other side; EOF at the end.
 */
static int pass_byte(struct source *from, FILE *to)
{
	ssize_t n;

	if (from->taken == from->n) {
		n = read(from->fd, from->bytes, sizeof from->bytes);
		if (n <= 0)
			return EOF;
		from->taken = 0;
		from->n = (size_t)n;
	}
	return putc(from->bytes[from->taken++], to);
}

/* The number in a line, and the sign before it; false at the end. */
static bool pass_line(struct source *from, FILE *to, int *sign, long *number)
{
	char line[32] = "";
	size_t n = 0;
	int c;

	*sign = pass_byte(from, to);
	if (*sign == EOF)
		return false;
	while ((c = pass_byte(from, to)) != '\n' && c != EOF)
		if (n < sizeof line - 1)
			line[n++] = (char)c;
	*number = atol(line);
	return c != EOF;
}

/* Reads one complete value of the protocol; false at the end. */
static bool pass(struct source *from, FILE *to)
{
	long n;
	int sign;

	if (!pass_line(from, to, &sign, &n))
		return false;
	for (long left = sign == '$' && n >= 0 ? n + 2 : 0; left > 0; left--)
		pass_byte(from, to);
	for (; sign == '*' && n > 0; n--)
		pass(from, to);
	return true;
}

/* ---- several servers ---------------------------------------------------- */

/* Argument number `n` of a command; "" if there are fewer. */
static const char *argument(const char *command, int n)
{
	const char *at = strchr(command, '\n') + 1;

	for (; *at == '$'; n--) {
		char *text;
		long len = strtol(at + 1, &text, 10);

		if (n == 0)
			return arena_strndup(&mem, text + 2, (size_t)len);
		at = text + 2 + len + 2;
	}
	return "";
}

/* The server of a command, chosen from its first key as in Redis Cluster. */
static const char *server_of(const char *command)
{
	bool is_script = strcmp(argument(command, 0), "EVAL") == 0;
	const char *key = argument(command, is_script ? 3 : 1);
	const char *open = strchr(key, '{');
	const char *end = open ? strchr(open, '}') : NULL;

	return end && end > open + 1 ? arena_strndup(&mem, open + 1,
						     (size_t)(end - open - 1))
				     : key;
}

static char *take_command(struct source *from)
{
	char *text, *command = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	if (pass(from, to) && fflush(to) == 0)
		command = arena_strndup(&mem, text, size);
	fclose(to);
	free(text);
	return command;
}

/* The reply. */
static const char *carry_out(struct link *l, const char *command)
{
	char *text, *reply;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	fputs(command, l->there);
	fflush(l->there);
	pass(&l->back, to);
	fclose(to);
	reply = arena_strndup(&mem, text, size);
	free(text);
	return reply;
}

/*
 * For the program, which is connected only to the proxy, which counts its
 * commands.
 */
static void sign_in(struct link *l)
{
	const char *user = rights_user();

	if (*user && !server_is_many())
		assert_string_equal(
			"+OK\r\n",
			carry_out(l, arena_printf(&mem,
						  "*3\r\n$4\r\nAUTH\r\n$%d\r\n"
						  "%s\r\n$0\r\n\r\n",
						  (int)strlen(user), user)));
}

/* No text in these tests has a zero byte. The program gets no more replies. */
static void lose_server(struct link *l)
{
	const char *command = take_command(&l->in);
	const char *lost = command ? server_of(command) : "";

	shutdown(l->in.fd, SHUT_WR);
	while ((command = take_command(&l->in)))
		if (strcmp(server_of(command), lost) != 0)
			carry_out(l, command);
}

/* ---- a slow server ------------------------------------------------------ */

#define WAITING 64

/*
 * Commands whose replies wait for that of the first one, which is itself held
 * back.
 */
static struct {
	bool (*is_slow)(const char *command);
	struct link *link;
	const char *command[WAITING], *reply[WAITING]; /* NULL: not yet */
	size_t n;
} slow;

/* So are all commands after it for the same server. */
static bool slow_waits(const char *command)
{
	if (!slow.n)
		return slow.is_slow(command);
	return strcmp(server_of(command), server_of(slow.command[0])) == 0;
}

static bool slow_serve(struct link *l)
{
	const char *command = take_command(&l->in);
	bool is_slow;

	if (!command)
		return false;
	is_slow = slow_waits(command);
	if (!slow.n && !is_slow) {
		fputs(carry_out(l, command), l->out);
		return fflush(l->out) == 0;
	}
	assert_in_range(slow.n, 0, WAITING - 1);
	slow.link = l;
	slow.command[slow.n] = command;
	slow.reply[slow.n++] = is_slow ? NULL : carry_out(l, command);
	return true;
}

static void slow_go_on(void (*meanwhile)(void))
{
	if (meanwhile)
		meanwhile();
	slow.is_slow = NULL;
	for (size_t i = 0; i < slow.n; i++) {
		if (!slow.reply[i])
			slow.reply[i] = carry_out(slow.link, slow.command[i]);
		fputs(slow.reply[i], slow.link->out);
	}
	fflush(slow.link->out);
	slow.n = 0;
}

/* Sends a command there and its reply back. */
static bool serve(struct link *l)
{
	if (slow.is_slow)
		return slow_serve(l);
	if (!pass(&l->in, l->there))
		return false;
	fflush(l->there);
	pass(&l->back, l->out);
	return fflush(l->out) == 0;
}

/* ---- the program ------------------------------------------------------- */

struct program {
	const char *path;
	void (*run)(void);
};

static int program_run(void *arg)
{
	const struct program *program = arg;

	conf.servers.redis = conf.servers.bus =
		arena_printf(&mem, "unix:%s", program->path);
	rt = rt_open(&conf);
	rt->is_many = rt_bus(rt)->is_many = proxy_has_many;
	program->run();
	return 0;
}

static pid_t start(const char *path, void (*run)(void))
{
	return unit_fork(program_run, &(struct program){ path, run });
}

static bool has_more(const struct source *s)
{
	return s->taken < s->n;
}

/* Who has sent something: a link, or `n` for a new one; -1 for nobody. */
static int listen_to(int dam, const struct link *links, int n)
{
	struct pollfd p[LINKS + 1];
	int who = n, patience = LOOK_MS;

	for (int i = 0; i <= n; i++) {
		p[i] = (struct pollfd){ .events = POLLIN,
					.fd = i == n ? dam : links[i].in.fd };
		if (i < n && has_more(&links[i].in))
			patience = 0;
	}
	if (poll(p, (nfds_t)n + 1, patience) < 0)
		return -1;
	while (who >= 0 && !p[who].revents &&
	       (who == n || !has_more(&links[who].in)))
		who--;
	return who;
}

static bool has_ended(pid_t pid)
{
	return waitpid(pid, NULL, WNOHANG) == pid;
}

bool proxy_run_with(unsigned at, void (*meanwhile)(void), unsigned commands,
		    void (*run)(void))
{
	const char *path = server_path("dam.sock");
	struct link links[LINKS];
	int dam = open_dam(path), n = 0, who;
	pid_t pid = start(path, run);
	unsigned passed = 0;
	bool ended;

	while (!(ended = has_ended(pid))) {
		who = listen_to(dam, links, n);
		if (who >= 0 && who == n) {
			assert_true(n < LINKS);
			links[n++] = open_link(dam);
			sign_in(&links[n - 1]);
			continue;
		}
		if (who < 0) {
			if (slow.n)
				slow_go_on(meanwhile);
			continue;
		}
		if (passed == commands) {
			if (proxy_has_many)
				lose_server(&links[who]);
			kill(pid, SIGKILL);
			waitpid(pid, NULL, 0);
			break;
		}
		if (meanwhile && !slow.is_slow && passed == at) {
			meanwhile();
			meanwhile = NULL;
		}
		if (serve(&links[who])) {
			passed++;
		} else {
			close_link(&links[who]);
			links[who] = links[--n];
		}
	}
	while (n > 0)
		close_link(&links[--n]);
	close(dam);
	return ended;
}

bool proxy_run(unsigned commands, void (*run)(void))
{
	return proxy_run_with(0, NULL, commands, run);
}

/* If no command has met the slow server by the end, there was none for it. */
void proxy_run_slowly(bool (*is_slow)(const char *command),
		      void (*meanwhile)(void), void (*run)(void))
{
	proxy_has_many = true;
	slow.is_slow = is_slow;
	assert_true(proxy_run_with(UINT_MAX, meanwhile, UINT_MAX, run));
	proxy_has_many = false;
	assert_null(slow.is_slow);
}
