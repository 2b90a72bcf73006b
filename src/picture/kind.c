#include "picture/kind.h"

#include <string.h>

/* What is left of the file.  Bytes beyond its end are read as zeros. */
struct rest {
	const unsigned char *bytes;
	size_t len;
};

static unsigned long rest_byte(struct rest r, size_t at)
{
	return at < r.len ? r.bytes[at] : 0;
}

static unsigned long rest_big16(struct rest r, size_t at)
{
	return rest_byte(r, at) << 8 | rest_byte(r, at + 1);
}

static unsigned long rest_big32(struct rest r, size_t at)
{
	return rest_big16(r, at) << 16 | rest_big16(r, at + 2);
}

static unsigned long rest_little16(struct rest r, size_t at)
{
	return rest_byte(r, at) | rest_byte(r, at + 1) << 8;
}

static unsigned long rest_little24(struct rest r, size_t at)
{
	return rest_little16(r, at) | rest_byte(r, at + 2) << 16;
}

static bool rest_has(struct rest r, size_t at, const char *text, size_t len)
{
	return at + len <= r.len && memcmp(r.bytes + at, text, len) == 0;
}

static struct rest rest_after(struct rest r, size_t n)
{
	n = n < r.len ? n : r.len;
	return (struct rest){ r.bytes + n, r.len - n };
}

/* ---- JPEG -------------------------------------------------------------- */

#define JPEG_START      0xd8
#define JPEG_END        0xd9
#define JPEG_SCAN       0xda
#define JPEG_FRAME_SIZE 10

/* Start of frame, baseline to arithmetic; DHT, JPG and DAC lie between. */
static bool jpeg_is_frame(unsigned long marker)
{
	return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 &&
	       marker != 0xc8 && marker != 0xcc;
}

