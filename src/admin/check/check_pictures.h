/* Pictures that posts and members name, for the walks over these. */
#ifndef CHECK_PICTURES_H
#define CHECK_PICTURES_H

#include "admin/check/checking.h"
#include "schema/picture_sizes.h"
#include "redis/pipe.h"

/* Queues what the walks begin with. */
void check_pictures_queue(struct rt_pipe *p, struct pictures_seen *seen);

/* A picture that something names. */
struct named_picture {
	const char *token; /* NULL: it names none */
	uint64_t is_there; /* its row */
};

void picture_named_queue(struct rt_pipe *p, struct named_picture *is,
			 const char *token);

/*
 * Reports one without a row as `rowless` or, if its files are gone as well, as
 * `gone`.
 */
void picture_named_judge(struct check *c, const struct named_picture *is,
			 struct subject at, enum picture_use use,
			 enum kind rowless, enum kind gone);

#endif
