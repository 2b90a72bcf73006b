#include "http/fcgi_reader.h"

#include <errno.h>
#include <fastcgi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "http/record.h"

/*
 * For FCGI_GET_VALUES: a query for all variables that exist needs a third of
 * it.
 */
#define VALUES_MAX 128

#define TEXT_OF(number) #number
#define AS_TEXT(number) TEXT_OF(number)

/* ---- bytes ------------------------------------------------------------- */

static bool fcgi_give_up(struct fcgi_reader *r)
{
	r->is_broken = true;
	if (r->body == FCGI_BODY_OPEN)
		r->body = FCGI_BODY_CUT;
	return false;
}

static bool fcgi_fail(struct fcgi_reader *r)
{
	fputs("retwis: a web server sent what is not FastCGI\n", stderr);
	return fcgi_give_up(r);
}

/* Call it only after all bytes that were read before have been used. */
static bool fcgi_fill(struct fcgi_reader *r)
{
	ssize_t n;

	while ((n = read(r->fd, r->bytes, sizeof r->bytes)) < 0)
		if (errno == EAGAIN ? !r->wait(r->who) : errno != EINTR)
			break;
	r->at = 0;
	r->end = n > 0 ? (size_t)n : 0;
	return n > 0 || fcgi_give_up(r);
}

/* Reads exactly `len` bytes, or none; drops them if `to` is NULL. */
static bool fcgi_bytes(struct fcgi_reader *r, void *to, size_t len)
{
	char *into = to;

	while (len) {
		size_t n = r->end - r->at;

		if (!n && (r->is_broken || !fcgi_fill(r)))
			return false;
		n = r->end - r->at < len ? r->end - r->at : len;
		if (into) {
			memcpy(into, r->bytes + r->at, n);
			into += n;
		}
		r->at += n;
		len -= n;
	}
	return true;
}

/*
 * The same for the content of the record, of which `len` bytes must be left.
 */
static bool fcgi_content(struct fcgi_reader *r, void *to, size_t len)
{
	r->left -= len;
	return fcgi_bytes(r, to, len);
}

/* Skips the rest of the record. */
static bool fcgi_skip(struct fcgi_reader *r)
{
	size_t rest = r->left + r->padding;

	r->left = r->padding = 0;
	return fcgi_bytes(r, NULL, rest);
}

/* ---- names and values -------------------------------------------------- */

static bool fcgi_length(struct record_bytes *from, size_t *len)
{
	const unsigned char *at = (const unsigned char *)from->text;
	size_t bytes = from->len && at[0] & 0x80 ? 4 : 1;

	if (from->len < bytes)
		return false;
	*len = at[0];
	if (bytes == 4)
		*len = (size_t)(at[0] & 0x7f) << 24 | (size_t)at[1] << 16 |
		       (size_t)at[2] << 8 | at[3];
	from->text += bytes;
	from->len -= bytes;
	return true;
}

/* Reads a pair from the front.  Returns false if there is no complete one. */
static bool fcgi_pair(struct record_bytes *from, struct record_bytes *name,
		      struct record_bytes *value)
{
	if (!fcgi_length(from, &name->len) ||
	    !fcgi_length(from, &value->len) || name->len > from->len ||
	    value->len > from->len - name->len)
		return false;
	name->text = from->text;
	value->text = name->text + name->len;
	from->text += name->len + value->len;
	from->len -= name->len + value->len;
	return true;
}

/* ---- records that belong to no request --------------------------------- */

static bool fcgi_is_queried(struct record_bytes query, const char *variable)
{
	struct record_bytes name, value;

	while (fcgi_pair(&query, &name, &value))
		if (name.len == strlen(variable) &&
		    memcmp(name.text, variable, name.len) == 0)
			return true;
	return false;
}

static bool fcgi_send_values(struct fcgi_reader *r)
{
	static const struct {
		const char *name, *value;
	} variables[] = {
		{ FCGI_MAX_CONNS, AS_TEXT(FCGI_CONNECTIONS_MAX) },
		{ FCGI_MAX_REQS, AS_TEXT(FCGI_CONNECTIONS_MAX) },
		{ FCGI_MPXS_CONNS, "0" },
	};
	char names[VALUES_MAX], answer[VALUES_MAX];
	struct record_bytes query = { names, 0 };
	int len = 0;

	if (r->left <= sizeof names)
		query.len = r->left;
	if (!fcgi_content(r, names, query.len))
		return false;
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		if (fcgi_is_queried(query, variables[i].name))
			len += snprintf(
				answer + len, sizeof answer - (size_t)len,
				"%c%c%s%s", (int)strlen(variables[i].name),
				(int)strlen(variables[i].value),
				variables[i].name, variables[i].value);
	return record_management(r->fd, FCGI_GET_VALUES_RESULT,
				 (struct record_bytes){ answer, (size_t)len });
}

