#include "libretwis/text/tag_word.h"

#include <string.h>
#include <unictype.h>

#include "base/normalize.h"
#include "base/utf8.h"

#define WIDE_SIGN "\xef\xbc\x83" /* U+FF03, of Japanese keyboards */

size_t tag_sign_length(const char *s)
{
	if (*s == '#')
		return 1;
	return strncmp(s, WIDE_SIGN, strlen(WIDE_SIGN)) == 0
		       ? strlen(WIDE_SIGN)
		       : 0;
}

/*
 * The underscore, the joiners of Persian and Indian words, and the dots within
 * Catalan and Japanese ones.
 */
static bool tag_is_joiner(uint32_t code, bool earlier)
{
	return code == '_' || code == 0x200c || code == 0x200d ||
	       (!earlier && (code == 0xb7 || code == 0x30fb));
}

static bool tag_is_letter(uint32_t code)
{
	return utf8_is_letter(code) || utf8_is_mark(code);
}

/* Numbers of any script are among the letters of utf8_is_letter(). */
static bool tag_is_number(uint32_t code)
{
	return code < 0x80 ? code >= '0' && code <= '9'
			   : uc_is_general_category_withtable(
				     code, UC_CATEGORY_MASK_N);
}

/*
 * The length of letters and digits of any script with their marks, and joiners
 * between them.
 */
static size_t tag_length(const char *s, bool earlier)
{
	size_t len = 0, at = 0;
	bool has_word = earlier;
	uint32_t code = utf8_at(s);

	if (!utf8_is_letter(code) || utf8_is_mark(code))
		return 0;
	for (;; code = utf8_at(s + at)) {
		bool within = tag_is_letter(code);

		if (!within && !tag_is_joiner(code, earlier))
			break;
		at += utf8_step(s + at);
		len = within ? at : len;
		has_word |= utf8_is_letter(code) && !tag_is_number(code);
	}
	return has_word ? len : 0;
}

bool tag_word_read(struct arena *a, const char *s, bool earlier,
		   struct tag_word *word)
{
	const char *typed;

	word->len = tag_length(s, earlier);
	if (!word->len)
		return false;
	typed = arena_strndup(a, s, word->len);
	word->to = earlier ? utf8_fold(a, typed) : tag_form(a, typed);
	return utf8_count(earlier ? typed : word->to) <= TAG_MAX;
}

static bool tag_is_ascii(const char *tag)
{
	while (*tag > 0)
		tag++;
	return !*tag;
}

/* A letter in lower case may be composed where its capital is not. */
const char *tag_form(struct arena *a, const char *tag)
{
	if (tag_is_ascii(tag))
		return utf8_fold(a, tag);
	return normalize_nfc(a, utf8_fold(a, normalize_nfc(a, tag)));
}

const char *tag_other_form(struct arena *a, const char *tag)
{
	const char *form = tag_form(a, tag);
	const char *other = tag_is_ascii(form) ? form : normalize_nfd(a, form);

	return strcmp(form, other) != 0 ? other : NULL;
}
