#include "libretwis/member/bio.h"

#include <string.h>

#include "base/utf8.h"
#include "redis/pipe.h"
#include "schema/key.h"

const char *bio_shown(struct arena *a, const char *stored)
{
	return stored && *stored ? rt_text_clean(a, stored) : NULL;
}

/* CR, LF, and the two characters with which Unicode ends lines. */
static bool bio_line_end(uint32_t code)
{
	return code == '\n' || code == '\r' || code == 0x2028 ||
	       code == 0x2029;
}

const char *rt_bio_problem(struct arena *a, const char *text, char **normal)
{
	char *s = utf8_trim(a, text);
	size_t left = strlen(s), points = 0, n;
	bool blank = true;
	uint32_t code;

	for (const char *at = s; left; at += n, left -= n, points++) {
		n = utf8_read(at, left, &code);
		if (!n)
			return "This isn't valid UTF-8 text.";
		if (bio_line_end(code))
			return "Only one line fits here: leave out the line "
			       "breaks.";
		if (utf8_is_control(code))
			return "Your line can't have tabs or other control "
			       "characters.";
		blank = blank && utf8_is_blank(code);
	}
	if (points > RT_BIO_MAX)
		return arena_printf(a,
				    "Your line has %zu characters; "
				    "the limit is %d.",
				    points, RT_BIO_MAX);
	if (blank)
		*s = '\0';
	*normal = s;
	return NULL;
}

enum rt_err rt_bio(struct rt *rt, struct arena *a, uint64_t id,
		   const char **bio)
{
	const char *stored = NULL;
	enum rt_err err;

	err = rt_read_str(rt, a, &stored, "HGET " KEY_USER " bio", id);
	if (!err)
		*bio = bio_shown(a, stored);
	return err;
}

enum rt_err rt_set_bio(struct rt *rt, struct arena *a, uint64_t id,
		       const char *bio)
{
	if (*bio)
		return rt_do(rt, a, "HSET " KEY_USER " bio %s", id, bio);
	return rt_do(rt, a, "HDEL " KEY_USER " bio", id);
}
