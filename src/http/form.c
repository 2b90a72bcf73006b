#include "http/form.h"

#include <stdlib.h>
#include <string.h>

#include "http/url.h"

/* What may be about several at once. */
static bool may_repeat(const char *name)
{
	return strcmp(name, "approve") == 0 || strcmp(name, "refuse") == 0;
}

static bool add_field(struct arena *a, const char *text, size_t len,
		      bool is_query, struct form *form)
{
	const char *equals = memchr(text, '=', len);
	size_t name_len = equals ? (size_t)(equals - text) : len;
	const char *name = url_decode(a, text, name_len, true);
	const char *value =
		equals ? url_decode(a, equals + 1, len - name_len - 1, true)
		       : "";

	if (!name || !value)
		return false;
	if (form_get(form, name) && !may_repeat(name))
		return is_query;
	if (form->n == FORM_FIELDS_MAX)
		return false;
	form->field[form->n].name = name;
	form->field[form->n++].value = value;
	return true;
}

static bool add_fields(struct arena *a, const char *text, size_t len,
		       bool is_query, struct form *form)
{
	const char *end = text + len;

	form->n = 0;
	while (text < end) {
		const char *amp = memchr(text, '&', (size_t)(end - text));
		const char *stop = amp ? amp : end;

		if (stop > text &&
		    !add_field(a, text, (size_t)(stop - text), is_query, form))
			return false;
		text = stop + 1;
	}
	return true;
}

bool form_parse(struct arena *a, const char *text, size_t len,
		struct form *form)
{
	return add_fields(a, text, len, false, form);
}

bool form_parse_query(struct arena *a, const char *text, size_t len,
		      struct form *form)
{
	return add_fields(a, text, len, true, form);
}

const char *form_get(const struct form *form, const char *name)
{
	for (size_t i = 0; i < form->n; i++)
		if (strcmp(form->field[i].name, name) == 0)
			return form->field[i].value;
	return NULL;
}

const char *form_next(const struct form *form, const char *name, size_t *at)
{
	while (*at < form->n) {
		size_t i = (*at)++;

		if (strcmp(form->field[i].name, name) == 0)
			return form->field[i].value;
	}
	return NULL;
}

bool form_number(const char *text, uint64_t *number)
{
	size_t len = strspn(text, "0123456789");

	/* 18 digits always fit, and no counter of ours gets that far. */
	if (len == 0 || len > 18 || text[len])
		return false;
	*number = strtoull(text, NULL, 10);
	return true;
}
