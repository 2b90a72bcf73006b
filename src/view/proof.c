#include "view/proof.h"

#include "base/message.h"
#include "http/answer.h"
#include "view/failure.h"
#include "view/frame.h"
#include "view/guard.h"
#include "view/overload.h"
#include "view/view_form.h"

static void proof_refuse(struct req *q, struct tpl *form, const char *why)
{
	view_problem(form, false, "BAD_PASSWORD", why);
	page_end(q, 422);
}

bool req_is_proven(struct req *q, proof_form_fn *form, const void *what)
{
	const char *password = req_field(q, "password");
	enum rt_err err = RT_LATE;

	if (!*password) {
		proof_refuse(q, form(q, what), _("Enter your password."));
		return false;
	}
	if (!req_is_overload(q, rt_hashes(q->a, password)))
		err = rt_prove_password(q->rt, q->a, &q->me, password);
	log_refused_sign_in(q, q->me.name, err);
	if (err == RT_DENIED)
		proof_refuse(q, form(q, what), _("Wrong password."));
	else if (err == RT_LIMITED)
		page_limited(q, form(q, what));
	else if (err == RT_LATE)
		page_overload(q, form(q, what));
	else
		return req_ok(q, err);
	return false;
}
