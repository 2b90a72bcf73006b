#include "view/view_qr.h"

#include <qrencode.h>
#include <stdio.h>

#include "base/arena.h"

#define QUIET 4  /* modules of margin */
#define PART  16 /* bytes per module: two have 21 at most */

/* A module is dark if its lowest bit is set. */
static int qr_run(const unsigned char *row, int at, int width)
{
	int run = 0;

	while (at + run < width && row[at + run] & 1)
		run++;
	return run;
}

/* Each run of dark modules in a row becomes a rectangle. */
static const char *qr_path(struct arena *a, const QRcode *code)
{
	int width = code->width;
	size_t room = (size_t)width * (size_t)width * PART;
	char *path = arena_alloc(a, room + 1), *to = path;

	for (int y = 0; y < width; y++) {
		const unsigned char *row = code->data + y * width;

		for (int x = 0; x < width; x++) {
			int run = qr_run(row, x, width);

			if (!run)
				continue;
			to += snprintf(to, room - (size_t)(to - path),
				       "M%d %dh%dv1h-%dz", x + QUIET,
				       y + QUIET, run, run);
			x += run;
		}
	}
	return path;
}

void view_qr(struct arena *a, struct tpl *t, const char *text)
{
	QRcode *code =
		QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1);

	if (code) {
		t = tpl_section(t, "QR");
		tpl_set_int(t, "SIDE", code->width + 2 * QUIET);
		tpl_set(t, "PATH", qr_path(a, code));
		QRcode_free(code);
	}
}
