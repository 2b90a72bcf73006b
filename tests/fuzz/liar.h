/*
 * A Redis that answers whatever the fuzzer wants; for fuzz_replies.c.
 *
 * It is a thread behind a real socket, so that the pages and the worker talk to
 * it by all of their own code, down to hiredis.  It answers one command after
 * the other and takes bytes of the input for each, so the same input gives the
 * same answers.
 */
#ifndef LIAR_H
#define LIAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts it, until the process ends; returns its address for RETWIS_REDIS. */
const char *liar_start(void);

/* From now on, and until liar_rest(), it answers by this input. */
void liar_taste(const uint8_t *data, size_t size);

/*
 * Waits until its clients have hung up: then it has read all they sent.  False
 * if they have asked so much that only a loop without end explains it.
 */
bool liar_rest(void);

/* ---- what it is made of ------------------------------------------------ */

/* The rest of an input; with nothing left, each byte is 0. */
struct input {
	const uint8_t *at;
	size_t left;
};

uint8_t input_byte(struct input *in);
unsigned input_below(struct input *in, unsigned n);

/* Bytes that grow. */
struct bytes {
	char *v;
	size_t n, room;
};

void bytes_add(struct bytes *b, const char *text, size_t n);
__attribute__((format(printf, 2, 3))) void bytes_put(struct bytes *b,
						     const char *format, ...);

#define WORDS_MAX 64

/* A command, or as much of it as we look at. */
struct words {
	const char *v[WORDS_MAX];
	size_t n;
};

/* The secret that the member 1 is signed in by. */
#define LIAR_SECRET "cccccccccccccccccccccccccccccccc1"

/*
 * What a good Redis could answer: "+status", ":number", "$text", "_" for a nil,
 * or "[one|two|_" for an array.  Lives until the next call.
 */
const char *usual(const struct words *command);

/*
 * The bytes of the answer: the usual one, or what the input makes of it.
 * False: and then hang up.
 */
bool odd(struct input *in, const struct words *command, struct bytes *out);

#endif
