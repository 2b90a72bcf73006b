/* Texts that begin with a known prefix: keys, channels, orders, addresses. */
#ifndef PREFIX_H
#define PREFIX_H

#include <stddef.h>
#include <string.h>

/* The rest of `text` after `prefix`, or NULL if it does not begin with that. */
static inline const char *text_after(const char *text, const char *prefix)
{
	size_t len = strlen(prefix);

	return strncmp(text, prefix, len) == 0 ? text + len : NULL;
}

#endif
