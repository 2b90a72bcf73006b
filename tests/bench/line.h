/*
 * The one connection to Redis of same.c. Commands are collected until
 * line_send(), and Redis answers in that order. Every error ends the program
 * with a sentence: a bench with errors measures nothing.
 */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stddef.h>

struct buffer {
	char *bytes;
	size_t at, len, size; /* from `at` to `len` is what is left */
};

struct line {
	int fd;
	struct buffer out, in;
};

/* `address` is that of RETWIS_REDIS: unix:PATH, or unix:USER@PATH. */
void line_open(struct line *l, const char *address);

void line_add(struct line *l, const char *bytes, size_t len);

/* Returns whether all was sent; otherwise call it when the socket has room. */
bool line_send(struct line *l);

/* Reads what has arrived. */
void line_receive(struct line *l);

/* Drops the next reply; false if it is not complete yet. */
bool line_take(struct line *l);

#endif
