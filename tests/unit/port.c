#include "port.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "unit.h"

int port_free(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof at;
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	assert_int_equal(0, bind(fd, (struct sockaddr *)&at, len));
	assert_int_equal(0, getsockname(fd, (struct sockaddr *)&at, &len));
	close(fd);
	return ntohs(at.sin_port);
}

int port_of_redis(void)
{
	unit_skip(SEVERAL, "it lets one Redis listen at a port");
	for (int tries = 0; tries < 20; tries++) {
		int port = port_free();

		if (strcmp(redis("CONFIG SET port %d", port), "OK") == 0)
			return port;
	}
	fail_msg("no free port");
	return 0;
}
