/* A member's header and tabs, and lists of members. */
#ifndef VIEW_MEMBER_H
#define VIEW_MEMBER_H

#include "http/req.h"
#include "view/tpl.h"

#define MEMBER_TEMPLATES "member.tpl", "tabs.tpl"
#define PEOPLE_TEMPLATES "people_list.tpl", "person.tpl", "kept.tpl"

/*
 * A standing in the words that people read; rt_standing_word() is the one that
 * forms send.
 */
const char *view_standing(enum rt_standing standing);

/*
 * Includes MEMBER and TABS, which are at the top of all pages of a member.
 * `at` is the open tab: AT_POSTS, AT_FOLLOWERS or AT_FOLLOWING.
 */
void view_member(struct req *q, struct tpl *t, const struct rt_member *member,
		 const char *at);

/*
 * Includes PEOPLE, a list with a button in each row for a visitor who may
 * follow, and one form around them.  An empty list includes nothing.
 */
void view_people(struct req *q, struct tpl *t,
		 const struct rt_people_list *list);

/* Includes the FACE of one of them. */
void view_person_face(struct arena *a, struct tpl *t,
		      const struct rt_person *person);

#endif
