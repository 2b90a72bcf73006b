#include "admin/setup_answers.h"

#include <errno.h>
#include <idn2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "admin/command_site.h"
#include "admin/folders.h"
#include "admin/host_file.h"
#include "base/prefix.h"
#include "base/utf8.h"

#define DOMAIN_MAX 253
#define LABEL_MAX  63

/* ---- the questions ------------------------------------------------------ */

static const struct {
	const char *key; /* in a file of answers */
	const char *subject, *asks, *help;
	enum rt_setting setting;
} setup_questions[SETUP_QUESTIONS] = {
	[SETUP_NAME] = { "name", "the name of the site",
			 "What is the name of the site?", NULL,
			 RT_SETTING_NAME },
	[SETUP_DOMAIN] = { "domain", "the domain",
			   "Which domain leads to this server?",
			   "  Such as club.example.org. In a network of\n"
			   "  your own, the name or number that members\n"
			   "  type; or none.\n",
			   RT_SETTINGS },
	[SETUP_SIGNUP] = { "signup", "who can register", "Who can register?",
			   "  open     everybody\n"
			   "  asked    those whom you approve\n"
			   "  invited  those with a member's link\n"
			   "  closed   nobody: you add members yourself\n",
			   RT_SETTING_SIGNUP },
	[SETUP_READERS] = { "readers", "who can read", "Who can read?",
			    "  all      everybody, and search engines\n"
			    "  members  only those who have signed in\n",
			    RT_SETTING_READERS },
	[SETUP_HOST] = { "host", "the first host",
			 "What is your own name here?",
			 "  You will be the first host, who runs the\n"
			 "  site. 2 to 20 letters a to z, digits or _,\n"
			 "  such as kim.\n",
			 RT_SETTINGS },
};

enum rt_setting setup_setting(enum setup_question question)
{
	return setup_questions[question].setting;
}

const char *setup_subject(enum setup_question question)
{
	return setup_questions[question].subject;
}

bool setup_changes(const struct setup *s, enum setup_question question)
{
	return strcmp(s->answer[question], s->present[question]) != 0;
}

bool setup_has_folder(const struct setup *s)
{
	return access(arena_printf(s->admin->a, "%s%s", s->admin->root,
				   folders_host),
		      F_OK) == 0;
}

/* Not what is locked, and only one host is the first. */
static bool setup_is_asked(const struct setup *s, enum setup_question question)
{
	enum rt_setting setting = setup_setting(question);

	if (question == SETUP_HOST)
		return !s->hosts.n;
	if (question == SETUP_DOMAIN)
		return setup_has_folder(s);
	return setting == RT_SETTINGS || !site_lock(s->admin, setting);
}

/* That of the web server; where it has none, that of RETWIS_URL. */
static const char *setup_present_domain(const struct setup *s)
{
	const char *host = s->url ? strstr(s->url, "://") : NULL;

	if (*s->web.name || !host)
		return s->web.name;
	return arena_strndup(s->admin->a, host + 3, strcspn(host + 3, ":"));
}

/* Copies, since the questions outlive the request. */
enum rt_err setup_begin(struct setup *s)
{
	struct admin *admin = s->admin;
	enum rt_err err = rt_site_read(admin->rt, admin->a);
	const struct rt_config *conf;

	if (err || (err = rt_hosts(admin->rt, admin->a, &s->hosts)))
		return err;
	conf = rt_site(admin->rt);
	s->url = conf->url ? arena_strdup(admin->a, conf->url)
			   : host_file_get(admin->a,
					   arena_printf(admin->a, "%s%s",
							admin->root,
							folders_settings),
					   "RETWIS_URL");
	for (enum setup_question q = 0; q < SETUP_QUESTIONS; q++)
		if (setup_setting(q) != RT_SETTINGS)
			s->present[q] = arena_strdup(
				admin->a, rt_setting_value(admin->a, conf,
							   setup_setting(q)));
	s->present[SETUP_DOMAIN] = setup_present_domain(s);
	s->present[SETUP_HOST] = s->hosts.n ? s->hosts.name[0] : "";
	memcpy(s->answer, s->present, sizeof s->answer);
	return RT_OK;
}

/* ---- the domain --------------------------------------------------------- */

bool setup_is_public(const char *domain)
{
	static const char *const own[] = { "local",    "lan",  "home",
					   "internal", "arpa", "localhost",
					   NULL };
	const char *last = strrchr(domain, '.');

	if (!last || strspn(last + 1, "0123456789") == strlen(last + 1))
		return false;
	for (size_t i = 0; own[i]; i++)
		if (strcmp(last + 1, own[i]) == 0)
			return false;
	return true;
}

static bool domain_is_good(const char *domain)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
	size_t len = 0;

	if (strlen(domain) > DOMAIN_MAX)
		return false;
	for (;; domain += len + 1) {
		len = strspn(domain, letters);
		if (!len || len > LABEL_MAX || *domain == '-' ||
		    domain[len - 1] == '-')
			return false;
		if (!domain[len])
			return true;
		if (domain[len] != '.')
			return false;
	}
}

