#include "schema/picture_sizes.h"

static const struct picture_sizes sizes_of_use[PICTURE_USES] = {
	[PICTURE_POST] = { .word = "post",
			   .fit = PICTURE_WITHIN,
			   .n = 4,
			   .size = { { "-400.webp", 400, PICTURE_WEBP },
				     { "-800.webp", 800, PICTURE_WEBP },
				     { "-1600.webp", 1600, PICTURE_WEBP },
				     { "-1200.jpg", 1200, PICTURE_JPEG } } },
	[PICTURE_FACE] = { .word = "face",
			   .fit = PICTURE_CUT,
			   .n = 2,
			   .size = { { "-72.webp", 72, PICTURE_WEBP },
				     { "-288.webp", 288, PICTURE_WEBP } } },
	[PICTURE_MARK] = { .word = "mark",
			   .fit = PICTURE_PADDED,
			   .n = 3,
			   .size = { { "-180.png", 180, PICTURE_PNG },
				     { "-192.png", 192, PICTURE_PNG },
				     { "-512.png", 512, PICTURE_PNG } } },
};

const struct picture_sizes *picture_sizes(enum picture_use use)
{
	return &sizes_of_use[use];
}
