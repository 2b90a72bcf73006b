#include "http/multipart.h"

#include <string.h>
#include <strings.h>

#define TYPE            "multipart/form-data"
#define DELIMITER_START "\r\n--"

/*
 * The characters that RFC 2046 allows, without the space and those that need
 * quotes.
 */
#define BOUNDARY_LETTERS                                                      \
	"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"      \
	"'()+_,-./:=?"
#define NAME_LETTERS                                                          \
	"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"

/* ---- the boundary ------------------------------------------------------ */

static const char *multipart_after(const char *text, const char *prefix)
{
	size_t len = strlen(prefix);

	return strncasecmp(text, prefix, len) == 0 ? text + len : NULL;
}

static const char *multipart_skip_blanks(const char *at)
{
	return at + strspn(at, " \t");
}

bool multipart_begin(struct multipart *m, const char *type,
		     const struct multipart_events *events, void *who)
{
	const char *at = type ? multipart_after(type, TYPE) : NULL;
	bool is_quoted;
	size_t len;

	*m = (struct multipart){ .events = events, .who = who };
	if (!at || *(at = multipart_skip_blanks(at)) != ';')
		return false;
	at = multipart_after(multipart_skip_blanks(at + 1), "boundary=");
	if (!at)
		return false;
	is_quoted = *at == '"';
	at += is_quoted;
	len = strspn(at, BOUNDARY_LETTERS);
	if (!len || len > MULTIPART_BOUNDARY ||
	    strcmp(at + len, is_quoted ? "\"" : "") != 0)
		return false;
	memcpy(m->delimiter, DELIMITER_START, strlen(DELIMITER_START));
	memcpy(m->delimiter + strlen(DELIMITER_START), at, len);
	m->matched = 2; /* the first delimiter needs no line break before it */
	return true;
}

/* ---- the head of a part ------------------------------------------------ */

/* Skips `name="value"`; a quote in a file name may be written as `\"`. */
static const char *multipart_value(const char *at, size_t *len)
{
	const char *start = at + 1;

	if (*at++ != '"')
		return NULL;
	for (; *at != '"'; at++)
		if (!*at || (*at == '\\' && at[1] == '"' && !*++at))
			return NULL;
	*len = (size_t)(at - start);
	return at + 1;
}

static bool multipart_name(const char *value, size_t len,
			   char name[MULTIPART_NAME + 1])
{
	if (*name || !len || len > MULTIPART_NAME ||
	    strspn(value, NAME_LETTERS) < len)
		return false;
	memcpy(name, value, len);
	name[len] = '\0';
	return true;
}

/* Parses `form-data; name="file"; filename="posts.zip"`. */
static bool multipart_disposition(const char *at,
				  char name[MULTIPART_NAME + 1],
				  enum multipart_kind *kind)
{
	size_t len;

	at = multipart_after(multipart_skip_blanks(at), "form-data");
	while (at && *(at = multipart_skip_blanks(at)) == ';') {
		const char *rest = multipart_skip_blanks(at + 1), *value;

		if ((value = multipart_after(rest, "name="))) {
			at = multipart_value(value, &len);
			if (!at || !multipart_name(value + 1, len, name))
				return false;
		} else if ((value = multipart_after(rest, "filename="))) {
			at = multipart_value(value, &len);
			if (at)
				*kind = len ? MULTIPART_FILE
					    : MULTIPART_UNNAMED;
		} else {
			return false;
		}
	}
	return at && !*at;
}

static bool multipart_header(const char *line, char name[MULTIPART_NAME + 1],
			     enum multipart_kind *kind)
{
	const char *value = multipart_after(line, "Content-Disposition:");

	if (value)
		return !*name && multipart_disposition(value, name, kind);
	return multipart_after(line, "Content-Type:") ||
	       multipart_after(line, "Content-Length:");
}

/* All headers have arrived, including the empty line after them. */
static bool multipart_begin_part(struct multipart *m)
{
	char name[MULTIPART_NAME + 1] = "", *line = m->head, *end;
	enum multipart_kind kind = MULTIPART_TEXT;

	for (; (end = strstr(line, "\r\n")) && end > line; line = end + 2) {
		*end = '\0';
		if (strpbrk(line, "\r\n") ||
		    !multipart_header(line, name, &kind))
			return false;
	}
	if (!*name || m->parts++ == MULTIPART_PARTS)
		return false;
	m->state = MULTIPART_DATA;
	m->matched = 0;
	return m->events->begin(m->who, name, kind);
}

static bool multipart_header_byte(struct multipart *m, char c)
{
	if (!c || m->len == MULTIPART_HEAD)
		return false;
	m->head[m->len++] = c;
	m->head[m->len] = '\0';
	if (m->len < 4 || strcmp(m->head + m->len - 4, "\r\n\r\n") != 0)
		return true;
	return multipart_begin_part(m);
}

/* ---- bytes ------------------------------------------------------------- */

/* These bytes only looked like a delimiter: they belong to the part. */
static bool multipart_no_delimiter(struct multipart *m)
{
	size_t matched = m->matched;

	m->matched = 0;
	return m->parts &&
	       (!matched || m->events->bytes(m->who, m->delimiter, matched));
}

/* Returns how many bytes it used, or 0 if the part is refused. */
static size_t multipart_data(struct multipart *m, const char *bytes,
			     size_t len)
{
	const char *cr;

	if (m->matched && *bytes != m->delimiter[m->matched] &&
	    !multipart_no_delimiter(m))
		return 0;
	if (*bytes == m->delimiter[m->matched]) {
		if (m->delimiter[++m->matched])
			return 1;
		m->state = MULTIPART_DELIMITED;
		m->matched = 0;
		return !m->parts || m->events->end(m->who);
	}
	cr = memchr(bytes, '\r', len);
	len = cr ? (size_t)(cr - bytes) : len;
	return m->parts && m->events->bytes(m->who, bytes, len) ? len : 0;
}

/* A line break leads to another part, and two hyphens to the end. */
static bool multipart_after_delimiter(struct multipart *m, char c)
{
	static const char *const endings[] = { "\r\n", "--" };

	for (size_t i = 0; i < 2; i++) {
		if (c != endings[i][m->matched] ||
		    (m->matched && m->head[0] != endings[i][0]))
			continue;
		m->head[0] = c;
		if (m->matched++)
			m->state = i ? MULTIPART_END : MULTIPART_HEADERS;
		if (m->state != MULTIPART_DELIMITED)
			m->len = m->matched = 0;
		return true;
	}
	return false;
}

/* After the end there may be one line break. */
static bool multipart_after_end(struct multipart *m, char c)
{
	return m->matched < 2 && c == "\r\n"[m->matched++];
}

bool multipart_feed(struct multipart *m, const char *bytes, size_t len)
{
	for (size_t at = 0, n = 1; at < len; at += n, n = 1) {
		bool is_ok = true;

		switch (m->state) {
		case MULTIPART_DATA:
			n = multipart_data(m, bytes + at, len - at);
			is_ok = n;
			break;
		case MULTIPART_DELIMITED:
			is_ok = multipart_after_delimiter(m, bytes[at]);
			break;
		case MULTIPART_HEADERS:
			is_ok = multipart_header_byte(m, bytes[at]);
			break;
		case MULTIPART_END:
			is_ok = multipart_after_end(m, bytes[at]);
			break;
		}
		if (!is_ok)
			return false;
	}
	return true;
}

bool multipart_is_whole(const struct multipart *m)
{
	return m->state == MULTIPART_END && m->parts;
}
