/* What the buttons of posts do: like, repost, and take it back. */
#ifndef BUTTON_H
#define BUTTON_H

#include "web/req.h"

/*
 * Answers a POST to `path` by a button of a post.  The form's `id` names the
 * post to press it for, or else `undo` the one to take it back for; and then
 * the visitor goes back.  A post that is gone is no error.
 */
void page_press(struct req *q, const char *path,
		enum rt_err (*press)(struct req *q, uint64_t id),
		enum rt_err (*undo)(struct req *q, uint64_t id));

#endif
