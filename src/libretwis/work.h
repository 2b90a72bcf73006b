/*
 * What programs in the background see beside retwis.h: the worker, the gateway
 * of the live updates, and the commands by which a host looks at both.
 *
 * queue.h	jobs, and those that failed
 * worker.h	taking them, so that none is lost
 * deliver.h	what a job of a post is
 * control.h	obeying a host
 * report.h	being the host
 * hear.h	the bus, for a program with libevent's loop
 */
#ifndef WORK_H
#define WORK_H

#include "libretwis/engine/control.h"
#include "libretwis/engine/hear.h"
#include "libretwis/engine/report.h"
#include "libretwis/engine/worker.h"
#include "libretwis/post/deliver.h"

#endif
