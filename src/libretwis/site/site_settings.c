#include "libretwis/site/site_settings.h"

#include <string.h>

#include "base/digits.h"
#include "base/message.h"
#include "base/numerals.h"
#include "base/secret.h"
#include "base/utf8.h"
#include "schema/settings.h"

/* ---- the table --------------------------------------------------------- */

enum site_kind { SITE_LINE, SITE_TEXT, SITE_WORDS, SITE_NUMBER, SITE_PICTURE };

/* Ranges and words are those of the setting in the environment. */
static const struct {
	const char *variable;
	enum site_kind kind;
} site_table[RT_SETTINGS] = {
	[RT_SETTING_NAME] = { "RETWIS_NAME", SITE_LINE },
	[RT_SETTING_WELCOME] = { "RETWIS_WELCOME", SITE_LINE },
	[RT_SETTING_ABOUT] = { "RETWIS_ABOUT", SITE_TEXT },
	[RT_SETTING_RULES] = { "RETWIS_ABOUT", SITE_TEXT },
	[RT_SETTING_PRIVACY] = { "RETWIS_ABOUT", SITE_TEXT },
	[RT_SETTING_IMPRINT] = { "RETWIS_ABOUT", SITE_TEXT },
	[RT_SETTING_SIGNUP] = { "RETWIS_SIGNUP", SITE_WORDS },
	[RT_SETTING_READERS] = { "RETWIS_READERS", SITE_WORDS },
	[RT_SETTING_INVITES] = { "RETWIS_INVITE", SITE_WORDS },
	[RT_SETTING_LOG] = { "RETWIS_LOG", SITE_WORDS },
	[RT_SETTING_ANNOUNCE] = { "RETWIS_ANNOUNCE", SITE_WORDS },
	[RT_SETTING_COLOUR] = { "RETWIS_COLOUR", SITE_WORDS },
	[RT_SETTING_POST_MAX] = { "RETWIS_POST_MAX", SITE_NUMBER },
	[RT_SETTING_EDIT_MINUTES] = { "RETWIS_EDIT_MINUTES", SITE_NUMBER },
	[RT_SETTING_MARK] = { "", SITE_PICTURE },
};

const char *const site_fields[SITE_FIELDS] = {
	[RT_SETTING_NAME] = "name",
	[RT_SETTING_WELCOME] = "welcome",
	[RT_SETTING_ABOUT] = "about",
	[RT_SETTING_RULES] = "rules",
	[RT_SETTING_PRIVACY] = "privacy",
	[RT_SETTING_IMPRINT] = "imprint",
	[RT_SETTING_SIGNUP] = "signup",
	[RT_SETTING_READERS] = "readers",
	[RT_SETTING_INVITES] = "invites",
	[RT_SETTING_LOG] = "log",
	[RT_SETTING_ANNOUNCE] = "announce",
	[RT_SETTING_COLOUR] = "colour",
	[RT_SETTING_POST_MAX] = "post_max",
	[RT_SETTING_EDIT_MINUTES] = "edit_minutes",
	[RT_SETTING_MARK] = "mark",
	[RT_SETTINGS] = "setup",
};

const char *rt_setting_name(enum rt_setting setting)
{
	return site_fields[setting];
}

enum rt_setting rt_setting_find(const char *name)
{
	enum rt_setting s = 0;

	while (s < RT_SETTINGS && strcmp(site_fields[s], name) != 0)
		s++;
	return s;
}

bool rt_setting_is_text(enum rt_setting setting)
{
	return site_table[setting].kind == SITE_TEXT;
}

bool rt_setting_is_number(enum rt_setting setting)
{
	return site_table[setting].kind == SITE_NUMBER;
}

bool rt_setting_is_logged(enum rt_setting setting)
{
	return !rt_setting_is_text(setting) && setting != RT_SETTING_WELCOME &&
	       setting != RT_SETTING_MARK;
}

static bool site_is_variable(enum rt_setting setting, const char *variable)
{
	return strcmp(site_table[setting].variable, variable) == 0;
}

