/*
 * retwis-admin setup: asks what a new site needs, and does it.  It asks
 * everything before it changes anything, and can run again: then it changes
 * what is answered in another way.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "admin/folders.h"
#include "admin/host_file.h"
#include "admin/setup_answers.h"
#include "admin/setup_left.h"
#include "base/secret.h"

/* ---- what is going to change -------------------------------------------- */

/*
 * RETWIS_URL as it follows from the domain, "" without one; NULL if it fits
 * already.
 */
static const char *setup_new_url(const struct setup *s)
{
	struct arena *a = s->admin->a;
	const char *domain = s->answer[SETUP_DOMAIN];
	const char *host = s->url ? strstr(s->url, "://") : NULL;

	if (!setup_has_folder(s))
		return NULL;
	if (!*domain)
		return host ? "" : NULL;
	if (host && strcmp(arena_strndup(a, host + 3, strcspn(host + 3, ":")),
			   domain) == 0)
		return NULL;
	return arena_printf(a, "%s://%s",
			    setup_is_public(domain) ? "https" : "http",
			    domain);
}

static bool setup_writes_name(const struct setup *s)
{
	const struct web_file *web = &s->web;

	if (!setup_has_folder(s))
		return false;
	return web->state == WEB_FILE_NEW ||
	       (web->state == WEB_FILE_OURS &&
		strcmp(web->name, s->answer[SETUP_DOMAIN]) != 0);
}

static const char *setup_words(const struct setup *s, const char *text)
{
	return *text ? plain_line(s->admin->a, text) : "none";
}

static const char *setup_host_line(const struct setup *s)
{
	return arena_printf(s->admin->a, "  @%s%s becomes the first host\n",
			    plain_line(s->admin->a, s->answer[SETUP_HOST]),
			    s->host.id ? ", who is a member already,"
				       : " joins, and");
}

/* A line for each change; "" if nothing changes. */
static const char *setup_summary(const struct setup *s)
{
	struct arena *a = s->admin->a;
	const char *all = "", *url = setup_new_url(s);

	for (enum setup_question q = 0; q < SETUP_HOST; q++)
		if (setup_changes(s, q))
			all = arena_printf(a, "%s  %s: %s (now: %s)\n", all,
					   setup_subject(q),
					   setup_words(s, s->answer[q]),
					   setup_words(s, s->present[q]));
	if (!s->hosts.n)
		all = arena_printf(a, "%s%s", all, setup_host_line(s));
	if (setup_writes_name(s))
		all = arena_printf(a, "%s  the file %s\n", all, s->web.shown);
	if (url)
		all = arena_printf(a, "%s  %s%s\n", all,
				   *url ? "RETWIS_URL=" : "no RETWIS_URL",
				   url);
	return all;
}

/* Closing the door to readers while everybody may come in is often a slip. */
static const char *setup_advice(const struct setup *s)
{
	if (strcmp(s->answer[SETUP_READERS], "members") == 0 &&
	    strcmp(s->answer[SETUP_SIGNUP], "open") == 0)
		return "Note: anybody can register, and can then read.\n";
	return "";
}

/* ---- doing it ----------------------------------------------------------- */

/* The log of the system has each answer that changes something. */
static void setup_note(const struct setup *s)
{
	struct admin noted = *s->admin;
	char *words[SETUP_QUESTIONS + 1] = { NULL };
	size_t n = 0;

	for (enum setup_question q = 0; q < SETUP_QUESTIONS; q++)
		if (setup_changes(s, q))
			words[n++] = arena_strdup(noted.a, s->answer[q]);
	noted.words = words;
	audit_note(&noted);
}

static const char *setup_write_files(const struct setup *s,
				     struct setup_done *done)
{
	struct arena *a = s->admin->a;
	const char *url = setup_new_url(s), *why = NULL;

	if (setup_writes_name(s)) {
		why = web_file_write(a, &s->web, s->answer[SETUP_DOMAIN]);
		done->has_named = !why;
	}
	if (!why && url) {
		why = host_file_set(a,
				    arena_printf(a, "%s%s", s->admin->root,
						 folders_settings),
				    "RETWIS_URL", url);
		done->has_new_url = !why;
		done->url = *url ? url : NULL;
	}
	return why;
}

static enum rt_err setup_store_settings(const struct setup *s)
{
	struct admin *admin = s->admin;
	const struct rt_acting who = audit_acting(admin);
	const char *values[RT_SETTINGS] = { NULL };
	bool is_any = false;
	enum rt_err err = rt_site_read(admin->rt, admin->a);

