/* Connecting by each form of an address. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "port.h"
#include "redis/connect.h"
#include "unit.h"

/* The user that Redis takes us for; NULL if there is no answer. */
static const char *who_at(const char *address, unsigned ms)
{
	struct rt_servers servers = { .redis = address,
				      .bus = address,
				      .timeout_ms = ms };
	struct rt *own = redis_open(&servers);
	const char *who = NULL;

	rt_read_str(own, &mem, &who, "ACL WHOAMI");
	redis_close(own);
	return who;
}

TEST(by_unix_socket)
{
	const char *none = arena_printf(&mem, "unix:%s", server_path("none"));

	unit_skip("nutcracker", "Twemproxy does not know ACL");
	assert_non_null(who_at(conf.servers.redis, 1000));
	assert_null(who_at(none, 1000));
}

static bool has_ipv6(void)
{
	struct sockaddr_in6 at = { .sin6_family = AF_INET6,
				   .sin6_addr = in6addr_loopback };
	int fd = socket(AF_INET6, SOCK_STREAM, 0);
	bool has = fd >= 0 && !bind(fd, (struct sockaddr *)&at, sizeof at);

	close(fd);
	return has;
}

TEST(by_tcp)
{
	static const struct {
		const char *form, *who;
	} table[] = {
		{ "tcp://:p@ss:w@rd@127.0.0.1:%d", "default" },
		{ "tcp://default:p@ss:w@rd@127.0.0.1:%d", "default" },
		{ "tcp://alice:a:b@c@localhost:%d", "alice" },
		{ "tcp://:p@ss:w@rd@[::ffff:127.0.0.1]:%d", "default" },
		{ "tcp://:p@ss:w@rd@[::1]:%d", "default" },
		{ "tcp://:wrong@127.0.0.1:%d", NULL },
		{ "tcp://alice:p@ss:w@rd@127.0.0.1:%d", NULL },
		{ "tcp://nobody:x@127.0.0.1:%d", NULL },
	};
	int port = port_of_redis();

	assert_redis("OK", "ACL SETUSER alice on >a:b@c ~* +@all");
	assert_redis("OK", "CONFIG SET requirepass p@ss:w@rd");
	for (size_t i = 0; i < COUNT(table); i++) {
		const char *who;
		char text[256];

		if (strchr(table[i].form, '[') && !has_ipv6())
			continue;
		snprintf(text, sizeof text, table[i].form, port);
		who = who_at(text, 1000);
		CHECK(table[i].form, !who == !table[i].who);
		CHECK(table[i].form, !who || !strcmp(who, table[i].who));
	}
}

TEST(without_its_password_it_counts_as_down)
{
	uint64_t id = 7;
	struct rt_user user = { .id = id };

	unit_skip("nutcracker", "Twemproxy takes anybody");
	assert_redis("OK", "CONFIG SET requirepass secret");
	assert_int_equal(RT_DOWN, rt_user_by_id(rt, &mem, 1, &user));
	assert_int_equal(id, user.id);
}

TEST(nobody_listens)
{
	char text[64];

	snprintf(text, sizeof text, "tcp://127.0.0.1:%d", port_free());
	assert_null(who_at(text, 1000));
}

TEST(bad_addresses_do_not_connect)
{
	assert_null(who_at("", 1000));
	assert_null(who_at("tcp://host", 1000));
}

/* Accepts no connection yet; in the kernel there is room for `backlog` + 1. */
static int listen_only(int backlog, struct sockaddr_in *at)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	socklen_t len = sizeof *at;

	*at = (struct sockaddr_in){ .sin_family = AF_INET,
				    .sin_addr.s_addr =
					    htonl(INADDR_LOOPBACK) };
	assert_int_equal(0, bind(fd, (struct sockaddr *)at, len));
	assert_int_equal(0, listen(fd, backlog));
	assert_int_equal(0, getsockname(fd, (struct sockaddr *)at, &len));
	return fd;
}

TEST(the_time_out_holds_for_answers_too)
{
	struct sockaddr_in at;
	int fd = listen_only(1, &at);
	int64_t began = unit_now();

	assert_null(who_at(arena_printf(&mem, "tcp://:secret@127.0.0.1:%d",
					ntohs(at.sin_port)),
			   150));
	assert_in_range(unit_now() - began, 140, 1500);
	close(fd);
}

/*
 * Stops its parent, which is just connecting, and makes room for it.  The
 * kernel asks a full server again only after a second.
 */
static int accept_both(void *arg)
{
	const int *fd = arg;

	usleep(100 * 1000);
	kill(getppid(), SIGSTOP);
	accept(*fd, NULL, NULL);
	accept(*fd, NULL, NULL);
	kill(getppid(), SIGCONT);
	return 0;
}

TEST(connected_while_the_process_was_stopped)
{
	struct sockaddr_in at;
	int fd = listen_only(0, &at), first = socket(AF_INET, SOCK_STREAM, 0);
	pid_t child;

	assert_int_equal(0, connect(first, (struct sockaddr *)&at, sizeof at));
	child = unit_fork(accept_both, &fd);
	assert_true(connect_answers(
		arena_printf(&mem, "tcp://127.0.0.1:%d", ntohs(at.sin_port)),
		600));
	assert_int_equal(child, waitpid(child, NULL, 0));
	close(first);
	close(fd);
}

#define ANEW(test)                                                            \
	cmocka_unit_test_setup_teardown(test, unit_restarted, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(by_unix_socket),
		ANEW(by_tcp),
		ANEW(without_its_password_it_counts_as_down),
		PLAIN(nobody_listens),
		PLAIN(bad_addresses_do_not_connect),
		PLAIN(the_time_out_holds_for_answers_too),
		PLAIN(connected_while_the_process_was_stopped),
	};

	return RUN_ANY(tests);
}
