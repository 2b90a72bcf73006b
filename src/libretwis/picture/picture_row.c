#include "libretwis/picture/picture_row.h"

#include <string.h>

#include "base/clock.h"
#include "libretwis/picture/folder.h"
#include "libretwis/picture/picture_give.lua.h"
#include "libretwis/writing.h"
#include "patterns/delayed.h"
#include "schema/key.h"

/* Within this time a request that takes a picture out of something is over. */
#define RELEASE_MS 30000

#define LATER "later"

/* ---- the row ------------------------------------------------------------ */

#define PICTURE_FIELD_NAME(name, NAME) #name,

static const char *const picture_names[] = { EACH_PICTURE_FIELD(
	PICTURE_FIELD_NAME) };

void picture_row_queue(struct rt_pipe *p, union picture_fields *f,
		       const char *token)
{
	*f = (union picture_fields){ .field = { NULL } };
	rt_pipe_fields(p, f->field, picture_names, (1U << PICTURE_FIELDS) - 1,
		       "HMGET " KEY_PICTURE, token);
	rt_pipe_lenient(p);
}

static bool picture_use_parse(const char *word, enum picture_use *use)
{
	for (*use = 0; word && *use < PICTURE_USES; ++*use)
		if (strcmp(word, picture_sizes(*use)->word) == 0)
			return true;
	return false;
}

struct picture_row picture_row_parse(struct arena *a, const char *token,
				     const union picture_fields *f)
{
	struct picture_row row = { .owner = rt_u64(f->user_id) };

	if (!picture_use_parse(f->use, &row.use))
		return (struct picture_row){ 0 };
	row.is_later = f->post && strcmp(f->post, LATER) == 0;
	row.is_imported = f->post && strcmp(f->post, PICTURE_IMPORTED) == 0;
	row.is_raw = f->raw && strcmp(f->raw, "1") == 0;
	row.post = rt_u64(f->post);
	row.bytes = rt_u64(f->bytes);
	row.time = rt_u64(f->time);
	row.picture = (struct rt_picture){
		.token = token,
		.width = (unsigned)rt_u64(f->width),
		.height = (unsigned)rt_u64(f->height),
		.is_animated = f->animated != NULL,
		.alt = rt_text_clean(a, f->alt ? f->alt : ""),
	};
	return row;
}

/* ---- giving it to something, and taking it away ------------------------- */

void pictures_give(struct rt_pipe *p, uint64_t owner,
		   const struct rt_picture *picture, size_t n, uint64_t post)
{
	const char *to = post ? arena_printf(p->a, ID, post) : LATER;

	for (size_t i = 0; i < n; i++)
		rt_pipe(p, "EVAL %s 1 " KEY_PICTURE " " ID " %s %lld",
			PICTURE_GIVE_LUA, picture[i].token, owner, to,
			(long long)time(NULL));
}

void pictures_count_queue(struct rt_pipe *p, int by, uint64_t bytes)
{
	rt_pipe_try(p, "HINCRBY " KEY_PICTURES_COUNT " count %d", by);
	rt_pipe_try(p, "HINCRBY " KEY_PICTURES_COUNT " bytes %lld",
		    by * (long long)bytes);
}

void pictures_count_refused(struct rt_pipe *p)
{
	rt_pipe_try(p, "HINCRBY " KEY_PICTURES_COUNT " refused 1");
}

void picture_release(struct rt_pipe *p, const char *token)
{
	if (folder_is_token(token))
		delayed_postpone(p, PICTURES_QUEUE, token,
				 (uint64_t)clock_date_ms() + RELEASE_MS);
}

void pictures_release(struct rt_pipe *p, const struct rt_picture *picture,
		      size_t n)
{
	for (size_t i = 0; i < n; i++)
		picture_release(p, picture[i].token);
}
