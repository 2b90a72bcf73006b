/* What the commands of retwis-admin share; see commands.h. */
#include "admin/commands.h"

#include <pwd.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <syslog.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "base/printable.h"
#include "base/utf8.h"

/* ---- words of the command line ------------------------------------------ */

const char *argument_name(const char *word)
{
	return word + (*word == '@');
}

bool argument_is_number(const char *word)
{
	return *word && strspn(word, "0123456789") == strlen(word);
}

/* ---- progress ----------------------------------------------------------- */

#define BAR_WIDTH    40
#define BAR_EVERY_MS 100

static bool bar_is_drawn;

static int64_t bar_clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool is_bar_due(bool last)
{
	static int64_t drawn;
	int64_t now = bar_clock_ms();

	if (bar_is_drawn && !last && now - drawn < BAR_EVERY_MS)
		return false;
	drawn = now;
	return true;
}

void progress_show(uint64_t done, uint64_t total)
{
	static const char full[] = "########################################";
	int cells, percent;

	if (done > total)
		done = total;
	if (!total || !isatty(STDERR_FILENO) || !is_bar_due(done == total))
		return;
	cells = (int)((double)done / (double)total * BAR_WIDTH);
	percent = (int)((double)done / (double)total * 100);
	fprintf(stderr, "\r[%-*.*s] %3d %%", BAR_WIDTH, cells, full, percent);
	bar_is_drawn = true;
}

void progress_end(void)
{
	if (bar_is_drawn)
		fputc('\n', stderr);
	bar_is_drawn = false;
}

/* ---- messages ----------------------------------------------------------- */

static void say_line(const char *format, va_list args, const char *end)
{
	progress_end();
	fputs("retwis-admin: ", stderr);
	vfprintf(stderr, format, args);
	fputs(end, stderr);
}

int say_failed(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_line(format, args, "\n");
	va_end(args);
	return EXIT_FAILURE;
}

int say_usage(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_line(format, args, "; see retwis-admin --help\n");
	va_end(args);
	return EXIT_USAGE;
}

/* A reply that makes no sense usually means a key of the wrong type. */
static const char *say_advice(enum rt_err err)
{
	return err == RT_BROKEN ? "; run retwis-admin check to find the reason"
				: "";
}

int say_error(enum rt_err err)
{
	return say_failed("%s%s", rt_strerror(err), say_advice(err));
}

int say_unless_writable(const struct admin *admin)
{
	enum rt_err err = rt_writable(admin->rt, admin->a);

	return err ? say_error(err) : EXIT_SUCCESS;
}

int say_unfinished(enum rt_err err)
{
	return say_failed("%s%s; run it again to finish", rt_strerror(err),
			  say_advice(err));
}

int say_member_error(enum rt_err err, const char *name)
{
	if (err == RT_NOT_FOUND)
		return say_failed("there is no member @%s", name);
	return say_error(err);
}

int say_only_host(const char *name)
{
	return say_failed("@%s is the only host: make another member a host "
			  "first, with retwis-admin host",
			  name);
}

const char *actor_text(const struct admin *admin, uint64_t by,
		       const char *system)
{
	struct rt_user user;

	if (system)
		return arena_printf(admin->a, "%s on the server",
				    plain_line(admin->a, system));
	if (!by || rt_user_by_id(admin->rt, admin->a, by, &user))
		return "somebody who has left";
	return arena_printf(admin->a, "@%s", plain_line(admin->a, user.name));
}

const char *reset_link(struct arena *a, const char *url, const char *token)
{
	return arena_printf(a, "%s/reset/%s", url ? url : "", token);
}

void print_reset_link(const struct admin *admin, const char *name,
		      const char *token)
{
	const char *url = rt_site(admin->rt)->url;

	printf("With this link @%s can set a new password, once and within a "
	       "day. %s\n\n%s\n",
	       plain_line(admin->a, name),
	       url ? "Give it\nto nobody else."
		   : "Put your\nsite's address before it, and give it to "
		     "nobody else.",
	       reset_link(admin->a, url, token));
}

/*
 * A terminal obeys control characters.  A mark that changes the direction of
 * the text could make a name look like another one.
 */
const char *plain_line(struct arena *a, const char *text)
{
	const char *clean = rt_text_clean(a, text);
	char *line = arena_alloc(a, 2 * strlen(clean) + 1), *to = line;

	for (size_t n; *clean; clean += n) {
		n = utf8_step(clean);
		if (*clean == '\n') {
			*to++ = ' ';
		} else if (utf8_is_layout_control(utf8_at(clean))) {
			to = stpcpy(to, "\xef\xbf\xbd");
		} else {
			memcpy(to, clean, n);
			to += n;
		}
	}
	return line;
}

/* In the largest unit that fits at least twice: "119 s", but "2 min". */
const char *age_in_words(struct arena *a, time_t since)
{
	static const struct {
		long long seconds;
		const char *name;
	} unit[] = {
		{ 86400, "d" }, { 3600, "h" }, { 60, "min" }, { 1, "s" }
	};
	long long age = (long long)(time(NULL) - since);
	size_t i = 0;

	while (unit[i].seconds > 1 && age < 2 * unit[i].seconds)
		i++;
	age = age > 0 ? age : 0;
	return arena_printf(a, "%lld %s", age / unit[i].seconds, unit[i].name);
}

/* ---- questions ---------------------------------------------------------- */

static struct termios echoing;

bool prompt_is_possible(void)
{
	return isatty(STDIN_FILENO);
}

