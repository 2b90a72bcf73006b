/*
 * GET /account/face   the form for the face of the member who asks, and
 * GET /site/mark      that for the mark of the site, for hosts.
 * POST to one of them changes it, and redirects there (303).
 *   csrf           see rt_csrf(); it must come first
 *   remove         1: to have none
 *   face           the picture, up to 20 megabytes; multipart/form-data
 *
 * Without pictures, these addresses don't exist (404).
 */
#include "http/upload.h"
#include "view/page.h"

static const struct upload_rules accepted = {
	.field = "face",
	.files_max = 1,
	.file_max = (uint64_t)20 * 1024 * 1024,
	.total_max = (uint64_t)20 * 1024 * 1024,
};

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"stale.tpl",
	NULL,
};

void page(struct req *q)
{
	q->accepts = &accepted;
	if (req_require(q, NULL, "GET, HEAD, POST") && req_require_user(q))
		page_error(q, 404);
}