/* ---- ranges and words -------------------------------------------------- */

const char *const *rt_setting_words(enum rt_setting setting)
{
#define CHOICE(variable, field, fallback, ...)                                \
	if (site_is_variable(setting, variable)) {                            \
		static const char *const words[] = { __VA_ARGS__, NULL };     \
                                                                              \
		return words;                                                 \
	}
	EACH_CHOICE(CHOICE)
#undef CHOICE
	return NULL;
}

struct rt_setting_range rt_setting_range(enum rt_setting setting)
{
#define NUMBER(variable, field, fallback, least, most)                        \
	if (site_is_variable(setting, variable))                              \
		return (struct rt_setting_range){ least, most };
	EACH_NUMBER(NUMBER)
#undef NUMBER
	return (struct rt_setting_range){ 0, setting == RT_SETTING_NAME
						     ? LONGEST_NAME
						     : LONGEST_WELCOME };
}

/* ---- what is in force -------------------------------------------------- */

static unsigned site_number(const struct rt_config *conf,
			    enum rt_setting setting)
{
#define NUMBER(variable, field, ...)                                          \
	if (site_is_variable(setting, variable))                              \
		return (unsigned)conf->field;
	EACH_NUMBER(NUMBER)
	EACH_CHOICE(NUMBER)
#undef NUMBER
	return 0;
}

/* A number, or the index of a word. */
static void site_set_number(struct rt_config *conf, enum rt_setting setting,
			    unsigned n)
{
#define NUMBER(variable, field, ...)                                          \
	if (site_is_variable(setting, variable))                              \
		conf->field = n;
	EACH_NUMBER(NUMBER)
	EACH_CHOICE(NUMBER)
#undef NUMBER
}

const char *rt_setting_value(struct arena *a, const struct rt_config *conf,
			     enum rt_setting setting)
{
	const char *text;

	switch (site_table[setting].kind) {
	case SITE_LINE:
		text = setting == RT_SETTING_NAME ? conf->name : conf->welcome;
		return text ? text : "";
	case SITE_TEXT:
		text = conf->text[setting - RT_SETTING_ABOUT];
		return text ? text : "";
	case SITE_WORDS:
		return rt_setting_words(setting)[site_number(conf, setting)];
	case SITE_PICTURE:
		return conf->mark ? conf->mark : "";
	default:
		return arena_printf(a, "%u", site_number(conf, setting));
	}
}

const char *rt_colour(const struct rt_config *conf)
{
	return rt_setting_words(RT_SETTING_COLOUR)[conf->colour];
}

bool rt_site_is_unnamed(const struct rt_config *conf)
{
	return !conf->is_set_up && strcmp(conf->name, DEFAULT_NAME) == 0 &&
	       !(conf->locked & RT_SETTING_BIT(RT_SETTING_NAME));
}

/* ---- what may be set --------------------------------------------------- */

static bool site_line_may_show(uint32_t code)
{
	return code != '\n' && !utf8_is_control(code) &&
	       !utf8_is_layout_control(code);
}

bool site_line_ok(const char *line, unsigned max)
{
	return !utf8_all(line, utf8_is_blank) &&
	       utf8_all(line, site_line_may_show) && utf8_count(line) <= max;
}

static const char *site_line_problem(struct arena *a, enum rt_setting setting,
				     const char *typed, const char **value)
{
	unsigned max = rt_setting_range(setting).most;
	const char *line = utf8_trim(a, typed);

	if (*line && !site_line_ok(line, max))
		return message_fill(
			a,
			message_plural("This has to be one line of up to {n} "
				       "character.",
				       "This has to be one line of up to {n} "
				       "characters.",
				       max),
			"n", number_text(a, max));
	*value = line;
	return NULL;
}

static const char *site_text_problem(struct arena *a, const char *typed,
				     const char **value)
{
	char *text = NULL;
	const char *why = rt_site_text_problem(a, typed, &text);

	if (!why)
		*value = text;
	return why;
}

