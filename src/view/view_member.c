#include "view/view_member.h"

#include "base/message.h"
#include "view/fragment.h"
#include "view/frame.h"
#include "view/view_face.h"
#include "view/view_parts.h"
#include "view/view_time.h"

/* ---- a member's header and tabs ---------------------------------------- */

static void show_own_links(struct req *q, struct tpl *own)
{
	bool is_host = q->me.standing == RT_HOST;

	if (q->conf->log_public || rt_moderates(q->me.standing))
		tpl_section(own, "READS_LOG");
	if (rt_moderates(q->me.standing)) {
		struct tpl *runs = tpl_section(own, "RUNS");

		if (is_host)
			tpl_section(runs, "HOSTS");
	}
	if (req_may_be_invited(q) && (is_host || !q->conf->hosts_invite))
		tpl_section(own, "INVITES");
	if (q->conf->last_seen)
		tpl_section(own, "LAST_VISIT");
	if (rt_has_pictures(q->rt))
		tpl_section(own, "PICTURES");
}

const char *view_standing(enum rt_standing standing)
{
	static const char *const shown[RT_STANDINGS + 1] = {
		[RT_MEMBER] = N_("member"),
		[RT_MODERATOR] = N_("moderator"),
		[RT_HOST] = N_("host"),
		[RT_WAITING] = N_("waiting"),
		[RT_SUSPENDED] = N_("suspended"),
		[RT_STANDINGS] = N_("unknown"),
	};

	return _(shown[standing]);
}

/*
 * What may be given to this member, except for the present standing.  Nobody
 * may suspend themselves.
 */
static bool is_offered(const struct req *q, enum rt_standing standing,
		       const struct rt_member *m)
{
	if (standing == m->standing ||
	    (q->me.id == m->id && standing == RT_SUSPENDED))
		return false;
	return rt_may_give(q->me.standing, m->standing, standing);
}

static void show_hosting(struct req *q, struct tpl *t,
			 const struct rt_member *m)
{
	static const struct {
		enum rt_standing standing;
		const char *label;
	} offers[] = {
		{ RT_HOST, N_("Make host") },
		{ RT_MODERATOR, N_("Make moderator") },
		{ RT_MEMBER, N_("Make member") },
		{ RT_SUSPENDED, N_("Suspend") },
	};
	struct tpl *form = tpl_section(t, "HOSTING");

	tpl_set_int(form, "ID", (long long)m->id);
	if (m->standing != RT_HOST && q->me.standing == RT_HOST)
		tpl_section(form, "CAN_RESET");
	tpl_set(form, "STANDING", view_standing(m->standing));
	if (m->face && q->me.id != m->id)
		tpl_set_int(tpl_section(form, "CAN_REMOVE_FACE"), "ID",
			    (long long)m->id);
	for (size_t i = 0; i < sizeof offers / sizeof *offers; i++) {
		struct tpl *offer;

		if (!is_offered(q, offers[i].standing, m))
			continue;
		offer = tpl_section(form, "OFFER");
		tpl_set(offer, "STANDING",
			rt_standing_word(offers[i].standing));
		tpl_set(offer, "LABEL",
			offers[i].standing == RT_MEMBER &&
					m->standing == RT_SUSPENDED
				? _("Restore")
				: _(offers[i].label));
	}
}

/*
 * Everybody sees who is a host or a moderator; only they see who is suspended.
 */
static void show_standing(struct req *q, struct tpl *t,
			  const struct rt_member *m)
{
	view_standing_mark(t, m->standing);
	if (q->me.standing == RT_HOST ||
	    (q->me.standing == RT_MODERATOR && !rt_moderates(m->standing)))
		show_hosting(q, t, m);
}

/* Nobody can follow whoever is blocked, or has no access. */
static void show_follow_button(struct tpl *t, const struct rt_member *m)
{
	struct tpl *follow;

	if (!m->followed && !rt_belongs(m->standing))
		return;
	follow = tpl_section(t, "FOLLOW");
	tpl_set_int(follow, "ID", (long long)m->id);
	tpl_section(follow, m->followed ? "CAN_STOP" : "CAN_FOLLOW");
}

/* Rarely used actions are under "More". */
static void show_other(struct req *q, struct tpl *t, const struct rt_member *m)
{
	static const char *const offers[] = {
		[RT_QUIET_NOT] = "CAN_MUTE",
		[RT_QUIET_MUTED] = "CAN_UNMUTE",
		[RT_QUIET_BLOCKED] = "CAN_UNBLOCK",
	};
	struct tpl *more = tpl_section(t, "QUIET");

	tpl_set_int(more, "ID", (long long)m->id);
	tpl_set(more, "BACK", q->address);
	tpl_section(more, offers[m->quiet]);
	if (m->quiet == RT_QUIET_BLOCKED) {
		tpl_section(t, "IS_BLOCKED");
		return;
	}
	tpl_section(more, "CAN_BLOCK");
	if (m->quiet == RT_QUIET_MUTED)
		tpl_section(t, "IS_MUTED");
	show_follow_button(t, m);
}

static void show_relation(struct req *q, struct tpl *t,
			  const struct rt_member *m)
{
	if (q->me.id == m->id) {
		show_own_links(q, tpl_section(t, "ITS_ME"));
	} else if (q->me.id) {
		show_other(q, t, m);
	}
	if (m->follows_me)
		tpl_section(t, "FOLLOWS_ME");
}

/* "3 followers you know: @a, @b, @c"; nothing if none of them has a name. */
static void show_known_followers(struct tpl *t, const struct rt_member *m)
{
	struct tpl *known =
		view_names(t, "KNOWN", m->known_who, RT_KNOWN, m->known);

	if (known)
		view_count(known, "TOTAL", m->known);
}

