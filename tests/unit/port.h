/* Ports of 127.0.0.1. */
#ifndef PORT_H
#define PORT_H

/* One that was free a moment ago. */
int port_free(void);

/* Makes the test's Redis listen on one, too, until it is restarted. */
int port_of_redis(void);

#endif