/* TEM and RST0 to RST7, which nothing belongs to. */
static bool jpeg_is_alone(unsigned long marker)
{
	return marker == 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/* As libjpeg does it: skips to the next FF, and to what is no FF after it. */
static struct rest jpeg_next_marker(struct rest r)
{
	do {
		while (r.len > 0 && *r.bytes != 0xff)
			r = rest_after(r, 1);
		while (r.len > 0 && *r.bytes == 0xff)
			r = rest_after(r, 1);
	} while (r.len > 0 && *r.bytes == 0);
	return r;
}

static enum verdict kind_look_jpeg(struct rest r, struct kind *out)
{
	out->format = KIND_JPEG;
	r = jpeg_next_marker(rest_after(r, 2));
	while (r.len > 0 && !jpeg_is_frame(*r.bytes)) {
		if (*r.bytes == JPEG_START || *r.bytes == JPEG_END ||
		    *r.bytes == JPEG_SCAN)
			return VERDICT_BROKEN;
		if (jpeg_is_alone(*r.bytes))
			r = rest_after(r, 1);
		else if (rest_big16(r, 1) < 2)
			return VERDICT_BROKEN;
		else
			r = rest_after(r, 1 + rest_big16(r, 1));
		r = jpeg_next_marker(r);
	}
	if (r.len < JPEG_FRAME_SIZE)
		return VERDICT_BROKEN;
	out->is_heavy = r.bytes[3] > 8 || r.bytes[8] > 3;
	out->height = rest_big16(r, 4);
	out->width = rest_big16(r, 6);
	return VERDICT_OK;
}

/* ---- PNG --------------------------------------------------------------- */

#define PNG_SIGNATURE "\x89PNG\r\n\x1a\n"
#define PNG_HEADER    "\0\0\0\rIHDR"
#define PNG_MIN       33 /* the signature and the header with its checksum */

/* RGBA, or a palette, whose colours may be transparent, too. */
static bool png_has_alpha(struct rest r)
{
	return rest_byte(r, 25) == 6 || rest_byte(r, 25) == 3;
}

/* An animated PNG says so before its first pixels. */
static bool png_is_animated(struct rest r)
{
	for (r = rest_after(r, PNG_MIN); r.len >= 12;
	     r = rest_after(r, rest_big32(r, 0) + 12)) {
		if (rest_has(r, 4, "acTL", 4))
			return true;
		if (rest_has(r, 4, "IDAT", 4))
			return false;
	}
	return false;
}

static enum verdict kind_look_png(struct rest r, struct kind *out)
{
	out->format = KIND_PNG;
	if (r.len < PNG_MIN || !rest_has(r, 8, PNG_HEADER, 8))
		return VERDICT_BROKEN;
	out->width = rest_big32(r, 16);
	out->height = rest_big32(r, 20);
	out->is_heavy = rest_byte(r, 24) > 8 ||
			(rest_byte(r, 28) != 0 && png_has_alpha(r));
	out->is_animated = png_is_animated(r);
	return VERDICT_OK;
}

/* ---- WebP -------------------------------------------------------------- */

#define WEBP_LOSSLESS_MIN 25
#define WEBP_MIN          30
#define WEBP_SIDE         0x3fff

static enum verdict webp_look_lossless(struct rest r, struct kind *out)
{
	unsigned long low = rest_little16(r, 21), high = rest_little16(r, 23);

	if (r.len < WEBP_LOSSLESS_MIN || rest_byte(r, 20) != 0x2f)
		return VERDICT_BROKEN;
	out->width = (low & WEBP_SIDE) + 1;
	out->height = ((low >> 14 | high << 2) & WEBP_SIDE) + 1;
	return VERDICT_OK;
}

/* The first chunk tells: lossless, or with a canvas for more, or lossy. */
static enum verdict kind_look_webp(struct rest r, struct kind *out)
{
	out->format = KIND_WEBP;
	if (rest_has(r, 12, "VP8L", 4))
		return webp_look_lossless(r, out);
	if (r.len < WEBP_MIN)
		return VERDICT_BROKEN;
	if (rest_has(r, 12, "VP8X", 4)) {
		out->width = rest_little24(r, 24) + 1;
		out->height = rest_little24(r, 27) + 1;
		return VERDICT_OK;
	}
	if (!rest_has(r, 12, "VP8 ", 4) || !rest_has(r, 23, "\x9d\x01\x2a", 3))
		return VERDICT_BROKEN;
	out->width = rest_little16(r, 26) & WEBP_SIDE;
	out->height = rest_little16(r, 28) & WEBP_SIDE;
	return VERDICT_OK;
}

/* ---- GIF --------------------------------------------------------------- */

#define GIF_SCREEN    13
#define GIF_FRAME     0x2c
#define GIF_EXTENSION 0x21

/* So many bytes of colours follow, if any. */
static size_t gif_colours(unsigned long flags)
{
	return flags & 0x80 ? 3U << ((flags & 7) + 1) : 0;
}

/* After an extension's first two bytes: blocks with their lengths. */
static struct rest gif_skip_blocks(struct rest r)
{
	while (rest_byte(r, 0) > 0)
		r = rest_after(r, rest_byte(r, 0) + 1);
	return rest_after(r, 1);
}

static unsigned long larger(unsigned long one, unsigned long other)
{
	return one > other ? one : other;
}

/* The first frame may reach beyond the screen, which then becomes larger. */
static enum verdict kind_look_gif(struct rest r, struct kind *out)
{
	out->format = KIND_GIF;
	out->is_heavy = true;
	if (r.len < GIF_SCREEN)
		return VERDICT_BROKEN;
	out->width = rest_little16(r, 6);
	out->height = rest_little16(r, 8);
	r = rest_after(r, GIF_SCREEN + gif_colours(rest_byte(r, 10)));
	while (rest_byte(r, 0) == GIF_EXTENSION)
		r = gif_skip_blocks(rest_after(r, 2));
	if (r.len < 10 || *r.bytes != GIF_FRAME)
		return VERDICT_BROKEN;
	out->width =
		larger(out->width, rest_little16(r, 1) + rest_little16(r, 5));
	out->height =
		larger(out->height, rest_little16(r, 3) + rest_little16(r, 7));
	return VERDICT_OK;
}

/* ---- all --------------------------------------------------------------- */

bool kind_fits(unsigned long width, unsigned long height, bool is_heavy)
{
	return width <= KIND_SIDE && height <= KIND_SIDE &&
	       width * height <= (is_heavy ? KIND_PIXELS_HEAVY : KIND_PIXELS);
}

static enum verdict kind_look_any(struct rest r, struct kind *out)
{
	if (rest_has(r, 0, "\xff\xd8\xff", 3))
		return kind_look_jpeg(r, out);
	if (rest_has(r, 0, PNG_SIGNATURE, 8))
		return kind_look_png(r, out);
	if (rest_has(r, 0, "RIFF", 4) && rest_has(r, 8, "WEBP", 4))
		return kind_look_webp(r, out);
	if (rest_has(r, 0, "GIF87a", 6) || rest_has(r, 0, "GIF89a", 6))
		return kind_look_gif(r, out);
	return VERDICT_UNKNOWN;
}

enum verdict kind_look(const unsigned char *bytes, size_t len,
		       struct kind *out)
{
	struct rest r = { bytes, len };
	enum verdict verdict;

	*out = (struct kind){ 0 };
	verdict = kind_look_any(r, out);
	if (verdict != VERDICT_OK)
		return verdict;
	if (out->width == 0 || out->height == 0)
		return VERDICT_BROKEN;
	return kind_fits(out->width, out->height, out->is_heavy)
		       ? VERDICT_OK
		       : VERDICT_LARGE;
}
