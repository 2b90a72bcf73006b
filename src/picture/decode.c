#include "picture/decode.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- libvips ----------------------------------------------------------- */

/*
 * All that may read or write a file format.  What does it for PNG has another
 * name where libvips was built with libspng.
 */
static const char *const allowed[][2] = {
	{ "VipsForeignLoadJpegSource" },
	{ "VipsForeignLoadPngSource", "VipsForeignLoadSpngSource" },
	{ "VipsForeignLoadWebpSource" },
	{ "VipsForeignLoadNsgifSource" },
	{ "VipsForeignSaveJpegBuffer" },
	{ "VipsForeignSavePngBuffer", "VipsForeignSaveSpngBuffer" },
	{ "VipsForeignSaveWebpBuffer" },
};

static bool decode_allow(const char *const names[2])
{
	for (size_t i = 0; i < 2 && names[i]; i++)
		if (g_type_from_name(names[i]) != 0) {
			vips_operation_block_set(names[i], FALSE);
			return true;
		}
	fprintf(stderr, "retwis: libvips has no %s\n", names[0]);
	return false;
}

/* What libvips, or GLib, says of a file is for nobody. */
static void decode_log(const char *domain, GLogLevelFlags level,
		       const char *message, void *data)
{
	(void)domain;
	(void)level;
	(void)message;
	(void)data;
}

/*
 * Its vector code opens files late, when we can't any more, and profiles have
 * dates, for which the time zone would be read.  Its modules are further
 * decoders, which we don't want: there are none in this folder.
 */
bool decode_init(void)
{
	if (setenv("VIPS_NOVECTOR", "1", 1) != 0 ||
	    setenv("TZ", "UTC0", 1) != 0 ||
	    setenv("VIPSHOME", "/nonexistent", 1) != 0 ||
	    vips_init("retwis-picture") != 0) {
		fputs("retwis: libvips does not start\n", stderr);
		return false;
	}
	g_log_set_default_handler(decode_log, NULL);
	vips_concurrency_set(1);
	vips_cache_set_max(0);
	vips_operation_block_set("VipsForeignLoad", TRUE);
	vips_operation_block_set("VipsForeignSave", TRUE);
	for (size_t i = 0; i < G_N_ELEMENTS(allowed); i++)
		if (!decode_allow(allowed[i]))
			return false;
	return true;
}

/* ---- loading ----------------------------------------------------------- */

/* A side that is shorter could become nothing while a decoder shrinks it. */
#define SHORTEST 16

/*
 * How many times larger it is than we need it, as far as that can be left to
 * the decoder.
 */
static double decode_excess(const struct kind *kind,
			    const struct picture_sizes *sizes, unsigned px)
{
	unsigned long shorter = MIN(kind->width, kind->height);
	unsigned long longer = MAX(kind->width, kind->height);

	if (shorter < SHORTEST)
		return 1;
	return (double)(sizes->fit == PICTURE_CUT ? shorter : longer) / px;
}

/* JPEG shrinks while it decodes; the last factor of two is done better. */
static int decode_jpeg_shrink(double excess)
{
	return excess >= 16 ? 8 : excess >= 8 ? 4 : excess >= 4 ? 2 : 1;
}

/* So does WebP. */
static double decode_webp_scale(double excess)
{
	return excess > 2 ? 2 / excess : 1;
}

/*
 * A file that was cut short is refused, like one with an error: what half a
 * picture shows is not what its member wanted to show, who can send it again.
 * Only the first frame is read.
 */
#define HOW "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR

static VipsImage *decode_load(VipsSource *source, const struct kind *kind,
			      double excess)
{
	VipsImage *image = NULL;

	switch (kind->format) {
	case KIND_JPEG:
		vips_jpegload_source(source, &image, HOW, "shrink",
				     decode_jpeg_shrink(excess), NULL);
		break;
	case KIND_PNG:
		vips_pngload_source(source, &image, HOW, NULL);
		break;
	case KIND_WEBP:
		vips_webpload_source(source, &image, HOW, "scale",
				     decode_webp_scale(excess), NULL);
		break;
	case KIND_GIF:
		vips_gifload_source(source, &image, HOW, NULL);
		break;
	}
	return image;
}

/* ---- colours and size -------------------------------------------------- */

/* A profile that does not fit the picture is ignored, as browsers do. */
static void decode_drop_bad_profile(VipsImage *image)
{
	const void *profile;
	size_t len;

	if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 &&
	    (vips_image_get_blob(image, VIPS_META_ICC_NAME, &profile, &len) !=
		     0 ||
	     !vips_icc_is_compatible_profile(image, profile, len)))
		vips_image_remove(image, VIPS_META_ICC_NAME);
}

/* The square in the middle. */
static int decode_cut(VipsImage *in, VipsImage **out)
{
	int side = MIN(in->Xsize, in->Ysize);

	return vips_extract_area(in, out, (in->Xsize - side) / 2,
				 (in->Ysize - side) / 2, side, side, NULL);
}

