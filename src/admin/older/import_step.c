#include "admin/older/import_step.h"

#include <iconv.h>
#include <limits.h>
#include <string.h>

#include "base/utf8.h"

void import_report(struct import *b, size_t more)
{
	b->done += more;
	if (b->wish->tell)
		b->wish->tell(b->done, b->total);
}

/* The greatest id comes first. */
size_t import_place(const struct import *b, uint64_t id)
{
	struct rt_ids ids = b->from.members.ids;
	size_t place = ids_place(ids, id);

	return place < ids.n && ids.v[place] == id ? place : ids.n;
}

uint64_t import_here(const struct import *b, uint64_t id)
{
	return import_place(b, id) < b->from.members.ids.n ? b->base + id : 0;
}

/* ---- texts ------------------------------------------------------------- */

static bool text_may_be(uint32_t code)
{
	(void)code;
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

const char *import_text(struct import *b, const char *text)
{
	struct arena *a = &b->chunk;
	char *normal = NULL;

	if (!text)
		return "";
	if (!utf8_all(text, text_may_be)) {
		text = text_recode(a, text);
		b->sum.recoded++;
	}
	rt_text_problem(a, rt_text_clean(a, text), UINT_MAX, &normal);
	return normal ? normal : "";
}
