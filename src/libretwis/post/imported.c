#include "libretwis/post/imported.h"

#include "libretwis/picture/picture_row.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

#define SCORE_BITS 16

unsigned imported_width(uint64_t score)
{
	return (unsigned)(score >> SCORE_BITS);
}

unsigned imported_height(uint64_t score)
{
	return (unsigned)(score & ((1U << SCORE_BITS) - 1));
}

void imported_add(struct rt_pipe *p, uint64_t member,
		  const struct rt_attached *attached)
{
	for (size_t i = 0; i < attached->pictures; i++) {
		const struct rt_picture *is = &attached->picture[i];

		rt_pipe(p, "ZADD " KEY_IMPORTED " " ID " %s", member,
			(uint64_t)is->width << SCORE_BITS | is->height,
			is->token);
	}
}

void imported_drop(struct rt_pipe *p, uint64_t member,
		   const struct rt_attached *attached)
{
	const char *token[RT_PICTURES_MAX];

	for (size_t i = 0; i < attached->pictures; i++)
		token[i] = attached->picture[i].token;
	imported_drop_some(p, member, token, attached->pictures);
}

void imported_queue_some(struct rt_pipe *p, uint64_t member,
			 const char **token, size_t n)
{
	rt_pipe_strs(p, token, n, "ZRANGE " KEY_IMPORTED " 0 %d", member,
		     (int)n - 1);
}

/* What leads to the files is noted elsewhere before it is gone from here. */
void imported_drop_some(struct rt_pipe *p, uint64_t member,
			const char *const *token, size_t n)
{
	for (size_t i = 0; i < n; i++)
		picture_release(p, token[i]);
	wait_replicas_then(p);
	for (size_t i = 0; i < n; i++)
		rt_pipe(p, "ZREM " KEY_IMPORTED " %s", member, token[i]);
}