/*
 * A picture's own profile, such as that of a phone, is applied, and for print
 * without one a common one.  Any other counts as sRGB already: asked for that
 * profile, libvips would take another way there, and change the colours.
 */
static int decode_resize(VipsImage *in, enum picture_fit fit, unsigned px,
			 VipsImage **out)
{
	VipsSize size = fit == PICTURE_CUT ? VIPS_SIZE_FORCE : VIPS_SIZE_DOWN;
	int side = (int)px;

	if (in->Type == VIPS_INTERPRETATION_CMYK)
		return vips_thumbnail_image(in, out, side, "height", side,
					    "size", size, "no_rotate", TRUE,
					    "import_profile", "cmyk",
					    "export_profile", "srgb", NULL);
	if (vips_image_get_typeof(in, VIPS_META_ICC_NAME) != 0)
		return vips_thumbnail_image(in, out, side, "height", side,
					    "size", size, "no_rotate", TRUE,
					    "export_profile", "srgb", NULL);
	return vips_thumbnail_image(in, out, side, "height", side, "size",
				    size, "no_rotate", TRUE, NULL);
}

/* Builds up what is to be done; nothing has been decoded yet. */
static VipsImage *decode_pipeline(VipsImage *image, enum picture_fit fit,
				  unsigned px)
{
	VipsObject *scope = VIPS_OBJECT(vips_image_new());
	VipsImage **t = (VipsImage **)vips_object_local_array(scope, 4);
	VipsImage *out = NULL;

	if (vips_copy(image, &t[0], NULL) != 0)
		goto end;
	decode_drop_bad_profile(t[0]);
	if ((fit == PICTURE_CUT ? decode_cut(t[0], &t[1])
				: vips_copy(t[0], &t[1], NULL)) != 0 ||
	    decode_resize(t[1], fit, px, &t[2]) != 0 ||
	    vips_colourspace(t[2], &t[3], VIPS_INTERPRETATION_sRGB, NULL) !=
		    0 ||
	    vips_cast_uchar(t[3], &out, NULL) != 0)
		out = NULL;
end:
	g_object_unref(scope);
	return out;
}

/* ---- pixels ------------------------------------------------------------ */

static bool decode_is_opaque(const unsigned char *rgba, size_t len)
{
	for (size_t i = 3; i < len; i += 4)
		if (rgba[i] != 255)
			return false;
	return true;
}

/* Decodes, and makes a new picture of the pixels, which it keeps in memory. */
static VipsImage *decode_pixels(VipsImage *pipeline)
{
	size_t len;
	unsigned char *pixels = vips_image_write_to_memory(pipeline, &len);
	VipsImage *image, *plain, *rgb = NULL;

	if (!pixels || pipeline->Bands < 3 || pipeline->Bands > 4)
		return NULL;
	image = vips_image_new_from_memory(pixels, len, pipeline->Xsize,
					   pipeline->Ysize, pipeline->Bands,
					   VIPS_FORMAT_UCHAR);
	if (!image || vips_copy(image, &plain, "interpretation",
				VIPS_INTERPRETATION_sRGB, NULL) != 0)
		return NULL;
	if (plain->Bands == 4 && decode_is_opaque(pixels, len) &&
	    vips_extract_band(plain, &rgb, 0, "n", 3, NULL) == 0)
		return rgb;
	return plain;
}

/* Turns what lies in memory; a file is read only from top to bottom. */
static VipsImage *decode_upright(VipsImage *image, int orientation)
{
	VipsImage *upright;

	vips_image_set_int(image, VIPS_META_ORIENTATION, orientation);
	if (vips_autorot(image, &upright, NULL) != 0)
		return NULL;
	return vips_image_copy_memory(upright);
}

static unsigned decode_largest(const struct picture_sizes *sizes)
{
	unsigned px = 0;

	for (size_t i = 0; i < sizes->n; i++)
		px = MAX(px, sizes->size[i].px);
	return px;
}

/*
 * Nothing here is freed, since the process ends after one picture.  A decoder
 * may see other dimensions than we did, so these are checked once more before
 * it decodes a pixel; by then it may have shrunk them.
 */
enum verdict decode(const void *bytes, size_t len, struct kind *kind,
		    const struct picture_sizes *sizes, VipsImage **out)
{
	unsigned px = decode_largest(sizes);
	VipsSource *source = vips_source_new_from_memory(bytes, len);
	VipsImage *loaded =
		decode_load(source, kind, decode_excess(kind, sizes, px));
	VipsImage *image;
	int orientation;

	if (!loaded)
		return VERDICT_BROKEN;
	if (!kind_fits((unsigned long)loaded->Xsize,
		       (unsigned long)loaded->Ysize, kind->is_heavy))
		return VERDICT_LARGE;
	if (vips_image_get_n_pages(loaded) > 1)
		kind->is_animated = true;
	orientation = vips_image_get_orientation(loaded);
	image = decode_pipeline(loaded, sizes->fit, px);
	if (image)
		image = decode_pixels(image);
	if (image)
		image = decode_upright(image, orientation);
	if (!image)
		return VERDICT_BROKEN;
	*out = image;
	return VERDICT_OK;
}
