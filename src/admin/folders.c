#include "admin/folders.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

const char folders_static[] = STATIC_FILES;
const char folders_settings[] = SETTINGS;
const char folders_defaults[] = DEFAULTS;
const char folders_host[] = HOST_FOLDER;
const char folders_shared[] = SHARED_FOLDER;
const char folders_defaults_pictures[] = DEFAULTS_PICTURES;

/* The folder of this program, or NULL. */
static const char *folders_own(struct arena *a)
{
	char path[PATH_MAX] = "";

	if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
		return NULL;
	return arena_strndup(a, path, (size_t)(strrchr(path, '/') - path));
}

const char *folders_programs(struct arena *a)
{
	const char *own = folders_own(a);

	if (own && access(arena_printf(a, "%s/pages", own), X_OK) == 0)
		return own;
	return PROGRAMS;
}

bool folders_are_installed(struct arena *a)
{
	return strcmp(folders_programs(a), PROGRAMS) == 0;
}
