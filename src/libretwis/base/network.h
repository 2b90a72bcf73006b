/*
 * Addresses of the internet, and lists of them; private to libretwis.
 *
 * All are kept as IPv6 has them, IPv4 in its mapped form, so that 192.0.2.1
 * and ::ffff:192.0.2.1 are one.
 */
#ifndef NETWORK_H
#define NETWORK_H

#include <stdbool.h>
#include <stddef.h>

#include "libretwis/base/arena.h"

struct address_ip {
	unsigned char byte[16];
};

/*
 * Reads the first `len` bytes of a text, as proxies write addresses: also
 * with a port, and IPv6 in brackets.  False for all that is none.
 */
bool network_read(const char *text, size_t len, struct address_ip *ip);

/*
 * A list holds addresses, networks such as 10.0.0.0/8, and perhaps "unix:",
 * with spaces or commas between them.
 */
bool network_list_ok(const char *list);
bool network_list_has(const char *list, const struct address_ip *ip);

/* Whether it holds "unix:": who comes by a socket of this machine. */
bool network_list_has_unix(const char *list);

/*
 * By what a client is counted: its address, or of IPv6 the first 64 bits, the
 * least that anybody is given.
 */
const char *network_client(struct arena *a, const struct address_ip *ip);

#endif
