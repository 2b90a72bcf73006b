#include "admin/settings_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/commands.h"
#include "admin/folders.h"
#include "schema/settings.h"

extern char **environ;

#define SETTING_PREFIX "RETWIS_"

/* All settings that a program reads from this file. */
static const char *const settings_known[] = {
#define SETTING(name) name,
	EACH_SETTING(SETTING)
#undef SETTING
		NULL,
};

/* A file that is being read. */
struct settings_reader {
	struct arena *a;
	const char *path;
	bool is_quiet;
	unsigned line, mistakes;
	unsigned unread; /* a line whose value of ours is unclear; or 0 */
	struct setting *first, **end;
};

static bool settings_is_ours(const char *name)
{
	for (size_t i = 0; settings_known[i]; i++)
		if (strcmp(settings_known[i], name) == 0)
			return true;
	return false;
}

/* Other programs may have settings in this file, so only RETWIS_ is ours. */
static bool settings_is_known(const char *name)
{
	return settings_is_ours(name) ||
	       strncmp(name, SETTING_PREFIX, strlen(SETTING_PREFIX)) != 0;
}

static bool settings_is_name(const char *name)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	static const char all[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

	return *name && strchr(letters, *name) &&
	       strspn(name, all) == strlen(name);
}

/*
 * Removes the quotes.  False if systemd and a shell would read different
 * values, since each treats a blank, a $ or a backslash in its own way.
 */
static bool settings_unquote(char **value)
{
	char *v = *value, quote = *v;
	size_t len = strlen(v);

	if (quote != '"' && quote != '\'')
		return strcspn(v, " \t\r\"'`$\\;&|<>()~") == len;
	if (len < 2 || v[len - 1] != quote)
		return false;
	v[len - 1] = '\0';
	*value = v + 1;
	return strcspn(v + 1, quote == '"' ? "\"`$\\" : "'\\") == len - 2;
}

const struct setting *settings_find(const struct setting *list,
				    const char *name)
{
	size_t len = strcspn(name, " ");

	for (; list; list = list->next)
		if (strlen(list->name) == len &&
		    strncmp(list->name, name, len) == 0)
			return list;
	return NULL;
}

static void settings_complain(struct settings_reader *r, const char *what,
			      const char *name)
{
	if (!r->is_quiet)
		say_failed("%s:%u: %s%s", r->path, r->line, name, what);
	r->mistakes++;
}

/* Of several values of a name the last one counts, so that comes first. */
static void settings_append(struct settings_reader *r, const char *name,
			    const char *value)
{
	struct setting *s = arena_alloc(r->a, sizeof *s);

	*s = (struct setting){ arena_strdup(r->a, name),
			       arena_strdup(r->a, value), r->path, r->line,
			       NULL };
	if (settings_find(r->first, name)) {
		s->next = r->first;
		r->first = s;
	} else {
		*r->end = s;
		r->end = &s->next;
	}
}

static void settings_add(struct settings_reader *r, const char *name,
			 char *value)
{
	if (!settings_is_name(name))
		settings_complain(r, "this is not NAME=VALUE", "");
	else if (!settings_is_known(name))
		settings_complain(r, " is not a setting of Retwis", name);
	else if (!r->is_quiet && settings_find(r->first, name))
		settings_complain(r, " is set twice", name);
	else if (settings_unquote(&value))
		settings_append(r, name, value);
	else {
		settings_complain(
			r,
			" needs its value in '...', without any ' or "
			"backslash in it",
			name);
		if (settings_is_ours(name))
			r->unread = r->line;
	}
}

/* Neither systemd nor a shell minds blanks around a line. */
static char *settings_trim(char *line)
{
	size_t len = strcspn(line, "\n");

	while (len > 0 && strchr(" \t", line[len - 1]))
		len--;
	line[len] = '\0';
	return line + strspn(line, " \t");
}

static void settings_parse_line(struct settings_reader *r, char *text)
{
	char *line = settings_trim(text);
	char *sign = strchr(line, '=');

	if (!*line || *line == '#')
		return;
	if (!sign) {
		settings_complain(r, "this is not NAME=VALUE", "");
		return;
	}
	*sign = '\0';
	settings_add(r, line, sign + 1);
}

/* Reads the lines of a file.  False if it cannot be read; errno says why. */
static bool settings_read_lines(struct settings_reader *r)
{
	FILE *file = fopen(r->path, "re");
	char *text = NULL;
	size_t size = 0;

	r->end = &r->first;
	if (!file)
		return false;
	while (getline(&text, &size, file) >= 0) {
		r->line++;
		settings_parse_line(r, text);
	}
	free(text);
	fclose(file);
	return true;
}

/* The settings of an installation that the host has not changed. */
static struct setting *settings_read_defaults(struct arena *a)
{
	struct settings_reader r = { .a = a,
				     .path = folders_defaults,
				     .is_quiet = true };

	struct settings_reader pictures = { .a = a,
					    .path = folders_defaults_pictures,
					    .is_quiet = true };

	if (!folders_are_installed(a))
		return NULL;
	settings_read_lines(&r);
	settings_read_lines(&pictures);
	*r.end = pictures.first;
	return r.first;
}

struct setting *settings_read(struct arena *a, const char *path,
			      unsigned *mistakes)
{
	struct settings_reader r = { .a = a, .path = path };
	struct setting *defaults = settings_read_defaults(a);
	bool may_be_missing = defaults && strcmp(path, folders_settings) == 0;

	if (!settings_read_lines(&r) && !(errno == ENOENT && may_be_missing)) {
		say_failed("cannot read %s: %s", path, strerror(errno));
		return NULL;
	}
	*r.end = defaults;
	if (!r.first)
		say_failed("there are no settings in %s", path);
	*mistakes += r.mistakes;
	return r.first;
}

/*
 * unsetenv() moves the later entries down by one, so the index advances only
 * past those that remain.
 */
static void settings_clear_environment(void)
{
	for (size_t i = 0; environ[i];) {
		char *name = strndup(environ[i], strcspn(environ[i], "="));

		if (!name)
			abort();
		if (strncmp(name, SETTING_PREFIX, strlen(SETTING_PREFIX)) == 0)
			unsetenv(name);
		else
			i++;
		free(name);
	}
}

/* The first value of a name counts, which is the host's. */
static void settings_add_to_environment(const struct setting *list)
{
	for (; list; list = list->next)
		setenv(list->name, list->value, 0);
}

void settings_export(const struct setting *list)
{
	settings_clear_environment();
	for (const struct setting *s = list; s; s = s->next)
		unsetenv(s->name);
	settings_add_to_environment(list);
}

const char *settings_supply(struct arena *a)
{
	struct settings_reader r = { .a = a,
				     .path = folders_settings,
				     .is_quiet = true };
	const char *redis = getenv("RETWIS_REDIS");

	if ((redis && *redis) || !folders_are_installed(a))
		return NULL;
	if (!settings_read_lines(&r) && errno != ENOENT)
		return arena_printf(a, "cannot read %s: %s", r.path,
				    strerror(errno));
	if (r.unread)
		return arena_printf(a,
				    "the value in line %u of %s is unclear: "
				    "retwis-admin config says why",
				    r.unread, r.path);
	*r.end = settings_read_defaults(a);
	settings_add_to_environment(r.first);
	return NULL;
}
