#include "web/view_people.h"

#include "web/view_called.h"
#include "web/view_face.h"

static void show_person(struct req *q, struct tpl *t,
			const struct rt_person *person)
{
	tpl_set_int(t, "ID", (long long)person->id);
	view_face(q->a, t, person->id, person->name, person->display);
	view_called(t, person->name, person->display);
	if (person->bio)
		tpl_set(tpl_section(t, "BIO"), "BIO", person->bio);
}

/* You cannot follow yourself, so a list of you alone has no button. */
static bool can_follow(const struct req *q, const struct rt_person *person)
{
	return q->me.id && q->me.id != person->id && !person->unsure;
}

void view_people(struct req *q, struct tpl *t,
		 const struct rt_people_list *list)
{
	struct tpl *people, *row;
	bool has_buttons = false;

	if (!list->n)
		return;
	people = tpl_include(t, "PEOPLE", "people_list.tpl");
	for (size_t i = 0; i < list->n; i++) {
		row = tpl_section(people, "PERSON");
		show_person(q, row, &list->v[i]);
		if (!can_follow(q, &list->v[i]))
			continue;
		tpl_section(row,
			    list->v[i].followed ? "CAN_STOP" : "CAN_FOLLOW");
		has_buttons = true;
	}
	if (has_buttons)
		tpl_set(tpl_section(people, "BUTTONS"), "BACK", q->address);
}
