#include "libretwis/text/link.h"

#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "libretwis/text/idn.h"

#define LINK_MAX   2000 /* bytes; a longer address is shown as text */
#define HOST_MAX   255
#define SHOWN_MAX  40 /* code points */
#define SHOWN_HEAD 26
#define SHOWN_TAIL 12

static bool link_is_one_of(const char *set, uint32_t code)
{
	return code && code < 0x80 && strchr(set, (int)code);
}

/*
 * Beyond ASCII an address may have letters with their marks, and the dots and
 * hyphens of titles.  Everything else there is a space, the punctuation of
 * some script, an emoji, or a direction mark, which could disguise an address.
 */
static bool link_is_within(uint32_t code)
{
	if (code < 0x80)
		return code > ' ' && code != 0x7f &&
		       !link_is_one_of("\"<>\\^`{|}", code);
	return utf8_is_letter(code) || utf8_is_mark(code) || code == 0xb7 ||
	       (code >= 0x2010 && code <= 0x2013);
}

/*
 * Whether a character at the end belongs to the sentence and not to the
 * address.
 */
static bool link_is_trailing(uint32_t code)
{
	if (code < 0x80)
		return link_is_one_of(".,:;!?'*_~&([])", code);
	return !utf8_is_letter(code) && !utf8_is_mark(code);
}

/* ---- the host ---------------------------------------------------------- */

/*
 * A user name before the host is used only to pass one host off as another, so
 * such an address is not a link.
 */
static bool link_has_login(const char *s)
{
	while (link_is_within(utf8_at(s)) &&
	       !link_is_one_of("@/?#", utf8_at(s)))
		s += utf8_step(s);
	return *s == '@';
}

/*
 * Length of the host name, or of what may be an IPv6 address in brackets,
 * without the port.
 */
static size_t link_name_length(const char *s)
{
	size_t len = 0;

	if (*s == '[') {
		len = 1 + strspn(s + 1, "0123456789abcdefABCDEF:.");
		return len > 2 && s[len] == ']' ? len + 1 : 0;
	}
	if (!utf8_is_letter(utf8_at(s)) || utf8_is_mark(utf8_at(s)))
		return 0;
	while (utf8_is_word(utf8_at(s + len)) ||
	       link_is_one_of(".-", utf8_at(s + len)))
		len += utf8_step(s + len);
	return len;
}

static size_t link_port_length(const char *s)
{
	size_t digits = *s == ':' ? strspn(s + 1, "0123456789") : 0;

	return digits ? 1 + digits : 0;
}

/*
 * Whether the text may continue like this right after a host without a path.
 */
static bool link_ends_host(const char *s)
{
	uint32_t code = utf8_at(s);

	if (code == ':')
		return s[1] != '/' && !utf8_is_word(utf8_at(s + 1));
	return !link_is_within(code) ||
	       (code != '_' && link_is_trailing(code));
}

static size_t link_host_length(const char *s)
{
	size_t len = link_name_length(s);

	if (!len || link_has_login(s))
		return 0;
	len += link_port_length(s + len);
	if (len > HOST_MAX)
		return 0;
	if (link_is_one_of("/?#", utf8_at(s + len)))
		return len;
	if (!link_ends_host(s + len))
		return 0;
	while (strchr(".-_", s[len - 1]))
		len--;
	return len;
}

/* ---- the whole address ------------------------------------------------- */

/*
 * Length of the path, the query and the fragment.  A closing bracket at the
 * end belongs to the address if the opening one is in it, too.
 */
static size_t link_path_length(const char *s)
{
	size_t at = 0, end = 0, n;
	int round = 0, square = 0;
	uint32_t code;

	if (!link_is_one_of("/?#", utf8_at(s)))
		return 0;
	for (; at <= LINK_MAX && link_is_within(code = utf8_at(s + at));
	     at += n) {
		n = utf8_step(s + at);
		round += code == '(';
		square += code == '[';
		if (!link_is_trailing(code) || (code == ')' && round > 0) ||
		    (code == ']' && square > 0))
			end = at + n;
		round -= code == ')' && round > 0;
		square -= code == ']' && square > 0;
	}
	return at > LINK_MAX ? at : end;
}

static size_t link_scheme_length(const char *s)
{
	if (strncasecmp(s, "http://", 7) == 0)
		return 7;
	return strncasecmp(s, "https://", 8) == 0 ? 8 : 0;
}

/* People also write addresses without a scheme, as www.example.org. */
static bool link_is_www(const char *s, size_t host)
{
	return strncasecmp(s, "www.", 4) == 0 && host > 4 && s[4] != '.' &&
	       memchr(s + 4, '.', host - 4);
}

static size_t link_length(const char *s)
{
	size_t scheme = link_scheme_length(s);
	size_t host = link_host_length(s + scheme), len;

	if (!host || (!scheme && !link_is_www(s, host)))
		return 0;
	len = scheme + host + link_path_length(s + scheme + host);
	return len <= LINK_MAX ? len : 0;
}

/* ---- how it is shown --------------------------------------------------- */

/* People judge an address by its host, so the host is always shown in full. */
static const char *link_shorten(struct arena *a, const char *s)
{
	size_t codes = utf8_count(s), host = strcspn(s, "/?#");
	size_t head = utf8_bytes(s, SHOWN_HEAD), tail;

	if (codes <= SHOWN_MAX)
		return s;
	if (head < host)
		head = host;
	tail = utf8_bytes(s, codes - SHOWN_TAIL);
	while (utf8_is_mark(utf8_at(s + tail)))
		tail += utf8_step(s + tail);
	return head < tail ? arena_printf(a, "%.*s…%s", (int)head, s, s + tail)
			   : s;
}

/* Without its scheme, and without a / at the end of a host. */
static const char *link_shown(struct arena *a, const char *s, size_t len)
{
	size_t name = link_name_length(s);
	const char *slash = memchr(s, '/', len), *host;

	name = name < len ? name : len; /* without a full stop after it */
	host = idn_shown(a, arena_strndup(a, s, name));
	if (!host)
		return NULL;
	if (slash == s + len - 1)
		len--;
	return link_shorten(a, arena_printf(a, "%s%.*s", host,
					    (int)(len - name), s + name));
}

/* Browsers that can reach the host by HTTPS do so. */
bool link_read(struct arena *a, const char *s, struct link *link)
{
	size_t scheme = link_scheme_length(s);

	link->len = link_length(s);
	if (!link->len)
		return false;
	link->shown = link_shown(a, s + scheme, link->len - scheme);
	link->to = arena_printf(a, "%s%.*s", scheme ? "" : "http://",
				(int)link->len, s);
	return link->shown;
}
