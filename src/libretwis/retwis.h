/*
 * libretwis: users, sessions, posts, follows and timelines, stored in Redis.
 *
 * The one public header of the data layer, in parts:
 *
 * error.h	what may go wrong
 * config.h	settings, and the connection
 * site.h	settings that hosts change on the site
 * visitor.h	the visitor, and the rate limits
 * account.h	members, signing in, follows
 * acting.h	who acts for the site, and why
 * acts.h	what hosts and moderators do, and the log of it
 * quiet.h	muting and blocking
 * standing.h	what members may do, and who runs the site
 * newcomer.h	registration, invitation links
 * sessions.h	where members are signed in
 * writing.h	posts, likes, reposts
 * shown.h	what the pages show
 * notices.h	notices to a member
 * reports.h	reports by members, and the cases that are made of them
 * pictures.h	pictures of posts, and faces of members
 * dates.h	posts that have a date
 * private_address.h	addresses of private feeds and calendars
 * calendar.h	the dates of posts, for calendar programs
 * export.h	export of a member's data
 * import_staging.h	import of a member's posts
 * members.h	the list of all members
 * later.h	scheduled posts, and work in the background
 * host.h	what hosts do
 * live_state.h	live updates of an open page
 * two_step.h	the second step of signing in
 * rosters.h	who has answered or read a post, and who has not
 *
 * Three rules hold everywhere:
 *
 *  - Strings that are returned live in the caller's arena, and nobody frees
 *    them.
 *  - An output is unchanged unless the function returns RT_OK.
 *  - Each function's comment gives its number of round trips.  That never
 *    depends on how many posts, followers or members there are, except in
 *    host.h.
 */
#ifndef RETWIS_H
#define RETWIS_H

#include "libretwis/account.h"
#include "libretwis/acting.h"
#include "libretwis/acts.h"
#include "libretwis/announcements.h"
#include "libretwis/attached.h"
#include "libretwis/calendar.h"
#include "libretwis/config.h"
#include "libretwis/dates.h"
#include "base/error.h"
#include "libretwis/export.h"
#include "libretwis/host.h"
#include "libretwis/later.h"
#include "libretwis/live_state.h"
#include "libretwis/import_staging.h"
#include "libretwis/members.h"
#include "libretwis/newcomer.h"
#include "libretwis/notices.h"
#include "libretwis/pictures.h"
#include "libretwis/private_address.h"
#include "libretwis/questions.h"
#include "libretwis/quiet.h"
#include "libretwis/reports.h"
#include "libretwis/rosters.h"
#include "libretwis/sessions.h"
#include "libretwis/shown.h"
#include "libretwis/site.h"
#include "libretwis/standing.h"
#include "libretwis/two_step.h"
#include "libretwis/visitor.h"
#include "libretwis/writing.h"

#endif
