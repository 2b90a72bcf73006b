/*
 * A Redis that answers whatever the fuzzer wants; for fuzz_replies.c.
 *
 * It is a thread with a real socket, so that the pages and the worker use all
 * of their own code to talk to it, down to hiredis. It answers one command
 * after the other and takes bytes of the input for each, so the same input
 * gives the same answers.
 */
#ifndef LIAR_H
#define LIAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts it, until the process ends; returns its address for RETWIS_REDIS. */
const char *liar_start(void);

/* From now on, and until liar_rest(), the answers are made from this input. */
void liar_taste(const uint8_t *data, size_t size);

/*
 * Waits until its clients have closed their connections: then it has read
 * everything they sent. Returns false if they have sent so many commands that
 * only an endless loop explains it.
 */
bool liar_rest(void);

/* ---- parts of the implementation ---------------------------------------- */

/* The rest of an input; when nothing is left, each byte is 0. */
struct input {
	const uint8_t *at;
	size_t left;
};

uint8_t input_byte(struct input *in);
unsigned input_below(struct input *in, unsigned n);

/* A growing buffer. */
struct bytes {
	char *v;
	size_t n, room;
};

void bytes_add(struct bytes *b, const char *text, size_t n);
__attribute__((format(printf, 2, 3))) void bytes_put(struct bytes *b,
						     const char *format, ...);

#define WORDS_MAX 64

/* A command, or the part of it that we use. */
struct words {
	const char *v[WORDS_MAX];
	size_t n;
};

/* The session secret of member 1. */
#define LIAR_SECRET "cccccccccccccccccccccccccccccccc1"

/* A picture in post 2. */
#define LIAR_TOKEN "0123456789abcdef0123456789abcdef"

/*
 * What a correct Redis could answer: "+status", ":number", "$text", "_" for a
 * nil, or "[one|two|_" for an array. Valid until the next call.
 */
const char *usual(const struct words *command);

/*
 * Makes the bytes of the answer: the usual one, or what the input turns it
 * into. Returns false if the connection should then be closed.
 */
bool odd(struct input *in, const struct words *command, struct bytes *out);

#endif
