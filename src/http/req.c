#define _GNU_SOURCE /* program_invocation_short_name */
#include "http/req.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/prefix.h"
#include "base/printable.h"
#include "base/secret.h"
#include "http/fcgi_reader.h"
#include "http/form.h"
#include "http/headers.h"

/* ---- fields ------------------------------------------------------------ */

#define FORM_TYPE "application/x-www-form-urlencoded"

/* A word in hexadecimal, as rt_browser() makes it. */
#define BROWSER_LEN    32
#define BROWSER_DIGITS "0123456789abcdef"

const char *req_field(const struct req *q, const char *name)
{
	const char *value = form_get(&q->form, name);

	return value ? value : "";
}

const char *req_query(const struct req *q, const char *name)
{
	return form_get(&q->query, name);
}

const char *req_given(const struct req *q, const char *name)
{
	return q->is_post ? req_field(q, name) : req_query(q, name);
}

int64_t req_skip(const struct req *q, const char *name)
{
	const char *text = req_query(q, name);
	uint64_t skip = 0;

	if (text && !form_number(text, &skip))
		return RT_NO_START;
	return (int64_t)skip;
}

int64_t req_start(const struct req *q)
{
	return req_skip(q, "start");
}

struct rt_place req_place(const struct req *q)
{
	struct rt_place place = { .start = req_start(q) };
	const char *after = req_query(q, "after");

	if (after)
		form_number(after, &place.after);
	return place;
}

bool req_is_viewed(const struct req *q)
{
	const char *purpose = req_param(q, "HTTP_SEC_PURPOSE");

	return strcmp(q->method, "HEAD") != 0 &&
	       (!purpose || !text_after(purpose, "prefetch"));
}

/* ---- reading a request ------------------------------------------------- */

/* Any other value isn't ours. */
static bool is_browser(const char *value)
{
	for (int words = 0; words < RT_BROWSER_WORDS; words++) {
		if (strspn(value, BROWSER_DIGITS) != BROWSER_LEN)
			return false;
		value += BROWSER_LEN;
		if (!*value)
			return true;
		if (*value++ != '.')
			return false;
	}
	return false;
}

static void read_cookies(struct req *q)
{
	const char *cookies = req_param(q, "HTTP_COOKIE"), *browser,
		   *challenge;

	q->secret = cookie_secret(q->a, cookies, req_is_https(q), &q->way);
	browser = cookie_value(q->a, cookies, COOKIE_BROWSER);
	if (browser && is_browser(browser))
		q->browser = browser;
	challenge = cookie_value(q->a, cookies,
				 req_is_https(q) ? COOKIE_CHALLENGE_HOST
						 : COOKIE_CHALLENGE);
	if (challenge && secret_plausible(challenge))
		q->challenge = challenge;
	q->done = cookie_value(q->a, cookies, COOKIE_DONE);
}

bool req_read(struct req *q)
{
	const char *uri = req_param(q, "REQUEST_URI");
	const char *method = req_param(q, "REQUEST_METHOD");
	size_t len;

	if (!uri || *uri != '/' || !method)
		return false;
	len = strcspn(uri, "?");
	q->address = arena_strdup(q->a, uri);
	q->path = arena_strndup(q->a, uri, len);
	q->method = arena_strdup(q->a, method);
	q->is_post = strcmp(method, "POST") == 0;
	read_cookies(q);
	uri += len + (uri[len] == '?');
	return url_decode(q->a, q->path, strlen(q->path), false) &&
	       form_parse_query(q->a, uri, strlen(uri), &q->query);
}

/* ---- the form of a POST ------------------------------------------------ */

static bool is_form_type(const char *type)
{
	size_t len = strlen(FORM_TYPE);

	return type && strncasecmp(type, FORM_TYPE, len) == 0 &&
	       (type[len] == '\0' || type[len] == ';' || type[len] == ' ');
}

size_t req_read_body(const struct req *q, void *to, size_t len)
{
	return q->fcgi ? fcgi_read(q->fcgi, to, len)
		       : fread(to, 1, len, stdin);
}

/* For plain CGI, web servers wait for all of it first. */
size_t req_read_some(const struct req *q, void *to, size_t len)
{
	return q->fcgi ? fcgi_read_some(q->fcgi, to, len)
		       : fread(to, 1, len, stdin);
}

