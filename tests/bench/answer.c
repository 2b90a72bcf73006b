#include "answer.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char nothing[] = "Status: 200 OK\r\n\r\n";

size_t answer_read(const char *program, char *answer)
{
	char path[PATH_MAX], folder[PATH_MAX], name[PATH_MAX];
	size_t len = sizeof nothing - 1;
	FILE *file = NULL;

	memcpy(answer, nothing, len);
	snprintf(folder, sizeof folder, "%s", program);
	snprintf(name, sizeof name, "%s", program);
	if (snprintf(path, sizeof path, "%s/../answers/%s", dirname(folder),
		     basename(name)) < (int)sizeof path)
		file = fopen(path, "rb");
	if (!file)
		return len;
	len = fread(answer, 1, ANSWER_MAX, file);
	fclose(file);
	return len;
}
