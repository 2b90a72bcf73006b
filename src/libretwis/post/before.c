#include "libretwis/post/before.h"

#include <string.h>

/* The control character US, which is in no text that rt_text_problem() lets
 * pass; edit.lua and edit_check.lua write it. */
#define SEPARATOR "\x1f"

struct before before_read(struct arena *a, const char *field)
{
	struct before b = { .n = 0 };

	while (field && *field && b.n < BEFORE_MAX) {
		size_t len = strcspn(field, SEPARATOR);

		if (len)
			b.text[b.n++] = arena_strndup(a, field, len);
		field += len + (field[len] != '\0');
	}
	return b;
}
