#include "libretwis/older/bring.h"

#include <iconv.h>
#include <limits.h>
#include <string.h>

#include "libretwis/base/utf8.h"

void bring_tell(struct bring *b, size_t more)
{
	b->done += more;
	if (b->wish->tell)
		b->wish->tell(b->done, b->total);
}

/* ---- texts ------------------------------------------------------------- */

static bool text_is_utf8(const char *s)
{
	size_t left = strlen(s), n;
	uint32_t code;

	for (; left; s += n, left -= n)
		if (!(n = utf8_read(s, left, &code)))
			return false;
	return true;
}

/* Five bytes mean nothing in Windows-1252: each becomes a question mark. */
static const char *text_recode(struct arena *a, const char *s)
{
	iconv_t way = iconv_open("UTF-8", "WINDOWS-1252");
	size_t left = strlen(s), room = 3 * left;
	char *from = arena_strdup(a, s), *to = arena_alloc(a, room + 1);
	const char *text = to;

	if (way == (iconv_t)-1)
		return s;
	while (left && iconv(way, &from, &left, &to, &room) == (size_t)-1) {
		*to++ = '?';
		room--;
		from++;
		left--;
	}
	iconv_close(way);
	return text;
}

const char *bring_text(struct bring *b, const char *text)
{
	struct arena *a = &b->chunk;
	char *normal = NULL;

	if (!text)
		return "";
	if (!text_is_utf8(text)) {
		text = text_recode(a, text);
		b->sum.recoded++;
	}
	rt_text_problem(a, rt_text_clean(a, text), UINT_MAX, &normal);
	return normal ? normal : "";
}
