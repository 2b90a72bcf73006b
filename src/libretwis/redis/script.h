/*
 * Lua scripts on their way to Redis; private to libretwis.
 *
 * Redis keeps every script that it was sent, under the SHA-1 of its text.  So a
 * script goes over each connection as text (EVAL) until Redis has answered it
 * there, and then by its digest (EVALSHA).  To read and sum a kilobyte each time
 * was a third of what a push costs Redis.
 *
 * A server that was told to forget its scripts (SCRIPT FLUSH) says NOSCRIPT.
 * That request fails as if Redis had been away for a moment, and the next one
 * brings the text again.
 */
#ifndef SCRIPT_H
#define SCRIPT_H

#include <stdarg.h>
#include <stdbool.h>

/* The scripts that the server at the other end of one connection knows. */
struct scripts;

/* The text that "EVAL %s ..." calls; NULL for any other command. */
const char *script_text(const char *format, va_list args);

/* Forty letters, as long as `s` lives; NULL if the server must have the text. */
const char *script_digest(const struct scripts *s, const char *text);

/* Redis has answered the script.  `text` has to outlive `s`. */
void script_learn(struct scripts *s, const char *text);

/* The connection is a new one, or Redis has forgotten. */
void scripts_forget(struct scripts *s);

/* None known yet; for free(). */
struct scripts *scripts_new(void);

#endif
