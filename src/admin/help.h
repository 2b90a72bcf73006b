/* The commands and options of retwis-admin, and what it says about them. */
#ifndef HELP_H
#define HELP_H

#include "admin/commands.h"

struct admin_option {
	const char *name;
	const char *value; /* what follows it, or NULL */
	unsigned bit;
	const char *does; /* in a few words */
};

extern const struct admin_option admin_options[]; /* up to no name */

/* The command of that name, or NULL. */
const struct admin_command *command_find(const char *name);

/* Print the list of all commands, and how to use one of them. */
void help_print_all(void);
void help_print(const struct admin_command *c);

#endif
