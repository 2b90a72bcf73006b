#include "picture/encode.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "picture/webp_strip.h"

/* What cannot be told from the original at this size. */
#define WEBP_QUALITY 80
#define JPEG_QUALITY 82

/* In a square of its own, with a transparent margin if it needs one. */
static int encode_pad(VipsImage *in, int px, VipsImage **out)
{
	VipsImage *clear = NULL;
	int err;

	if (in->Xsize == px && in->Ysize == px)
		return vips_copy(in, out, NULL);
	if ((in->Bands == 4 ? vips_copy(in, &clear, NULL)
			    : vips_addalpha(in, &clear, NULL)) != 0)
		return -1;
	err = vips_gravity(clear, out, VIPS_COMPASS_DIRECTION_CENTRE, px, px,
			   NULL);
	g_object_unref(clear);
	return err;
}

static VipsImage *encode_resize(VipsImage *in, enum picture_fit fit, int px)
{
	VipsImage *resized = NULL, *padded = NULL;
	VipsSize size = fit == PICTURE_WITHIN ? VIPS_SIZE_DOWN
			: fit == PICTURE_CUT  ? VIPS_SIZE_FORCE
					      : VIPS_SIZE_BOTH;

	if (vips_thumbnail_image(in, &resized, px, "height", px, "size", size,
				 NULL) != 0 ||
	    fit != PICTURE_PADDED)
		return resized;
	if (encode_pad(resized, px, &padded) != 0)
		padded = NULL;
	g_object_unref(resized);
	return padded;
}

/* JPEG has no alpha: what is transparent becomes white. */
static int encode_jpeg(VipsImage *in, void **bytes, size_t *len)
{
	static const double white[] = { 255, 255, 255 };
	VipsArrayDouble *background = vips_array_double_new(white, 3);
	VipsImage *flat = NULL;

	if ((in->Bands == 4
		     ? vips_flatten(in, &flat, "background", background, NULL)
		     : vips_copy(in, &flat, NULL)) != 0)
		return -1;
	return vips_jpegsave_buffer(flat, bytes, len, "Q", JPEG_QUALITY,
				    "strip", TRUE, "optimize_coding", TRUE,
				    NULL);
}

static int encode_webp(VipsImage *in, void **bytes, size_t *len)
{
	int err = vips_webpsave_buffer(in, bytes, len, "Q", WEBP_QUALITY,
				       "strip", TRUE, NULL);

	if (!err)
		*len = webp_strip(*bytes, *len);
	return err;
}

static int encode_format(VipsImage *in, enum picture_format format,
			 void **bytes, size_t *len)
{
	switch (format) {
	case PICTURE_WEBP:
		return encode_webp(in, bytes, len);
	case PICTURE_JPEG:
		return encode_jpeg(in, bytes, len);
	case PICTURE_PNG:
		return vips_pngsave_buffer(in, bytes, len, "strip", TRUE,
					   NULL);
	}
	return -1;
}

static bool encode_write(int fd, const char *bytes, size_t len)
{
	ssize_t n;

	for (size_t done = 0; done < len; done += (size_t)n) {
		n = pwrite(fd, bytes + done, len - done, (off_t)done);
		if (n <= 0) {
			fprintf(stderr, "retwis: cannot write a picture: %s\n",
				strerror(errno));
			return false;
		}
	}
	return true;
}

static bool encode_one(VipsImage *image, enum picture_fit fit,
		       const struct picture_size *size, int fd)
{
	VipsImage *resized = encode_resize(image, fit, (int)size->px);
	void *bytes;
	size_t len;
	bool is_written;

	if (!resized ||
	    encode_format(resized, size->format, &bytes, &len) != 0) {
		fprintf(stderr, "retwis: cannot make a picture: %.200s\n",
			vips_error_buffer());
		return false;
	}
	is_written = encode_write(fd, bytes, len);
	g_object_unref(resized);
	g_free(bytes);
	return is_written;
}

bool encode(VipsImage *image, const struct picture_sizes *sizes,
	    const int *fds)
{
	for (size_t i = 0; i < sizes->n; i++)
		if (!encode_one(image, sizes->fit, &sizes->size[i], fds[i]))
			return false;
	return true;
}
