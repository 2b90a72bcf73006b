#include "http/headers.h"

#include <string.h>

#include "base/message.h"
#include "libretwis/visitor.h"

/* ---- cookies ----------------------------------------------------------- */

const char *cookie_value(struct arena *a, const char *cookies,
			 const char *name)
{
	size_t len = strlen(name);

	while (cookies) {
		cookies += strspn(cookies, " ;");
		if (strncmp(cookies, name, len) == 0 && cookies[len] == '=') {
			cookies += len + 1;
			return arena_strndup(a, cookies,
					     strcspn(cookies, "; "));
		}
		cookies = strchr(cookies, ';');
	}
	return NULL;
}

const char *cookie_secret(struct arena *a, const char *cookies, bool is_https,
			  enum rt_cookie_origin *way)
{
	const char *secret =
		is_https ? cookie_value(a, cookies, COOKIE_HOST) : NULL;

	*way = is_https ? RT_COOKIE_HTTPS : RT_COOKIE_HTTP;
	if (secret || !(secret = cookie_value(a, cookies, COOKIE_SESSION)))
		return secret;
	if (is_https)
		*way = RT_COOKIE_DOUBTFUL;
	return secret;
}

/* ---- the scheme -------------------------------------------------------- */

bool scheme_is_https(const struct scheme *s, const char *proxies)
{
	const char *last;

	if (s->https && strcmp(s->https, "on") == 0)
		return true;
	if (!s->forwarded || !rt_is_trusted(proxies, s->remote))
		return false;
	last = strrchr(s->forwarded, ',');
	last = last ? last + 1 : s->forwarded;
	return strcmp(last + strspn(last, " \t"), "https") == 0;
}

/* ---- the browser ------------------------------------------------------- */

/*
 * A browser also names the browsers that it is compatible with: Edge claims to
 * be Chrome, and Chrome to be Safari.  So the first match in this order
 * counts.
 */
struct agent_word {
	const char *word, *name;
};

static const struct agent_word browsers[] = {
	{ "Firefox/", "Firefox" },
	{ "FxiOS/", "Firefox" },
	{ "Edg", "Edge" },
	{ "OPR/", "Opera" },
	{ "SamsungBrowser/", "Samsung Internet" },
	{ "Chromium/", "Chromium" },
	{ "Chrome/", "Chrome" },
	{ "CriOS/", "Chrome" },
	{ "Konqueror/", "Konqueror" },
	{ "Epiphany/", "GNOME Web" },
	{ "Safari/", "Safari" },
	{ "NetSurf/", "NetSurf" },
	{ "Dillo/", "Dillo" },
	{ "w3m/", "w3m" },
	{ "ELinks", "ELinks" },
	{ "Links", "Links" },
	{ "Lynx/", "Lynx" },
	{ "curl/", "curl" },
};

/* Android also names Linux, and iOS also names the Mac. */
static const struct agent_word systems[] = {
	{ "Android", "Android" }, { "iPhone", "iPhone" },
	{ "iPad", "iPad" },       { "CrOS", "ChromeOS" },
	{ "Windows", "Windows" }, { "Macintosh", "Mac" },
	{ "FreeBSD", "FreeBSD" }, { "OpenBSD", "OpenBSD" },
	{ "NetBSD", "NetBSD" },   { "Linux", "Linux" },
};

static const char *agent_find(const struct agent_word *words, size_t n,
			      const char *header)
{
	for (size_t i = 0; i < n; i++)
		if (strstr(header, words[i].word))
			return words[i].name;
	return NULL;
}

#define ON " on "

#define COUNT(array) (sizeof(array) / sizeof *(array))

const char *agent_name(struct arena *a, const char *header)
{
	const char *text = header ? header : "";
	const char *browser = agent_find(browsers, COUNT(browsers), text);
	const char *system = agent_find(systems, COUNT(systems), text);

	if (!browser)
		browser = N_("A browser");
	return system ? arena_printf(a, "%s" ON "%s", browser, system)
		      : browser;
}

const char *agent_shown(struct arena *a, const char *name)
{
	const char *on = strstr(name, ON);

	if (!on)
		return _(name);
	return message_fill(a, _("{browser} on {system}"), "browser",
			    _(arena_printf(a, "%.*s", (int)(on - name), name)),
			    "system", on + strlen(ON));
}
