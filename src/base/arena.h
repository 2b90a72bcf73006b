/*
 * Memory of a request.
 *
 * Everything that one request needs is allocated from one arena, which the
 * program resets before the next request.  So no string is ever freed, and
 * nothing can leak from one member's page into another's.  If the system runs
 * out of memory, the program exits, because no page can be made without it.
 */
#ifndef ARENA_H
#define ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena {
	struct arena_block *head;
};

/* Returns `size` zeroed bytes, aligned for any type.  Never NULL. */
void *arena_alloc(struct arena *a, size_t size);

/*
 * The same, but not zeroed.  It is for memory that is filled at once, because
 * zeroing the memory of a whole page takes as long as filling it.
 */
void *arena_room(struct arena *a, size_t size);

/* New strings, terminated by a NUL that `len` does not include. */
char *arena_strdup(struct arena *a, const char *s);
char *arena_strndup(struct arena *a, const char *s, size_t len);
char *arena_printf(struct arena *a, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *format, va_list args);

/* Frees everything except one block, which the next request can use. */
void arena_reset(struct arena *a);

/* Frees everything. */
void arena_free(struct arena *a);

#endif