/* As the web server and the authority want it: xn--mnchen-3ya.example.org. */
static const char *domain_ascii(struct arena *a, const char *domain)
{
	const char *ascii = domain;
	char *found = NULL;

	if (idn2_to_ascii_8z(domain, &found,
			     IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL) == IDN2_OK)
		ascii = arena_strdup(a, found);
	idn2_free(found);
	return ascii;
}

/* Without what a browser adds when an address is copied from it. */
static const char *domain_bare(struct arena *a, const char *typed)
{
	const char *domain = utf8_fold(a, utf8_trim(a, typed));
	size_t len;

	if (text_after(domain, "https://"))
		domain = text_after(domain, "https://");
	else if (text_after(domain, "http://"))
		domain = text_after(domain, "http://");
	len = strlen(domain);
	while (len && strchr("/.", domain[len - 1]))
		len--;
	return arena_strndup(a, domain, len);
}

static const char *domain_problem(struct arena *a, const char *typed,
				  const char **value)
{
	const char *domain = domain_bare(a, typed);

	if (strcmp(domain, "none") == 0 || strcmp(domain, "_") == 0)
		domain = "";
	else if (strchr(domain, '/'))
		return "Retwis needs a domain of its own, such as "
		       "retwis.example.org: it cannot be a part of another "
		       "site.";
	else if (!domain_is_good(domain = domain_ascii(a, domain)))
		return "This has to be a domain, such as club.example.org: "
		       "letters, digits, hyphens and dots, and nothing after "
		       "it.";
	*value = domain;
	return NULL;
}

/* ---- the first host ----------------------------------------------------- */

/* The site has hosts: an answer may only be one of them. */
static const char *host_named(const struct setup *s, const char *name,
			      const char **value)
{
	struct arena *a = s->admin->a;

	for (size_t i = 0; i < s->hosts.n; i++)
		if (strcmp(rt_name_fold(a, s->hosts.name[i]), name) == 0) {
			*value = s->present[SETUP_HOST];
			return NULL;
		}
	return arena_printf(a,
			    "The site has a host already, @%s. To make "
			    "another one, run retwis-admin host.",
			    plain_line(a, s->present[SETUP_HOST]));
}

static const char *host_new(struct setup *s, const char *name)
{
	struct arena *a = s->admin->a;
	const char *why = rt_name_problem(name);
	bool is_reserved = false;
	enum rt_err err;

	if (why)
		return why;
	if ((err = rt_is_reserved(s->admin->rt, a, name, &is_reserved)))
		return rt_strerror(err);
	return is_reserved ? arena_printf(a,
					  "A member @%s has left: to make the "
					  "name available again, run "
					  "retwis-admin release.",
					  name)
			   : NULL;
}

/* Somebody has this name. */
static const char *host_standing_problem(struct setup *s)
{
	struct admin *admin = s->admin;
	struct rt_person person;
	enum rt_err err =
		rt_members_one(admin->rt, admin->a, s->host.id, &person);

	if (err)
		return rt_strerror(err);
	s->host.standing = person.standing;
	return rt_belongs(person.standing)
		       ? NULL
		       : "This member waits for approval, or is suspended.";
}

/* Redis may have restarted while the host was thinking. */
static const char *host_problem(struct setup *s, const char *typed,
				const char **value)
{
	struct admin *admin = s->admin;
	const char *name = rt_name_typed(admin->a, typed), *why = NULL;
	enum rt_err err;

	if (s->hosts.n)
		return host_named(s, name, value);
	rt_end_request(admin->rt);
	err = rt_user_by_name(admin->rt, admin->a, name, &s->host);
	if (err && err != RT_NOT_FOUND)
		return rt_strerror(err);
	if (err) {
		s->host = (struct rt_user){ .name = name };
		why = host_new(s, name);
	} else {
		why = host_standing_problem(s);
	}
	*value = s->host.name;
	return why;
}

/* ---- one answer --------------------------------------------------------- */

static const char *setup_problem(struct setup *s, enum setup_question question,
				 const char *typed, const char **value)
{
	struct arena *a = s->admin->a;
	enum rt_setting setting = setup_setting(question);
	const char *why;

	if (question == SETUP_DOMAIN && !setup_has_folder(s))
		return arena_printf(a,
				    "There is no folder %s for it here: give "
				    "the domain where you start the site, as "
				    "SITE and RETWIS_URL.",
				    folders_host);
	if (question == SETUP_DOMAIN)
		return domain_problem(a, typed, value);
	if (question == SETUP_HOST)
		return host_problem(s, typed, value);
	if ((why = rt_setting_problem(a, setting, typed, value)))
		return why;
	return strcmp(*value, s->present[question]) != 0
		       ? site_lock(s->admin, setting)
		       : NULL;
}

/* ---- at a terminal ------------------------------------------------------ */

static const char *setup_prompt(const struct setup *s,
				enum setup_question question)
{
	struct arena *a = s->admin->a;
	const char *present = plain_line(a, s->present[question]);

