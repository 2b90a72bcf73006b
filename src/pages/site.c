/*
 * GET /site        the settings of the site, for hosts.
 *   text           about, rules, privacy or imprint: the form for that text
 *   first          or a short form for a site that has no name yet
 * POST /site       stores what is sent, and redirects back (303).  What is not
 *                  sent stays as it is.
 *   name, welcome, about, rules, privacy, imprint
 *                  texts; empty: as on the server
 *   signup, readers, invites, log, announce, colour
 *                  words; see src/schema/settings
 *   post_max, edit_minutes
 *                  numbers
 *   password       the host's own, to let everybody read or register
 *   preview        shows the text instead, above its form
 *   first          it was the short form
 *   skip           stores nothing, and does not ask for a name again
 *   csrf           see rt_csrf()
 *
 * If anything is refused, the form comes back with what was typed and the
 * reason (422), and nothing is stored.  A wrong password counts as an attempt
 * to sign in (429).
 *
 * For everybody but hosts this address doesn't exist (404).  Other processes
 * know what was stored within ten seconds, and this page at once.
 */
#include <string.h>

#include "base/message.h"
#include "view/page.h"
#include "view/view_body.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "site.tpl", "body.tpl", "stale.tpl", NULL,
};

/* ---- what a host reads about each setting ------------------------------ */

#define WORDS_MAX 8

/* Those that are typed have no `words`. */
static const struct field {
	const char *label, *hint, *words[WORDS_MAX];
} fields[RT_SETTINGS] = {
	[RT_SETTING_NAME] = { N_("Name of the site"),
			      N_("Up to 40 characters. Leave it empty for the "
				 "name that the server gives it."),
			      { NULL } },
	[RT_SETTING_WELCOME] = { N_("Welcome message"),
				 N_("One sentence for visitors on the first "
				    "page, up to 200 characters."),
				 { NULL } },
	[RT_SETTING_ABOUT] = { N_("About"), "", { NULL } },
	[RT_SETTING_RULES] = { N_("Rules"), "", { NULL } },
	[RT_SETTING_PRIVACY] = { N_("Privacy"), "", { NULL } },
	[RT_SETTING_IMPRINT] = { N_("Imprint"), "", { NULL } },
	[RT_SETTING_SIGNUP] = { N_("Who can register"),
				"",
				{ N_("Anyone"),
				  N_("Anyone, but a host approves each"),
				  N_("People with an invitation link"),
				  N_("Nobody") } },
	[RT_SETTING_READERS] = { N_("Who can read"),
				 "",
				 { N_("Anyone"), N_("Members only") } },
	[RT_SETTING_INVITES] = { N_("Who can invite"),
				 "",
				 { N_("All members"), N_("Hosts only") } },
	[RT_SETTING_LOG] = { N_("Who can read the log"),
			     N_("What hosts and moderators have done, and why."),
			     { N_("Hosts and moderators"),
			       N_("All members") } },
	[RT_SETTING_ANNOUNCE] = { N_("Who can announce something"),
				  N_("Announcements are on top of everybody's "
				     "home page."),
				  { N_("Hosts only"),
				    N_("Hosts and moderators"),
				    N_("All members") } },
	[RT_SETTING_COLOUR] = { N_("Colour"),
				N_("Of links and buttons."),
				{ N_("Green"), N_("Teal"), N_("Blue"),
				  N_("Violet"), N_("Plum"), N_("Red"),
				  N_("Brown"), N_("Grey") } },
	[RT_SETTING_POST_MAX] = { N_("Length of a post"),
				  N_("In characters, up to 10000."),
				  { NULL } },
	[RT_SETTING_MARK] = { N_("Site icon"), "", { NULL } },
	[RT_SETTING_EDIT_MINUTES] = { N_("Minutes for editing a post"),
				      N_("Up to 1440; 0 means that posts can't be "
					 "edited."),
				      { NULL } },
};

#define TEXT_HINT                                                             \
	N_("Up to 20,000 characters. Empty lines separate paragraphs, and "   \
	   "addresses become links. Leave it empty for the text that the "    \
	   "server has, if there is one.")

/* One form of the page; the last setting is RT_SETTINGS. */
struct group {
	const char *id, *title;
	enum rt_setting settings[6];
};

enum { LOOK, DOOR, POSTS, GROUPS };

