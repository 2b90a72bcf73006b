/* The answer on its way to the web server. */
#ifndef SEND_H
#define SEND_H

#include "http/req.h"

/*
 * Sends what the page has answered, with the headers of every answer.  False if
 * it broke off: then nothing else may follow on that connection.
 */
bool page_send(struct req *q);

#endif
