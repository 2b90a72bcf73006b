/* retwis-admin site: the settings that hosts also change at /site. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/command_site.h"

/* ---- site get [NAME] ---------------------------------------------------- */

/* Where the value comes from. */
static const char *site_origin(const struct rt_config *conf,
			       enum rt_setting setting)
{
	if (conf->locked & RT_SETTING_BIT(setting))
		return "locked";
	return conf->set & RT_SETTING_BIT(setting) ? "set" : "default";
}

static void site_list_one(const struct admin *admin,
			  const struct rt_config *conf,
			  enum rt_setting setting)
{
	const char *value = rt_setting_value(admin->a, conf, setting);

	if (rt_setting_is_text(setting) && *value)
		value = rt_first_words(admin->a,
				       rt_first_line(admin->a, value), 40);
	printf("%-12s  %-7s  %s\n", rt_setting_name(setting),
	       site_origin(conf, setting), plain_line(admin->a, value));
}

static int site_get(const struct admin *admin, const char *name)
{
	const struct rt_config *conf = rt_site(admin->rt);
	enum rt_setting setting = name ? rt_setting_find(name) : 0;

	if (!name)
		for (; setting < RT_SETTINGS; setting++)
			site_list_one(admin, conf, setting);
	else
		printf("%s\n", rt_setting_value(admin->a, conf, setting));
	return EXIT_SUCCESS;
}

/* ---- site set NAME VALUE, site unset NAME ------------------------------- */

static void site_note(const struct admin *admin, enum rt_setting setting)
{
	char *names[] = { admin->words[0], admin->words[1], NULL };
	struct admin noted = *admin;

	if (!rt_setting_is_logged(setting))
		noted.words = names;
	audit_note(&noted);
}

const char *site_lock(const struct admin *admin, enum rt_setting setting)
{
	if (!(rt_site(admin->rt)->locked & RT_SETTING_BIT(setting)))
		return NULL;
	return arena_printf(admin->a,
			    "%s is locked by RETWIS_LOCKED: change it in the "
			    "settings of this server",
			    rt_setting_name(setting));
}

/* A `value` of "" is the default. */
static int site_store(const struct admin *admin, enum rt_setting setting,
		      const char *value)
{
	const struct rt_acting who = audit_acting(admin);
	const char *values[RT_SETTINGS] = { NULL };
	const char *lock = site_lock(admin, setting);
	enum rt_err err;

	if (lock)
		return say_failed("%s", lock);
	site_note(admin, setting);
	values[setting] = value;
	if (setting == RT_SETTING_MARK)
		err = rt_mark_set(admin->rt, admin->a, value, &who);
	else
		err = rt_settings_store(admin->rt, admin->a, values, &who);
	if (err)
		return say_error(err);
	printf("%s is %s, everywhere within ten seconds.\n",
	       rt_setting_name(setting), *value ? "set" : "the default again");
	return EXIT_SUCCESS;
}

static int site_set(const struct admin *admin, enum rt_setting setting,
		    const char *typed)
{
	const char *value;
	const char *why = rt_setting_problem(admin->a, setting, typed, &value);

	if (why)
		return say_failed("%s: %s", rt_setting_name(setting), why);
	return site_store(admin, setting, value);
}

/* ---- the command -------------------------------------------------------- */

static bool site_is_order(const char *word, const char *name,
			  const char *value)
{
	if (strcmp(word, "get") == 0)
		return !value;
	if (strcmp(word, "set") == 0)
		return value;
	return strcmp(word, "unset") == 0 && name && !value;
}

static int site_check(struct admin *admin, const char *word)
{
	const char *name = admin->words[1];
	const char *value = name ? admin->words[2] : NULL;

	if (!site_is_order(word, name, value))
		return say_usage("site takes get [NAME], set NAME VALUE or "
				 "unset NAME");
	if (!name || rt_setting_find(name) != RT_SETTINGS)
		return EXIT_SUCCESS;
	say_failed("there is no setting %s: retwis-admin site get shows all",
		   plain_line(admin->a, name));
	return EXIT_USAGE;
}

static int site_run(struct admin *admin, const char *word)
{
	const char *name = admin->words[1];
	const char *value = name ? admin->words[2] : NULL;
	enum rt_err err;

	if ((err = rt_site_read(admin->rt, admin->a)))
		return say_error(err);
	if (strcmp(word, "get") == 0)
		return site_get(admin, name);
	if (strcmp(word, "set") == 0)
		return site_set(admin, rt_setting_find(name), value);
	return site_store(admin, rt_setting_find(name), "");
}

const struct admin_command command_site = {
	.name = "site",
	.usage = "get [NAME]\nset NAME VALUE\nunset NAME",
	.does = "shows or changes the settings that hosts can change at /site",
	.help = "unset takes a change back, so that the setting is as on\n"
		"this server.\n",
	.run = site_run,
	.check = site_check,
	.min = 1,
	.max = 3,
	.takes = "get [NAME], set NAME VALUE or unset NAME",
};
