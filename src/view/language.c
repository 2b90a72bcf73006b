#include "view/language.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/message.h"

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_@"

/* The names of all folders with templates, with commas. */
static const char *languages_there(struct arena *a, const char *all)
{
	const char *names = "", *name;
	glob_t found;

	if (glob(arena_printf(a, "%s/*/error.tpl", all), 0, NULL, &found))
		return "none";
	for (size_t i = 0; i < found.gl_pathc; i++) {
		*strrchr(found.gl_pathv[i], '/') = '\0';
		name = strrchr(found.gl_pathv[i], '/') + 1;
		names = arena_printf(a, "%s%s%s", names, i ? ", " : "", name);
	}
	globfree(&found);
	return names;
}

const char *language_load(struct arena *a, const char *all,
			  const char **templates)
{
	const char *language = getenv("RETWIS_LANGUAGE");
	struct stat folder;

	if (!language || !*language)
		language = "en";
	*templates = arena_printf(a, "%s/%s", all, language);
	/* access() would not do: it leaves out what root's `make run` grants, and
	 * then the folder may be in one that only root reads. */
	if (language[strspn(language, LETTERS)] || stat(*templates, &folder))
		return arena_printf(a,
				    "RETWIS_LANGUAGE: \"%s\" is none of the "
				    "languages in %s: %s",
				    language, all, languages_there(a, all));
	/* What is in the source needs no translation. */
	if (strcmp(language, "en") != 0 && !message_language(*templates))
		return arena_printf(a,
				    "RETWIS_LANGUAGE: cannot read the "
				    "messages of \"%s\"",
				    language);
	return NULL;
}
