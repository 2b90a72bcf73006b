#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "base/network.h"
#include "base/prefix.h"
#include "base/utf8.h"
#include "base/zone.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/retwis.h"
#include "libretwis/site/site_settings.h"
#include "redis/address.h"
#include "schema/settings.h"

/* ---- settings ---------------------------------------------------------- */

/* An empty variable counts as unset, as in the shell's ${NAME:-default}. */
static const char *config_setting(const char *name, const char *fallback)
{
	const char *value = getenv(name);

	return value && *value ? value : fallback;
}

static const char *config_address(struct arena *a, const char *name,
				  const char *fallback, const char **out,
				  bool *is_proxy)
{
	struct address *at = arena_alloc(a, sizeof *at);
	const char *must;

	*out = config_setting(name, fallback);
	must = address_parse(at, *out);
	*is_proxy = !must && at->kind == ADDRESS_PROXY;
	return must ? arena_printf(a, "%s %s", name, must) : NULL;
}

/* A proxy closes the connection at the commands of queues and messages. */
static const char *config_addresses(struct arena *a, struct rt_config *c)
{
	bool is_proxy;
	const char *why = config_address(a, "RETWIS_REDIS", DEFAULT_REDIS,
					 &c->servers.redis, &is_proxy);

	if (!why)
		why = config_address(a, "RETWIS_BUS", c->servers.redis,
				     &c->servers.bus, &is_proxy);
	if (!why && is_proxy)
		return arena_strdup(a, "RETWIS_BUS must point to a Redis "
				       "server itself, not to a proxy");
	return why;
}

static const char *config_number(struct arena *a, const char *name,
				 unsigned fallback, unsigned least,
				 unsigned most, unsigned *out)
{
	const char *text = config_setting(name, "");
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	if (!*text) {
		*out = fallback;
		return NULL;
	}
	if (*text < '0' || *text > '9' || *end || n < least || n > most)
		return arena_printf(a, "%s must be a number from %u to %u",
				    name, least, most);
	*out = (unsigned)n;
	return NULL;
}

/* Reads each number of the table, with its field, default and range. */
static const char *config_numbers(struct arena *a, struct rt_config *c)
{
	const char *why = NULL;

#define NUMBER(name, field, fallback, least, most)                            \
	if (!why)                                                             \
		why = config_number(a, name, fallback, least, most, &c->field);
	EACH_NUMBER(NUMBER)
#undef NUMBER
	return why;
}

/* Reads one of these words, which end with NULL. */
static const char *config_choice(struct arena *a, const char *name,
				 const char *const *words, unsigned fallback,
				 unsigned *out)
{
	const char *text = config_setting(name, words[fallback]);
	const char *all = words[0];

	for (*out = 0; words[*out]; ++*out)
		if (strcmp(text, words[*out]) == 0)
			return NULL;
	for (size_t i = 1; words[i]; i++)
		all = arena_printf(a, "%s%s%s", all,
				   words[i + 1] ? ", " : " or ", words[i]);
	return arena_printf(a, "%s must be %s", name, all);
}

/* Of two words the second means true; several words are those of an enum. */
static const char *config_choices(struct arena *a, struct rt_config *c)
{
	const char *why = NULL;
	unsigned chosen;

#define CHOICE(name, field, fallback, ...)                                    \
	if (!why) {                                                           \
		static const char *const words[] = { __VA_ARGS__, NULL };     \
                                                                              \
		why = config_choice(a, name, words, fallback, &chosen);       \
		c->field = chosen;                                            \
	}
	EACH_CHOICE(CHOICE)
#undef CHOICE
	return why;
}

/* A proxy closes the connection at WAIT. */
static const char *config_safe(struct arena *a, const struct rt_config *c)
{
	if (c->servers.on_replica &&
	    text_after(c->servers.redis, "tcp+proxy:"))
		return arena_strdup(a, "RETWIS_SAFE must be master if "
				       "RETWIS_REDIS points to a proxy");
	return NULL;
}

/* Whether PHP Retwis, the original, uses this database, too. */
static const char *config_shared(struct arena *a, bool *out)
{
	const char *text = config_setting("RETWIS_SHARED", "");

	*out = strcmp(text, "php") == 0;
	if (*out || !*text)
		return NULL;
	return arena_strdup(a, "RETWIS_SHARED must be php, or empty");
}

