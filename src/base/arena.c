#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * A home page with ten posts fits in, so most requests need one block.  For the
 * fuzzers it is 1: each allocation is a block of its own then, and the
 * sanitizer notices when one is overrun.
 */
#ifndef BLOCK_SIZE
#define BLOCK_SIZE ((size_t)64 * 1024)
#endif

struct arena_block {
	struct arena_block *next;
	size_t size, used;
	_Alignas(max_align_t) unsigned char data[];
};

static void *arena_or_die(void *memory)
{
	if (!memory) {
		fputs("retwis: out of memory\n", stderr);
		abort();
	}
	return memory;
}

/*
 * A large allocation gets a block of its own, which is put second in the list,
 * so that the current block can still be filled.
 */
static struct arena_block *arena_add_block(struct arena *a, size_t size)
{
	size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
	struct arena_block *b = arena_or_die(malloc(sizeof *b + room));

	b->size = room;
	b->used = 0;
	if (a->head && size > BLOCK_SIZE) {
		b->next = a->head->next;
		a->head->next = b;
	} else {
		b->next = a->head;
		a->head = b;
	}
	return b;
}

void *arena_room(struct arena *a, size_t size)
{
	const size_t align = _Alignof(max_align_t);
	struct arena_block *b = a->head;
	void *memory;

	if (size > SIZE_MAX / 2)
		arena_or_die(NULL);
	size = (size + align - 1) / align * align;
	if (!b || b->size - b->used < size)
		b = arena_add_block(a, size);
	memory = b->data + b->used;
	b->used += size;
	return memory;
}

void *arena_alloc(struct arena *a, size_t size)
{
	return memset(arena_room(a, size), 0, size);
}

char *arena_strndup(struct arena *a, const char *s, size_t len)
{
	char *copy = arena_room(a, len + 1);

	memcpy(copy, s, len);
	copy[len] = '\0';
	return copy;
}

char *arena_strdup(struct arena *a, const char *s)
{
	return arena_strndup(a, s, strlen(s));
}

char *arena_vprintf(struct arena *a, const char *format, va_list args)
{
	char small[256], *s;
	va_list again;
	size_t len;

	va_copy(again, args);
	len = (size_t)vsnprintf(small, sizeof small, format, args);
	s = arena_room(a, len + 1);
	if (len < sizeof small)
		memcpy(s, small, len + 1);
	else
		vsnprintf(s, len + 1, format, again);
	va_end(again);
	return s;
}

char *arena_printf(struct arena *a, const char *format, ...)
{
	va_list args;
	char *s;

	va_start(args, format);
	s = arena_vprintf(a, format, args);
	va_end(args);
	return s;
}

void arena_reset(struct arena *a)
{
	struct arena_block *keep = a->head;

	if (!keep)
		return;
	a->head = keep->next;
	arena_free(a);
	keep->next = NULL;
	keep->used = 0;
	a->head = keep;
}

void arena_free(struct arena *a)
{
	while (a->head) {
		struct arena_block *next = a->head->next;

		free(a->head);
		a->head = next;
	}
}
