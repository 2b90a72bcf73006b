/*
 * A form that asks for the member's own password again, before it does what
 * somebody at an unattended browser must not do.
 */
#ifndef PROOF_H
#define PROOF_H

#include "http/req.h"
#include "view/tpl.h"

/* Begins the page with the form once more, and returns that form. */
typedef struct tpl *proof_form_fn(struct req *q, const void *what);

/*
 * Whether the field `password` is the password of `q->me`.  If not, it has
 * answered: the form comes back with the reason, in its section BAD_PASSWORD
 * (422).  It counts as an attempt to sign in: after too many of them, and
 * while too many people sign in, the form says when to try again (429), in
 * its section BAD_FORM.
 */
bool req_is_proven(struct req *q, proof_form_fn *form, const void *what);

#endif