static const char *config_line(struct arena *a, const char *name,
			       const char *fallback, unsigned max,
			       const char **out)
{
	const char *set = config_setting(name, NULL);

	*out = set ? utf8_trim(a, set) : fallback;
	if (!set || site_line_ok(*out, max))
		return NULL;
	return arena_printf(a, "%s must be one line of 1 to %u characters",
			    name, max);
}

/* The name has to fit into one line of the masthead on a phone. */
static const char *config_lines(struct arena *a, struct rt_config *c)
{
	const char *why = config_line(a, "RETWIS_NAME", DEFAULT_NAME,
				      LONGEST_NAME, &c->name);

	return why ? why
		   : config_line(a, "RETWIS_WELCOME", NULL, LONGEST_WELCOME,
				 &c->welcome);
}

/* Names of settings, with commas or blanks between them. */
static const char *config_locked(struct arena *a, unsigned *out)
{
	char *names = arena_strdup(a, config_setting("RETWIS_LOCKED", ""));
	char *rest = NULL;

	*out = 0;
	for (const char *name = strtok_r(names, ", ", &rest); name;
	     name = strtok_r(NULL, ", ", &rest)) {
		enum rt_setting setting = rt_setting_find(name);

		if (setting == RT_SETTINGS)
			return arena_strdup(
				a, "RETWIS_LOCKED must be names of settings "
				   "that `retwis-admin site get` shows, such "
				   "as readers,signup");
		*out |= RT_SETTING_BIT(setting);
	}
	return NULL;
}

#define URL_LETTERS                                                           \
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-"

/* A host and maybe a port; an IPv6 address is in brackets. */
static bool config_is_host(const char *host)
{
	size_t len = *host == '[' ? 1 + strspn(host + 1, "0123456789abcdef:.")
				  : strspn(host, URL_LETTERS);

	if (*host == '[' && host[len++] != ']')
		return false;
	host += len;
	if (*host == ':')
		return host[1] && !host[1 + strspn(host + 1, "0123456789")];
	return len && !*host;
}

/* A slash at its end, as browsers copy it, is left out. */
static const char *config_url(struct arena *a, const char **out)
{
	char *url = utf8_trim(a, config_setting("RETWIS_URL", ""));
	size_t len = strlen(url);
	const char *host = text_after(url, "https://");

	if (!host)
		host = text_after(url, "http://");
	if (len && url[len - 1] == '/')
		url[len - 1] = '\0';
	*out = *url ? url : NULL;
	if (!*url || (host && config_is_host(host)))
		return NULL;
	return arena_strdup(a, "RETWIS_URL must be the address of the site, "
			       "without a path, such as "
			       "https://club.example.org");
}

#define PICTURES_OFF "off"

/* The key is the first line of the file, as conf/key writes it. */
static bool config_read_key(FILE *file, char digits[RT_KEY_DIGITS + 2])
{
	return fgets(digits, RT_KEY_DIGITS + 2, file) &&
	       strspn(digits, "0123456789abcdef") == RT_KEY_DIGITS &&
	       digits[RT_KEY_DIGITS] == '\n';
}

static const char *config_key(struct arena *a, const char **out)
{
	const char *path = config_setting("RETWIS_KEY_FILE", DEFAULT_KEY_FILE);
	char digits[RT_KEY_DIGITS + 2] = "";
	FILE *file = fopen(path, "re");
	bool is_key;

	if (!file)
		return arena_printf(a,
				    "RETWIS_KEY_FILE cannot be read, %s: %s",
				    path, strerror(errno));
	is_key = config_read_key(file, digits);
	fclose(file);
	*out = arena_strndup(a, digits, RT_KEY_DIGITS);
	return is_key ? NULL
		      : arena_printf(a,
				     "RETWIS_KEY_FILE must start with a line "
				     "of %d hex digits, and %s does not",
				     RT_KEY_DIGITS, path);
}

static const char *config_pictures(struct arena *a, const char **out)
{
	const char *folder = config_setting("RETWIS_PICTURES", PICTURES_OFF);

	*out = strcmp(folder, PICTURES_OFF) == 0 ? NULL
						 : arena_strdup(a, folder);
	if (!*out || *folder == '/')
		return NULL;
	return arena_strdup(a,
			    "RETWIS_PICTURES must be a folder, which begins "
			    "with a slash, or off");
}