/* The index of the word, or that of the NULL at the end. */
static unsigned site_word_index(enum rt_setting setting, const char *word)
{
	const char *const *words = rt_setting_words(setting);
	unsigned i = 0;

	while (words[i] && strcmp(words[i], word) != 0)
		i++;
	return i;
}

static const char *site_word_problem(struct arena *a, enum rt_setting setting,
				     const char *typed, const char **value)
{
	const char *const *words = rt_setting_words(setting);
	const char *word = words[site_word_index(setting, typed)];
	const char *all = words[0];

	for (size_t i = 1; !word && words[i]; i++)
		all = message_fill(a,
				   words[i + 1] ? _("{words}, {word}")
						: _("{words} or {word}"),
				   "words", all, "word", words[i]);
	if (!word)
		return message_fill(a, _("This has to be {words}."), "words",
				    all);
	*value = word;
	return NULL;
}

/* Without leading zeros, so that a number has only one form. */
static const char *site_number_problem(struct arena *a,
				       enum rt_setting setting,
				       const char *typed, const char **value)
{
	struct rt_setting_range range = rt_setting_range(setting);
	const char *text = utf8_trim(a, typed);
	uint64_t n = 0;

	if (!digits_read(&text, &n) || *text || n < range.least ||
	    n > range.most)
		return message_fill(
			a,
			_("This has to be a number from {least} to {most}."),
			"least", number_text(a, range.least), "most",
			number_text(a, range.most));
	*value = arena_printf(a, "%u", (unsigned)n);
	return NULL;
}

const char *rt_setting_problem(struct arena *a, enum rt_setting setting,
			       const char *typed, const char **value)
{
	switch (site_table[setting].kind) {
	case SITE_LINE:
		return site_line_problem(a, setting, typed, value);
	case SITE_TEXT:
		return site_text_problem(a, typed, value);
	case SITE_WORDS:
		return site_word_problem(a, setting, typed, value);
	case SITE_PICTURE:
		return _(
			"This is a picture: choose it on the site, under Site "
			"icon.");
	default:
		return site_number_problem(a, setting, typed, value);
	}
}

/* ---- the hash ---------------------------------------------------------- */

/* `value` has been checked. */
static void site_settings_set(struct arena *a, struct rt_config *conf,
			      enum rt_setting setting, const char *value)
{
	conf->set |= RT_SETTING_BIT(setting);
	switch (site_table[setting].kind) {
	case SITE_LINE:
		*(setting == RT_SETTING_NAME ? &conf->name : &conf->welcome) =
			arena_strdup(a, value);
		break;
	case SITE_TEXT:
		conf->text[setting - RT_SETTING_ABOUT] =
			arena_strdup(a, value);
		break;
	case SITE_WORDS:
		site_set_number(conf, setting,
				site_word_index(setting, value));
		break;
	case SITE_PICTURE:
		conf->mark = arena_strdup(a, value);
		break;
	default:
		site_set_number(conf, setting, (unsigned)rt_u64(value));
	}
}

/* Without pictures, the site has no mark either. */
static void site_mark_apply(struct arena *a, struct rt_config *conf,
			    const char *token)
{
	unsigned char bytes[16];

	if (token && conf->pictures &&
	    !(conf->locked & RT_SETTING_BIT(RT_SETTING_MARK)) &&
	    secret_read_hex(token, bytes, sizeof bytes))
		site_settings_set(a, conf, RT_SETTING_MARK, token);
}

/* No text is a mark: the loop refuses it. */
void site_settings_apply(struct arena *a, struct rt_config *conf,
			 const char *const value[SITE_FIELDS])
{
	const char *checked = "";

	for (enum rt_setting s = 0; s < RT_SETTINGS; s++) {
		conf->is_set_up |= value[s] != NULL;
		if (value[s] && !(conf->locked & RT_SETTING_BIT(s)) &&
		    !rt_setting_problem(a, s, value[s], &checked) && *checked)
			site_settings_set(a, conf, s, checked);
	}
	site_mark_apply(a, conf, value[RT_SETTING_MARK]);
	conf->is_set_up |= value[RT_SETTINGS] != NULL;
}
