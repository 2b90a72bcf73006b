#define _GNU_SOURCE /* AT_EACCESS */
#include "libretwis/picture/folder_problem.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libretwis/picture/folder.h"

#define FOLDER "RETWIS_PICTURES: "

static const char *problem_user(struct arena *a, uid_t id)
{
	const struct passwd *user = getpwuid(id);

	return user ? arena_strdup(a, user->pw_name)
		    : arena_printf(a, "user %lu", (unsigned long)id);
}

static const char *problem_rights(struct arena *a, const char *folder,
				  const char *what, int why)
{
	struct stat is;

	if (why != EACCES || stat(folder, &is) != 0)
		return arena_printf(a, FOLDER "cannot %s %s: %s", what, folder,
				    strerror(why));
	return arena_printf(a, FOLDER "%s may not %s %s, which belongs to %s",
			    problem_user(a, geteuid()), what, folder,
			    problem_user(a, is.st_uid));
}

static const char *problem_reading(struct arena *a, const char *folder,
				   int why)
{
	if (why == ENOENT)
		return arena_printf(a,
				    FOLDER "there is no folder %s, so nobody "
					   "can send pictures",
				    folder);
	return problem_rights(a, folder, "read", why);
}

static bool problem_can_write(const char *folder)
{
	return faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0;
}

const char *folder_problem(struct arena *a, const char *folder,
			   const char *seal, bool was_used)
{
	switch (folder_look(folder, seal)) {
	case FOLDER_AWAY:
		return problem_reading(a, folder, errno);
	case FOLDER_OTHERS:
		return arena_printf(a,
				    FOLDER
				    "%s has the pictures of another site, or "
				    "of one with another key",
				    folder);
	case FOLDER_UNMARKED:
		if (was_used)
			return arena_printf(a,
					    FOLDER
					    "the pictures are not in %s; is "
					    "that disk mounted?",
					    folder);
		break;
	case FOLDER_OURS:
		break;
	}
	if (!problem_can_write(folder))
		return problem_rights(a, folder, "write to", errno);
	if (!folder_has_room(folder))
		return arena_printf(
			a,
			FOLDER "less than %d %% of the disk of %s is free, "
			       "so nobody can send pictures",
			FOLDER_FREE_PERCENT, folder);
	return NULL;
}

const char *picture_socket_problem(struct arena *a, const char *path)
{
	struct stat is;

	if (stat(path, &is) != 0)
		return arena_printf(
			a,
			"RETWIS_PICTURE_SOCKET: %s: %s; nobody can send "
			"pictures without retwis-picture",
			path, strerror(errno));
	if (!S_ISSOCK(is.st_mode))
		return arena_printf(
			a, "RETWIS_PICTURE_SOCKET: %s is not a socket", path);
	return NULL;
}
