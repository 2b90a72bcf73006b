/*
 * GET /@NAME/ID/N  the N-th picture of a post, large.
 *
 * A post without that picture has no such address (404).
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
