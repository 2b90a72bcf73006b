#include "http/variable.h"

#include <string.h>

#include "http/req.h"

const char *req_param(const struct req *q, const char *name)
{
	size_t len = strlen(name);

	for (char **at = q->env; *at; at++)
		if (strncmp(*at, name, len) == 0 && (*at)[len] == '=')
			return *at + len + 1;
	return NULL;
}
