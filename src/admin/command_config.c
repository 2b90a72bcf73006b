/*
 * retwis-admin config [FILE]: whether the programs can start with these
 * settings.  It changes nothing, and asks no program that runs.
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
#include "admin/say.h"
#include "admin/settings.h"

/* The user as whom systemd runs the programs. */
#define SITE_USER "retwis"

/* ---- the values -------------------------------------------------------- */

static unsigned config_mode(const char *path)
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
 * The sentence about a wrong value begins with its name.  We take that one out
 * of the environment, so that the next one is found, and so that the programs
 * are asked afterwards about the rest.
 */
static unsigned config_values(struct arena *a, const char *path,
			      const struct setting *list)
{
	struct rt_config conf;
	unsigned mistakes = 0;
	const char *why;

	/* A sentence that names nothing new is about a default. */
	while ((why = rt_config_load(a, &conf))) {
		const struct setting *s = settings_find(list, why);

		mistakes++;
		if (!s)
			say_failed("%s: %s", path, why);
		if (!s || !getenv(s->name))
			break;
		say_failed("%s:%u: %s", path, s->line, why);
		unsetenv(s->name);
	}
	return mistakes;
}

/* ---- what the programs find -------------------------------------------- */

/* From here on we see what they see: root may read more. */
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

/* Each file of the folder must be there for somebody: X_OK or R_OK. */
static unsigned config_folder(struct arena *a, const char *folder, int how)
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

/* The program says itself, on stderr, what it does not like. */
static unsigned config_run(struct arena *a, const char *folder,
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

/* All pages read the same settings and templates: one speaks for them. */
static unsigned config_programs(struct arena *a)
{
	const char *folder = folders_programs(a);
	unsigned mistakes =
		config_folder(a, arena_printf(a, "%s/pages", folder), X_OK);

	if (folders_are_installed(a))
		mistakes += config_folder(a, folders_static, R_OK);
	return mistakes + config_run(a, folder, "pages/home") +
	       config_run(a, folder, "retwis-worker") +
	       config_run(a, folder, "retwis-live");
}

/* A look at both links: the posts to deliver, and the queue of their jobs. */
static unsigned config_redis(struct arena *a, const struct rt_config *conf)
{
	struct rt *rt = rt_open(conf);
	struct rt_backlog backlog;
	enum rt_err err;

	if ((err = rt_backlog(rt, a, &backlog)))
		say_failed("%s: %s",
			   strcmp(conf->servers.redis, conf->servers.bus) == 0
				   ? "RETWIS_REDIS"
				   : "RETWIS_REDIS or RETWIS_BUS",
			   rt_strerror(err));
	rt_close(rt);
	return err != RT_OK;
}

/* ---- the command ------------------------------------------------------- */

/*
 * Redis is looked for only where the values, and so its address, are right.
 * And where the programs cannot even read their key, one sentence is enough.
 */
static int config_check(struct admin *admin, const char *word)
{
	const char *path = word ? word : folders_settings;
	struct arena *a = admin->a;
	unsigned mistakes = 0;
	struct setting *list = settings_read(a, path, &mistakes);
	struct rt_config conf;
	const char *why;

	if (!list)
		return EXIT_FAILURE;
	settings_export(list);
	mistakes += config_mode(path) + config_values(a, path, list);
	if (config_become_user(a))
		return EXIT_FAILURE;
	if ((why = rt_config_load(a, &conf)))
		return mistakes ? EXIT_FAILURE
				: say_failed("%s: %s", path, why);
	if (!mistakes)
		mistakes += config_redis(a, &conf);
	mistakes += config_programs(a);
	if (mistakes)
		return EXIT_FAILURE;
	printf("The programs can start with %s\n", path);
	return EXIT_SUCCESS;
}

const struct admin_command command_config = {
	.name = "config",
	.run = config_check,
	.max = 1,
	.takes = "one file at most",
	.is_offline = true,
};
