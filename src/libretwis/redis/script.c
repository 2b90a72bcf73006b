#include "libretwis/redis/script.h"

#include <stdlib.h>
#include <string.h>

#include "libretwis/base/digest.h"
#include "libretwis/base/prefix.h"

/* There are about forty, and no program calls them all. */
#define SCRIPTS_MAX 64

struct scripts {
	struct script {
		const char *text;
		char digest[DIGEST_SHA1_HEX + 1];
	} known[SCRIPTS_MAX];
	size_t n;
};

struct scripts *scripts_new(void)
{
	struct scripts *s = calloc(1, sizeof *s);

	if (!s)
		abort();
	return s;
}

void scripts_forget(struct scripts *s)
{
	s->n = 0;
}

const char *script_text(const char *format, va_list args)
{
	const char *text;
	va_list values;

	if (!text_after(format, "EVAL %s "))
		return NULL;
	va_copy(values, args);
	text = va_arg(values, const char *);
	va_end(values);
	return text;
}

const char *script_digest(const struct scripts *s, const char *text)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->known[i].text == text)
			return s->known[i].digest;
	return NULL;
}

void script_learn(struct scripts *s, const char *text)
{
	struct script *new = &s->known[s->n];

	if (s->n == SCRIPTS_MAX || script_digest(s, text))
		return;
	new->text = text;
	digest_sha1(text, strlen(text), new->digest);
	s->n++;
}
