/* The commands of retwis-admin, the command line for hosts. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "libretwis/retwis.h"

/* What every command is given. */
struct admin {
	struct rt *rt; /* NULL for a command that is offline */
	struct arena *a;
	const char *site; /* its name */
	const char *command;
	char **words;     /* all behind the command, up to NULL */
	bool yes;         /* do not ask */
	bool all;         /* every member, or job */
	bool repair;      /* mend what is found */
	bool dry_run;     /* tell what would be done */
	bool lazy;        /* hash passwords when they are first used */
	bool forget;      /* that there was an import */
	const char *from; /* which layout to take the source for, or NULL */
};

/* The options that a command may know. */
enum {
	OPTION_YES = 1,
	OPTION_ALL = 2,
	OPTION_REPAIR = 4,
	OPTION_DRY_RUN = 8,
	OPTION_LAZY = 16,
	OPTION_FORGET = 32,
	OPTION_FROM = 64,
};

struct admin_command {
	const char *name;
	/* `word` is the first behind the command, or NULL; an exit status. */
	int (*run)(struct admin *admin, const char *word);
	int min, max;      /* words behind it; --all counts as one */
	const char *takes; /* the same for people */
	unsigned options;
	bool is_offline; /* it works also with settings that are wrong */
};

/* Each is in the file of its name; the first three in command_account.c. */
extern const struct admin_command command_add, command_passwd, command_reset,
	command_host, command_delete, command_release, command_adopt,
	command_rebuild, command_workers, command_queue, command_check,
	command_config, command_metrics, command_import, command_clock;

#endif
