/* Ports of 127.0.0.1. */
#ifndef PORT_H
#define PORT_H

/* One that was free a moment ago. */
int port_free(void);

/* Lets the test's Redis listen at one, too, until it starts again. */
int port_of_redis(void);

#endif
