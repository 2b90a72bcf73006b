/*
 * The settings that hosts change on the site itself.  Part of retwis.h.
 *
 * They are in the hash `site`.  Each program reads it again every ten seconds,
 * and so they are in force everywhere within that time.  What is not in it, or
 * makes no sense, is as the environment says, and so is what RETWIS_LOCKED
 * names.
 */
#ifndef SITE_H
#define SITE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"
#include "libretwis/acting.h"
#include "libretwis/config.h"

struct rt;

/* The four texts are in the order of enum rt_site_text. */
enum rt_setting {
	RT_SETTING_NAME,
	RT_SETTING_WELCOME,
	RT_SETTING_ABOUT,
	RT_SETTING_RULES,
	RT_SETTING_PRIVACY,
	RT_SETTING_IMPRINT,
	RT_SETTING_SIGNUP,
	RT_SETTING_READERS,
	RT_SETTING_INVITES,
	RT_SETTING_LOG,
	RT_SETTING_ANNOUNCE,
	RT_SETTING_COLOUR,
	RT_SETTING_POST_MAX,
	RT_SETTING_EDIT_MINUTES,
	RT_SETTING_MARK, /* a picture, which nobody types: see rt_mark_set() */
	RT_SETTINGS
};

#define RT_SETTING_BIT(setting) (1U << (setting))

#define RT_SITE_TEXT_MAX 20000 /* rt_text_length() of one of the texts */

/* Its name in forms, in the hash and on the command line. */
const char *rt_setting_name(enum rt_setting setting);

/* The setting of that name, or RT_SETTINGS. */
enum rt_setting rt_setting_find(const char *name);

/* Whether it is one of the four texts, which may have many lines. */
bool rt_setting_is_text(enum rt_setting setting);

bool rt_setting_is_number(enum rt_setting setting);

/*
 * Whether logs have its old and its new value.  Of a text or a sentence they
 * only say that it was changed.
 */
bool rt_setting_is_logged(enum rt_setting setting);

/* Its words, which end with NULL; NULL if it is a number or a text. */
const char *const *rt_setting_words(enum rt_setting setting);

/*
 * The smallest and the greatest value of a number; `most` is the length of a
 * line.
 */
struct rt_setting_range {
	unsigned least, most;
};
struct rt_setting_range rt_setting_range(enum rt_setting setting);

/*
 * What is in force, in the form in which it is set.  "" is no text, or no
 * sentence.
 */
const char *rt_setting_value(struct arena *a, const struct rt_config *conf,
			     enum rt_setting setting);

/*
 * Checks what somebody has typed.  NULL, and in `value` what is to be stored;
 * or a sentence that says what is wrong.  An empty name, sentence or text means
 * what the environment says, and is stored as "".
 */
const char *rt_setting_problem(struct arena *a, enum rt_setting setting,
			       const char *typed, const char **value);

/*
 * Whether hosts have set nothing so far, and the site has no name of its own.
 */
bool rt_site_is_unnamed(const struct rt_config *conf);

/* The word for the colour of the site. */
const char *rt_colour(const struct rt_config *conf);

/*
 * Stores those values that are not NULL; "" means what the environment says.
 * `is_set_up` stays true from now on.  Each is a line in the log.  One round
 * trip, and one more if it is the first of its request.
 */
enum rt_err rt_settings_store(struct rt *rt, struct arena *a,
			      const char *const value[RT_SETTINGS],
			      const struct rt_acting *who);

/* ---- what is in force -------------------------------------------------- */

/*
 * The settings for this request: those of the program, with what hosts have
 * set.  They stay the same until rt_site_begin(), and are valid as long.
 */
const struct rt_config *rt_site(const struct rt *rt);

/*
 * Begins a request with what the process knows.  If that is more than five
 * seconds old, the first pipeline of the request reads it again, along with
 * the layout.
 *
 * What is more than ten seconds old may be wrong.  A request goes on
 * nevertheless, and asks rt_site_confirm() at its end.
 */
void rt_site_begin(struct rt *rt);

/*
 * RT_OK if everything was decided by settings that are in force.  RT_CHANGED if
 * they have changed: begin the request again, with rt_site_begin().  While
 * Redis does not answer, the last known ones are in force; any other error
 * means that this process has never read any.  No round trip, but one if the
 * request has sent nothing and its settings are old.
 */
enum rt_err rt_site_confirm(struct rt *rt, struct arena *a);

/* Reads them now, for those who change them.  One round trip. */
enum rt_err rt_site_read(struct rt *rt, struct arena *a);

#endif
