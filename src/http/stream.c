#include "http/stream.h"

#include <stdio.h>

#include "base/clock.h"
#include "http/answer.h"
#include "http/fastcgi.h"
#include "http/fcgi_reader.h"
#include "http/record.h"

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