	if (question == SETUP_DOMAIN && !*present)
		present = "none";
	if (!*present)
		return "> ";
	return arena_printf(a, "[%s] > ", present);
}

/* An empty line keeps what is there.  False at the end of the input. */
static bool setup_ask_one(struct setup *s, enum setup_question question)
{
	struct arena *a = s->admin->a;
	const char *prompt = setup_prompt(s, question), *typed, *why;

	fprintf(stderr, "\n%s\n%s", setup_questions[question].asks,
		setup_questions[question].help ? setup_questions[question].help
					       : "");
	do {
		typed = prompt_line(a, prompt);
		if (!typed)
			return false;
		typed = utf8_trim(a, typed);
		if (!*typed && strcmp(prompt, "> ") != 0)
			return true;
		why = setup_problem(s, question, typed, &s->answer[question]);
		if (why)
			fprintf(stderr, "%s\n", why);
	} while (why);
	return true;
}

bool setup_ask(struct setup *s)
{
	fputs("This sets up the site. Enter alone keeps what is\n"
	      "in [ ]. Nothing changes before you say yes at\n"
	      "the end.\n",
	      stderr);
	for (enum setup_question q = 0; q < SETUP_QUESTIONS; q++)
		if (setup_is_asked(s, q) && !setup_ask_one(s, q)) {
			say_failed("nothing was changed");
			return false;
		}
	return true;
}

/* ---- from a file -------------------------------------------------------- */

/* A file of answers that is being read. */
struct setup_reader {
	struct setup *s;
	const char *path;
	unsigned line, mistakes;
	bool is_there[SETUP_QUESTIONS];
};

static void setup_complain(struct setup_reader *r, const char *key,
			   const char *why)
{
	say_failed("%s:%u: %s%s%s", r->path, r->line,
		   plain_line(r->s->admin->a, key), *key ? ": " : "", why);
	r->mistakes++;
}

static enum setup_question setup_find(const char *key)
{
	enum setup_question q = 0;

	while (q < SETUP_QUESTIONS && strcmp(setup_questions[q].key, key) != 0)
		q++;
	return q;
}

/* Nobody should keep one in a file, and none is needed. */
static bool setup_is_password(struct arena *a, const char *key)
{
	const char *folded = utf8_fold(a, key);

	return strstr(folded, "pass") || strstr(folded, "secret");
}

/* One pair of quotes around the value means nothing. */
static const char *setup_unquote(struct arena *a, const char *value)
{
	size_t len = strlen(value);

	if (len < 2 || !strchr("'\"", *value) || value[len - 1] != *value)
		return value;
	return arena_strndup(a, value + 1, len - 2);
}

static void setup_take(struct setup_reader *r, const char *key,
		       const char *typed)
{
	const char *value = setup_unquote(r->s->admin->a, typed), *why;
	enum setup_question q = setup_find(key);

	if (setup_is_password(r->s->admin->a, key))
		setup_complain(r, key,
			       "remove this line: the first host chooses a "
			       "password with a link, and no password "
			       "belongs in a file");
	else if (q == SETUP_QUESTIONS)
		setup_complain(r, key,
			       "this is no answer: there are name, domain, "
			       "signup, readers and host");
	else if (r->is_there[q])
		setup_complain(r, key, "this is answered twice");
	else if (*value) {
		r->is_there[q] = true;
		why = setup_problem(r->s, q, value, &r->s->answer[q]);
		if (why)
			setup_complain(r, key, why);
	}
}

static void setup_read_line(struct setup_reader *r, const char *line)
{
	struct arena *a = r->s->admin->a;
	const char *text = utf8_trim(a, line), *sign = strchr(text, '=');

	r->line++;
	if (!*text || *text == '#')
		return;
	if (!sign)
		setup_complain(r, "", "this is not NAME=value");
	else
		setup_take(r,
			   utf8_trim(a, arena_strndup(a, text,
						      (size_t)(sign - text))),
			   utf8_trim(a, sign + 1));
}

static void setup_check_all_there(struct setup_reader *r)
{
	for (enum setup_question q = 0; q < SETUP_QUESTIONS; q++)
		if (!r->is_there[q] && setup_is_asked(r->s, q)) {
			say_failed(
				"%s: there is no answer for %s, %s%s", r->path,
				setup_questions[q].key, setup_subject(q),
				q == SETUP_DOMAIN ? "; it may be none" : "");
			r->mistakes++;
		}
}

bool setup_read(struct setup *s, const char *path)
{
	struct setup_reader r = { .s = s, .path = path };
	struct arena *a = s->admin->a;
	const char *text = host_file_read(a, path);

	if (!text) {
		say_failed("cannot read %s: %s", path, strerror(errno));
		return false;
	}
	for (size_t len; *text; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		setup_read_line(&r, arena_strndup(a, text, len));
	}
	setup_check_all_there(&r);
	if (r.mistakes)
		say_failed("nothing was changed");
	return !r.mistakes;
}
