#include "http/send.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "http/answer.h"
#include "http/fcgi_reader.h"
#include "http/loop.h"
#include "http/record.h"
#include "http/req.h"

/* ---- send --------------------------------------------------------------- */

/* On every answer.  Scripts, styles and pictures come from here or nowhere. */
static const char security_headers[] =
	"Content-Security-Policy: default-src 'none'; script-src 'self'; "
	"style-src 'self'; img-src 'self'; connect-src 'self'; "
	"manifest-src 'self'; "
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'\r\n"
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
	{ 503, "Service Unavailable" },
};

static const char *status_phrase(int status)
{
	for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
		if (phrases[i].status == status)
			return phrases[i].phrase;
	return "Internal Server Error";
}

/*
 * A member's pages are stored nowhere.  With no-cache a browser would still
 * have them in memory after the member has signed out, and show them to the
 * next person there who presses Back.  The cost: Firefox forgets what was
 * typed into a page that may not be stored, and static/draft.js makes up for
 * that.  Other browsers bring it back by themselves.
 *
 * A page that anybody may see changes with every post, so it is asked for
 * again each time.
 */
static const char *caching_of(const struct req *q)
{
	if (q->caching)
		return q->caching;
	return q->secret || q->me.id ? "no-store" : "no-cache";
}

/* What anybody may see, where nginx says that it would keep it. */
static bool is_for_all(const struct req *q)
{
	return q->status == 200 && !q->stream && req_param(q, "RETWIS_KEEP") &&
	       strcmp(caching_of(q), "no-cache") == 0;
}

static void let_nginx_cache(struct req *q)
{
	const char *address = req_param(q, "REQUEST_URI");

	if (address && is_for_all(q) &&
	    microcache_admits(address, q->body_len, clock_ms() / 1000,
			      q->conf->processes))
		page_header(q, "X-Accel-Expires: 1");
}

/* All that stands in a head beside `header`, and the line breaks of that. */
#define HEAD_MAX (sizeof security_headers + 256 + 2 * REQ_HEADERS_MAX)

static void head_line(char **end, const char *line)
{
	*end = stpcpy(stpcpy(*end, line), "\r\n");
}

static struct record_bytes send_head(struct req *q)
{
	size_t room = HEAD_MAX;
	char *head, *end;

	for (size_t i = 0; i < q->headers; i++)
		room += strlen(q->header[i]);
	head = end = arena_room(q->a, room);
	head_line(&end, arena_printf(q->a, "Status: %d %s", q->status,
				     status_phrase(q->status)));
	for (size_t i = 0; i < q->headers; i++)
		head_line(&end, q->header[i]);
	end = stpcpy(end, security_headers);
	head_line(&end,
		  arena_printf(q->a, "Cache-Control: %s", caching_of(q)));
	if (q->status != 304 && !q->stream)
		head_line(&end, arena_printf(q->a, "Content-Length: %zu",
					     q->body_len));
	head_line(&end, "");
	return (struct record_bytes){ head, (size_t)(end - head) };
}

static struct record_bytes send_body(const struct req *q)
{
	bool is_wanted =
		q->body && (!q->method || strcmp(q->method, "HEAD") != 0);

	return is_wanted ? (struct record_bytes){ q->body, q->body_len }
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

/* Where the visitor has gone away nobody is left to hear of a failure. */
bool page_send(struct req *q)
{
	struct record_bytes head;

	if (q->conf->hsts && req_is_https(q))
		page_header(q, "Strict-Transport-Security: max-age=%u",
			    q->conf->hsts);
	let_nginx_cache(q);
	/* One that is left out might be a cookie, or forbid to store this. */
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

/* ---- stream ------------------------------------------------------------- */

/*
 * A web server takes a quarter of a megabyte, and then more when the visitor
 * has some of it: on a slow phone that takes some seconds.
 */
#define STREAM_PATIENCE_MS 30000
#define STREAM_MOST_MS     3600000

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
			    STREAM_PATIENCE_MS);
}

static bool stream_finish(struct req *q)
{
	if (!q->fcgi)
		return fflush(stdout) == 0;
	return record_finish(q->a, q->fcgi->fd, q->fcgi->id);
}

bool stream_send(struct req *q, const char *head, size_t len)
{
	q->stream_end = clock_ms() + STREAM_MOST_MS;
	if (q->fcgi)
		fastcgi_stream();
	return stream_write(q, head, len) && q->stream(q, q->streamed) &&
	       stream_finish(q);
}

/* ---- microcache --------------------------------------------------------- */

#define ADDRESSES 1024

/* A file in memory takes whole pages of it, and a head of nginx's own. */
#define FILE_BYTES ((size_t)8 * 1024)

/* Of this process, which has a thread for pages. */
static struct {
	int64_t second;
	size_t bytes; /* given away in that second */
	struct {
		uint32_t hash;
		int64_t second;
	} asked[ADDRESSES];
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
static bool was_asked_lately(uint32_t hash, int64_t second)
{
	size_t at = hash % ADDRESSES;
	bool was_asked = microcache.asked[at].hash == hash &&
			 second - microcache.asked[at].second <= 1;

	microcache.asked[at].hash = hash;
	microcache.asked[at].second = second;
	return was_asked;
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
	if (!was_asked_lately(address_hash(address), second) ||
	    bytes > most - microcache.bytes)
		return false;
	microcache.bytes += bytes;
	return true;
}
