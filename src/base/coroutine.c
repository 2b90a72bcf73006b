/*
 * makecontext() starts a coroutine on its stack.  Later switches use
 * sigsetjmp() and siglongjmp(), as in QEMU, because swapcontext() calls the
 * kernel for the signal mask each time, which takes a microsecond.  The longjmp
 * of glibc that _FORTIFY_SOURCE selects considers a jump to another stack an
 * error, so this file is compiled without it.
 */
#undef _FORTIFY_SOURCE
#define _GNU_SOURCE
#include "base/coroutine.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#define STACK_BYTES ((size_t)2048 * 1024)
#else
#define STACK_BYTES ((size_t)256 * 1024)
#endif

/*
 * What is below a stack belongs to nobody, so that a program which needs too
 * much of it ends at once.  A function takes its whole frame in one step, and
 * might step over a smaller guard, into the stack of another coroutine.  With
 * FRAME_MAX of the Makefile the compiler warns of a larger frame.
 */
#define GUARD_BYTES ((size_t)128 * 1024)

/* The number of unused stacks that are always kept. */
#define SPARES_MIN 4

const size_t coroutine_stack = STACK_BYTES;

struct coroutine {
	sigjmp_buf inside, outside;
	void (*run)(void *arg);
	void *arg;
	char *stack;
	bool has_begun, is_done;
	struct coroutine *next; /* among the spares */
	void *shadow;           /* stack data of AddressSanitizer */
};

static struct coroutine *running, *spares;
static size_t spares_n;

/* Coroutines, and their maximum since there were none. */
static size_t in_use, most_in_use;

/* ---- informing AddressSanitizer of a switch --------------------- */

#ifdef __SANITIZE_ADDRESS__

static const void *outer_stack;
static size_t outer_size;
static void *outer_shadow;

static void asan_entering(struct coroutine *co)
{
	__sanitizer_start_switch_fiber(&outer_shadow, co->stack, STACK_BYTES);
}

static void asan_entered(struct coroutine *co)
{
	__sanitizer_finish_switch_fiber(co->shadow, &outer_stack, &outer_size);
}

static void asan_leaving(struct coroutine *co)
{
	__sanitizer_start_switch_fiber(&co->shadow, outer_stack, outer_size);
}

static void asan_left(void)
{
	__sanitizer_finish_switch_fiber(outer_shadow, NULL, NULL);
}

#else
#define asan_entering(co) ((void)(co))
#define asan_entered(co)  ((void)(co))
#define asan_leaving(co)  ((void)(co))
#define asan_left()       ((void)0)
#endif

/* ---- switching ---------------------------------------------------------- */

static void coroutine_leave(struct coroutine *co)
{
	asan_leaving(co);
	if (sigsetjmp(co->inside, 0) == 0)
		siglongjmp(co->outside, 1);
	asan_entered(co);
}

/* Runs one coroutine after the other on the same stack, and never returns. */
static void coroutine_main(void)
{
	struct coroutine *co = running;

	asan_entered(co);
	for (;;) {
		co->run(co->arg);
		co->is_done = true;
		coroutine_leave(co);
	}
}

/*
 * This never returns, so AddressSanitizer would never remove the red zones
 * around `first`, and would complain about whatever is on the stack there
 * later.
 */
__attribute__((no_sanitize_address)) static void coroutine_begin(
	struct coroutine *co)
{
	ucontext_t first;

	co->has_begun = true;
	if (getcontext(&first) != 0)
		abort();
	first.uc_stack.ss_sp = co->stack;
	first.uc_stack.ss_size = STACK_BYTES;
	makecontext(&first, coroutine_main, 0);
	setcontext(&first);
	abort();
}

static void coroutine_enter(struct coroutine *co)
{
	asan_entering(co);
	if (sigsetjmp(co->outside, 0) == 0) {
		if (co->has_begun)
			siglongjmp(co->inside, 1);
		coroutine_begin(co);
	}
	asan_left();
}

/* ---- stacks ------------------------------------------------------------- */

static struct coroutine *coroutine_make(void)
{
	struct coroutine *co = calloc(1, sizeof *co);
	char *memory =
		mmap(NULL, GUARD_BYTES + STACK_BYTES, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);

	if (!co || memory == MAP_FAILED ||
	    mprotect(memory, GUARD_BYTES, PROT_NONE) != 0) {
		fputs("retwis: out of memory\n", stderr);
		abort();
	}
	co->stack = memory + GUARD_BYTES;
	return co;
}

static void coroutine_unmake(struct coroutine *co)
{
	munmap(co->stack - GUARD_BYTES, GUARD_BYTES + STACK_BYTES);
	free(co);
}

static struct coroutine *coroutine_spare(void)
{
	struct coroutine *co = spares;

	spares = co->next;
	spares_n--;
	return co;
}

/*
 * Stacks that were needed in a busy moment are kept for the next one.  Whenever
 * none is in use, one is unmapped that was not needed since the last time.
 */
static void coroutine_free(struct coroutine *co)
{
	co->next = spares;
	spares = co;
	spares_n++;
	if (--in_use)
		return;
	if (spares_n > SPARES_MIN && spares_n > most_in_use)
		coroutine_unmake(coroutine_spare());
	most_in_use = 0;
}

struct coroutine *coroutine_new(void (*run)(void *arg), void *arg)
{
	struct coroutine *co = spares ? coroutine_spare() : coroutine_make();

	if (++in_use > most_in_use)
		most_in_use = in_use;
	co->run = run;
	co->arg = arg;
	co->is_done = false;
	return co;
}

bool coroutine_resume(struct coroutine *co)
{
	bool goes_on;

	running = co;
	coroutine_enter(co);
	running = NULL;
	goes_on = !co->is_done;
	if (!goes_on)
		coroutine_free(co);
	return goes_on;
}

void coroutine_yield(void)
{
	coroutine_leave(running);
}
