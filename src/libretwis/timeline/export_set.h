/*
 * Sorted sets for a member who takes them along: likes, follows, notices, and
 * the archive; private to libretwis.  They are read by their scores, which stay
 * with their entries, whatever comes and goes.
 */
#ifndef EXPORT_SET_H
#define EXPORT_SET_H

#include "libretwis/timeline/exporting.h"

/* The next ones of this part.  Two round trips, one for the archive. */
enum rt_err export_set(struct rt_export *e, struct arena *a,
		       struct rt_export_some *some);

#endif
