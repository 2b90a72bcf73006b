#include "base/network.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#define SEPARATORS " ,\t\n"
#define UNIX       "unix:"
#define DIGITS     "0123456789"

/* Prefixes of IPv6: what every client has, and what some clients have. */
#define CLIENT_BYTES 8
#define WIDE_BYTES   6

/* Fits the longest address: mapped IPv4, in brackets, with a port. */
#define TEXT_MAX 64

static const unsigned char mapped[12] = { [10] = 0xff, [11] = 0xff };

static bool network_is_ipv4(const struct address_ip *ip)
{
	return memcmp(ip->byte, mapped, sizeof mapped) == 0;
}

static bool network_read_plain(const char *text, struct address_ip *ip)
{
	struct address_ip r;

	memcpy(r.byte, mapped, sizeof mapped);
	if (inet_pton(AF_INET, text, r.byte + sizeof mapped) != 1 &&
	    inet_pton(AF_INET6, text, r.byte) != 1)
		return false;
	*ip = r;
	return true;
}

/* Whether the whole text is a colon and a port. */
static bool network_is_port(const char *text)
{
	size_t digits = *text == ':' ? strspn(text + 1, DIGITS) : 0;

	return digits > 0 && digits <= 5 && !text[1 + digits];
}

/* Strips brackets and a port.  Returns false if they are malformed. */
static bool network_strip(char **text)
{
	bool is_bracketed = **text == '[';
	char *end = strchr(*text, is_bracketed ? ']' : ':');

	*text += is_bracketed;
	/* Several colons without brackets are IPv6 without a port. */
	if (!is_bracketed && (!end || strchr(end + 1, ':')))
		return true;
	if (!end)
		return false;
	if (!network_is_port(end + is_bracketed) && end[is_bracketed])
		return false;
	*end = '\0';
	return true;
}

bool network_read(const char *text, size_t len, struct address_ip *ip)
{
	char copy[TEXT_MAX], *at = copy;

	if (len >= sizeof copy || memchr(text, '\0', len))
		return false;
	memcpy(copy, text, len);
	copy[len] = '\0';
	return network_strip(&at) && network_read_plain(at, ip);
}

/* ---- lists ------------------------------------------------------------- */

struct network {
	struct address_ip ip;
	unsigned bits;
};

static bool network_read_bits(const char *text, unsigned max, unsigned *bits)
{
	size_t digits = strspn(text, DIGITS);

	if (digits == 0 || digits > 3 || text[digits])
		return false;
	*bits = (unsigned)strtoul(text, NULL, 10);
	return *bits <= max;
}

/* Parses an address, or a network with /BITS. */
static bool network_read_one(const char *text, size_t len, struct network *n)
{
	char copy[TEXT_MAX], *slash;
	unsigned bits;

	if (len >= sizeof copy)
		return false;
	memcpy(copy, text, len);
	copy[len] = '\0';
	slash = strchr(copy, '/');
	if (slash)
		*slash = '\0';
	if (!network_read_plain(copy, &n->ip))
		return false;
	n->bits = 128;
	if (!slash)
		return true;
	if (!network_read_bits(slash + 1, network_is_ipv4(&n->ip) ? 32 : 128,
			       &bits))
		return false;
	n->bits = bits + (network_is_ipv4(&n->ip) ? 96 : 0);
	return true;
}

static bool network_is_in(const struct network *n, const struct address_ip *ip)
{
	size_t bytes = n->bits / 8;
	unsigned rest = n->bits % 8;

	if (memcmp(n->ip.byte, ip->byte, bytes) != 0)
		return false;
	return !rest || !((n->ip.byte[bytes] ^ ip->byte[bytes]) >> (8 - rest));
}

/* Moves to the next word and returns its length; 0 at the end. */
static size_t network_next(const char **list)
{
	*list += strspn(*list, SEPARATORS);
	return strcspn(*list, SEPARATORS);
}

static bool network_is_unix(const char *word, size_t len)
{
	return len == strlen(UNIX) && memcmp(word, UNIX, len) == 0;
}

bool network_list_ok(const char *list)
{
	struct network n;
	size_t len;

	for (; (len = network_next(&list)) > 0; list += len)
		if (!network_is_unix(list, len) &&
		    !network_read_one(list, len, &n))
			return false;
	return true;
}

bool network_list_has(const char *list, const struct address_ip *ip)
{
	struct network n;
	size_t len;

	for (; (len = network_next(&list)) > 0; list += len)
		if (network_read_one(list, len, &n) && network_is_in(&n, ip))
			return true;
	return false;
}

bool network_list_has_unix(const char *list)
{
	size_t len;

	for (; (len = network_next(&list)) > 0; list += len)
		if (network_is_unix(list, len))
			return true;
	return false;
}

/* The first `bytes` of an address, in the form "2001:db8::/48". */
static const char *network_first(struct arena *a, const struct address_ip *ip,
				 size_t bytes)
{
	struct address_ip shown = { { 0 } };
	char text[INET6_ADDRSTRLEN];

	memcpy(shown.byte, ip->byte, bytes);
	inet_ntop(AF_INET6, shown.byte, text, sizeof text);
	return arena_printf(a, "%s/%zu", text, 8 * bytes);
}

const char *network_client(struct arena *a, const struct address_ip *ip)
{
	char text[INET6_ADDRSTRLEN];

	if (!network_is_ipv4(ip))
		return network_first(a, ip, CLIENT_BYTES);
	inet_ntop(AF_INET, ip->byte + sizeof mapped, text, sizeof text);
	return arena_strdup(a, text);
}

const char *network_wide(struct arena *a, const char *client)
{
	struct network n;

	if (!network_read_one(client, strlen(client), &n) ||
	    n.bits != 8 * CLIENT_BYTES)
		return NULL;
	return network_first(a, &n.ip, WIDE_BYTES);
}
