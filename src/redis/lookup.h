/*
 * Hosts by their names; private to libretwis.
 *
 * Where a name server is away, a look-up takes many seconds, and no visitor can
 * wait for it, least of all those who have their connection already.  So only
 * the first one of a process waits.  From then on a name stands for what it
 * stood for at the last look, and a call that comes a second later or more has
 * it looked up again by a thread, for the next call: a Redis that has moved is
 * found at the second try.
 */
#ifndef LOOKUP_H
#define LOOKUP_H

#include <stdbool.h>

#define LOOKUP_IP_MAX 64 /* bytes, with the NUL and the scope of a link */

/*
 * Writes an address as digits, of IPv4 where the host has one.  False, and an
 * empty text, while none is known; then a line on stderr says why.  Names are
 * kept as long as the process lives: only for those of its settings.
 */
bool lookup_host(const char *host, char ip[LOOKUP_IP_MAX]);

#endif
