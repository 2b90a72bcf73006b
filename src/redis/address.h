/*
 * The address of the data, which has one of these forms:
 *
 *	unix:[user[:password]@]PATH
 *	tcp://[user:password@]host:port
 *	tcp+proxy://[user:password@]host:port	Twemproxy, before several Redis
 *	cluster://[user:password@]host:port[,host:port...]
 *	sentinel://[user:password@]host:port[,host:port...]/NAME
 *
 * A user needs no password on a socket, because the socket may lie in a private
 * folder.  There, an '@' after the first '/' is part of the path.  An IPv6
 * address is written in brackets, as in [::1]:6379.  Nothing is decoded: the
 * last '@' ends the password, so the password may contain any character.
 */
#ifndef ADDRESS_H
#define ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

#define ADDRESS_HOST_MAX 256 /* sizes in bytes, each with the final NUL */
#define ADDRESS_USER_MAX 64
#define ADDRESS_PASS_MAX 256
#define ADDRESS_NAME_MAX 64
#define ADDRESS_ENDS_MAX 16 /* nodes or Sentinels that an address may list */

enum address_kind {
	ADDRESS_REDIS,    /* unix: and tcp: */
	ADDRESS_PROXY,    /* several servers, with no order among them */
	ADDRESS_CLUSTER,  /* the ends are some of the nodes */
	ADDRESS_SENTINEL, /* the ends are Sentinels, which know the master */
};

/* One endpoint that can be connected to. */
struct address_end {
	const char *path; /* socket, points into the address text; or NULL */
	char host[ADDRESS_HOST_MAX]; /* name or IP, without brackets */
	int port;
};

/* This takes about 5 KiB. */
struct address {
	enum address_kind kind;
	char user[ADDRESS_USER_MAX]; /* "" is the default user */
	char password
		[ADDRESS_PASS_MAX];  /* "" is none; the same for all ends */
	char name[ADDRESS_NAME_MAX]; /* Sentinel's name of the master */
	struct address_end end[ADDRESS_ENDS_MAX];
	size_t n; /* number of ends, at least 1 */
};

/*
 * Parses an address.  Returns NULL if it is valid, and otherwise the rest of a
 * sentence that begins with the name of the setting: "must be ...".  That text
 * never contains the password.
 */
const char *address_parse(struct address *a, const char *text);

/*
 * Fills in an endpoint from the host and the port that a cluster node or a
 * Sentinel has named.  Returns false if these are invalid.
 */
bool address_set(struct address_end *end, const char *host, const char *port);

#endif
