/*
 * The characters with which a text turns its direction (Unicode's UAX 9), and
 * which end where a partner of theirs says so, or at the end of the paragraph.
 * On a page that is the element that the text is in.  In a title or in a feed
 * the text of somebody else may follow, and would be turned, too.
 */
#define _GNU_SOURCE /* mempcpy() */
#include <string.h>

#include "base/utf8.h"
#include "libretwis/retwis.h"

#define PDF "\xe2\x80\xac" /* U+202C, pop directional formatting */
#define PDI "\xe2\x81\xa9" /* U+2069, pop directional isolate */

struct bidi {
	char *to;
	char *open; /* 'e' for each open embedding, 'i' for each isolate */
	size_t depth;
};

static bool bidi_is_embedding(uint32_t code)
{
	return code == 0x202a || code == 0x202b || code == 0x202d ||
	       code == 0x202e;
}

static bool bidi_is_isolate(uint32_t code)
{
	return code >= 0x2066 && code <= 0x2068;
}

static void bidi_close_last(struct bidi *b)
{
	b->to = stpcpy(b->to, b->open[--b->depth] == 'i' ? PDI : PDF);
}

/* An isolate ends with all embeddings within it, and not the other way. */
static void bidi_pop(struct bidi *b, char kind)
{
	size_t at = b->depth;

	while (at && kind == 'i' && b->open[at - 1] != 'i')
		at--;
	if (!at || b->open[at - 1] != kind)
		return;
	while (b->depth >= at)
		bidi_close_last(b);
}

static void bidi_close_all(struct bidi *b)
{
	while (b->depth)
		bidi_close_last(b);
}

static void bidi_put(struct bidi *b, const char *s, size_t n)
{
	uint32_t code = utf8_at(s);

	if (code == 0x202c || code == 0x2069) {
		bidi_pop(b, code == 0x2069 ? 'i' : 'e');
		return;
	}
	if (code == '\n')
		bidi_close_all(b);
	else if (bidi_is_embedding(code) || bidi_is_isolate(code))
		b->open[b->depth++] = bidi_is_isolate(code) ? 'i' : 'e';
	b->to = mempcpy(b->to, s, n);
}

/* Each character that opens, of three bytes, may need one that closes. */
const char *rt_text_balanced(struct arena *a, const char *text)
{
	size_t len = strlen(text), n;
	struct bidi b = { 0 };
	char *copy;

	if (!strstr(text, "\xe2\x80") && !strstr(text, "\xe2\x81"))
		return text;
	b.to = copy = arena_alloc(a, 2 * len + 1);
	b.open = arena_alloc(a, len);
	for (; *text; text += n)
		bidi_put(&b, text, n = utf8_step(text));
	bidi_close_all(&b);
	return copy;
}