static bool fcgi_management(struct fcgi_reader *r, unsigned char type)
{
	FCGI_UnknownTypeBody unknown = { .type = type };
	struct record_bytes content = { (const char *)&unknown,
					sizeof unknown };

	return type == FCGI_GET_VALUES
		       ? fcgi_send_values(r)
		       : record_management(r->fd, FCGI_UNKNOWN_TYPE, content);
}

/* ---- records of requests ----------------------------------------------- */

/* Returns false if the connection can't be used any longer. */
static bool fcgi_begin(struct fcgi_reader *r, int id)
{
	FCGI_BeginRequestBody begin;
	bool keeps_connection;

	if (r->left != sizeof begin)
		return fcgi_fail(r);
	if (!fcgi_content(r, &begin, sizeof begin))
		return false;
	keeps_connection = begin.flags & FCGI_KEEP_CONN;
	if (r->is_unanswered)
		return id == r->id
			       ? fcgi_fail(r)
			       : record_refuse(r->fd, id, FCGI_CANT_MPX_CONN);
	if (begin.roleB1 != 0 || begin.roleB0 != FCGI_RESPONDER)
		return record_refuse(r->fd, id, FCGI_UNKNOWN_ROLE) &&
		       keeps_connection;
	r->id = id;
	r->keeps_connection = keeps_connection;
	r->is_unanswered = true;
	r->body = FCGI_BODY_OPEN;
	return true;
}

/*
 * Starts to read the next record, and returns its type.  A record that doesn't
 * belong to the request is handled here, and 0 is returned.
 */
static int fcgi_record(struct fcgi_reader *r)
{
	FCGI_Header head;
	bool is_ok = true;
	int id;

	if (!fcgi_skip(r) || !fcgi_bytes(r, &head, sizeof head))
		return 0;
	if (head.version != FCGI_VERSION_1) {
		fcgi_fail(r);
		return 0;
	}
	r->left = (size_t)head.contentLengthB1 << 8 | head.contentLengthB0;
	r->padding = head.paddingLength;
	id = head.requestIdB1 << 8 | head.requestIdB0;
	if (id == FCGI_NULL_REQUEST_ID)
		is_ok = fcgi_management(r, head.type);
	else if (head.type == FCGI_BEGIN_REQUEST)
		is_ok = fcgi_begin(r, id);
	else if (id == r->id)
		return head.type;
	if (!is_ok || !fcgi_skip(r))
		fcgi_give_up(r);
	return 0;
}

/* ---- variables --------------------------------------------------------- */

struct fcgi_params {
	struct arena *a;
	char *text;
	size_t len, size;
	bool is_whole, is_too_long;
};

/* All variables come in one record, and hardly ever in more. */
static void fcgi_grow(struct fcgi_params *p, size_t more)
{
	size_t size = p->len + more;
	char *text;

	if (size <= p->size)
		return;
	if (size < 2 * p->size)
		size = 2 * p->size;
	text = arena_room(p->a, size);
	if (p->len)
		memcpy(text, p->text, p->len);
	p->text = text;
	p->size = size;
}

static void fcgi_read_params(struct fcgi_reader *r, struct fcgi_params *p)
{
	size_t len = r->left;

	if (!len)
		p->is_whole = true;
	else if (len > FCGI_PARAMS_MAX - p->len)
		p->is_too_long = true;
	else {
		fcgi_grow(p, len);
		if (fcgi_content(r, p->text + p->len, len))
			p->len += len;
	}
}

/* Counts the variables.  Returns false if they are malformed. */
static bool fcgi_count(struct record_bytes text, size_t *n)
{
	struct record_bytes name, value;

	for (*n = 0; text.len; ++*n)
		if (!fcgi_pair(&text, &name, &value) ||
		    memchr(name.text, '\0', name.len + value.len))
			return false;
	return true;
}

/*
 * Each pair becomes NAME=value in place: its two lengths take at least as many
 * bytes as the "=" and the NUL at the end.
 */