static int form_read(struct req *q)
{
	const char *length = req_param(q, "CONTENT_LENGTH");
	uint64_t len;
	char *body;

	/* A chunked body has no length, even if a server adds one. */
	if (!length || !*length || req_param(q, "HTTP_TRANSFER_ENCODING"))
		return 411;
	if (!form_number(length, &len))
		return 400;
	if (len > (q->body_max ? q->body_max : REQ_BODY_MAX))
		return 413;
	if (!is_form_type(req_param(q, "CONTENT_TYPE")))
		return 415;
	body = arena_alloc(q->a, len + 1);
	if (req_read_body(q, body, len) != len ||
	    !form_parse(q->a, body, len, &q->form))
		return 400;
	return 0;
}

int req_read_form(struct req *q)
{
	if (!q->is_form_read)
		q->form_status = form_read(q);
	q->is_form_read = true;
	return q->form_status;
}

bool req_has_no_access(const struct req *q)
{
	return q->me.id && !rt_belongs(q->me.standing);
}

bool req_sees(const struct req *q, const struct rt_user *whom)
{
	return rt_sees(q->me.standing, whom->standing);
}

bool req_may_read(const struct req *q)
{
	return !q->conf->members_only || (q->me.id && !req_has_no_access(q));
}

bool req_may_register(const struct req *q)
{
	return q->conf->signup == RT_SIGNUP_OPEN ||
	       q->conf->signup == RT_SIGNUP_ASKED;
}

bool req_may_be_invited(const struct req *q)
{
	return q->conf->signup != RT_SIGNUP_CLOSED;
}

const char *req_param(const struct req *q, const char *name)
{
	size_t len = strlen(name);

	for (char **at = q->env; *at; at++)
		if (strncmp(*at, name, len) == 0 && (*at)[len] == '=')
			return *at + len + 1;
	return NULL;
}

/* ---- addresses of members and posts ------------------------------------ */

bool req_take_ending(struct req *q, const char *ending)
{
	size_t len = strlen(q->path), end = strlen(ending);

	if (len <= end || strcmp(q->path + len - end, ending) != 0)
		return false;
	q->path = arena_strndup(q->a, q->path, len - end);
	return true;
}

bool req_member_path(const struct req *q, const char **name, const char **id)
{
	const char *start = text_after(q->path, "/@");
	const char *slash;
	size_t len;

	if (!start)
		return false;
	slash = strchr(start, '/');
	len = slash ? (size_t)(slash - start) : strlen(start);
	if (len == 0)
		return false;
	*name = url_decode(q->a, start, len, false);
	*id = NULL;
	if (slash)
		*id = url_decode(q->a, slash + 1, strlen(slash + 1), false);
	return *name && (*id || !slash);
}

const char *req_segment(const struct req *q, const char *prefix)
{
	const char *segment = text_after(q->path, prefix);

	if (!segment || !*segment || strchr(segment, '/'))
		return NULL;
	return url_decode(q->a, segment, strlen(segment), false);
}

const char *view_profile_path(struct arena *a, const char *name)
{
	return arena_printf(a, "/@%s", url_encode(a, name));
}

const char *view_post_path(struct arena *a, const struct rt_post *post)
{
	return arena_printf(a, "%s/%llu", view_profile_path(a, post->name),
			    (unsigned long long)post->id);
}

/* ---- the client -------------------------------------------------------- */

/*
 * Joins all lines of a header into one list.  A proxy may add a line of its
 * own instead of appending to the client's.  Then req_param() would return the
 * client's line, which may claim anything.
 */
static const char *header_lines(const struct req *q, const char *name)
{
	const char *all = NULL;
	size_t len = strlen(name);

	for (char **at = q->env; *at; at++)
		if (strncmp(*at, name, len) == 0 && (*at)[len] == '=') {
			const char *value = *at + len + 1;

			all = all ? arena_printf(q->a, "%s,%s", all, value)
				  : value;
		}
	return all;
}

const char *req_client(const struct req *q)
{
	return rt_client(q->a, q->conf->proxies, req_param(q, "REMOTE_ADDR"),
			 header_lines(q, "HTTP_X_FORWARDED_FOR"));
}

bool req_is_https(const struct req *q)
{
	const struct scheme scheme = {
		.https = req_param(q, "HTTPS"),
		.remote = req_param(q, "REMOTE_ADDR"),
		.forwarded = header_lines(q, "HTTP_X_FORWARDED_PROTO"),
	};

	return scheme_is_https(&scheme, q->conf->proxies);
}

