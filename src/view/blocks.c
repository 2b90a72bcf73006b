#include "view/blocks.h"

#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "libretwis/retwis.h"

void blocks_begin(struct blocks *b, struct arena *a, int fd)
{
	*b = (struct blocks){
		.fd = fd, .text = arena_alloc(a, RT_IMPORT_STAGING_BLOCK)
	};
}

static bool blocks_write(const struct blocks *b, const void *bytes, size_t len)
{
	const char *at = bytes;

	while (len) {
		ssize_t n = write(b->fd, at, len);

		if (n <= 0)
			return false;
		at += n;
		len -= (size_t)n;
	}
	return true;
}

bool blocks_end(struct blocks *b)
{
	size_t len = b->len;

	b->len = b->n = 0;
	return !len || (blocks_write(b, &len, sizeof len) &&
			blocks_write(b, b->text, len));
}

bool blocks_add(struct blocks *b, const char *entry)
{
	size_t len = strlen(entry);

	if ((b->n == RT_IMPORT_STAGING_CHUNK ||
	     b->len + 1 + len > RT_IMPORT_STAGING_BLOCK) &&
	    !blocks_end(b))
		return false;
	if (b->n++)
		b->text[b->len++] = RT_IMPORT_STAGING_BETWEEN;
	memcpy(b->text + b->len, entry, len);
	b->len += len;
	return true;
}

const char *blocks_next(struct arena *a, int fd)
{
	size_t len;
	char *text;

	if (read(fd, &len, sizeof len) != sizeof len ||
	    len > RT_IMPORT_STAGING_BLOCK)
		return NULL;
	text = arena_alloc(a, len + 1);
	return read(fd, text, len) == (ssize_t)len ? text : NULL;
}
