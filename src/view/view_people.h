/* Lists of members, with a button in each row for a visitor who may follow. */
#ifndef VIEW_PEOPLE_H
#define VIEW_PEOPLE_H

#include "http/req.h"
#include "view/tpl.h"

#define PEOPLE_TEMPLATES "people_list.tpl", "person.tpl", "kept.tpl"

/* The include PEOPLE, in one form if there are buttons; nothing for nobody. */
void view_people(struct req *q, struct tpl *t,
		 const struct rt_people_list *list);

#endif
