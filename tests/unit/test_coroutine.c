/* Functions that can be suspended. */
#include "base/coroutine.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit.h"

struct counter {
	unsigned n, times;
};

static void count(void *arg)
{
	struct counter *c = arg;

	for (; c->n < c->times; c->n++)
		coroutine_yield();
}

TEST(it_goes_on_where_it_stopped)
{
	struct counter c = { .times = 3 };
	struct coroutine *co = coroutine_new(count, &c);

	for (unsigned i = 0; i < 3; i++) {
		assert_true(coroutine_resume(co));
		assert_int_equal(i, c.n);
	}
	assert_false(coroutine_resume(co));
	assert_int_equal(3, c.n);
}

/* More than there are spare stacks, and twice, so that stacks are reused. */
TEST(many_at_a_time)
{
	struct counter c[100];
	struct coroutine *co[COUNT(c)];

	for (int again = 0; again < 2; again++) {
		for (size_t i = 0; i < COUNT(c); i++) {
			c[i] = (struct counter){ .times =
							 (unsigned)i % 7 + 1 };
			co[i] = coroutine_new(count, &c[i]);
		}
		for (unsigned turn = 0; turn < 9; turn++)
			for (size_t i = 0; i < COUNT(c); i++)
				if (co[i] && !coroutine_resume(co[i]))
					co[i] = NULL;
		for (size_t i = 0; i < COUNT(c); i++) {
			assert_null(co[i]);
			assert_int_equal(c[i].times, c[i].n);
		}
	}
}

#define FRAME ((size_t)1024)

/* Each call takes a stack frame of at least this many bytes. */
static size_t use_frames(size_t frames) /* NOLINT(misc-no-recursion) */
{
	volatile char memory[FRAME];

	memory[0] = memory[FRAME - 1] = 1;
	return frames ? use_frames(frames - 1) + (size_t)memory[0] : 0;
}

static void use_stack(void *arg)
{
	size_t *bytes = arg;

	*bytes = use_frames(*bytes / FRAME);
}

static int ending_with(size_t bytes)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0) {
		signal(SIGSEGV, SIG_DFL);
		coroutine_resume(coroutine_new(use_stack, &bytes));
		_exit(0);
	}
	waitpid(child, &status, 0);
	return status;
}

/* It must not write into the memory after it. */
TEST(a_stack_that_is_too_deep_ends_the_program)
{
	assert_int_equal(0, ending_with(coroutine_stack / 2));
	assert_int_not_equal(0, ending_with(coroutine_stack + 2048));
}

/* Far below the stack, as a function with a large frame does. */
static void write_below(void *arg)
{
	volatile char here = 0;
	volatile char *below = &here - coroutine_stack - *(size_t *)arg;

	*below = here;
}

static void wait_once(void *arg)
{
	(void)arg;
	coroutine_yield();
}

static int writing_below(size_t bytes)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0) {
		struct coroutine *first;

		signal(SIGSEGV, SIG_DFL);
		first = coroutine_new(write_below, &bytes);
		/* These have their stacks below that of the first. */
		for (int i = 0; i < 100; i++)
			coroutine_resume(coroutine_new(wait_once, NULL));
		coroutine_resume(first);
		_exit(0);
	}
	waitpid(child, &status, 0);
	return status;
}

TEST(a_large_frame_does_not_step_into_another_stack)
{
	for (size_t kib = 0; kib < 120; kib += 8)
		assert_int_not_equal(0, writing_below(kib * 1024));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(it_goes_on_where_it_stopped),
		PLAIN(many_at_a_time),
		PLAIN(a_stack_that_is_too_deep_ends_the_program),
		PLAIN(a_large_frame_does_not_step_into_another_stack),
	};

	return RUN_PLAIN(tests);
}
