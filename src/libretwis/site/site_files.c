#include "libretwis/site/site_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/utf8.h"

/*
 * In bytes.  It is limited since each page is built whole in memory, for each
 * visitor.
 */
#define TEXT_MAX 65536

static const char *const files[RT_SITE_TEXTS] = {
	[RT_SITE_ABOUT] = "about.txt",
	[RT_SITE_RULES] = "rules.txt",
	[RT_SITE_PRIVACY] = "privacy.txt",
	[RT_SITE_IMPRINT] = "imprint.txt",
};

static const char *site_fault(struct arena *a, const char *path,
			      const char *why)
{
	return arena_printf(a, "RETWIS_ABOUT: %s %s", path, why);
}

static bool site_may_show(uint32_t code)
{
	return code == '\r' || !utf8_is_control(code);
}

/*
 * Tabs become spaces, since a page shows them alike.  A blank file counts as
 * none.
 */
static const char *site_files_store(struct arena *a, const char *path,
				    char *bytes, size_t n, const char **text)
{
	char *normal;

	if (n > TEXT_MAX)
		return site_fault(a, path, "is longer than 64 KiB");
	for (char *tab = bytes; (tab = strchr(tab, '\t'));)
		*tab = ' ';
	if (strlen(bytes) != n || !utf8_all(bytes, site_may_show))
		return site_fault(a, path, "is not UTF-8 text");
	if (!rt_text_problem(a, bytes, TEXT_MAX, &normal))
		*text = normal;
	return NULL;
}

static const char *site_files_read_one(struct arena *a, const char *path,
				       const char **text)
{
	char bytes[TEXT_MAX + 2];
	FILE *file = fopen(path, "r");
	size_t n;

	if (!file)
		return errno == ENOENT ? NULL
				       : site_fault(a, path, strerror(errno));
	n = fread(bytes, 1, TEXT_MAX + 1, file);
	bytes[n] = '\0';
	if (ferror(file)) {
		fclose(file);
		return site_fault(a, path, "cannot be read");
	}
	fclose(file);
	return site_files_store(a, path, bytes, n, text);
}

const char *site_files_read(struct arena *a, const char *folder,
			    const char *text[RT_SITE_TEXTS])
{
	struct stat s;
	const char *why = NULL;

	if (!folder)
		return NULL;
	if (stat(folder, &s) != 0 || !S_ISDIR(s.st_mode))
		return site_fault(a, folder, "is not a folder");
	for (size_t i = 0; !why && i < RT_SITE_TEXTS; i++)
		why = site_files_read_one(
			a, arena_printf(a, "%s/%s", folder, files[i]),
			&text[i]);
	return why;
}