/* Only hosts get these names. */
static void show_invited(struct tpl *t, const struct rt_member *m)
{
	struct tpl *by;

	if (m->invited_by.name) {
		by = tpl_section(t, "INVITED_BY");
		view_name(by, m->invited_by.name, m->invited_by.display);
	}
	view_names(t, "INVITED", m->invited_who, RT_INVITED, m->invited);
}

static void show_member_head(struct req *q, struct tpl *t,
			     const struct rt_member *m)
{
	view_name(t, m->name, m->display);
	view_large_face(q->a, t, m->id,
			&(struct rt_names){ .name = m->name,
					    .display = m->display,
					    .face = m->face });
	if (m->bio)
		tpl_set(tpl_section(t, "BIO"), "BIO", m->bio);
	if (m->since)
		tpl_set(tpl_section(t, "SINCE"), "SINCE",
			view_date(q->a, m->since));
	if (m->last_seen)
		tpl_set(tpl_section(t, "LAST_SEEN"), "DAY",
			view_day(q->a, m->last_seen));
	show_standing(q, t, m);
	show_relation(q, t, m);
	show_known_followers(t, m);
	show_invited(t, m);
}

static void show_member_tabs(struct tpl *t, const struct rt_member *m,
			     const char *at)
{
	tpl_set(t, "NAME", m->name);
	view_count_even_0(t, "FOLLOWERS", m->followers);
	view_count_even_0(t, "FOLLOWING", m->following);
	tpl_section(t, at);
}

void view_member(struct req *q, struct tpl *t, const struct rt_member *member,
		 const char *at)
{
	show_member_head(q, tpl_include(t, "MEMBER", "member.tpl"), member);
	show_member_tabs(tpl_include(t, "TABS", "tabs.tpl"), member, at);
	if (q->me.standing == RT_HOST)
		page_password(q); /* for the link to reset it */
}

/* ---- lists of members -------------------------------------------------- */

/* A row of the list, its button, and what only the list of all members says. */
struct person_row {
	const struct rt_person *person;
	const char *button;   /* NULL, or a section of person.tpl */
	const char *since;    /* or NULL; and the same for the others */
	const char *standing; /* of those who are more than members, or less */
	const char *last_seen;
};

static struct person_row person_row(struct req *q,
				    const struct rt_person *person)
{
	struct person_row row = { .person = person };

	if (person->since)
		row.since = view_date(q->a, person->since);
	if (person->last_seen)
		row.last_seen = view_day(q->a, person->last_seen);
	if (person->standing != RT_MEMBER)
		row.standing = view_standing(person->standing);
	return row;
}

static void set_person_facts(struct tpl *t, const struct person_row *row)
{
	const char *by = row->person->invited_by;

	if (!row->since && !row->last_seen && !row->standing && !by)
		return;
	t = tpl_section(t, "FACTS");
	if (row->standing)
		tpl_set(tpl_section(t, "STANDING"), "STANDING", row->standing);
	if (row->since)
		tpl_set(tpl_section(t, "SINCE"), "SINCE", row->since);
	if (row->last_seen)
		tpl_set(tpl_section(t, "LAST_SEEN"), "DAY", row->last_seen);
	if (by)
		tpl_set(tpl_section(t, "INVITED_BY"), "NAME", by);
}

void view_person_face(struct arena *a, struct tpl *t,
		      const struct rt_person *person)
{
	const struct rt_names names = { .name = person->name,
					.display = person->display,
					.face = person->face };

	view_face(a, t, person->id, &names);
}

static void set_person(struct arena *a, struct tpl *t, const void *what)
{
	const struct person_row *row = what;
	const struct rt_person *person = row->person;

	tpl_set_int(t, "ID", (long long)person->id);
	view_person_face(a, t, person);
	view_name(t, person->name, person->display);
	if (person->bio)
		tpl_set(tpl_section(t, "BIO"), "BIO", person->bio);
	/* Nobody sees the profile of a newcomer without approval. */
	tpl_section(t, person->standing == RT_WAITING ? "WAITS" : "PROFILE");
	set_person_facts(t, row);
	if (row->button)
		tpl_section(t, row->button);
}

/* This word keeps the key from being equal to that of a post. */
static void set_person_key(struct fragment_key *key,
			   const struct person_row *row)
{
	const struct rt_person *person = row->person;

	fragment_begin(key, person->id);
	fragment_add_text(key, "person");
	fragment_add(key, &person->id, sizeof person->id);
	fragment_add_text(key, person->name);
	fragment_add_text(key, person->display);
	fragment_add_text(key, person->face);
	fragment_add_text(key, person->bio);
	fragment_add_text(key, row->button);
	fragment_add_text(key, row->since);
	fragment_add_text(key, row->standing);
	fragment_add_text(key, row->last_seen);
	fragment_add_text(key, person->invited_by);
}

static void show_person(struct req *q, struct tpl *t,
			const struct person_row *row)
{
	struct fragment_key key;

	set_person_key(&key, row);
	view_cached(q->a, t, "PERSON",
		    &(struct cached_view){ .file = "person.tpl",
					   .key = &key,
					   .set = set_person,
					   .what = row });
}

/*
 * You can't follow yourself, so a list of only you has no button; nor somebody
 * who has no access.
 */
static const char *person_button(const struct req *q,
				 const struct rt_person *person)
{
	if (!q->me.id || q->me.id == person->id || person->unsure ||
	    !rt_belongs(person->standing))
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
		struct person_row row = person_row(q, &list->v[i]);

		row.button = person_button(q, row.person);
		has_buttons |= row.button != NULL;
		show_person(q, people, &row);
	}
	if (has_buttons)
		tpl_set(tpl_section(people, "BUTTONS"), "BACK", q->address);
}
