/* Which user names are acceptable. */
#include <string.h>

#include "libretwis/retwis.h"

#define NAME_MIN 2
#define NAME_MAX 20

const char *rt_name_problem(const char *name)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
	size_t len = strlen(name);

	if (len == 0)
		return "Choose a name.";
	if (strspn(name, allowed) != len)
		return "A name can only have the letters a to z, digits and _.";
	if (len < NAME_MIN || len > NAME_MAX)
		return "A name must have 2 to 20 characters.";
	return NULL;
}

char *rt_name_fold(struct arena *a, const char *name)
{
	char *folded = arena_strdup(a, name);

	for (char *c = folded; *c; c++)
		if (*c >= 'A' && *c <= 'Z')
			*c += 'a' - 'A';
	return folded;
}
