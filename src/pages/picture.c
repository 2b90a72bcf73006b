/*
 * GET /picture/TOKEN-400.webp and the like: a file of a picture or of a face.
 *
 * Without pictures, these addresses don't exist (404).
 */
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	NULL,
};

void page(struct req *q)
{
	if (req_require(q, NULL, "GET, HEAD"))
		page_error(q, 404);
}
