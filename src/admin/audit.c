#include "admin/audit.h"

#include <stdlib.h>
#include <syslog.h>
#include <unistd.h>

#include "base/printable.h"

#define WORD_MAX 80 /* bytes */

/* sudo says on whose behalf; anybody but root could say that of themselves. */
static const char *audit_who(struct arena *a)
{
	const char *sudo = getenv("SUDO_USER");
	unsigned uid = (unsigned)getuid();

	if (uid != 0 || !sudo || !*sudo)
		return arena_printf(a, "uid %u", uid);
	return arena_printf(a, "uid %u by sudo of %s", uid,
			    printable(a, sudo, WORD_MAX));
}

void audit_note(const struct admin *admin)
{
	struct arena *a = admin->a;
	const char *what = admin->command;

	for (char **word = admin->words; *word; word++)
		what = arena_printf(a, "%s %s", what,
				    printable(a, *word, WORD_MAX));
	openlog("retwis-admin", LOG_PID, LOG_DAEMON);
	syslog(LOG_NOTICE, "%s: %s%s%s", audit_who(a), what,
	       admin->all ? " --all" : "", admin->repair ? " --repair" : "");
	closelog();
}
