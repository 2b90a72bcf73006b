/* User names: which ones a member may have, and what somebody has typed. */
#include <string.h>

#include "base/message.h"
#include "base/normalize.h"
#include "base/utf8.h"
#include "libretwis/retwis.h"

#define NAME_MIN 2
#define NAME_MAX 20

/* What is wrong with the first character that a name can't have. */
static const char *name_letter_problem(const char *name, const char *bad)
{
	const char *at = strchr(name, '@');

	if (at > name && strchr(at, '.'))
		return _(
			"That's an e-mail address. Choose a short name, which "
			"everybody will see.");
	if (utf8_is_blank(utf8_at(bad)))
		return _("A name can't have spaces. You can use _ instead.");
	if (*bad == '.' || *bad == '-')
		return _("A name can't have dots or hyphens. You can use _ "
			 "instead.");
	return _(
		"A name can only have the letters a to z, digits and _. Other "
		"letters can be in your display name, which you choose later.");
}

const char *rt_name_problem(const char *name)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
	size_t len = strlen(name), good = strspn(name, allowed);

	if (len == 0)
		return _("Choose a name.");
	if (good != len)
		return name_letter_problem(name, name + good);
	if (len < NAME_MIN)
		return _("A name must have at least 2 characters.");
	if (len > NAME_MAX)
		return _("A name can have at most 20 characters.");
	return NULL;
}

char *rt_name_fold(struct arena *a, const char *name)
{
	char *folded = arena_strdup(a, name);

	for (char *c = folded; *c; c++)
		if (*c >= 'A' && *c <= 'Z')
			*c += 'a' - 'A';
	return folded;
}

static bool name_is_at(uint32_t code)
{
	return code == '@' || code == 0xfe6b || code == 0xff20;
}

const char *rt_name_after_at(const char *s)
{
	return name_is_at(utf8_at(s)) ? s + utf8_step(s) : s;
}

char *rt_name_typed(struct arena *a, const char *typed)
{
	const char *name =
		rt_name_after_at(utf8_strip(a, typed, utf8_is_blank));

	return rt_name_fold(a, utf8_strip(a, name, utf8_is_blank));
}

/* ---- names that sound official ------------------------------------------ */

/* What looks alike among the letters and digits of a name is the same here. */
static char name_alike(char c)
{
	if (c == '0')
		return 'o';
	return c == 'i' || c == '1' ? 'l' : c;
}

/*
 * The letters and digits of a text, without accents: a name can't have any
 * others.  `umlaut` is what becomes of two dots, since ü may be u or ue.
 */
static const char *name_letters(struct arena *a, const char *text,
				const char *umlaut)
{
	const char *at = normalize_nfd(a, utf8_fold(a, text));
	char *letters = arena_alloc(a, 2 * strlen(at) + 1), *to = letters;

	for (; *at; at += utf8_step(at)) {
		uint32_t code = utf8_at(at);

		if (code < 0x80 && utf8_is_letter(code))
			*to++ = name_alike(*at);
		else if (code == 0xdf)
			to = stpcpy(to, "ss");
		else if (code == 0x308)
			to = stpcpy(to, umlaut);
	}
	return letters;
}

bool rt_name_is_official(struct arena *a, const char *name, const char *site)
{
	static const char *const roles[] = {
		"abuse",      "admin",      "administrator", "admins",
		"everybody",  "everyone",   "help",          "helpdesk",
		"host",       "hostmaster", "hosts",         "mod",
		"moderation", "moderator",  "moderators",    "mods",
		"noreply",    "official",   "operator",      "owner",
		"postmaster", "root",       "security",      "staff",
		"support",    "sysadmin",   "system",        "team",
		"webmaster",
	};
	const char *letters = name_letters(a, name, "");

	for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
		if (strcmp(letters, name_letters(a, roles[i], "")) == 0)
			return true;
	return *letters && (strcmp(letters, name_letters(a, site, "")) == 0 ||
			    strcmp(letters, name_letters(a, site, "e")) == 0);
}
