#include "http/variable.h"

#include <fcgiapp.h>

#include "http/req.h"

const char *req_param(const struct req *q, const char *name)
{
	return FCGX_GetParam(name, q->env);
}
