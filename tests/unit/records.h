/*
 * What a web server sends over FastCGI, and what a reader answers by itself.
 */
#ifndef RECORDS_H
#define RECORDS_H

#include <fastcgi.h>

#include "unit.h"
#include "http/fcgi_reader.h"

#define RECORDS_MAX ((size_t)256 * 1024)

struct records {
	struct fcgi_reader reader;
	int server;       /* the web server's end of the connection */
	size_t piece;     /* bytes that arrive at a time */
	size_t len, sent; /* in `bytes` */
	bool is_left;     /* the web server closes the connection after them */
	unsigned char bytes[RECORDS_MAX];
};

/* A connection over which nothing has arrived; the next test undoes it. */
struct records *records_open(size_t piece);

/* Appends to the input: any bytes, a record, and the parts of a request. */
void records_bytes(struct records *w, const void *bytes, size_t len);
void records_add(struct records *w, int type, int id, const void *content,
		 size_t len);
void records_begin(struct records *w, int id, int role, int flags);
void records_variable(struct records *w, int id, const char *variable);

/*
 * A complete request on a connection that is kept open: variables up to NULL,
 * all in one record, and a body.
 */
void records_request(struct records *w, int id, const char *const *variables,
		     const char *body);

/*
 * Everything that has been answered: its bytes in hex, with a space before
 * each record.
 */
const char *records_answered(struct records *w);

#endif
