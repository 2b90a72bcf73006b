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

/* Lists of members, with a button in each row for a visitor who may follow. */

#define PEOPLE_TEMPLATES "people_list.tpl", "person.tpl", "kept.tpl"

/* The include PEOPLE, in one form if there are buttons; nothing for nobody. */
void view_people(struct req *q, struct tpl *t,
		 const struct rt_people_list *list);

#endif