/*
 * The next line without its newline.  NULL at the end of the input, and for a
 * line with a NUL byte, which C would cut short.
 */
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

const char *prompt_line(struct arena *a, const char *prompt)
{
	const char *line;

	fputs(prompt, stderr);
	line = read_input_line(a);
	if (!line)
		fputc('\n', stderr);
	return line;
}

/* "yes" or "y" in either case; anything else means no. */
static bool read_yes_or_no(const char *question)
{
	struct arena a = { 0 };
	const char *line =
		prompt_line(&a, arena_printf(&a, "%s [y/N] ", question));
	bool yes;

	yes = line && (!strcasecmp(line, "y") || !strcasecmp(line, "yes"));
	arena_free(&a);
	return yes;
}

int prompt_consent(const struct admin *admin, const struct confirmation *c)
{
	if (admin->yes)
		return EXIT_SUCCESS;
	if (!prompt_is_possible())
		return say_failed(
			"there is no terminal to ask on: use --yes to "
			"%s without asking",
			c->verb);
	fprintf(stderr, "%s\n", c->what);
	if (!read_yes_or_no(c->question))
		return say_failed("nothing was %s", c->past);
	/*
	 * Redis may have restarted while the host was thinking.  After this
	 * the next command connects again instead of failing.
	 */
	rt_end_request(admin->rt);
	return EXIT_SUCCESS;
}

/* ---- passwords ---------------------------------------------------------- */

/* SA_RESETHAND has restored the default action: raise() ends the program. */
static void show_typing_and_end(int signal_number)
{
	tcsetattr(STDIN_FILENO, TCSANOW, &echoing);
	raise(signal_number);
}

/*
 * Ctrl-Z is ignored meanwhile.  Otherwise the shell would turn the echo on
 * again, and the rest of the password would be shown.
 */
static void hide_typing(void)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction end = { .sa_handler = show_typing_and_end,
				 .sa_flags = SA_RESETHAND };
	struct termios hidden;

	tcgetattr(STDIN_FILENO, &echoing);
	hidden = echoing;
	hidden.c_lflag &= ~(tcflag_t)ECHO;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		sigaction(ends[i], &end, NULL);
	signal(SIGTSTP, SIG_IGN);
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
}

static void show_typing(void)
{
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &echoing);
	signal(SIGTSTP, SIG_DFL);
}

static const char *read_secret_line(struct arena *a, const char *prompt)
{
	const char *line;

	fputs(prompt, stderr);
	line = read_input_line(a);
	fputc('\n', stderr);
	return line;
}

static const char *read_password_twice(const struct admin *admin,
				       const char *name, const char **password)
{
	struct arena *a = admin->a;
	const char *again, *why;

	*password = read_secret_line(a, "New password: ");
	if (!*password)
		return "no password was entered";
	if ((why = rt_password_problem(a, *password, name, admin->site)))
		return why;
	again = read_secret_line(a, "Confirm new password: ");
	if (!again || !rt_passwords_match(a, *password, again))
		return "the passwords don't match";
	return NULL;
}

const char *prompt_password(const struct admin *admin, const char *name,
			    const char **password)
{
	const char *why;

	if (prompt_is_possible()) {
		hide_typing();
		why = read_password_twice(admin, name, password);
		show_typing();
		return why;
	}
	*password = read_input_line(admin->a);
	if (!*password)
		return "there is no password on standard input";
	return rt_password_problem(admin->a, *password, name, admin->site);
}

/* ---- the audit log ------------------------------------------------------ */

#define AUDIT_WORD_MAX 80 /* bytes of each word */

/*
 * The user who became root by sudo, or NULL.  SUDO_USER is believed only of
 * root: any other user can set it to any name.
 */
static const char *audit_sudo(void)
{
	const char *sudo = getenv("SUDO_USER");

	return getuid() == 0 && sudo && *sudo ? sudo : NULL;
}

static const char *audit_user(struct arena *a)
{
	const char *sudo = audit_sudo();
	unsigned uid = (unsigned)getuid();

	if (!sudo)
		return arena_printf(a, "uid %u", uid);
	return arena_printf(a, "uid %u by sudo of %s", uid,
			    printable(a, sudo, AUDIT_WORD_MAX));
}

/* A space would end the name. */
struct rt_acting audit_acting(const struct admin *admin)
{
	const char *sudo = audit_sudo();
	unsigned uid = (unsigned)getuid();
	const struct passwd *user = getpwuid(uid);
	const char *name = arena_printf(admin->a, "uid%u", uid);

	if (sudo)
		name = sudo;
	else if (user)
		name = user->pw_name;
	return (struct rt_acting){
		.system = arena_strndup(admin->a, name, strcspn(name, " ")),
	};
}

enum rt_err audit_log(const struct admin *admin, enum rt_act what,
		      uint64_t whom)
{
	const struct rt_acting who = audit_acting(admin);

	return rt_log_add(admin->rt, admin->a, what, whom, &who);
}

void audit_note(const struct admin *admin)
{
	struct arena *a = admin->a;
	const char *what = admin->command;

	for (char **word = admin->words; *word; word++)
		what = arena_printf(a, "%s %s", what,
				    printable(a, *word, AUDIT_WORD_MAX));
	openlog("retwis-admin", LOG_PID, LOG_DAEMON);
	syslog(LOG_NOTICE, "%s: %s%s%s%s", audit_user(a), what,
	       admin->all ? " --all" : "", admin->repair ? " --repair" : "",
	       admin->off ? " --off" : "");
	closelog();
}