/* The kernel keeps such paths in a field of this size. */
static const char *config_picture_socket(struct arena *a, const char **out)
{
	const char *path = config_setting("RETWIS_PICTURE_SOCKET",
					  DEFAULT_PICTURE_SOCKET);
	size_t longest = sizeof((struct sockaddr_un *)0)->sun_path - 1;

	*out = arena_strdup(a, path);
	if (*path == '/' && strlen(path) <= longest)
		return NULL;
	return arena_printf(a,
			    "RETWIS_PICTURE_SOCKET must be the path of a "
			    "socket, with a / in front and %zu letters at "
			    "most",
			    longest);
}

static const char *config_proxies(struct arena *a, const char **out)
{
	*out = config_setting("RETWIS_TRUSTED_PROXIES", "");
	if (network_list_ok(*out))
		return NULL;
	return arena_strdup(a, "RETWIS_TRUSTED_PROXIES must be addresses, "
			       "networks such as 10.0.0.0/8, or unix:");
}

/*
 * A worker updates its counter four times within its patience, and between two
 * updates may wait for Redis up to twice.
 */
static const char *config_patience(struct arena *a, const struct rt_config *c)
{
	if (c->patience_s * 1000 < 4 * c->servers.timeout_ms)
		return arena_strdup(a, "RETWIS_PATIENCE must be at least four "
				       "times RETWIS_REDIS_TIMEOUT");
	return NULL;
}

/* ---- the texts of a host ----------------------------------------------- */

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
	return code == '\r' || code == '\t' || !utf8_is_control(code);
}

/*
 * Tabs become spaces, since a page shows them alike.  A blank file counts as
 * none.
 */
static const char *site_files_store(struct arena *a, const char *path,
				    const char *bytes, size_t n,
				    const char **text)
{
	if (n > TEXT_MAX)
		return site_fault(a, path, "is longer than 64 KiB");
	if (strlen(bytes) != n || !utf8_all(bytes, site_may_show))
		return site_fault(a, path, "is not UTF-8 text");
	*text = rt_text_imported(a, bytes);
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

/*
 * Reads about.txt, rules.txt, privacy.txt and imprint.txt in a folder.  Texts
 * are NULL if their file is missing or blank, and all are if `folder` is NULL.
 */
static const char *site_files_read(struct arena *a, const char *folder,
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

/* ---- the time zone ----------------------------------------------------- */

/* With a wrong one, all dates would be those of UTC. */
static const char *config_zone(struct arena *a)
{
	const char *zone = getenv("TZ");

	if (!zone || zone_is_known(zone))
		return NULL;
	return arena_printf(a,
			    "TZ must be a time zone such as Europe/Rome, a "
			    "file in %s, or a rule such as CET-1CEST: there "
			    "is no %s (Debian's packages tzdata and "
			    "tzdata-legacy have the files)",
			    zone_folder(), zone);
}

/* ---- all of them ------------------------------------------------------- */

const char *rt_config_load(struct arena *a, struct rt_config *conf)
{
	struct rt_config c = { 0 };
	const char *why;

	if ((why = config_addresses(a, &c)) || (why = config_choices(a, &c)) ||
	    (why = config_safe(a, &c)) || (why = config_numbers(a, &c)) ||
	    (why = config_patience(a, &c)) || (why = config_lines(a, &c)) ||
	    (why = config_locked(a, &c.locked)) ||
	    (why = config_url(a, &c.url)) ||
	    (why = site_files_read(a, config_setting("RETWIS_ABOUT", NULL),
				   c.text)) ||
	    (why = config_shared(a, &c.shared)) ||
	    (why = config_proxies(a, &c.proxies)) ||
	    (why = config_pictures(a, &c.pictures)) ||
	    (why = config_picture_socket(a, &c.picture_socket)) ||
	    (why = rate_limit_settings(a, c.rate)) || (why = config_zone(a)) ||
	    (why = config_key(a, &c.key)))
		return why;
	c.servers.redis = arena_strdup(a, c.servers.redis);
	c.servers.bus = arena_strdup(a, c.servers.bus);
	c.proxies = arena_strdup(a, c.proxies);
	*conf = c;
	return NULL;
}

static const char *config_rename(struct arena *a, const char *address,
				 const char *user)
{
	struct address *at = arena_alloc(a, sizeof *at);

	if (address_parse(at, address) || !at->end[0].path || !*at->user ||
	    *at->password)
		return address;
	return arena_printf(a, "unix:%s@%s", user, at->end[0].path);
}

void rt_config_rename(struct arena *a, struct rt_config *conf,
		      const char *user)
{
	conf->servers.redis = config_rename(a, conf->servers.redis, user);
	conf->servers.bus = config_rename(a, conf->servers.bus, user);
}