static const struct group groups[GROUPS] = {
	[LOOK] = { "look",
		   N_("Name and colour"),
		   { RT_SETTING_NAME, RT_SETTING_WELCOME, RT_SETTING_COLOUR,
		     RT_SETTINGS } },
	[DOOR] = { "door",
		   N_("Who can do what"),
		   { RT_SETTING_SIGNUP, RT_SETTING_INVITES, RT_SETTING_READERS,
		     RT_SETTING_LOG, RT_SETTING_ANNOUNCE, RT_SETTINGS } },
	[POSTS] = { "posts",
		    N_("Posts"),
		    { RT_SETTING_POST_MAX, RT_SETTING_EDIT_MINUTES,
		      RT_SETTINGS } },
};

static const struct group first_group = {
	NULL,
	NULL,
	{ RT_SETTING_NAME, RT_SETTING_WELCOME, RT_SETTING_SIGNUP, RT_SETTINGS }
};

/* ---- what was sent ----------------------------------------------------- */

/* Of each setting NULL if there is nothing of the kind. */
struct site_form {
	const char *typed[RT_SETTINGS];
	const char *value[RT_SETTINGS]; /* a new one, to be stored */
	const char *problem[RT_SETTINGS];
	const char *preview;  /* a text to be shown */
	bool is_first;        /* the short form */
	bool is_asked;        /* the password, wherever the form is */
	enum rt_setting text; /* the form of that text; RT_SETTINGS: none */
};

static bool is_locked(const struct req *q, enum rt_setting setting)
{
	return q->conf->locked & RT_SETTING_BIT(setting);
}

/*
 * A text that comes from a file may have more empty lines than one that was
 * typed, and is the same nevertheless.
 */
static bool is_present(struct req *q, enum rt_setting setting,
		       const char *value)
{
	const char *present = rt_setting_value(q->a, q->conf, setting);
	const char *normal = present;

	rt_setting_problem(q->a, setting, present, &normal);
	return strcmp(value, present) == 0 || strcmp(value, normal) == 0;
}

/* An empty text takes away what hosts have set, if they have. */
static bool is_new(struct req *q, enum rt_setting setting, const char *value)
{
	if (!*value)
		return q->conf->set & RT_SETTING_BIT(setting);
	return !is_present(q, setting, value);
}

/* Returns false if something is wrong with it. */
static bool read_one(struct req *q, struct site_form *c, enum rt_setting s)
{
	const char *value;

	c->typed[s] = form_get(&q->form, rt_setting_name(s));
	if (!c->typed[s])
		return true;
	if (c->text == RT_SETTINGS && rt_setting_is_text(s))
		c->text = s;
	c->problem[s] = rt_setting_problem(q->a, s, c->typed[s], &value);
	if (c->problem[s] || !is_new(q, s, value))
		return !c->problem[s];
	if (is_locked(q, s))
		c->problem[s] = _("This is set on the server, and can't be "
				  "changed here.");
	c->value[s] = value;
	return !c->problem[s];
}

static bool site_form_read(struct req *q, struct site_form *c)
{
	bool is_good = true;

	c->is_first = form_get(&q->form, "first");
	for (enum rt_setting s = 0; s < RT_SETTINGS; s++)
		is_good &= read_one(q, c, s);
	return is_good;
}

/* Whether it lets people in who could not come in before. */
static bool is_opening(const struct site_form *c)
{
	const char *readers = c->value[RT_SETTING_READERS];
	const char *signup = c->value[RT_SETTING_SIGNUP];

	return (readers && strcmp(readers, "all") == 0) ||
	       (signup && strcmp(signup, "open") == 0);
}

/* ---- the forms --------------------------------------------------------- */

static void show_choices(struct tpl *t, enum rt_setting setting,
			 const char *chosen)
{
	const char *const *words = rt_setting_words(setting);

	for (size_t i = 0; words[i]; i++) {
		struct tpl *option = tpl_section(t, "OPTION");

		tpl_set(option, "VALUE", words[i]);
		tpl_set(option, "WORDS", _(fields[setting].words[i]));
		if (strcmp(words[i], chosen) == 0)
			tpl_section(option, "CHECKED");
		if (setting == RT_SETTING_COLOUR)
			tpl_set(tpl_section(option, "SWATCH"), "VALUE",
				words[i]);
	}
}

/* The part of the template for what is typed; returns where a problem is. */
static struct tpl *show_typed(struct tpl *t, enum rt_setting setting)
{
	struct rt_setting_range range = rt_setting_range(setting);
	struct tpl *input;

	if (rt_setting_is_text(setting))
		return tpl_section(t, "LONG");
	if (!rt_setting_is_number(setting))
		return tpl_section(t, "LINE");
	input = tpl_section(t, "NUMBER");
	tpl_set_int(input, "LEAST", range.least);
	tpl_set_int(input, "MOST", range.most);
	return input;
}

