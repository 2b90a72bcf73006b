/* Why a picture was not taken in: what its member reads. */
#ifndef VIEW_PICTURE_PROBLEM_H
#define VIEW_PICTURE_PROBLEM_H

#include "http/req.h"
#include "http/upload.h"

/*
 * Says what is wrong with the file and what helps, in a sentence or more that
 * can follow "Picture 2:".  NULL if nothing is.  Right after rt_picture_take(),
 * since it may say when to try again.
 */
const char *view_picture_problem(struct req *q,
				 enum rt_picture_problem problem);

/* The HTTP status for it: 422, 429, 503 or 507; 0: RT_PICTURE_OK. */
int picture_problem_status(enum rt_picture_problem problem);

/* The same for a form that could not be read whole, by the rules q->accepts. */
const char *view_upload_problem(struct req *q, enum upload_problem problem);

#endif
