/*
 * Whether the database is adopted; private to libretwis.
 *
 * In an adopted database home timelines are a cache: trimmed, expired and
 * rebuilt.  In any other they alone tell what a member wrote, and we leave them
 * as they are.  An adopted database stays so.
 *
 * A layout that is not ours comes from a later Retwis: with a backup that was
 * restored, or by an update while old programs still run.  We cannot know what
 * its keys mean, so we neither read nor write there.  That costs each request
 * one GET, in a pipeline that it sends anyway.  The limits count before that:
 * only there, layout_check() is a round trip of its own.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"
#include "schema/key.h"

/* The first pipeline of each request asks for the layout, by this. */
extern const struct rt_greeting layout_greeting;

/*
 * The first pipeline of a request has asked (pipe.h).  This asks again, in any
 * pipeline, until the connection knows of an adoption.
 */
void layout_queue(struct rt_pipe *p, const char **layout);

/* Makes the database an adopted one.  One round trip. */
enum rt_err layout_adopt(struct rt *rt, struct arena *a);

/* Whether a sentence on stderr has said that the database is not ours. */
void layout_report(bool is_done);

/* After the pipeline. */
bool layout_adopted(struct rt *rt, const char *layout);

/*
 * For what would write in its first pipeline: RT_FOREIGN before anything is
 * written.  One round trip, none if the request has asked.
 */
enum rt_err layout_check(struct rt *rt, struct arena *a);

#endif
