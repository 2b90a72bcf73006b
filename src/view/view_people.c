#include "view/view_people.h"

#include "view/view_name.h"
#include "view/view_avatar.h"
#include "view/view_cached.h"

/* A row, and the button in it: none, or what a press of it will do. */
struct person_row {
	const struct rt_person *person;
	const char *button; /* NULL, or a section of person.tpl */
};

static void set_person(struct arena *a, struct tpl *t, const void *what)
{
	const struct person_row *row = what;
	const struct rt_person *person = row->person;

	tpl_set_int(t, "ID", (long long)person->id);
	view_avatar(a, t, person->id, person->name, person->display);
	view_name(t, person->name, person->display);
	if (person->bio)
		tpl_set(tpl_section(t, "BIO"), "BIO", person->bio);
	if (row->button)
		tpl_section(t, row->button);
}

/* The word keeps the key from being one of a post by chance. */
static void set_person_key(struct fragment_key *key,
			   const struct person_row *row)
{
	const struct rt_person *person = row->person;

	fragment_begin(key, person->id);
	fragment_add_text(key, "person");
	fragment_add(key, &person->id, sizeof person->id);
	fragment_add_text(key, person->name);
	fragment_add_text(key, person->display);
	fragment_add_text(key, person->bio);
	fragment_add_text(key, row->button);
}

static void show_person(struct req *q, struct tpl *t,
			const struct person_row *row)
{
	struct fragment_key key;

	set_person_key(&key, row);
	view_cached(q->a, t, "PERSON",
		    &(struct kept){ .file = "person.tpl",
				    .key = &key,
				    .set = set_person,
				    .what = row });
}

/* You cannot follow yourself, so a list of you alone has no button. */
static const char *person_button(const struct req *q,
				 const struct rt_person *person)
{
	if (!q->me.id || q->me.id == person->id || person->unsure)
		return NULL;
	return person->followed ? "CAN_STOP" : "CAN_FOLLOW";
}

void view_people(struct req *q, struct tpl *t,
		 const struct rt_people_list *list)
{
	struct tpl *people;
	bool has_buttons = false;

	if (!list->n)
		return;
	people = tpl_include(t, "PEOPLE", "people_list.tpl");
	for (size_t i = 0; i < list->n; i++) {
		struct person_row row = { .person = &list->v[i] };

		row.button = person_button(q, row.person);
		has_buttons |= row.button != NULL;
		show_person(q, people, &row);
	}
	if (has_buttons)
		tpl_set(tpl_section(people, "BUTTONS"), "BACK", q->address);
}
