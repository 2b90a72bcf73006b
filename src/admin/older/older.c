#include "admin/older/older.h"

#include <string.h>

bool older_key_is(const char *kind, const char *key, uint64_t *id)
{
	const char *star = strchr(kind, '*');
	size_t before = (size_t)(star - kind);

	if (strncmp(kind, key, before) != 0)
		return false;
	key += before;
	return digits_read(&key, id) && *id && *id <= OLDER_ID_MAX &&
	       strcmp(star + 1, key) == 0;
}
