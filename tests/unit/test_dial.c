/* Connecting by each form of an address. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "redis/connect.h"
#include "port.h"
#include "unit.h"

/* Who Redis takes us for: NULL if we could not even connect. */
static const char *connect_as(const char *form, int port)
{
	char text[256];
	redisContext *link;
	redisReply *reply;
	const char *who;

	snprintf(text, sizeof text, form, port);
	link = dial(text, 1000);
	if (!link)
		return NULL;
	reply = redisCommand(link, "ACL WHOAMI");
	who = reply ? arena_strdup(&mem, reply->str) : "lost";
	freeReplyObject(reply);
	redisFree(link);
	return who;
}

TEST(by_unix_socket)
{
	redisContext *link = dial(conf.servers.redis, 1000);

	assert_non_null(link);
	redisFree(link);
	assert_null(dial(arena_printf(&mem, "unix:%s", server_path("none")),
			 1000));
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

		if (strchr(table[i].form, '[') && !has_ipv6())
			continue;
		who = connect_as(table[i].form, port);
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
	assert_null(dial(text, 1000));
}

TEST(bad_addresses_do_not_connect)
{
	assert_null(dial("", 1000));
	assert_null(dial("tcp://host", 1000));
}

/* Listens, and never accepts nor answers. */
TEST(the_time_out_holds_for_answers_too)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof at;
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	int64_t began = unit_now();
	char text[64];

	assert_int_equal(0, bind(fd, (struct sockaddr *)&at, len));
	assert_int_equal(0, listen(fd, 1));
	assert_int_equal(0, getsockname(fd, (struct sockaddr *)&at, &len));
	snprintf(text, sizeof text, "tcp://:secret@127.0.0.1:%d",
		 ntohs(at.sin_port));
	assert_null(dial(text, 150));
	assert_in_range(unit_now() - began, 140, 1500);
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
	};

	return RUN_ANY(tests);
}
