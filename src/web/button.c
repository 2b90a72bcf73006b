#include "web/button.h"

#include "web/answer.h"
#include "web/guard.h"

void page_press(struct req *q, const char *path,
		enum rt_err (*press)(struct req *q, uint64_t id),
		enum rt_err (*undo)(struct req *q, uint64_t id))
{
	enum rt_err err = RT_OK;
	uint64_t id;

	if (!req_require(q, path, "POST") || !req_require_user(q))
		return;
	if (form_number(req_field(q, "id"), &id))
		err = press(q, id);
	else if (form_number(req_field(q, "undo"), &id))
		err = undo(q, id);
	else
		id = 0;
	if (err == RT_NOT_FOUND || req_ok(q, err))
		page_back(q, id);
}
