/*
 * Addresses of the internet, and lists of them.
 *
 * We keep all in the form of IPv6, so that 192.0.2.1 and ::ffff:192.0.2.1 are
 * one address.
 */
#ifndef NETWORK_H
#define NETWORK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct address_ip {
	unsigned char byte[16];
};

/*
 * Reads an address from the first `len` bytes of a text, as proxies write it:
 * also with a port, and IPv6 in brackets.  False, and `ip` is untouched, for
 * any other text.
 */
bool network_read(const char *text, size_t len, struct address_ip *ip);

/*
 * A list holds addresses, networks such as 10.0.0.0/8, and perhaps "unix:",
 * with spaces or commas between them.
 */
bool network_list_ok(const char *list);
bool network_list_has(const char *list, const struct address_ip *ip);

/* Whether it holds "unix:", for clients by a socket of this machine. */
bool network_list_has_unix(const char *list);

/*
 * The text by which we count a client: its address, or the first 64 bits of
 * it for IPv6, since nobody is given less than a network of that size.
 */
const char *network_client(struct arena *a, const struct address_ip *ip);

/*
 * The first 48 bits of such a client, as text, for counting where it must not
 * matter that many are given that much; NULL for IPv4, and for what is no
 * client.
 */
const char *network_wide(struct arena *a, const char *client);

#endif
