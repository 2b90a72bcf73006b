/*
 * The commands of retwis-admin, the command line for hosts, and what they
 * share: messages, questions, the progress bar and the audit log.
 */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "libretwis/retwis.h"

#define EXIT_USAGE 2

/* What every command is given. */
struct admin {
	struct rt *rt; /* NULL for a command that is offline */
	struct arena *a;
	const char *site; /* its name */
	const char *command;
	char **words;     /* all words after the command, up to NULL */
	bool yes;         /* do not ask for confirmation */
	bool all;         /* every member, or every job */
	bool repair;      /* repair what is found */
	bool dry_run;     /* show what would be done, and do nothing */
	bool lazy;        /* hash passwords when they are first used */
	bool forget;      /* forget the import, or the time zone */
	bool off;         /* switch it off */
	const char *from; /* the layout to read the source as, or NULL */
	const char *standing, *reason, *until; /* of a member, or NULL */
	const char *answers; /* the file that has them, or NULL */
	const char *root;    /* the folder that is / for setup; "": / itself */
};

/* The options that a command may accept. */
enum {
	OPTION_YES = 1,
	OPTION_ALL = 2,
	OPTION_REPAIR = 4,
	OPTION_DRY_RUN = 8,
	OPTION_LAZY = 16,
	OPTION_FORGET = 32,
	OPTION_FROM = 64,
	OPTION_OFF = 128,
	OPTION_STANDING = 256,
	OPTION_REASON = 512,
	OPTION_UNTIL = 1024,
	OPTION_ANSWERS = 2048,
	OPTION_ROOT = 4096,
};

struct admin_command {
	const char *name;
	const char *usage; /* what follows its name; a line for each form */
	const char *does;  /* in a few words, for the list of all commands */
	const char *help;  /* more, in lines; or NULL */
	/* `word` is the first one after the command, or NULL.  Returns an
	 * exit status. */
	int (*run)(struct admin *admin, const char *word);
	/* Checks the words before anything else: 0 or EXIT_USAGE; or NULL. */
	int (*check)(struct admin *admin, const char *word);
	int min, max;      /* how many words follow; --all counts as one */
	const char *takes; /* the same as a phrase, for the error message */
	unsigned options;
	bool is_offline; /* it also works when the settings are wrong */
};

/* command_members.c */
extern const struct admin_command command_add, command_passwd, command_reset,
	command_two_step, command_delete, command_release;
/* command_roster.c */
extern const struct admin_command command_members, command_show;
/* command_standing.c */
extern const struct admin_command command_host, command_moderator,
	command_member, command_suspend, command_restore;
/* command_database.c */
extern const struct admin_command command_adopt, command_import,
	command_rebuild, command_check;
/* command_work.c */
extern const struct admin_command command_workers, command_queue;
/* command_config.c */
extern const struct admin_command command_config;
/* command_site.c */
extern const struct admin_command command_site;
/* command_setup.c */
extern const struct admin_command command_setup;
/* command_monitor.c */
extern const struct admin_command command_metrics, command_clock;
/* help.c */
extern const struct admin_command command_help;

/* ---- words of the command line ------------------------------------------ */

/* Skips an @ before a name; rt_user_by_name() ignores blanks and capitals. */
const char *argument_name(const char *word);

/* True for one digit or more, and nothing else. */
bool argument_is_number(const char *word);

/* ---- messages ----------------------------------------------------------- */

/* Prints one line on stderr and returns EXIT_FAILURE. */
__attribute__((format(printf, 1, 2))) int say_failed(const char *format, ...);

/* The same for a command line that makes no sense; returns EXIT_USAGE. */
__attribute__((format(printf, 1, 2))) int say_usage(const char *format, ...);

/* The same for an error of the data layer. */
int say_error(enum rt_err err);

/* The same for work that was partly done and is safe to run again. */
int say_unfinished(enum rt_err err);

/* The same if Redis saves nothing that is written now; or EXIT_SUCCESS. */
int say_unless_writable(const struct admin *admin);

/* The same after a search for the member of that name. */
int say_member_error(enum rt_err err, const char *name);

/* The same for the only host, who has to remain one. */
int say_only_host(const char *name);

/*
 * Who has done something, as a noun: a member, a user of the server, or
 * somebody who has left.
 */
const char *actor_text(const struct admin *admin, uint64_t by,
		       const char *system);

/*
 * The link of rt_reset_begin(), whole if there is the `url` of the site.  And
 * prints it, with the RETWIS_URL of the settings.
 */
const char *reset_link(struct arena *a, const char *url, const char *token);
void print_reset_link(const struct admin *admin, const char *name,
		      const char *token);

/*
 * The text on one line that is safe to print on a terminal: control characters,
 * and marks that change the direction of the text, become U+FFFD.
 */
const char *plain_line(struct arena *a, const char *text);

/* How long ago that was, such as "3 min". */
const char *age_in_words(struct arena *a, time_t since);

/* ---- progress ----------------------------------------------------------- */

/*
 * Draws a bar on stderr if that is a terminal, at most ten times a second,
 * however often it is called.
 */
void progress_show(uint64_t done, uint64_t total);

/* Moves to the line below the bar, if one was drawn. */
void progress_end(void);

/* ---- questions ---------------------------------------------------------- */

/* Whether there is somebody to ask. */
bool prompt_is_possible(void);

/*
 * The line that is typed after this prompt, which goes to stderr.  NULL at the
 * end of the input.
 */
const char *prompt_line(struct arena *a, const char *prompt);

struct confirmation {
	const char *verb, *past; /* such as delete, deleted */
	const char *what;        /* a line that shows what it is about */
	const char *question;
};

/*
 * Asks before something is deleted for good, unless --yes was given.
 * EXIT_SUCCESS means yes.  Otherwise it has printed the reason, and returns the
 * status to exit with.
 */
int prompt_consent(const struct admin *admin, const struct confirmation *c);

/*
 * Reads a new password for that member.  At a terminal it is typed twice and
 * not shown; otherwise it is the first line of standard input.  Returns NULL,
 * or what is wrong with the password.
 */
const char *prompt_password(const struct admin *admin, const char *name,
			    const char **password);

/* ---- the audit log ------------------------------------------------------ */

/*
 * Writes one line to syslog(3), under the name retwis-admin: who runs this
 * command, with which words.  Call it right before the first change, when all
 * questions have been answered.  Then a command that is interrupted later has
 * already been logged, and one that changed nothing is not.
 */
void audit_note(const struct admin *admin);

/*
 * For the log that hosts and moderators read on the site: who runs this
 * command.  And adds a line to it.
 */
struct rt_acting audit_acting(const struct admin *admin);
enum rt_err audit_log(const struct admin *admin, enum rt_act what,
		      uint64_t whom);

#endif
