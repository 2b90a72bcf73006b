/*
 * libretwis: users, sessions, posts, follows and timelines, kept in Redis.
 *
 * The one public header of the data layer, in parts:
 *
 * error.h	what may go wrong
 * config.h	settings, and the connection
 * visitor.h	who asks, and how often they may
 * account.h	members, signing in, follows
 * standing.h	what they may do, and who runs the site
 * newcomer.h	how they come in
 * invitation.h	by whose link
 * sessions.h	where they are signed in
 * writing.h	posts, likes, reposts
 * shown.h	what the pages show
 * notices.h	what a member is told
 * export.h	what a member takes along
 * import_staging.h	posts that they bring along
 * later.h	what happens later
 * host.h	what hosts do
 * live_state.h	what is new for an open page
 *
 * Three things hold everywhere:
 *
 *  - Strings that come out live in the caller's arena.  Nobody frees them.
 *  - An output is untouched unless the function returns RT_OK.
 *  - Each function says how many round trips it takes.  That never depends on
 *    how many posts, followers or members there are; only host.h is different.
 */
#ifndef RETWIS_H
#define RETWIS_H

#include "libretwis/account.h"
#include "libretwis/config.h"
#include "base/error.h"
#include "libretwis/export.h"
#include "libretwis/host.h"
#include "libretwis/invitation.h"
#include "libretwis/later.h"
#include "libretwis/live_state.h"
#include "libretwis/import_staging.h"
#include "libretwis/newcomer.h"
#include "libretwis/notices.h"
#include "libretwis/sessions.h"
#include "libretwis/shown.h"
#include "libretwis/standing.h"
#include "libretwis/visitor.h"
#include "libretwis/writing.h"

#endif
