#define _GNU_SOURCE /* MSG_CMSG_CLOEXEC */
#include "base/pass_fds.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

/* Room for the header and all descriptors, aligned as a header must be. */
union pass_fds_control {
	char bytes[CMSG_SPACE(PASS_FDS_MAX * sizeof(int))];
	struct cmsghdr aligned;
};

bool pass_fds_send(int socket, const char *text, const int *fds, size_t n)
{
	union pass_fds_control control = { 0 };
	struct iovec part = { .iov_base = (char *)text,
			      .iov_len = strlen(text) };
	struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
	struct cmsghdr *header;

	if (n > PASS_FDS_MAX) {
		errno = EINVAL;
		return false;
	}
	if (n > 0) {
		message.msg_control = control.bytes;
		message.msg_controllen = CMSG_SPACE(n * sizeof *fds);
		header = CMSG_FIRSTHDR(&message);
		header->cmsg_level = SOL_SOCKET;
		header->cmsg_type = SCM_RIGHTS;
		header->cmsg_len = CMSG_LEN(n * sizeof *fds);
		memcpy(CMSG_DATA(header), fds, n * sizeof *fds);
	}
	return sendmsg(socket, &message, MSG_NOSIGNAL) ==
	       (ssize_t)part.iov_len;
}

/* Stores the first `max` descriptors, closes others, and returns how many. */
static size_t pass_fds_take(struct msghdr *message, int *fds, size_t max)
{
	size_t n = 0;
	int fd;

	for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header;
	     header = CMSG_NXTHDR(message, header)) {
		const unsigned char *at = CMSG_DATA(header);
		size_t len = header->cmsg_len - CMSG_LEN(0);

		if (header->cmsg_level != SOL_SOCKET ||
		    header->cmsg_type != SCM_RIGHTS)
			continue;
		for (; len >= sizeof fd; len -= sizeof fd, at += sizeof fd) {
			memcpy(&fd, at, sizeof fd);
			if (n < max)
				fds[n] = fd;
			else
				close(fd);
			n++;
		}
	}
	return n;
}

ssize_t pass_fds_receive(int socket, char *text, size_t size, int *fds,
			 size_t max)
{
	union pass_fds_control control;
	struct iovec part = { .iov_base = text, .iov_len = size - 1 };
	struct msghdr message = { .msg_iov = &part,
				  .msg_iovlen = 1,
				  .msg_control = control.bytes,
				  .msg_controllen = sizeof control.bytes };
	ssize_t len = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
	size_t n;

	if (len < 0)
		return -1;
	n = pass_fds_take(&message, fds, max);
	if (len > 0 && n <= max && !(message.msg_flags & MSG_CTRUNC)) {
		text[len] = '\0';
		return (ssize_t)n;
	}
	for (size_t i = 0; i < n && i < max; i++)
		close(fds[i]);
	errno = len > 0 ? EMSGSIZE : ENODATA;
	return -1;
}