	if (err)
		return err;
	for (enum setup_question q = 0; q < SETUP_QUESTIONS; q++)
		if (setup_setting(q) != RT_SETTINGS && setup_changes(s, q)) {
			values[setup_setting(q)] = s->answer[q];
			is_any = true;
		}
	return is_any ? rt_settings_store(admin->rt, admin->a, values, &who)
		      : RT_OK;
}

/* Nobody ever learns this password: the link replaces it. */
static enum rt_err setup_add_member(const struct setup *s,
				    struct rt_user *user)
{
	struct admin *admin = s->admin;
	const char *name = s->answer[SETUP_HOST];
	enum rt_err err = RT_OK;

	if (!s->host.id)
		err = rt_register(admin->rt, admin->a, name,
				  secret_new(admin->a), NULL);
	return err ? err : rt_user_by_name(admin->rt, admin->a, name, user);
}

static enum rt_err setup_make_host(const struct setup *s,
				   struct setup_done *done)
{
	struct admin *admin = s->admin;
	struct rt_standing_change change = { .from = s->host.standing,
					     .to = RT_HOST,
					     .who = audit_acting(admin),
					     .as = RT_HOST };
	struct rt_user user;
	const char *token;
	enum rt_err err;

	if (s->hosts.n)
		return RT_OK;
	if ((err = setup_add_member(s, &user)))
		return err;
	change.whom = user.id;
	/* The next run makes a link only for somebody who is no host yet. */
	if ((err = rt_reset_begin(admin->rt, admin->a, &user, &change.who,
				  &token)) ||
	    (err = rt_change_standing(admin->rt, admin->a, &change)))
		return err;
	done->link = reset_link(admin->a, done->url, token);
	return RT_OK;
}

static int setup_act(const struct setup *s, struct setup_done *done)
{
	const char *why;
	enum rt_err err;

	setup_note(s);
	if ((why = setup_write_files(s, done)))
		return say_failed("%s", why);
	if ((err = setup_store_settings(s)) ||
	    (err = setup_make_host(s, done)))
		return say_unfinished(err);
	printf("Done. The pages show this within ten seconds.\n");
	return EXIT_SUCCESS;
}

/* ---- the command -------------------------------------------------------- */

static int setup_check_rights(const struct setup *s)
{
	const char *folder = arena_printf(s->admin->a, "%s%s", s->admin->root,
					  folders_host);

	if (access(folder, F_OK) != 0 || access(folder, W_OK | X_OK) == 0)
		return EXIT_SUCCESS;
	return say_failed("cannot write into %s: %s; run it as root", folder,
			  strerror(errno));
}

/* With a file of answers nobody is asked. */
static int setup_confirm(const struct setup *s, const char *summary)
{
	const struct confirmation c = {
		.verb = "change",
		.past = "changed",
		.what = arena_printf(s->admin->a,
				     "\nThis is going to change:\n%s%s",
				     summary, setup_advice(s)),
		.question = "Do this?",
	};

	if (s->admin->answers)
		return EXIT_SUCCESS;
	return prompt_consent(s->admin, &c);
}

static int setup_check(struct admin *admin, const char *none)
{
	(void)none;
	if (admin->answers || prompt_is_possible())
		return EXIT_SUCCESS;
	return say_usage("there is no terminal to ask on: setup takes its "
			 "answers from a file with --answers");
}

static int setup_run(struct admin *admin, const char *none)
{
	struct setup s = { .admin = admin };
	struct setup_done done = { 0 };
	const char *summary;
	enum rt_err err;

	(void)none;
	web_file_find(admin->a, admin->root, &s.web);
	if (setup_check_rights(&s))
		return EXIT_FAILURE;
	if ((err = setup_begin(&s)))
		return say_error(err);
	if (admin->answers ? !setup_read(&s, admin->answers) : !setup_ask(&s))
		return EXIT_FAILURE;
	done.url = s.url;
	summary = setup_summary(&s);
	if (!*summary)
		printf("Nothing changes.\n");
	else if (setup_confirm(&s, summary) || setup_act(&s, &done))
		return EXIT_FAILURE;
	setup_print_left(&s, &done);
	return EXIT_SUCCESS;
}

const struct admin_command command_setup = {
	.name = "setup",
	.usage = "[--answers FILE] [--root FOLDER]",
	.does = "asks what a new site needs, does it, and lists what is left "
		"to do",
	.help = "It can run again, and changes what you answer differently. "
		"It asks for no\npassword: the first host gets a link to "
		"choose one. A file of answers has the\nlines name=..., "
		"domain=..., signup=..., readers=... and host=...\n",
	.run = setup_run,
	.check = setup_check,
	.takes = "no words, but --answers FILE",
	.options = OPTION_ANSWERS | OPTION_ROOT,
};
