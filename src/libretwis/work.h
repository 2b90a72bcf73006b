/*
 * What programs in the background see beside retwis.h: the worker, the gateway
 * of the live updates, and the commands by which a host looks at both.
 *
 * queue.h	jobs, and those that failed
 * worker.h	taking them, so that none is lost
 * watch.h		looking after workers that have died
 * task.h		what they do with a job
 * undone.h	scheduled posts that failed
 * control.h	giving orders, and obeying them
 * report.h	how programs stand
 * listener.h	what is said on the bus, for the gateway
 * inquiry.h	asking without waiting, for the gateway
 */
#ifndef WORK_H
#define WORK_H

#include "libretwis/engine/control.h"
#include "libretwis/engine/report.h"
#include "libretwis/engine/undone.h"
#include "libretwis/engine/watch.h"
#include "libretwis/engine/worker.h"
#include "libretwis/member/listener.h"
#include "libretwis/post/task.h"
#include "libretwis/redis/inquiry.h"

#endif
