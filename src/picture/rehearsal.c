#include "picture/rehearsal.h"

#include <stdio.h>

#include "picture/decode.h"

#define SIDE 16

/* Black, one pixel: no GIF is ever written, so this one was. */
static const unsigned char gif[] =
	"GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\1\0\1\0\0"
	"\2\2D\1\0;";

static int rehearsal_save(enum kind_format format, VipsImage *rgb,
			  void **bytes, size_t *len)
{
	switch (format) {
	case KIND_JPEG:
		return vips_jpegsave_buffer(rgb, bytes, len, NULL);
	case KIND_PNG:
		return vips_pngsave_buffer(rgb, bytes, len, NULL);
	case KIND_WEBP:
		return vips_webpsave_buffer(rgb, bytes, len, NULL);
	case KIND_GIF:
		*bytes = g_memdup2(gif, sizeof gif - 1);
		*len = sizeof gif - 1;
		return 0;
	}
	return -1;
}

static bool rehearse_kind(enum kind_format format, VipsImage *rgb)
{
	void *bytes;
	size_t len;
	struct kind kind;
	VipsImage *image;

	return rehearsal_save(format, rgb, &bytes, &len) == 0 &&
	       kind_look(bytes, len, &kind) == VERDICT_OK &&
	       kind.format == format &&
	       decode(bytes, len, &kind, picture_sizes(PICTURE_FACE),
		      &image) == VERDICT_OK;
}

bool rehearse(void)
{
	static const char *const names[] = { "JPEG", "PNG", "WebP", "GIF" };
	VipsImage *black, *rgb;

	if (vips_black(&black, SIDE, SIDE, "bands", 3, NULL) != 0 ||
	    vips_copy(black, &rgb, "interpretation", VIPS_INTERPRETATION_sRGB,
		      NULL) != 0)
		return false;
	for (unsigned format = KIND_JPEG; format <= KIND_GIF; format++)
		if (!rehearse_kind(format, rgb)) {
			fprintf(stderr,
				"retwis: retwis-picture cannot decode "
				"%s: %s\n",
				names[format], vips_error_buffer());
			return false;
		}
	return true;
}
