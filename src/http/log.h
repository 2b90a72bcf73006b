/*
 * What a page writes to its log: lines on stderr, which systemd keeps in the
 * journal under the name of the page.
 *
 * A site of friends has no business in writing down who reads what.  So there
 * is no address and no name in any line, but where the host has asked for it.
 */
#ifndef LOG_H
#define LOG_H

#include "http/req.h"

/*
 * A sign-in was refused, if `err` is RT_DENIED or RT_LIMITED; else it says
 * nothing.  With RETWIS_LOG_SIGN_IN=on the line tells the name and the client's
 * address, say for fail2ban.  People type passwords into the wrong field, too,
 * and then the log has them: that is why it is off.
 */
void log_refused_sign_in(const struct req *q, const char *name,
			 enum rt_err err);

/* A request took so long; says nothing for one that took less than a second. */
void log_slow(int64_t ms);

#endif
