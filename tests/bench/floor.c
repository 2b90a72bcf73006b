/*
 * The floor of `make bench`: a FastCGI program that does nothing at all.
 *
 * It answers each request with bytes that it has read once, at its start: what
 * the page program of the same name has answered, header lines and all.  What
 * a page costs more than this is what Retwis itself costs.
 *
 * BUILD/pages/NAME answers with the file BUILD/answers/NAME, and with nothing
 * but a status where there is none.
 */
#include <fcgiapp.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ANSWER_MAX (256 * 1024)

static char answer[ANSWER_MAX] = "Status: 200 OK\r\n\r\n";

static int read_answer(const char *program)
{
	char path[PATH_MAX], folder[PATH_MAX], name[PATH_MAX];
	size_t len = strlen(answer);
	FILE *file;

	snprintf(folder, sizeof folder, "%s", program);
	snprintf(name, sizeof name, "%s", program);
	if (snprintf(path, sizeof path, "%s/../answers/%s", dirname(folder),
		     basename(name)) >= (int)sizeof path)
		return (int)len;
	file = fopen(path, "rb");
	if (!file)
		return (int)len;
	len = fread(answer, 1, sizeof answer, file);
	fclose(file);
	return (int)len;
}

int main(int argc, char **argv)
{
	int len = read_answer(argv[0]);
	FCGX_Request request;
	char form[1024];

	/* conf/stack asks each program whether it would start. */
	if (argc > 1)
		return EXIT_SUCCESS;
	if (FCGX_Init() != 0 || FCGX_InitRequest(&request, 0, 0) != 0)
		return EXIT_FAILURE;
	while (FCGX_Accept_r(&request) == 0) {
		while (FCGX_GetStr(form, sizeof form, request.in) > 0)
			;
		FCGX_PutStr(answer, len, request.out);
		FCGX_Finish_r(&request);
	}
	return EXIT_FAILURE;
}
