#define _GNU_SOURCE /* memrchr() */
#include "redis/address.h"

#include <stdlib.h>
#include <string.h>

#include "base/prefix.h"

/* The size of sun_path in Linux's struct sockaddr_un, with the NUL. */
#define UNIX_PATH_MAX 108

#define PORT_DIGITS 5

/* Valid in a host name, and in the name of a master for Sentinel. */
#define NAME_LETTERS                                                          \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_"

/* What each kind of address looks like, for error messages. */
static const struct address_form {
	const char *scheme;
	enum address_kind kind;
	const char *must;
} address_forms[] = {
	{ "tcp://", ADDRESS_REDIS,
	  "must be unix:PATH or tcp://[user:password@]host:port" },
	{ "tcp+proxy://", ADDRESS_PROXY,
	  "must be tcp+proxy://[user:password@]host:port" },
	{ "cluster://", ADDRESS_CLUSTER,
	  "must be cluster://[user:password@]host:port[,host:port...], "
	  "with 16 nodes at most" },
	{ "sentinel://", ADDRESS_SENTINEL,
	  "must be sentinel://[user:password@]host:port[,host:port...]/NAME, "
	  "with 16 Sentinels at most, and the name by which they know the "
	  "master" },
};

#define FORMS (sizeof address_forms / sizeof *address_forms)

static const char address_unknown[] =
	"must be unix:PATH or tcp://[user:password@]host:port; "
	"tcp+proxy://, cluster:// and sentinel:// are for several servers";

/* Copies [from, to) into a field of `size` bytes.  False if it is too long. */
static bool address_cut(char *field, size_t size, const char *from,
			const char *to)
{
	size_t len = (size_t)(to - from);

	if (len >= size)
		return false;
	memcpy(field, from, len);
	field[len] = '\0';
	return true;
}

/* The last '@' ends the password, since the password may contain one. */
static bool address_login(struct address *a, const char **text)
{
	const char *at = strrchr(*text, '@');
	const char *colon = strchr(*text, ':');

	if (!at)
		return true;
	if (!colon || colon > at ||
	    !address_cut(a->user, sizeof a->user, *text, colon) ||
	    !address_cut(a->password, sizeof a->password, colon + 1, at))
		return false;
	*text = at + 1;
	return true;
}

/* Strips the brackets around an IPv6 address. */
static bool address_host(struct address_end *e, const char *text,
			 const char *colon)
{
	bool is_ipv6 = *text == '[';
	const char *letters =
		is_ipv6 ? "0123456789abcdefABCDEF:." : NAME_LETTERS;

	if (is_ipv6 && (colon - text <= 2 || *--colon != ']'))
		return false;
	text += is_ipv6;
	return colon > text &&
	       address_cut(e->host, sizeof e->host, text, colon) &&
	       strspn(e->host, letters) == strlen(e->host);
}

static bool address_port(struct address_end *e, const char *from,
			 const char *to)
{
	size_t digits = strspn(from, "0123456789");

	if (digits == 0 || digits > PORT_DIGITS || from + digits != to)
		return false;
	e->port = (int)strtol(from, NULL, 10);
	return e->port > 0 && e->port < 65536;
}

/* The last colon before `to` precedes the port. */
static bool address_end(struct address_end *e, const char *text,
			const char *to)
{
	const char *colon = memrchr(text, ':', (size_t)(to - text));

	return colon && address_host(e, text, colon) &&
	       address_port(e, colon + 1, to);
}

/* Reads a list of endpoints, separated by commas, that ends at `to`. */
static bool address_ends(struct address *a, const char *text, const char *to,
			 size_t most)
{
	while (a->n < most) {
		const char *comma = memchr(text, ',', (size_t)(to - text));

		if (!address_end(&a->end[a->n++], text, comma ? comma : to))
			return false;
		if (!comma)
			return true;
		text = comma + 1;
	}
	return false;
}

/* Strips "/NAME", which is what Sentinels call the master, and moves `*to`. */
static bool address_name(struct address *a, const char *text, const char **to)
{
	const char *slash = strrchr(text, '/');
	size_t len = slash ? strlen(slash + 1) : 0;

	if (len == 0 || strspn(slash + 1, NAME_LETTERS) != len ||
	    !address_cut(a->name, sizeof a->name, slash + 1, *to))
		return false;
	*to = slash;
	return true;
}

static bool address_tcp(struct address *a, const char *text)
{
	const char *to = text + strlen(text);
	bool is_one = a->kind == ADDRESS_REDIS || a->kind == ADDRESS_PROXY;

	return address_login(a, &text) &&
	       (a->kind != ADDRESS_SENTINEL || address_name(a, text, &to)) &&
	       address_ends(a, text, to, is_one ? 1 : ADDRESS_ENDS_MAX);
}

/* Reads a user and perhaps a password.  A '/' begins the path. */
static bool address_unix_login(struct address *a, const char **text)
{
	size_t len = strcspn(*text, "/");
	const char *at = memrchr(*text, '@', len);
	const char *colon = memchr(*text, ':', len);
	const char *end = colon && colon < at ? colon : at;

	if (!at)
		return true;
	if (end == *text ||
	    !address_cut(a->user, sizeof a->user, *text, end) ||
	    (end != at &&
	     !address_cut(a->password, sizeof a->password, end + 1, at)))
		return false;
	*text = at + 1;
	return true;
}

/* The path is not copied: it points into `text`. */
static const char *address_unix(struct address *a, const char *text)
{
	bool fits = address_unix_login(a, &text) && *text &&
		    strlen(text) < UNIX_PATH_MAX;

	a->n = 1;
	a->end[0].path = text;
	return fits ? NULL
		    : "must be unix:PATH, with a path of 1 to 107 bytes";
}

const char *address_parse(struct address *a, const char *text)
{
	const char *rest = text_after(text, "unix:");

	memset(a, 0, sizeof *a);
	if (rest)
		return address_unix(a, rest);
	for (size_t i = 0; i < FORMS; i++) {
		rest = text_after(text, address_forms[i].scheme);
		if (!rest)
			continue;
		a->kind = address_forms[i].kind;
		return address_tcp(a, rest) ? NULL : address_forms[i].must;
	}
	return address_unknown;
}

bool address_set(struct address_end *e, const char *host, const char *port)
{
	e->path = NULL;
	return *host &&
	       address_cut(e->host, sizeof e->host, host,
			   host + strlen(host)) &&
	       address_port(e, port, port + strlen(port));
}
