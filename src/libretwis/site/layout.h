/*
 * Whether the database is adopted; private to libretwis.
 *
 * In an adopted database home timelines are a cache: trimmed, expired and
 * rebuilt.  In any other they are the only record of what members wrote, and
 * we leave them as they are.  Once adopted, a database stays adopted.
 *
 * A layout that is unknown comes from a later Retwis: from a backup that was
 * restored, or from an update while old programs are still running.  We can't
 * know what its keys mean, so we neither read nor write there.  That costs
 * each request one GET, in a pipeline that it sends anyway.  Only where limits
 * are counted before that, layout_check() is a round trip of its own.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"
#include "schema/key.h"

/*
 * The greeting, with which the first pipeline of each request reads the
 * layout, and the site's settings if they are due (site_snapshot.h).
 */
extern const struct rt_greeting layout_greeting;

/*
 * The first pipeline of a request has read it (pipe.h).  This reads it again,
 * in any pipeline, until the connection knows of an adoption.
 */
void layout_queue(struct rt_pipe *p, const char **layout);

/* Marks the database as adopted.  One round trip. */
enum rt_err layout_adopt(struct rt *rt, struct arena *a);

/*
 * Says whether a sentence on stderr has reported that the database is not
 * ours.
 */
void layout_report(bool is_done);

/* After the pipeline: whether it is adopted. */
bool layout_adopted(struct rt *rt, const char *layout);

/*
 * For functions that would write in their first pipeline: RT_FOREIGN before
 * anything is written.  One round trip, none if the request has already read
 * the layout.
 */
enum rt_err layout_check(struct rt *rt, struct arena *a);

#endif
