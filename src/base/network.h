/*
 * IP addresses, and lists of them.
 *
 * All are stored in the form of IPv6, so 192.0.2.1 and ::ffff:192.0.2.1 are the
 * same address.
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
 * Parses an address from the first `len` bytes of a text.  As proxies write it,
 * it may have a port, and IPv6 may be in brackets.  Returns false, and leaves
 * `ip` unchanged, for any other text.
 */
bool network_read(const char *text, size_t len, struct address_ip *ip);

/*
 * A list contains addresses, networks such as 10.0.0.0/8, and perhaps "unix:",
 * separated by spaces or commas.
 */
bool network_list_ok(const char *list);
bool network_list_has(const char *list, const struct address_ip *ip);

/* Whether it contains "unix:", for clients of a Unix socket. */
bool network_list_has_unix(const char *list);

/*
 * The text by which clients are counted: the address, or its first 64 bits for
 * IPv6, because nobody is assigned less than a network of that size.
 */
const char *network_client(struct arena *a, const struct address_ip *ip);

/*
 * The first 48 bits of such a client.  Many are assigned a whole network of
 * that size; limits that must not be evaded by changing addresses within it
 * count by this.  NULL for IPv4, and for a text that is no client.
 */
const char *network_wide(struct arena *a, const char *client);

#endif