static char **fcgi_split(struct fcgi_params *p, size_t n)
{
	struct record_bytes text = { p->text, p->len }, name, value;
	char **env = arena_alloc(p->a, (n + 1) * sizeof *env);
	char *line = p->text;

	for (size_t i = 0; i < n && fcgi_pair(&text, &name, &value); i++) {
		memmove(line, name.text, name.len);
		line[name.len] = '=';
		memmove(line + name.len + 1, value.text, value.len);
		line[name.len + 1 + value.len] = '\0';
		env[i] = line;
		line = p->text + (p->len - text.len);
	}
	return env;
}

static char **fcgi_environment(struct fcgi_params *p)
{
	size_t n = 0;

	if (p->is_too_long)
		fprintf(stderr,
			"retwis: a request with more than %zu KiB of variables\n",
			FCGI_PARAMS_MAX / 1024);
	else if (fcgi_count((struct record_bytes){ p->text, p->len }, &n))
		return fcgi_split(p, n);
	else
		fputs("retwis: a request with broken variables\n", stderr);
	return fcgi_split(p, 0);
}

/* ---- a request --------------------------------------------------------- */

void fcgi_open(struct fcgi_reader *r, int fd, bool (*wait)(void *who),
	       void *who)
{
	r->fd = fd;
	r->wait = wait;
	r->who = who;
	r->id = FCGI_NULL_REQUEST_ID;
	r->env = NULL;
	r->body = FCGI_BODY_WHOLE;
	r->keeps_connection = r->is_unanswered = r->is_broken = false;
	r->left = r->padding = r->at = r->end = 0;
}

/* The web server aborted the request before sending all of its variables. */
static bool fcgi_abort(struct fcgi_reader *r)
{
	int id = r->id;

	r->id = FCGI_NULL_REQUEST_ID;
	r->is_unanswered = false;
	return (record_refuse(r->fd, id, FCGI_REQUEST_COMPLETE) &&
		r->keeps_connection) ||
	       fcgi_give_up(r);
}

bool fcgi_next(struct fcgi_reader *r, struct arena *a)
{
	struct fcgi_params p = { .a = a };

	while (!p.is_whole && !r->is_broken)
		switch (fcgi_record(r)) {
		case FCGI_PARAMS:
			fcgi_read_params(r, &p);
			break;
		case FCGI_STDIN:
			fcgi_fail(r);
			break;
		case FCGI_ABORT_REQUEST:
			fcgi_abort(r);
			p = (struct fcgi_params){ .a = a };
			break;
		}
	if (r->is_broken)
		return false;
	r->env = fcgi_environment(&p);
	return true;
}

/* Starts to read the next record of the body, or finds that there is none. */
static void fcgi_next_of_body(struct fcgi_reader *r)
{
	int type = fcgi_record(r);

	if (type == FCGI_STDIN && r->left)
		return;
	if (type == FCGI_STDIN)
		r->body = FCGI_BODY_WHOLE;
	else if (type == FCGI_ABORT_REQUEST)
		r->body = FCGI_BODY_CUT;
	fcgi_skip(r);
}

size_t fcgi_read_some(struct fcgi_reader *r, void *to, size_t len)
{
	while (r->body == FCGI_BODY_OPEN) {
		size_t n = r->left < len ? r->left : len;

		if (!n)
			fcgi_next_of_body(r);
		else
			return fcgi_content(r, to, n) ? n : 0;
	}
	return 0;
}

size_t fcgi_read(struct fcgi_reader *r, void *to, size_t len)
{
	size_t got = 0, n = 1;

	for (; n && got < len; got += n)
		n = fcgi_read_some(r, (char *)to + got, len - got);
	return got;
}

/* A web server needn't send the rest of a body once it has the answer. */
bool fcgi_finish(struct fcgi_reader *r)
{
	bool keeps_connection = r->keeps_connection;

	r->is_unanswered = false;
	while (r->body == FCGI_BODY_OPEN && !r->is_unanswered)
		fcgi_next_of_body(r);
	if (!r->is_unanswered)
		r->id = FCGI_NULL_REQUEST_ID;
	return keeps_connection && !r->is_broken;
}

bool fcgi_has_more(const struct fcgi_reader *r)
{
	return r->at < r->end;
}

bool fcgi_was_filled(const struct fcgi_reader *r)
{
	return r->end == sizeof r->bytes;
}
