/*
 * retwis-admin config [FILE]: checks whether the programs can start with these
 * settings.  It changes nothing, except for a key that expires after a minute,
 * and sends nothing to programs that are running.
 */
#include <dirent.h>
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "admin/commands.h"
#include "admin/folders.h"
#include "admin/settings_file.h"
#include "libretwis/preflight.h"

/* systemd runs the programs as this user. */
#define SITE_USER "retwis"

/* ---- the values --------------------------------------------------------- */

static unsigned config_check_mode(const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0 || !(st.st_mode & (S_IROTH | S_IWOTH)))
		return 0;
	say_failed("everyone can read %s, and it may contain the password of "
		   "Redis: chmod 600 %s",
		   path, path);
	return 1;
}

/*
 * rt_config_load() reports one wrong value at a time, in a sentence that begins
 * with the name of the setting.  Removing that from the environment finds the
 * next one, and lets the programs check the rest afterwards.
 */
static unsigned config_check_values(struct arena *a, const char *path,
				    const struct setting *list)
{
	struct rt_config conf;
	unsigned mistakes = 0;
	const char *why;

	/*
	 * It ends at a setting that is not in the environment: its default is
	 * wrong, and removing it would change nothing.
	 */
	while ((why = rt_config_load(a, &conf))) {
		const struct setting *s = settings_find(list, why);

		mistakes++;
		if (!s)
			say_failed("%s: %s", path, why);
		if (!s || !getenv(s->name))
			break;
		say_failed("%s:%u: %s", s->path, s->line, why);
		unsetenv(s->name);
	}
	return mistakes;
}

/* ---- what the programs find --------------------------------------------- */

/* From here on it can read what the programs can; root could read more. */
static unsigned config_become_user(struct arena *a)
{
	const struct passwd *user;

	if (geteuid() != 0 || !folders_are_installed(a))
		return 0;
	user = getpwnam(SITE_USER);
	if (user && initgroups(SITE_USER, user->pw_gid) == 0 &&
	    setgid(user->pw_gid) == 0 && setuid(user->pw_uid) == 0)
		return 0;
	say_failed("there is no user " SITE_USER ": run systemd-sysusers");
	return 1;
}

/*
 * Each file of the folder must be readable, or executable, by the programs'
 * user: `how` is R_OK or X_OK.
 */
static unsigned config_check_folder(struct arena *a, const char *folder,
				    int how)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	unsigned mistakes = 0;

	if (!dir) {
		say_failed("cannot read %s: %s", folder, strerror(errno));
		return 1;
	}
	while ((entry = readdir(dir))) {
		const char *path =
			arena_printf(a, "%s/%s", folder, entry->d_name);

		if (*entry->d_name == '.' || access(path, how) == 0)
			continue;
		say_failed("cannot %s %s: %s", how == X_OK ? "start" : "read",
			   path, strerror(errno));
		mistakes++;
	}
	closedir(dir);
	return mistakes;
}

/* The program prints its own mistakes on stderr. */
static unsigned config_check_program(struct arena *a, const char *folder,
				     const char *name)
{
	const char *path = arena_printf(a, "%s/%s", folder, name);
	int status = 0;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		execl(path, path, "--check", (char *)NULL);
		say_failed("cannot start %s: %s", path, strerror(errno));
		_exit(EXIT_FAILURE);
	}
	return pid < 0 || waitpid(pid, &status, 0) < 0 || status != 0;
}

/* A site without pictures may do without it. */
static unsigned config_check_picture(struct arena *a, const char *folder)
{
	static const char name[] = "retwis-picture";

	if (access(arena_printf(a, "%s/%s", folder, name), F_OK) != 0)
		return 0;
	return config_check_program(a, folder, name);
}

/* All pages read the same settings and templates, so one is enough. */
static unsigned config_check_programs(struct arena *a)
{
	const char *folder = folders_programs(a);
	unsigned mistakes = config_check_folder(
		a, arena_printf(a, "%s/pages", folder), X_OK);

	if (folders_are_installed(a))
		mistakes += config_check_folder(a, folders_static, R_OK);
	return mistakes + config_check_program(a, folder, "pages/home") +
	       config_check_program(a, folder, "retwis-worker") +
	       config_check_program(a, folder, "retwis-live") +
	       config_check_picture(a, folder);
}

/*
 * The backlog needs both servers: the posts to deliver, and the queue of jobs.
 * While Redis refuses to save, the programs would start, but members could not
 * write.
 */
static unsigned config_check_redis(struct arena *a,
				   const struct rt_config *conf)
{
	struct rt *rt = rt_open(conf);
	struct rt_backlog backlog;
	enum rt_err err;

	if ((err = rt_backlog(rt, a, &backlog)) || (err = rt_writable(rt, a)))
		say_failed("%s: %s",
			   strcmp(conf->servers.redis, conf->servers.bus) == 0
				   ? "RETWIS_REDIS"
				   : "RETWIS_REDIS or RETWIS_BUS",
			   rt_strerror(err));
	rt_close(rt);
	return err != RT_OK;
}

/*
 * The programs say the same, and start all the same: so they are told that
 * there are none.
 */
static unsigned config_check_picture_places(const struct rt_config *conf)
{
	bool is_good = preflight_pictures(conf, true);

	setenv("RETWIS_PICTURES", "off", 1);
	return !is_good;
}

/* ---- the command -------------------------------------------------------- */

/*
 * Redis is tried only if all values are right, and so its address is.  If the
 * key or another file of the settings cannot be read, every program would print
 * the same sentence, so none is started.
 */
static int config_check_all(struct admin *admin, const char *word)
{
	const char *path = word ? word : folders_settings;
	struct arena *a = admin->a;
	unsigned mistakes = 0;
	struct setting *list = settings_read(a, path, &mistakes);
	struct rt_config conf;
	const char *why;

	if (!list)
		return EXIT_FAILURE;
	unsetenv("TZ"); /* which has no RETWIS_ in its name */
	settings_export(list);
	mistakes +=
		config_check_mode(path) + config_check_values(a, path, list);
	if (config_become_user(a))
		return EXIT_FAILURE;
	if ((why = rt_config_load(a, &conf)))
		return mistakes ? EXIT_FAILURE
				: say_failed("%s: %s", path, why);
	if (!mistakes)
		mistakes += config_check_redis(a, &conf);
	mistakes += config_check_picture_places(&conf);
	mistakes += config_check_programs(a);
	if (mistakes)
		return EXIT_FAILURE;
	printf("The programs can start with %s\n", path);
	return EXIT_SUCCESS;
}

const struct admin_command command_config = {
	.name = "config",
	.usage = "[FILE]",
	.does = "checks the settings for mistakes before they take effect",
	.help = "FILE is /etc/retwis/retwis.env of the installation, unless\n"
		"you name another.\n",
	.run = config_check_all,
	.max = 1,
	.takes = "one file at most",
	.is_offline = true,
};
