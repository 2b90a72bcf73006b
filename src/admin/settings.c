#include "admin/settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/say.h"
#include "schema/settings.h"

extern char **environ;

#define PREFIX "RETWIS_"

/* All that are read from this file. */
static const char *const known[] = {
#define SETTING(name) name,
	EACH_SETTING(SETTING)
#undef SETTING
		NULL,
};

/* A file that is being read. */
struct settings_reader {
	struct arena *a;
	const char *path;
	unsigned line, mistakes;
	struct setting *first, **end;
};

static bool settings_is_known(const char *name)
{
	for (size_t i = 0; known[i]; i++)
		if (strcmp(known[i], name) == 0)
			return true;
	return strncmp(name, PREFIX, strlen(PREFIX)) != 0;
}

static bool settings_is_name(const char *name)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	static const char all[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

	return *name && strchr(letters, *name) &&
	       strspn(name, all) == strlen(name);
}

/*
 * Takes the quotes away.  False: systemd and a shell would not agree on the
 * value, as on what stands behind a blank, a $ or a backslash.
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

static void settings_complain(struct settings_reader *r, const char *what,
			      const char *name)
{
	say_failed("%s:%u: %s%s", r->path, r->line, name, what);
	r->mistakes++;
}

static void settings_add(struct settings_reader *r, const char *name,
			 char *value)
{
	struct setting *s = arena_alloc(r->a, sizeof *s);

	if (!settings_is_name(name))
		settings_complain(r, "this is not NAME=VALUE", "");
	else if (!settings_is_known(name))
		settings_complain(r, " is not a setting of Retwis", name);
	else if (settings_find(r->first, name))
		settings_complain(r, " is set twice", name);
	else if (!settings_unquote(&value))
		settings_complain(
			r,
			" needs its value in '...', without any ' or "
			"backslash in it",
			name);
	else {
		*s = (struct setting){ arena_strdup(r->a, name),
				       arena_strdup(r->a, value), r->line,
				       NULL };
		*r->end = s;
		r->end = &s->next;
	}
}

/* Blanks around a line are nothing to anybody. */
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

struct setting *settings_read(struct arena *a, const char *path,
			      unsigned *mistakes)
{
	struct settings_reader r = { .a = a, .path = path };
	FILE *file = fopen(path, "re");
	char *text = NULL;
	size_t size = 0;

	r.end = &r.first;
	if (!file) {
		say_failed("cannot read %s: %s", path, strerror(errno));
		return NULL;
	}
	while (getline(&text, &size, file) >= 0) {
		r.line++;
		settings_parse_line(&r, text);
	}
	free(text);
	fclose(file);
	if (!r.first)
		say_failed("there are no settings in %s", path);
	*mistakes += r.mistakes;
	return r.first;
}

/* Each time the first of them goes, the others move up. */
static void settings_clear_environment(void)
{
	for (size_t i = 0; environ[i];) {
		char *name = strndup(environ[i], strcspn(environ[i], "="));

		if (!name)
			abort();
		if (strncmp(name, PREFIX, strlen(PREFIX)) == 0)
			unsetenv(name);
		else
			i++;
		free(name);
	}
}

void settings_export(const struct setting *list)
{
	settings_clear_environment();
	for (; list; list = list->next)
		setenv(list->name, list->value, 1);
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
