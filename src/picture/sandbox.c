#define _GNU_SOURCE /* CLONE_THREAD */
#include "picture/sandbox.h"

#include <errno.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

/* ---- limits ------------------------------------------------------------ */

static bool sandbox_limit(__rlimit_resource_t what, rlim_t most)
{
	struct rlimit limit = { .rlim_cur = most, .rlim_max = most };

	return setrlimit(what, &limit) == 0;
}

/* AddressSanitizer needs terabytes of addresses, which it hardly touches. */
static bool sandbox_limit_memory(void)
{
#ifdef __SANITIZE_ADDRESS__
	return true;
#else
	return sandbox_limit(RLIMIT_AS, SANDBOX_MEMORY);
#endif
}

/* ---- system calls ------------------------------------------------------ */

/* Memory, threads, time, the end, and reading and writing what is open. */
static const int sandbox_allowed[] = {
	SCMP_SYS(brk),
	SCMP_SYS(clock_gettime),
	SCMP_SYS(clock_nanosleep),
	SCMP_SYS(close),
	SCMP_SYS(exit),
	SCMP_SYS(exit_group),
	SCMP_SYS(futex),
	SCMP_SYS(getcpu),
	SCMP_SYS(getpid),
	SCMP_SYS(getrandom),
	SCMP_SYS(gettid),
	SCMP_SYS(gettimeofday),
	SCMP_SYS(lseek),
	SCMP_SYS(madvise),
	SCMP_SYS(mremap),
	SCMP_SYS(munmap),
	SCMP_SYS(nanosleep),
	SCMP_SYS(pread64),
	SCMP_SYS(pwrite64),
	SCMP_SYS(read),
	SCMP_SYS(recvmsg),
	SCMP_SYS(restart_syscall),
	SCMP_SYS(rseq),
	SCMP_SYS(rt_sigaction),
	SCMP_SYS(rt_sigprocmask),
	SCMP_SYS(rt_sigreturn),
	SCMP_SYS(sched_getaffinity),
	SCMP_SYS(sched_yield),
	SCMP_SYS(set_robust_list),
	SCMP_SYS(sigaltstack),
	SCMP_SYS(sysinfo),
	SCMP_SYS(tgkill),
	SCMP_SYS(write),
	SCMP_SYS(writev),
};

/*
 * What libraries try, and do without: messages in the user's language, the
 * kernel's files about processors and memory, the priority of a thread.
 */
static const int sandbox_refused[] = {
	SCMP_SYS(access),        SCMP_SYS(faccessat),  SCMP_SYS(faccessat2),
	SCMP_SYS(fstat),         SCMP_SYS(newfstatat), SCMP_SYS(open),
	SCMP_SYS(openat),        SCMP_SYS(openat2),    SCMP_SYS(prlimit64),
	SCMP_SYS(readlink),      SCMP_SYS(readlinkat), SCMP_SYS(sched_getattr),
	SCMP_SYS(sched_setattr), SCMP_SYS(stat),       SCMP_SYS(statx),
};

static int sandbox_allow_all(scmp_filter_ctx filter)
{
	int err = 0;

	for (size_t i = 0;
	     i < sizeof sandbox_allowed / sizeof *sandbox_allowed && !err; i++)
		err = seccomp_rule_add(filter, SCMP_ACT_ALLOW,
				       sandbox_allowed[i], 0);
	return err;
}

static int sandbox_refuse_all(scmp_filter_ctx filter)
{
	int err = 0;

	for (size_t i = 0;
	     i < sizeof sandbox_refused / sizeof *sandbox_refused && !err; i++)
		err = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM),
				       sandbox_refused[i], 0);
	return err;
}

/*
 * The arguments of clone3() are in memory, where no filter can look, so the C
 * library is told that the kernel has none.  It then uses clone(), which may
 * make threads and no processes.
 */
static int sandbox_allow_threads(scmp_filter_ctx filter)
{
	int err = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS),
				   SCMP_SYS(clone3), 0);

	if (!err)
		err = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone),
				       1,
				       SCMP_A0(SCMP_CMP_MASKED_EQ,
					       CLONE_THREAD, CLONE_THREAD));
	if (!err)
		err = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl),
				       1, SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
	return err;
}

/* No memory can become executable. */
static int sandbox_allow_memory(scmp_filter_ctx filter)
{
	int err = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
				   SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));

	if (!err)
		err = seccomp_rule_add(
			filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1,
			SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
	return err;
}

/* In all threads that libvips has made by now. */
static bool sandbox_filter(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
	bool is_loaded =
		filter &&
		seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0 &&
		sandbox_allow_all(filter) == 0 &&
		sandbox_refuse_all(filter) == 0 &&
		sandbox_allow_threads(filter) == 0 &&
		sandbox_allow_memory(filter) == 0 && seccomp_load(filter) == 0;

	seccomp_release(filter);
	return is_loaded;
}

const char *sandbox_enter(unsigned long file_bytes)
{
	if (!sandbox_limit_memory() ||
	    !sandbox_limit(RLIMIT_CPU, SANDBOX_CPU_S) ||
	    !sandbox_limit(RLIMIT_FSIZE, file_bytes) ||
	    !sandbox_limit(RLIMIT_NOFILE, SANDBOX_DESCRIPTORS) ||
	    !sandbox_limit(RLIMIT_CORE, 0))
		return "it cannot limit itself";
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !sandbox_filter())
		return "it cannot lock itself in: seccomp(2) is not allowed";
	return NULL;
}
