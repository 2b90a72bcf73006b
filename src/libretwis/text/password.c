/* Which passwords are acceptable. */
#define _GNU_SOURCE /* strcasestr() */
#include <string.h>
#include <zxcvbn.h>

#include "libretwis/retwis.h"

#define PASSWORD_MIN 8
#define PASSWORD_MAX 1000

/* A shorter site name occurs in many good passwords. */
#define SITE_MIN 4

/*
 * Debian's libzxcvbn contains Mark Burnett's list of the ten thousand worst
 * passwords, by rank.  A password that is found within 2^13 guesses is one of
 * the most common few thousand, perhaps with a digit after it.  The library is
 * slow on long texts, and common passwords are short.
 */
#define GUESSABLE_BITS 13.0
#define GUESSABLE_LEN  64

/* The length in characters: continuation bytes of UTF-8 are not counted. */
static size_t password_length(const char *s)
{
	size_t n = 0;

	for (; *s; s++)
		n += ((unsigned char)*s & 0xc0) != 0x80;
	return n;
}

static const char *password_guess(const char *password)
{
	char head[GUESSABLE_LEN + 1] = "";

	strncat(head, password, GUESSABLE_LEN);
	if (ZxcvbnMatch(head, NULL, NULL) < GUESSABLE_BITS)
		return "That's one of the most common passwords. "
		       "Choose one that's hard to guess.";
	return NULL;
}

/* A stranger first guesses the names that are at the top of every page. */
static const char *password_contains(const char *password, const char *name,
				     const char *site)
{
	if (*name && strcasestr(password, name))
		return "That password contains your name. "
		       "Choose one that's hard to guess.";
	if (password_length(site) >= SITE_MIN && strcasestr(password, site))
		return "That password contains the name of this site. "
		       "Choose one that's hard to guess.";
	return NULL;
}

const char *rt_password_problem(const char *password, const char *name,
				const char *site)
{
	const char *tells;

	size_t len = strlen(password);

	if (len == 0)
		return "Choose a password.";
	if (password_length(password) < PASSWORD_MIN)
		return "A password must have at least 8 characters.";
	if (len > PASSWORD_MAX)
		return "A password can have at most 1000 bytes.";
	if ((tells = password_contains(password, name, site)))
		return tells;
	return password_guess(password);
}
