/* What hosts are asked. */
#ifndef PROMPT_H
#define PROMPT_H

#include "admin/commands.h"

struct question {
	const char *verb, *past; /* delete, deleted */
	const char *what;        /* a line that shows what it is about */
	const char *ask;
};

/*
 * Asks before something goes for good, unless --yes was given.  EXIT_SUCCESS
 * if it may go; else this has said why not, and the status is a failure's.
 */
int prompt_consent(const struct admin *admin, const struct question *q);

/*
 * A new password for that member: typed twice without being shown, or a line of
 * standard input where that is no terminal.  NULL, or what is wrong with it.
 */
const char *prompt_password(const struct admin *admin, const char *name,
			    const char **password);

#endif
