/*
 * Where the data are, one of:
 *
 *	unix:[user[:password]@]PATH
 *	tcp://[user:password@]host:port
 *	tcp+proxy://[user:password@]host:port	Twemproxy, before several Redis
 *	cluster://[user:password@]host:port[,host:port...]
 *	sentinel://[user:password@]host:port[,host:port...]/NAME
 *
 * At a socket in a private folder a user needs no password.  A '@' in a path
 * has a '/' before it.  An address of IPv6 stands in brackets, as in
 * [::1]:6379.  Nothing is decoded: the last '@' ends the password, which may
 * hold any other letter.
 */
#ifndef ADDRESS_H
#define ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

#define ADDRESS_HOST_MAX 256 /* bytes, each with its NUL */
#define ADDRESS_USER_MAX 64
#define ADDRESS_PASS_MAX 256
#define ADDRESS_NAME_MAX 64
#define ADDRESS_ENDS_MAX 16 /* nodes or Sentinels that an address may name */

enum address_kind {
	ADDRESS_REDIS, /* unix: and tcp: */
	ADDRESS_PROXY, /* several servers, and it orders nothing among them */
	ADDRESS_CLUSTER,  /* the ends are some of the nodes */
	ADDRESS_SENTINEL, /* the ends are Sentinels, which know the master */
};

/* What a connection leads to. */
struct address_end {
	const char *path; /* of a socket, as long as the text; NULL: a host */
	char host[ADDRESS_HOST_MAX]; /* a name or digits, without brackets */
	int port;
};

/* About 5 KiB. */
struct address {
	enum address_kind kind;
	char user[ADDRESS_USER_MAX];     /* "": the default one */
	char password[ADDRESS_PASS_MAX]; /* "": none; the same for each end */
	char name[ADDRESS_NAME_MAX];     /* of the master, for Sentinels */
	struct address_end end[ADDRESS_ENDS_MAX];
	size_t n; /* of these, 1 or more */
};

/*
 * NULL if the text makes sense, and otherwise the rest of a sentence that
 * begins with the name of the setting: "must be ...".  It never tells the
 * password.
 */
const char *address_parse(struct address *a, const char *text);

/*
 * A host and a port, as a node of a cluster or a Sentinel names another one;
 * false if there is no such.
 */
bool address_set(struct address_end *end, const char *host, const char *port);

#endif
