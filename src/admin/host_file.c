#include "admin/host_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/prefix.h"

#define SETTINGS_MODE 0600 /* the password of Redis may be in it */

const char *host_file_read(struct arena *a, const char *path)
{
	FILE *file = fopen(path, "re");
	const char *text = NULL;
	char *bytes = NULL;
	size_t size = 0;

	if (!file)
		return NULL;
	errno = 0;
	if (getdelim(&bytes, &size, '\0', file) >= 0)
		text = arena_strdup(a, bytes);
	else if (!ferror(file))
		text = "";
	free(bytes);
	fclose(file);
	return text;
}

/* ---- writing ------------------------------------------------------------ */

static const char *host_file_failed(struct arena *a, const char *path)
{
	return arena_printf(a, "cannot write %s: %s", path, strerror(errno));
}

/* The file itself, if a link leads to it: the link stays one. */
static const char *host_file_real(struct arena *a, const char *path)
{
	char *real = realpath(path, NULL);
	const char *found = real ? arena_strdup(a, real) : path;

	free(real);
	return found;
}

/* As the file that it replaces; fails only where that has another owner. */
static bool host_file_dress(int fd, const char *path, mode_t mode)
{
	struct stat old;

	if (stat(path, &old) != 0)
		return fchmod(fd, mode) == 0;
	return fchown(fd, old.st_uid, old.st_gid) == 0 &&
	       fchmod(fd, old.st_mode & 07777) == 0;
}

static bool host_file_fill(int fd, const char *text)
{
	for (ssize_t n; *text; text += n)
		if ((n = write(fd, text, strlen(text))) < 0)
			return false;
	return fsync(fd) == 0;
}

const char *host_file_write(struct arena *a, const char *path,
			    const char *text, mode_t mode)
{
	const char *real = host_file_real(a, path), *why = NULL;
	const char *making = arena_printf(a, "%s.making", real);
	int fd = open(making,
		      O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
		      SETTINGS_MODE);

	if (fd < 0)
		return host_file_failed(a, path);
	if (!host_file_dress(fd, real, mode) || !host_file_fill(fd, text) ||
	    rename(making, real) != 0) {
		why = host_file_failed(a, path);
		unlink(making);
	}
	close(fd);
	return why;
}

/* ---- settings ----------------------------------------------------------- */

/* Neither systemd nor a shell minds blanks before a line. */
static const char *host_file_value(const char *line, const char *name)
{
	const char *rest = text_after(line + strspn(line, " \t"), name);

	return rest && *rest == '=' ? rest + 1 : NULL;
}

/* Where the last such value begins, which is the one that counts. */
static const char *host_file_find(const char *text, const char *name)
{
	const char *found = NULL;

	while (text && *text) {
		const char *value = host_file_value(text, name);

		found = value ? value : found;
		text = strchr(text, '\n');
		text += text != NULL;
	}
	return found;
}

const char *host_file_get(struct arena *a, const char *path, const char *name)
{
	const char *value = host_file_find(host_file_read(a, path), name);

	if (!value || !*value)
		return NULL;
	value += strchr("'\"", *value) != NULL;
	return arena_strndup(a, value, strcspn(value, "'\"\n \t"));
}

const char *host_file_set(struct arena *a, const char *path, const char *name,
			  const char *value)
{
	const char *text = host_file_read(a, path), *old = NULL, *gap = "";

	if (!text && errno != ENOENT)
		return host_file_failed(a, path);
	if (!text)
		text = "";
	old = host_file_find(text, name);
	if (old)
		text = arena_printf(a, "%.*s%s%s", (int)(old - text), text,
				    value, old + strcspn(old, "\n"));
	else {
		if (*text && text[strlen(text) - 1] != '\n')
			gap = "\n";
		text = arena_printf(a, "%s%s%s=%s\n", text, gap, name, value);
	}
	return host_file_write(a, path, text, SETTINGS_MODE);
}
