#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/network.h"
#include "base/prefix.h"
#include "base/utf8.h"
#include "libretwis/member/gate.h"
#include "redis/address.h"
#include "libretwis/site/site_files.h"

#define DEFAULT_REDIS "unix:/run/retwis/redis.sock"
#define DEFAULT_KEY   "/etc/retwis/key"
#define NAME_MAX      40 /* code points: one line of a phone's masthead */

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

/* A proxy hangs up at what queues and messages need. */
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
				 unsigned fallback, unsigned max,
				 unsigned *out)
{
	const char *text = config_setting(name, "");
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	if (!*text) {
		*out = fallback;
		return NULL;
	}
	if (*text < '0' || *text > '9' || *end || n == 0 || n > max)
		return arena_printf(a, "%s must be a number from 1 to %u",
				    name, max);
	*out = (unsigned)n;
	return NULL;
}

/* Two years, as long as browsers ask of a site for their own lists. */
#define HSTS_MAX 63072000

static const char *config_hsts(struct arena *a, unsigned *out)
{
	*out = 0;
	if (strcmp(config_setting("RETWIS_HSTS", "0"), "0") == 0)
		return NULL;
	return config_number(a, "RETWIS_HSTS", 0, HSTS_MAX, out);
}

/* 0 tells `make run` to start none: so it is none of a worker's business. */
static const char *config_workers(struct arena *a, unsigned *out)
{
	*out = 0;
	if (strcmp(config_setting("RETWIS_WORKERS", ""), "0") == 0)
		return NULL;
	return config_number(a, "RETWIS_WORKERS", 1, 1000, out);
}

/* Reads one of these words, up to NULL; the first is the default. */
static const char *config_choice(struct arena *a, const char *name,
				 const char *const *words, unsigned *out)
{
	const char *text = config_setting(name, words[0]), *all = words[0];

	for (*out = 0; words[*out]; ++*out)
		if (strcmp(text, words[*out]) == 0)
			return NULL;
	for (size_t i = 1; words[i]; i++)
		all = arena_printf(a, "%s%s%s", all,
				   words[i + 1] ? ", " : " or ", words[i]);
	return arena_printf(a, "%s must be %s", name, all);
}

/* The same for two: true is the second one. */
static const char *config_switch(struct arena *a, const char *name,
				 const char *no, const char *yes, bool *out)
{
	const char *const words[] = { no, yes, NULL };
	unsigned chosen;
	const char *why = config_choice(a, name, words, &chosen);

	*out = chosen == 1;
	return why;
}

/* A proxy hangs up at WAIT. */
static const char *config_safe(struct arena *a, struct rt_config *c)
{
	const char *why = config_switch(a, "RETWIS_SAFE", "master", "replica",
					&c->servers.on_replica);

	if (!why && c->servers.on_replica &&
	    text_after(c->servers.redis, "tcp+proxy:"))
		return arena_strdup(a, "RETWIS_SAFE must be master if "
				       "RETWIS_REDIS points to a proxy");
	return why;
}

static const char *config_signup(struct arena *a, enum rt_signup *out)
{
	static const char *const words[] = {
		[RT_SIGNUP_OPEN] = "open",
		[RT_SIGNUP_ASKED] = "asked",
		[RT_SIGNUP_INVITED] = "invited",
		[RT_SIGNUP_CLOSED] = "closed",
		NULL,
	};
	unsigned chosen;
	const char *why = config_choice(a, "RETWIS_SIGNUP", words, &chosen);

	*out = chosen;
	return why;
}

/* With whom this database is shared: with nobody, or with the original. */
static const char *config_shared(struct arena *a, bool *out)
{
	const char *text = config_setting("RETWIS_SHARED", "");

	*out = strcmp(text, "php") == 0;
	if (*out || !*text)
		return NULL;
	return arena_strdup(a, "RETWIS_SHARED must be php, or empty");
}

