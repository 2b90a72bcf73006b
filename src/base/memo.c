#include "base/memo.h"

#include <string.h>

static struct memo_head *memo_place(const struct memo *m, uint64_t key)
{
	return (void *)((unsigned char *)m->rows + key % m->places * m->size);
}

void *memo_find(const struct memo *m, uint64_t key, int64_t now)
{
	struct memo_head *row = memo_place(m, key);

	return row->key == key && now < row->until ? row : NULL;
}

void *memo_put(const struct memo *m, uint64_t key, int64_t until)
{
	struct memo_head *row = memo_place(m, key);

	memset(row, 0, m->size);
	*row = (struct memo_head){ .key = key, .until = until };
	return row;
}

uint64_t memo_text(const char *text)
{
	uint64_t key = 0;

	for (; *text; text++)
		key = 31 * key + (unsigned char)*text;
	return key;
}

uint64_t memo_pair(uint64_t one, uint64_t other)
{
	return 31 * one + other;
}
