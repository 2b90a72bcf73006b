#include "admin/web_file.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "admin/folders.h"
#include "admin/host_file.h"
#include "base/prefix.h"

#define WEB_FILE_MODE 0644

static const struct web_kind {
	const char *name, *program, *link;
	const char *word, *end; /* before and after the name of the site */
	const char *any;        /* in the place of a name */
	const char *certificate;
	const char *other; /* Debian's own site */
} web_kinds[] = {
	{ "nginx", "/usr/sbin/nginx", "/etc/nginx/sites-enabled/retwis.conf",
	  "server_name", ";", "_", "ssl_certificate",
	  "/etc/nginx/sites-enabled/default" },
	{ "apache", "/usr/sbin/apache2",
	  "/etc/apache2/sites-enabled/retwis.conf", "ServerName", "",
	  "localhost", "SSLCertificateFile",
	  "/etc/apache2/sites-enabled/000-default.conf" },
};

#define WEB_KINDS (sizeof web_kinds / sizeof *web_kinds)

/* ---- finding it --------------------------------------------------------- */

static bool web_has(struct arena *a, const char *root, const char *path)
{
	struct stat st;

	return lstat(arena_printf(a, "%s%s", root, path), &st) == 0;
}

/* The server that has our site already, or else the first one that is there. */
static const struct web_kind *web_kind_here(struct arena *a, const char *root)
{
	const struct web_kind *first = NULL;

	for (size_t i = 0; i < WEB_KINDS; i++) {
		if (!web_has(a, root, web_kinds[i].program))
			continue;
		if (web_has(a, root, web_kinds[i].link))
			return &web_kinds[i];
		if (!first)
			first = &web_kinds[i];
	}
	return first;
}

static const struct web_kind *web_kind_of(const struct web_file *web)
{
	for (size_t i = 0; i < WEB_KINDS; i++)
		if (web->server && strcmp(web_kinds[i].name, web->server) == 0)
			return &web_kinds[i];
	return NULL;
}

/* What follows the first such word that begins a line; NULL if none does. */
static const char *web_value(const char *text, const char *word)
{
	while (text && *text) {
		const char *rest =
			text_after(text + strspn(text, " \t"), word);

		if (rest && (*rest == ' ' || *rest == '\t'))
			return rest + strspn(rest, " \t");
		text = strchr(text, '\n');
		text += text != NULL;
	}
	return NULL;
}

static size_t web_value_length(const char *value)
{
	size_t len = strcspn(value, ";\n");

	while (len && strchr(" \t", value[len - 1]))
		len--;
	return len;
}

/* The text with another value in the place of that one. */
static const char *web_replaced(struct arena *a, const char *text,
				const char *word, const char *value)
{
	const char *old = web_value(text, word);

	return arena_printf(a, "%.*s%s%s", (int)(old - text), text, value,
			    old + web_value_length(old));
}

/* A host who has given it two names has edited it. */
static bool web_is_sample(struct arena *a, const char *text,
			  const char *sample, const char *word)
{
	const char *value = web_value(text, word);

	return sample && value && web_value(sample, word) &&
	       strcspn(value, " \t") >= web_value_length(value) &&
	       strcmp(web_replaced(a, text, word, ""),
		      web_replaced(a, sample, word, "")) == 0;
}

/* A link, as of a program that writes all settings of a machine, is kept. */
static enum web_file_state web_state(struct arena *a,
				     const struct web_kind *kind,
				     struct web_file *web, const char *sample)
{
	struct stat st;

	if (lstat(web->path, &st) != 0) {
		web->text = sample;
		return sample && web_value(sample, kind->word) ? WEB_FILE_NEW
							       : WEB_FILE_NONE;
	}
	web->text = host_file_read(a, web->path);
	if (!web->text || !S_ISREG(st.st_mode))
		return WEB_FILE_EDITED;
	return web_is_sample(a, web->text, sample, kind->word)
		       ? WEB_FILE_OURS
		       : WEB_FILE_EDITED;
}

/* The first one, if there are several. */
static const char *web_name(struct arena *a, const struct web_kind *kind,
			    const char *text)
{
	const char *value = text ? web_value(text, kind->word) : NULL;
	const char *name =
		value ? arena_strndup(a, value, strcspn(value, " \t;\n")) : "";

	return strcmp(name, kind->any) == 0 ? "" : name;
}

void web_file_find(struct arena *a, const char *root, struct web_file *web)
{
	const struct web_kind *kind = web_kind_here(a, root);
	const char *sample;

	*web = (struct web_file){ .name = "" };
	if (!kind)
		return;
	web->server = kind->name;
	web->link = kind->link;
	web->shown =
		arena_printf(a, "%s/%s/site.conf", folders_host, kind->name);
	web->path = arena_printf(a, "%s%s", root, web->shown);
	sample = host_file_read(a, arena_printf(a, "%s%s/%s/site.conf", root,
						folders_shared, kind->name));
	web->state = web_state(a, kind, web, sample);
	web->name = web_name(a, kind, web->text);
	web->is_linked = web_has(a, root, kind->link);
	web->has_default = web_has(a, root, kind->other);
	web->has_certificate =
		web->text && web_value(web->text, kind->certificate) != NULL;
}

/* ---- writing it --------------------------------------------------------- */

const char *web_file_line(struct arena *a, const struct web_file *web,
			  const char *name)
{
	const struct web_kind *kind = web_kind_of(web);

	return arena_printf(a, "%s %s%s", kind->word, *name ? name : kind->any,
			    kind->end);
}

const char *web_file_write(struct arena *a, const struct web_file *web,
			   const char *name)
{
	const struct web_kind *kind = web_kind_of(web);

	if (!kind ||
	    (web->state != WEB_FILE_NEW && web->state != WEB_FILE_OURS))
		return NULL;
	return host_file_write(a, web->path,
			       web_replaced(a, web->text, kind->word,
					    *name ? name : kind->any),
			       WEB_FILE_MODE);
}