static bool config_may_show(uint32_t code)
{
	return code != '\n' && !utf8_is_control(code) && !utf8_is_turn(code);
}

static const char *config_name(struct arena *a, const char **out)
{
	const char *name =
		utf8_trim(a, config_setting("RETWIS_NAME", "Retwis"));

	*out = name;
	if (!utf8_all(name, utf8_is_blank) &&
	    utf8_all(name, config_may_show) && utf8_count(name) <= NAME_MAX)
		return NULL;
	return arena_printf(
		a, "RETWIS_NAME must be one line of 1 to %d characters",
		NAME_MAX);
}

/* The first line of the file; conf/key has made it. */
static bool config_read_key(FILE *file, char digits[RT_KEY_DIGITS + 2])
{
	return fgets(digits, RT_KEY_DIGITS + 2, file) &&
	       strspn(digits, "0123456789abcdef") == RT_KEY_DIGITS &&
	       digits[RT_KEY_DIGITS] == '\n';
}

static const char *config_key(struct arena *a, const char **out)
{
	const char *path = config_setting("RETWIS_KEY_FILE", DEFAULT_KEY);
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

static const char *config_proxies(struct arena *a, const char **out)
{
	*out = config_setting("RETWIS_TRUSTED_PROXIES", "");
	if (network_list_ok(*out))
		return NULL;
	return arena_strdup(a, "RETWIS_TRUSTED_PROXIES must be addresses, "
			       "networks such as 10.0.0.0/8, or unix:");
}

/*
 * A worker counts four times within its patience, and may wait for Redis twice
 * between two of these.
 */
static const char *config_patience(struct arena *a, struct rt_config *c)
{
	const char *why =
		config_number(a, "RETWIS_PATIENCE", 10, 600, &c->patience_s);

	if (!why && c->patience_s * 1000 < 4 * c->servers.timeout_ms)
		return arena_strdup(a, "RETWIS_PATIENCE must be at least four "
				       "times RETWIS_REDIS_TIMEOUT");
	return why;
}

const char *rt_config_load(struct arena *a, struct rt_config *conf)
{
	struct rt_config c = { 0 };
	bool hides_last = false;
	const char *why;

	if ((why = config_addresses(a, &c)) || (why = config_safe(a, &c)) ||
	    (why = config_number(a, "RETWIS_REDIS_TIMEOUT", 1000, 2500,
				 &c.servers.timeout_ms)) ||
	    (why = config_number(a, "RETWIS_POST_MAX", 280, 10000,
				 &c.post_max)) ||
	    (why = config_number(a, "RETWIS_LIVE_MAX", 5000, 100000,
				 &c.live_max)) ||
	    (why = config_number(a, "RETWIS_PROCESSES", 1, 256,
				 &c.processes)) ||
	    (why = config_workers(a, &c.workers)) ||
	    (why = config_hsts(a, &c.hsts)) ||
	    (why = config_patience(a, &c)) ||
	    (why = config_name(a, &c.name)) ||
	    (why = site_files_read(a, config_setting("RETWIS_ABOUT", NULL),
				   c.text)) ||
	    (why = config_signup(a, &c.signup)) ||
	    (why = config_switch(a, "RETWIS_INVITE", "members", "hosts",
				 &c.hosts_invite)) ||
	    (why = config_switch(a, "RETWIS_READERS", "all", "members",
				 &c.members_only)) ||
	    (why = config_switch(a, "RETWIS_LAST_SEEN", "on", "off",
				 &hides_last)) ||
	    (why = config_switch(a, "RETWIS_LOG_SIGN_IN", "off", "on",
				 &c.log_sign_in)) ||
	    (why = config_shared(a, &c.shared)) ||
	    (why = config_proxies(a, &c.proxies)) ||
	    (why = gate_settings(a, c.rate)) || (why = config_key(a, &c.key)))
		return why;
	c.last_seen = !hides_last;
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
