/* What hosts are asked. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <termios.h>
#include <unistd.h>

#include "admin/admin.h"

static struct termios shown;

bool ask_anybody(void)
{
	return isatty(STDIN_FILENO);
}

/* The next line without its end; NULL where there is none. */
static const char *read_line(struct arena *a)
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

bool ask_yes(const char *question)
{
	struct arena a = { 0 };
	const char *line;
	bool yes;

	fprintf(stderr, "%s [y/N] ", question);
	line = read_line(&a);
	if (!line)
		fputc('\n', stderr);
	yes = line && (!strcasecmp(line, "y") || !strcasecmp(line, "yes"));
	arena_free(&a);
	return yes;
}

int ask_first(const struct admin *admin, const struct question *q)
{
	if (admin->yes)
		return EXIT_SUCCESS;
	if (!ask_anybody())
		return say_failed("nobody to ask: say --yes to %s without "
				  "a question",
				  q->verb);
	fprintf(stderr, "%s\n", q->what);
	if (!ask_yes(q->ask))
		return say_failed("nothing was %s", q->past);
	/* Redis may have restarted meanwhile. */
	rt_rest(admin->rt);
	return EXIT_SUCCESS;
}

/* ---- passwords --------------------------------------------------------- */

/* The signal's own action follows as soon as this returns. */
static void on_end(int signal_number)
{
	tcsetattr(STDIN_FILENO, TCSANOW, &shown);
	raise(signal_number);
}

/* Not stopped by Ctrl-Z either: typing would go on with everything shown. */
static void hide_typing(void)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction end = { .sa_handler = on_end,
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

static const char *type_line(struct arena *a, const char *prompt)
{
	const char *line;

	fputs(prompt, stderr);
	line = read_line(a);
	fputc('\n', stderr);
	return line;
}

static const char *type_twice(struct arena *a, const char **password)
{
	const char *again, *why;

	*password = type_line(a, "New password: ");
	if (!*password)
		return "no password was typed";
	if ((why = rt_password_problem(*password)))
		return why;
	again = type_line(a, "The same again: ");
	if (!again || strcmp(*password, again) != 0)
		return "these were not the same passwords";
	return NULL;
}

const char *ask_password(struct arena *a, const char **password)
{
	const char *why;

	if (ask_anybody()) {
		hide_typing();
		why = type_twice(a, password);
		show_typing();
		return why;
	}
	*password = read_line(a);
	if (!*password)
		return "standard input has no line with a password";
	return rt_password_problem(*password);
}
