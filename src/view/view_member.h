/* What stands above all pages of a member, and the way between them. */
#ifndef VIEW_MEMBER_H
#define VIEW_MEMBER_H

#include "http/req.h"
#include "view/tpl.h"

#define MEMBER_TEMPLATES "member.tpl", "tabs.tpl"

/*
 * The includes MEMBER and TABS; `at` says which tab is open: AT_POSTS,
 * AT_FOLLOWERS or AT_FOLLOWING.
 */
void view_member(struct req *q, struct tpl *t, const struct rt_member *member,
		 const char *at);

#endif