const char *req_device(const struct req *q)
{
	return agent_name(q->a, req_param(q, "HTTP_USER_AGENT"));
}

/* ---- the address of this site ------------------------------------------ */

#define HOST_MAX 253
#define LETTERS                                                               \
	"abcdefghijklmnopqrstuvwxyz"                                          \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

/* A name, an IPv4 address or an IPv6 address in brackets, and maybe a port. */
static bool is_host(const char *host)
{
	bool is_ipv6 = *host == '[';
	size_t len = is_ipv6 ? 1 + strspn(host + 1, DIGITS "abcdefABCDEF:.")
			     : strspn(host, LETTERS DIGITS "-._");

	if (len <= is_ipv6 || len > HOST_MAX || (is_ipv6 && host[len] != ']'))
		return false;
	host += len + is_ipv6;
	if (*host != ':')
		return !*host;
	len = strspn(host + 1, DIGITS);
	return len > 0 && len <= 5 && !host[1 + len];
}

const char *req_base(const struct req *q)
{
	const char *host = req_param(q, "HTTP_HOST");

	if (!host || !is_host(host))
		return NULL;
	return arena_printf(q->a, "%s://%s",
			    req_is_https(q) ? "https" : "http", host);
}

const char *req_link(const struct req *q, const char *path)
{
	const char *base = req_base(q);

	return base ? arena_printf(q->a, "%s%s", base, path) : path;
}

/*
 * Whether "http://HOST", or an address that starts like that, has this host.
 * The scheme doesn't count, since a proxy may have changed it.
 */
static bool is_our_host(const char *address, const char *host)
{
	const char *name = strstr(address, "://");
	size_t len;

	if (!name || !host ||
	    strcspn(address, "/?#") < (size_t)(name - address))
		return false;
	name += strlen("://");
	len = strcspn(name, "/?#");
	return strlen(host) == len && strncasecmp(name, host, len) == 0;
}

/*
 * "none" means that the user opened the address directly: no other site can
 * cause that.  Text browsers send neither of the first two headers, but a
 * Referer.
 */
bool req_is_same_origin(const struct req *q)
{
	const char *site = req_param(q, "HTTP_SEC_FETCH_SITE");
	const char *origin = req_param(q, "HTTP_ORIGIN");
	const char *page = req_param(q, "HTTP_REFERER");
	const char *host = req_param(q, "HTTP_HOST");

	if (site)
		return strcmp(site, "same-origin") == 0 ||
		       strcmp(site, "none") == 0;
	if (origin)
		return is_our_host(origin, host);
	return !page || is_our_host(page, host);
}

/* ---- the log ----------------------------------------------------------- */

#define SLOW_MS         1000
#define LOGGED_NAME_MAX 60 /* bytes; our own names are shorter */

const char *log_name(const struct req *q, const char *name)
{
	return printable(q->a, name, LOGGED_NAME_MAX);
}

void log_act(const struct req *q, const char *format, ...)
{
	const char *what;
	va_list args;

	va_start(args, format);
	what = arena_vprintf(q->a, format, args);
	va_end(args);
	fprintf(stderr, "retwis: %s from %s\n", what, req_client(q));
}

static void log_refused(const struct req *q, const char *name, enum rt_err err,
			const char *wrong, const char *many)
{
	if (err != RT_DENIED && err != RT_LIMITED)
		return;
	fprintf(stderr, "retwis: sign-in refused: %s",
		err == RT_LIMITED ? many : wrong);
	if (q->conf->log_sign_in && name)
		fprintf(stderr, ", name %s", log_name(q, name));
	if (q->conf->log_sign_in)
		fprintf(stderr, " from %s", req_client(q));
	fputc('\n', stderr);
}

void log_refused_sign_in(const struct req *q, const char *name,
			 enum rt_err err)
{
	log_refused(q, name, err, "wrong name or password", "too many tries");
}

void log_refused_code(const struct req *q, const char *name, enum rt_err err)
{
	log_refused(q, name, err, "wrong code", "too many codes");
}

/*
 * The program's name says which page it was; the address would say too much.
 */
void log_slow(int64_t ms)
{
	if (ms >= SLOW_MS)
		fprintf(stderr, "retwis: %s took %lld.%01lld s\n",
			program_invocation_short_name, (long long)ms / 1000,
			(long long)ms % 1000 / 100);
}
