#include "base/zone.h"

#include <limits.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ZONE_FOLDER "/usr/share/zoneinfo"

const char *zone_folder(void)
{
	const char *folder = getenv("TZDIR");

	return folder && *folder ? folder : ZONE_FOLDER;
}

/* A file of that form, see tzfile(5); a folder is none. */
static bool zone_is_file(const char *name)
{
	char path[PATH_MAX], magic[4] = "";
	FILE *file;
	bool is_one;

	snprintf(path, sizeof path, "%s%s%s",
		 *name == '/' ? "" : zone_folder(), *name == '/' ? "" : "/",
		 name);
	file = fopen(path, "re");
	if (!file)
		return false;
	is_one = fread(magic, 1, sizeof magic, file) == sizeof magic &&
		 memcmp(magic, "TZif", sizeof magic) == 0;
	fclose(file);
	return is_one;
}

/* Such as CET-1CEST,M3.5.0,M10.5.0/3 or <+0330>-3:30; see tzset(3). */
#define RULE_NAME "([A-Za-z]{3,}|<[-+A-Za-z0-9]{3,}>)"
#define RULE_TIME "[-+]?[0-9]{1,3}(:[0-9]{1,2}){0,2}"
#define RULE_DAY  ",(J?[0-9]{1,3}|M[0-9]{1,2}\\.[1-5]\\.[0-6])(/" RULE_TIME ")?"
#define RULE                                                                  \
	"^" RULE_NAME RULE_TIME "(" RULE_NAME "(" RULE_TIME                   \
	")?(" RULE_DAY RULE_DAY ")?)?$"

static bool zone_is_rule(const char *text)
{
	regex_t rule;
	bool is_one;

	if (regcomp(&rule, RULE, REG_EXTENDED | REG_NOSUB) != 0)
		return false;
	is_one = regexec(&rule, text, 0, NULL, 0) == 0;
	regfree(&rule);
	return is_one;
}

/* The C library reads these as UTC even without a file. */
static bool zone_is_utc(const char *name)
{
	return !*name || strcmp(name, "UTC") == 0 ||
	       strcmp(name, "Etc/UTC") == 0 || strcmp(name, "GMT") == 0;
}

/* A colon may be before each. */
bool zone_is_known(const char *tz)
{
	tz += *tz == ':';
	return zone_is_utc(tz) || zone_is_file(tz) || zone_is_rule(tz);
}
