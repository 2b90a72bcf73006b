/*
 * What programs in the background use in addition to retwis.h: the worker, the
 * gateway of the live updates, and the host's commands that inspect them.
 *
 * queue.h	jobs, and those that failed
 * worker.h	running jobs so that none is lost, also those of dead workers
 * dispatch.h	which function runs a job
 * delayed.h	scheduled posts that failed
 * control.h	sending orders to programs, and obeying them
 * report.h	the state of the programs
 * notify.h	messages on the bus, for the gateway
 * async_client.h	queries that don't block, for the gateway
 */
#ifndef WORK_H
#define WORK_H

#include "patterns/control.h"
#include "patterns/report.h"
#include "patterns/delayed.h"
#include "patterns/worker.h"
#include "libretwis/member/notify.h"
#include "libretwis/post/dispatch.h"
#include "redis/async_client.h"

#endif
