#include "admin/prompt.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <termios.h>
#include <unistd.h>

#include "admin/say.h"

static struct termios shown;

static bool is_anybody_there(void)
{
	return isatty(STDIN_FILENO);
}

/* The next line without its end; NULL where there is none. */
static const char *read_input_line(struct arena *a)
{
	char *buffer = NULL, *line = NULL;
	size_t size = 0;
	ssize_t n = getline(&buffer, &size, stdin);

	if (n > 0 && buffer[n - 1] == '\n')
		buffer[--n] = '\0';
	if (n >= 0 && strlen(buffer) == (size_t)n)
		line = arena_strdup(a, buffer);
	free(buffer);
	return line;
}

/* "yes" or "y", in any letters; everything else is no. */
static bool ask_yes_or_no(const char *question)
{
	struct arena a = { 0 };
	const char *line;
	bool yes;

	fprintf(stderr, "%s [y/N] ", question);
	line = read_input_line(&a);
	if (!line)
		fputc('\n', stderr);
	yes = line && (!strcasecmp(line, "y") || !strcasecmp(line, "yes"));
	arena_free(&a);
	return yes;
}

int prompt_consent(const struct admin *admin, const struct question *q)
{
	if (admin->yes)
		return EXIT_SUCCESS;
	if (!is_anybody_there())
		return say_failed(
			"there is no terminal to ask on: use --yes to "
			"%s without asking",
			q->verb);
	fprintf(stderr, "%s\n", q->what);
	if (!ask_yes_or_no(q->ask))
		return say_failed("nothing was %s", q->past);
	/* Redis may have restarted while the host was thinking. */
	rt_end_request(admin->rt);
	return EXIT_SUCCESS;
}

/* ---- passwords --------------------------------------------------------- */

/* SA_RESETHAND: the signal that is raised here does what it always does. */
static void show_typing_and_end(int signal_number)
{
	tcsetattr(STDIN_FILENO, TCSANOW, &shown);
	raise(signal_number);
}

/* Ctrl-Z is ignored, or the shell would show all that is typed after it. */
static void hide_typing(void)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction end = { .sa_handler = show_typing_and_end,
				 .sa_flags = SA_RESETHAND };
	struct termios hidden;

	tcgetattr(STDIN_FILENO, &shown);
	hidden = shown;
	hidden.c_lflag &= ~(tcflag_t)ECHO;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		sigaction(ends[i], &end, NULL);
	signal(SIGTSTP, SIG_IGN);
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
}

static void show_typing(void)
{
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown);
	signal(SIGTSTP, SIG_DFL);
}

static const char *type_secret_line(struct arena *a, const char *prompt)
{
	const char *line;

	fputs(prompt, stderr);
	line = read_input_line(a);
	fputc('\n', stderr);
	return line;
}

static const char *type_password_twice(const struct admin *admin,
				       const char *name, const char **password)
{
	struct arena *a = admin->a;
	const char *again, *why;

	*password = type_secret_line(a, "New password: ");
	if (!*password)
		return "no password was entered";
	if ((why = rt_password_problem(*password, name, admin->site)))
		return why;
	again = type_secret_line(a, "Confirm new password: ");
	if (!again || strcmp(*password, again) != 0)
		return "the passwords don't match";
	return NULL;
}

const char *prompt_password(const struct admin *admin, const char *name,
			    const char **password)
{
	const char *why;

	if (is_anybody_there()) {
		hide_typing();
		why = type_password_twice(admin, name, password);
		show_typing();
		return why;
	}
	*password = read_input_line(admin->a);
	if (!*password)
		return "there is no password on standard input";
	return rt_password_problem(*password, name, admin->site);
}
