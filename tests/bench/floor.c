/*
 * The floor of `make bench`: a FastCGI program that does nothing at all.
 *
 * It is what most FastCGI programs are: some processes, each of which serves
 * one request after the other, on a connection of its own.  It answers with
 * bytes that it has read once, at its start: what the page program of the same
 * name has answered, header lines and all.  What a page costs more than this is
 * what Retwis itself costs.
 */
#include <fcgiapp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "answer.h"

#define PROCESSES 3

static char answer[ANSWER_MAX];

/* All wait at the same socket.  The end of the first one ends the others. */
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

	/* conf/stack asks each program whether it would start. */
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
