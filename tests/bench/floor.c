/*
 * The floor of `make bench`: a FastCGI program that does nothing at all.
 *
 * It works like most FastCGI programs: several processes, each of which serves
 * one request after the other, on a connection of its own. It answers with
 * bytes that it has read once, when it started: the answer of the page program
 * of the same name, header lines and all. What a page costs beyond this is the
 * cost of Retwis itself.
 */
#include <fcgiapp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "answer.h"

#define PROCESSES 3

static char answer[ANSWER_MAX];

/* All wait at the same socket. When the first one ends, so do the others. */
static void have_company(void)
{
	for (int i = 1; i < PROCESSES; i++)
		if (fork() == 0) {
			prctl(PR_SET_PDEATHSIG, SIGTERM);
			return;
		}
}

int main(int argc, char **argv)
{
	int len = (int)answer_read(argv[0], answer);
	FCGX_Request request;
	char form[1024];

	/* conf/stack runs each program with --check before it starts it. */
	if (argc > 1)
		return EXIT_SUCCESS;
	have_company();
	if (FCGX_Init() != 0 || FCGX_InitRequest(&request, 0, 0) != 0)
		return EXIT_FAILURE;
	while (FCGX_Accept_r(&request) == 0) {
		while (FCGX_GetStr(form, sizeof form, request.in) > 0)
			continue;
		FCGX_PutStr(answer, len, request.out);
		FCGX_Finish_r(&request);
	}
	return EXIT_FAILURE;
}
