#include "http/send.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "http/answer.h"
#include "http/fcgi_reader.h"
#include "http/loop.h"
#include "http/record.h"
#include "http/req.h"

/* ---- what nginx may cache ---------------------------------------------- */

#define ADDRESSES 1024

/*
 * nginx stores each answer in a file in memory, which takes whole pages of
 * memory and has a header of nginx's own.
 */
#define FILE_BYTES ((size_t)8 * 1024)

/* One per process: only its main thread sends answers. */
static struct {
	int64_t second;
	size_t bytes; /* admitted in that second */
	struct {
		uint32_t hash;
		int64_t second;
	} requests[ADDRESSES];
} microcache;

/* FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
static uint32_t address_hash(const char *address)
{
	uint32_t hash = 2166136261u;

	for (; *address; address++)
		hash = (hash ^ (unsigned char)*address) * 16777619u;
	return hash;
}

/* In this second or the one before it. */
static bool was_requested_lately(uint32_t hash, int64_t second)
{
	size_t at = hash % ADDRESSES;
	bool was_requested = microcache.requests[at].hash == hash &&
			     second - microcache.requests[at].second <= 1;

	microcache.requests[at].hash = hash;
	microcache.requests[at].second = second;
	return was_requested;
}

bool microcache_admits(const char *address, size_t bytes, int64_t second,
		       unsigned processes)
{
	size_t most = MICROCACHE_MAX / MICROCACHE_SECONDS /
		      MICROCACHE_PROGRAMS / processes;

	if (microcache.second != second)
		microcache.bytes = 0;
	microcache.second = second;
	bytes += strlen(address) + FILE_BYTES;
	if (!was_requested_lately(address_hash(address), second) ||
	    bytes > most - microcache.bytes)
		return false;
	microcache.bytes += bytes;
	return true;
}

/* ---- streams ----------------------------------------------------------- */

/*
 * A web server accepts a quarter of a megabyte, and more once the visitor has
 * received some of it.  On a slow phone that takes some seconds.
 */
#define STREAM_TIMEOUT_MS 30000
#define STREAM_MAX_MS     3600000

void page_stream(struct req *q, const char *type,
		 bool (*make)(struct req *q, void *what), void *what)
{
	q->status = 200;
	q->stream = make;
	q->streamed = what;
	page_header(q, "Content-Type: %s", type);
}

bool stream_write(struct req *q, const void *bytes, size_t len)
{
	struct record_bytes piece = { bytes, len };

	if (!q->fcgi)
		return fwrite(bytes, 1, len, stdout) == len;
	return clock_ms() < q->stream_end &&
	       record_piece(q->fcgi->fd, q->fcgi->id, piece,
			    STREAM_TIMEOUT_MS);
}

static bool stream_finish(struct req *q)
{
	if (!q->fcgi)
		return fflush(stdout) == 0;
	return record_finish(q->a, q->fcgi->fd, q->fcgi->id);
}

static bool send_is_head(const struct req *q)
{
	return q->method && strcmp(q->method, "HEAD") == 0;
}

/* The head, what `make` writes, and the end. */
static bool stream_send(struct req *q, const char *head, size_t len)
{
	q->stream_end = clock_ms() + STREAM_MAX_MS;
	if (q->fcgi)
		fastcgi_begin_stream();
	return stream_write(q, head, len) &&
	       (send_is_head(q) || q->stream(q, q->streamed)) &&
	       stream_finish(q);
}

/* ---- sending ----------------------------------------------------------- */

/* Scripts, styles and images of a page may come from this site only. */
static const char page_policy[] =
	"default-src 'none'; script-src 'self'; "
	"style-src 'self'; img-src 'self'; connect-src 'self'; "
	"manifest-src 'self'; "
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/* On every answer. */
static const char security_headers[] =
	"X-Content-Type-Options: nosniff\r\n"
	"Referrer-Policy: same-origin\r\n"
	"Cross-Origin-Opener-Policy: same-origin\r\n";

