/* What hosts did, in the system's log. */
#ifndef AUDIT_H
#define AUDIT_H

#include "admin/commands.h"

/*
 * Notes who runs this command with which words: one line of syslog(3), under
 * the name retwis-admin.  Call it right before the first change, once all
 * questions are answered: a command that is cut off later has left its line,
 * and one that was only looked at leaves none.
 */
void audit_note(const struct admin *admin);

#endif
