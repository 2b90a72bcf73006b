#include "records.h"

#include <string.h>

#define PART_MAX 0xfff8 /* bytes of a record: needs no padding */

static size_t put_record(unsigned char *to, int type, const void *bytes,
			 size_t len)
{
	FCGI_Header head = { .version = FCGI_VERSION_1,
			     .type = (unsigned char)type,
			     .requestIdB0 = 1,
			     .contentLengthB1 = (unsigned char)(len >> 8),
			     .contentLengthB0 = (unsigned char)len };

	memcpy(to, &head, sizeof head);
	memcpy(to + sizeof head, bytes, len);
	return sizeof head + len;
}

size_t records_prepare(const char *program, unsigned char ready[READY_MAX])
{
	static const FCGI_EndRequestBody end = {
		.protocolStatus = FCGI_REQUEST_COMPLETE
	};
	static char answer[ANSWER_MAX];
	size_t len = answer_read(program, answer), n = 0;

	for (size_t at = 0; at < len; at += PART_MAX)
		n += put_record(ready + n, FCGI_STDOUT, answer + at,
				len - at < PART_MAX ? len - at : PART_MAX);
	return n + put_record(ready + n, FCGI_END_REQUEST, &end, sizeof end);
}

bool inbox_take(struct inbox *in)
{
	size_t at = 0, content, whole;
	bool is_last = false;
	FCGI_Header head;

	for (; in->len - at >= sizeof head; at += whole) {
		memcpy(&head, in->bytes + at, sizeof head);
		content = (size_t)head.contentLengthB1 << 8 |
			  head.contentLengthB0;
		whole = sizeof head + content + head.paddingLength;
		if (in->len - at < whole)
			break;
		if (head.type == FCGI_BEGIN_REQUEST)
			in->is_kept = in->bytes[at + sizeof head + 2] &
				      FCGI_KEEP_CONN;
		is_last = head.type == FCGI_STDIN && content == 0;
	}
	in->len -= at;
	memmove(in->bytes, in->bytes + at, in->len);
	return is_last;
}