/* As ids are written in our pages: post-max. */
static const char *field_id(struct req *q, enum rt_setting setting)
{
	char *id = arena_strdup(q->a, rt_setting_name(setting));

	for (char *at = id; (at = strchr(at, '_'));)
		*at = '-';
	return id;
}

static const char *field_hint(enum rt_setting setting)
{
	const char *hint = fields[setting].hint;

	if (rt_setting_is_text(setting))
		return _(TEXT_HINT);
	return *hint ? _(hint) : hint;
}

/* Returns whether this field, or one before it, has a problem. */
static bool show_field(struct req *q, struct tpl *form,
		       const struct site_form *c, enum rt_setting setting,
		       bool before)
{
	bool is_choice = rt_setting_words(setting);
	const char *problem = c->problem[setting];
	const char *value = c->typed[setting];
	struct tpl *t = tpl_section(tpl_section(form, "FIELD"),
				    is_choice ? "CHOICES" : "TYPED");
	struct tpl *input = is_choice ? t : show_typed(t, setting);

	value = value ? rt_text_clean(q->a, value)
		      : rt_setting_value(q->a, q->conf, setting);
	tpl_set(t, "NAME", rt_setting_name(setting));
	tpl_set(t, "FIELD_ID", field_id(q, setting));
	tpl_set(t, "LABEL", _(fields[setting].label));
	if (*fields[setting].hint)
		tpl_section(t, "HINTED");
	tpl_set(t, "HINT", field_hint(setting));
	tpl_set(t, "VALUE", value);
	if (is_locked(q, setting))
		tpl_section(t, "LOCKED");
	if (is_locked(q, setting) && input != t)
		tpl_section(input, "LOCKED");
	if (is_choice)
		show_choices(t, setting, value);
	if (problem && input != t)
		view_problem(input, before, "BAD", problem);
	return view_problem(t, before, "BAD", problem);
}

static bool has_password(const struct req *q, const struct site_form *c)
{
	return c->is_asked ||
	       (!c->is_first && (q->conf->members_only || q->conf->signup));
}

static struct tpl *show_password(struct req *q, struct tpl *form)
{
	page_password(q);
	return tpl_section(form, "PASSWORD");
}

static struct tpl *show_group(struct req *q, struct tpl *t,
			      const struct site_form *c, const struct group *g)
{
	struct tpl *group = tpl_section(t, "GROUP"), *section;
	bool is_bad = false;

	if (g->id) {
		section = tpl_section(group, "SECTION");
		tpl_set(section, "ID", g->id);
		tpl_set(section, "TITLE", _(g->title));
	}
	for (size_t i = 0; g->settings[i] != RT_SETTINGS; i++)
		is_bad = show_field(q, group, c, g->settings[i], is_bad);
	return group;
}

static void hide(struct tpl *form, const char *name, const char *value)
{
	struct tpl *hidden = tpl_section(form, "HIDDEN");

	tpl_set(hidden, "NAME", name);
	tpl_set(hidden, "VALUE", value);
}

/* A program may send a text along with other settings. */
static void hide_others(struct req *q, struct tpl *form,
			const struct site_form *c)
{
	for (enum rt_setting s = 0; s < RT_SETTINGS; s++)
		if (c->typed[s] && s != c->text)
			hide(form, rt_setting_name(s),
			     rt_text_clean(q->a, c->typed[s]));
}

/* Where the text that visitors read comes from. */
static const char *text_source(struct req *q, enum rt_setting s)
{
	if (q->conf->set & RT_SETTING_BIT(s))
		return _("written here");
	if (*rt_setting_value(q->a, q->conf, s))
		return _("as on the server");
	return s == RT_SETTING_PRIVACY ? _("as it comes with Retwis")
				       : _("none yet");
}

static void show_texts(struct req *q, struct tpl *t)
{
	struct tpl *list = tpl_section(t, "TEXTS"), *page;

	for (enum rt_setting s = 0; s < RT_SETTINGS; s++) {
		if (!rt_setting_is_text(s))
			continue;
		page = tpl_section(list, "PAGE");
		tpl_set(page, "NAME", rt_setting_name(s));
		tpl_set(page, "LABEL", _(fields[s].label));
		tpl_set(page, "STATE", text_source(q, s));
	}
}

/* The form for one text, with the preview above it. */
static struct tpl *begin_text(struct req *q, struct tpl *t,
			      const struct site_form *c)
{
	struct rt_post said = { .body = c->preview, .mentions = "" };
	struct group one = { .settings = { c->text, RT_SETTINGS } };
	struct tpl *form;

	if (said.body && *said.body)
		view_whole_body(q->a, tpl_section(t, "PREVIEW"), &said);
	form = show_group(q, t, c, &one);
	hide_others(q, form, c);
	tpl_section(form, "CAN_PREVIEW");
	tpl_section(t, "ONE_TEXT");
	return c->is_asked ? show_password(q, form) : form;
}