static const struct {
	int status;
	const char *phrase;
} phrases[] = {
	{ 200, "OK" },
	{ 301, "Moved Permanently" },
	{ 303, "See Other" },
	{ 304, "Not Modified" },
	{ 400, "Bad Request" },
	{ 401, "Unauthorized" },
	{ 403, "Forbidden" },
	{ 404, "Not Found" },
	{ 405, "Method Not Allowed" },
	{ 409, "Conflict" },
	{ 410, "Gone" },
	{ 411, "Length Required" },
	{ 413, "Content Too Large" },
	{ 415, "Unsupported Media Type" },
	{ 422, "Unprocessable Content" },
	{ 429, "Too Many Requests" },
	{ 500, "Internal Server Error" },
	{ 503, "Service Unavailable" },
	{ 507, "Insufficient Storage" },
};

static const char *status_phrase(int status)
{
	for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
		if (phrases[i].status == status)
			return phrases[i].phrase;
	return "Internal Server Error";
}

/*
 * A member's pages must not be stored.  With no-cache, a browser would still
 * have them in memory after the member has signed out, and show them to the
 * next person who presses Back there.  The price is that Firefox forgets what
 * was typed into such a page; static/draft.js restores it.  Other browsers
 * restore it themselves.
 *
 * A page that anybody may see changes with every post, so browsers must ask
 * for it again each time.
 */
static const char *cache_control(const struct req *q)
{
	if (q->caching)
		return q->caching;
	return q->secret || q->me.id ? "no-store" : "no-cache";
}

/* Anybody may see it, and nginx says that it would cache it. */
static bool is_cacheable(const struct req *q)
{
	return q->status == 200 && !q->stream && req_param(q, "RETWIS_KEEP") &&
	       strcmp(cache_control(q), "no-cache") == 0;
}

static void let_nginx_cache(struct req *q)
{
	const char *address = req_param(q, "REQUEST_URI");

	if (address && is_cacheable(q) &&
	    microcache_admits(address, q->body_len, clock_ms() / 1000,
			      q->conf->processes))
		page_header(q, "X-Accel-Expires: 1");
}

/*
 * The size of a head without the lines in `header`, but with their line
 * breaks.
 */
#define HEAD_MAX (sizeof security_headers + 288 + 2 * REQ_HEADERS_MAX)

static void head_line(char **end, const char *line)
{
	*end = stpcpy(stpcpy(*end, line), "\r\n");
}

static struct record_bytes send_head(struct req *q)
{
	const char *policy = q->policy ? q->policy : page_policy;
	size_t size = HEAD_MAX + strlen(policy);
	char *head, *end;

	for (size_t i = 0; i < q->headers; i++)
		size += strlen(q->header[i]);
	head = end = arena_room(q->a, size);
	head_line(&end, arena_printf(q->a, "Status: %d %s", q->status,
				     status_phrase(q->status)));
	for (size_t i = 0; i < q->headers; i++)
		head_line(&end, q->header[i]);
	head_line(&end,
		  arena_printf(q->a, "Content-Security-Policy: %s", policy));
	end = stpcpy(end, security_headers);
	head_line(&end,
		  arena_printf(q->a, "Cache-Control: %s", cache_control(q)));
	if (q->status != 304 && !q->stream)
		head_line(&end, arena_printf(q->a, "Content-Length: %zu",
					     q->body_len));
	head_line(&end, "");
	return (struct record_bytes){ head, (size_t)(end - head) };
}

static struct record_bytes send_body(const struct req *q)
{
	return q->body && !send_is_head(q)
		       ? (struct record_bytes){ q->body, q->body_len }
		       : (struct record_bytes){ 0 };
}

static bool send_whole(struct req *q, struct record_bytes head)
{
	struct record_bytes body = send_body(q);

	if (q->fcgi)
		return record_answer(q->a, q->fcgi->fd, q->fcgi->id, head,
				     body);
	fwrite(head.text, 1, head.len, stdout);
	if (body.len)
		fwrite(body.text, 1, body.len, stdout);
	return true;
}

/* If the visitor has gone, there is nobody to report a failure to. */
bool page_send(struct req *q)
{
	struct record_bytes head;

	if (q->conf->hsts && req_is_https(q))
		page_header(q, "Strict-Transport-Security: max-age=%u",
			    q->conf->hsts);
	let_nginx_cache(q);
	/* A header that didn't fit might be a cookie, or forbid caching. */
	if (q->headers > REQ_HEADERS_MAX) {
		fprintf(stderr, "retwis: too many headers in an answer: %zu\n",
			q->headers);
		q->headers = 0;
		page_plain_failure(q);
	}
	head = send_head(q);
	return q->stream ? stream_send(q, head.text, head.len)
			 : send_whole(q, head);
}
