#include "view/csv.h"

#include <string.h>

#include "base/message.h"
#include "http/answer.h"
#include "http/send.h"
#include "libretwis/retwis.h"

/* The quotes, the apostrophe, and the comma or the CRLF. */
#define AROUND 5

/* In Japanese, for example, spreadsheets take a wide sign for the usual one. */
static bool csv_is_wide_sign(const char *text)
{
	static const char *const signs[] = { "＝", "＋", "－", "＠" };

	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (strncmp(text, signs[i], strlen(signs[i])) == 0)
			return true;
	return false;
}

static bool csv_is_formula(const char *text)
{
	return *text && (strchr("=+-@", *text) || (unsigned char)*text < ' ' ||
			 csv_is_wide_sign(text));
}

static char *csv_put(char *to, const char *text)
{
	*to++ = '"';
	if (csv_is_formula(text))
		*to++ = '\'';
	for (; *text; text++) {
		if (*text == '"')
			*to++ = '"';
		*to++ = *text;
	}
	*to++ = '"';
	return to;
}

const char *csv_line(struct arena *a, const char *const *cell, size_t n)
{
	const char **text = arena_alloc(a, n * sizeof *text);
	size_t room = sizeof "\r\n";
	char *line, *to;

	for (size_t i = 0; i < n; i++) {
		text[i] = cell[i] ? rt_text_clean(a, cell[i]) : "";
		room += 2 * strlen(text[i]) + AROUND;
	}
	line = to = arena_room(a, room);
	for (size_t i = 0; i < n; i++) {
		if (i)
			*to++ = ',';
		to = csv_put(to, text[i]);
	}
	stpcpy(to, "\r\n");
	return line;
}

/* ---- a whole table ------------------------------------------------------ */

/* A byte order mark, by which spreadsheets know that it is UTF-8. */
#define BOM "\xef\xbb\xbf"

bool csv_write(struct req *q, struct arena *a, const char *const *cell,
	       size_t n)
{
	const char *line = csv_line(a, cell, n);

	return stream_write(q, line, strlen(line));
}

bool csv_begin(struct req *q, struct arena *a, const char *const *column,
	       size_t n)
{
	const char **name = arena_alloc(a, n * sizeof *name);

	for (size_t i = 0; i < n; i++)
		name[i] = _(column[i]);
	return stream_write(q, BOM, strlen(BOM)) && csv_write(q, a, name, n);
}

void page_csv(struct req *q, const char *file,
	      bool (*make)(struct req *q, void *what), void *what)
{
	page_header(q, "Content-Disposition: attachment; filename=\"%s\"",
		    file);
	page_stream(q, "text/csv; charset=utf-8", make, what);
}