static struct tpl *begin_first(struct req *q, struct tpl *t,
			       const struct site_form *c)
{
	struct tpl *form = show_group(q, t, c, &first_group);

	tpl_section(t, "FIRST_TIME");
	hide(form, "first", "1");
	tpl_section(form, "CAN_SKIP");
	return c->is_asked ? show_password(q, form) : form;
}

static struct tpl *begin_all(struct req *q, struct tpl *t,
			     const struct site_form *c)
{
	struct tpl *password = NULL;

	for (size_t i = 0; i < GROUPS; i++) {
		struct tpl *form = show_group(q, t, c, &groups[i]);

		if (i == DOOR && has_password(q, c))
			password = show_password(q, form);
	}
	if (rt_has_pictures(q->rt))
		tpl_section(t, "PICTURES");
	show_texts(q, t);
	return password;
}

/* Returns the part with the password, if it is asked for; a proof_form_fn. */
static struct tpl *begin_site(struct req *q, const void *what)
{
	const struct site_form *c = what;
	const char *heading = c->is_first ? _("Name your site")
			      : c->text != RT_SETTINGS
				      ? _(fields[c->text].label)
				      : _("Site settings");
	struct tpl *t = page_begin(q, "site.tpl", heading);

	tpl_set(t, "HEADING", heading);
	if (c->is_first)
		return begin_first(q, t, c);
	return c->text != RT_SETTINGS ? begin_text(q, t, c)
				      : begin_all(q, t, c);
}

static void show_site(struct req *q, const struct site_form *c, int status)
{
	begin_site(q, c);
	page_end(q, status);
}

/* ---- what it does ------------------------------------------------------ */

static void log_change(const struct req *q, enum rt_setting setting,
		       const char *old, const char *value)
{
	const char *who = log_name(q, q->me.name);
	const char *name = rt_setting_name(setting);

	if (!rt_setting_is_logged(setting))
		log_act(q, "%s changed the text %s", who, name);
	else
		log_act(q, "%s set %s: %s → %s", who, name, log_name(q, old),
			*value ? log_name(q, value) : "as on the server");
}

static void log_changes(struct req *q, const struct site_form *c)
{
	for (enum rt_setting s = 0; s < RT_SETTINGS; s++)
		if (c->value[s])
			log_change(q, s, rt_setting_value(q->a, q->conf, s),
				   c->value[s]);
}

static void site_skip(struct req *q)
{
	static const char *const nothing[RT_SETTINGS];
	const struct rt_acting who = { .by = q->me.id };

	if (req_ok(q, rt_settings_store(q->rt, q->a, nothing, &who)))
		page_done(q, "/", DONE_SKIPPED);
}

static void site_save(struct req *q, struct site_form *c)
{
	const struct rt_acting who = { .by = q->me.id };

	c->is_asked = is_opening(c);
	if (c->is_asked && !req_is_proven(q, begin_site, c))
		return;
	if (!req_ok(q, rt_settings_store(q->rt, q->a, c->value, &who)))
		return;
	log_changes(q, c);
	page_done(q, c->is_first ? "/" : "/site", DONE_SITE);
}

static void show_preview(struct req *q, struct site_form *c)
{
	rt_setting_problem(q->a, c->text, c->typed[c->text], &c->preview);
	show_site(q, c, 200);
}

static void site_answer_form(struct req *q, struct site_form *c)
{
	if (form_get(&q->form, "skip"))
		site_skip(q);
	else if (!site_form_read(q, c))
		show_site(q, c, 422);
	else if (c->text != RT_SETTINGS && form_get(&q->form, "preview"))
		show_preview(q, c);
	else
		site_save(q, c);
}

static void site_answer_question(struct req *q, struct site_form *c)
{
	const char *text = req_query(q, "text");

	c->is_first = req_query(q, "first");
	if (text)
		c->text = rt_setting_find(text);
	if (text && (c->text == RT_SETTINGS || !rt_setting_is_text(c->text)))
		page_error(q, 404);
	else
		show_site(q, c, 200);
}

void page(struct req *q)
{
	struct site_form c = { .text = RT_SETTINGS };

	q->body_max = REQ_BODY_LONG;
	if (!req_require_host(q, "/site", "GET, HEAD, POST") ||
	    !req_ok(q, rt_site_read(q->rt, q->a)))
		return;
	q->conf = rt_site(q->rt);
	if (q->is_post)
		site_answer_form(q, &c);
	else
		site_answer_question(q, &c);
}
