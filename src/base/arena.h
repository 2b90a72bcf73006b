/*
 * Request memory.
 *
 * Everything that one request needs comes from one arena, and the program
 * resets it before the next request: nobody frees a string, and nothing can
 * leak from one member's page into another's.  Where the system has no memory
 * left, the program ends: no page can be made without memory.
 */
#ifndef ARENA_H
#define ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena {
	struct arena_block *head;
};

/* `size` zeroed bytes, aligned for any type; never NULL. */
void *arena_alloc(struct arena *a, size_t size);

/*
 * The same, but with whatever was there before: for text that is written over
 * at once, since to zero the room of a page takes as long as to fill it.
 */
void *arena_room(struct arena *a, size_t size);

/* New strings, with a NUL at their end; `len` does not count it. */
char *arena_strdup(struct arena *a, const char *s);
char *arena_strndup(struct arena *a, const char *s, size_t len);
char *arena_printf(struct arena *a, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *format, va_list args);

/* Takes everything back, and keeps one block for the next request. */
void arena_reset(struct arena *a);

/* Gives everything back to the system. */
void arena_free(struct arena *a);

#endif
