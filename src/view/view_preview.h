/*
 * Open Graph: what a chat or another site shows below the address of a post
 * that somebody has sent there.  It asks for the page as anybody does, and
 * finds this in the head.
 */
#ifndef VIEW_PREVIEW_H
#define VIEW_PREVIEW_H

#include "http/req.h"
#include "view/tpl.h"

/* After page_begin(). */
void view_preview(struct req *q, const struct rt_post *post);

#endif
