/*
 * What programs in the background see beside retwis.h: the worker, the gateway
 * of the live updates, and the commands by which a host looks at both.
 *
 * queue.h	jobs, and those that failed
 * worker.h	taking them, so that none is lost, and those of dead workers
 * dispatch.h		what they do with a job
 * delayed.h	scheduled posts that failed
 * control.h	giving orders, and obeying them
 * report.h	how programs stand
 * listener.h	what is said on the bus, for the gateway
 * async_client.h	asking without waiting, for the gateway
 */
#ifndef WORK_H
#define WORK_H

#include "patterns/control.h"
#include "patterns/report.h"
#include "patterns/delayed.h"
#include "patterns/worker.h"
#include "libretwis/member/listener.h"
#include "libretwis/post/dispatch.h"
#include "redis/async_client.h"

#endif
