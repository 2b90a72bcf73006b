#include "view/unpack_pictures.h"

#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "schema/picture_sizes.h"
#include "view/unpack_reader.h"

#define FOLDER "pictures/"
#define DIGITS "0123456789"

/* ---- names --------------------------------------------------------------- */

/* As an export spells it; `origin` is NULL for a post that was written there. */
static const char *picture_file(struct arena *a, uint64_t post, size_t n,
				const char *origin)
{
	return arena_printf(a, FOLDER "%llu-%zu%s%s.webp",
			    (unsigned long long)post, n, origin ? "-" : "",
			    origin ? origin : "");
}

/* What isn't spelled like that is no picture. */
static bool picture_file_parse(struct arena *a, const char *name,
			       uint64_t *post, size_t *n, const char **origin)
{
	const char *at = name + strlen(FOLDER);
	char *end;

	if (strncmp(name, FOLDER, strlen(FOLDER)) != 0 || !*at ||
	    !strchr(DIGITS, *at))
		return false;
	*post = strtoull(at, &end, 10);
	if (*end != '-' || end[1] < '1' || end[1] > '0' + RT_PICTURES_MAX)
		return false;
	*n = (size_t)(end[1] - '0');
	at = end + 2;
	*origin = *at == '-' ? arena_strndup(a, at + 1, strcspn(at + 1, "."))
			     : NULL;
	if (*origin && (strlen(*origin) != RT_ORIGIN_LEN ||
			strspn(*origin, DIGITS "abcdef") != RT_ORIGIN_LEN))
		return false;
	return strcmp(name, picture_file(a, *post, *n, *origin)) == 0;
}

/* ---- the files ----------------------------------------------------------- */

bool copied_begin(struct arena *a, const struct unpack_pictures *u,
		  const char *origin, const char *name,
		  struct copied_picture *is)
{
	const struct rt_raw_picture *last = u->n ? &u->raw[u->n - 1] : NULL;
	const char *given;
	uint64_t post;
	size_t n;

	if (!picture_file_parse(a, name, &post, &n, &given))
		return false;
	*is = (struct copied_picture){
		.at = last ? last->at + last->bytes : 0,
	};
	if (u->copy >= 0)
		is->token = rt_imported_picture(
			a, u->key, given ? given : origin, post, n);
	return true;
}

bool copied_bytes(const struct unpack_pictures *u, struct copied_picture *is,
		  const char *bytes, size_t len)
{
	while (len) {
		ssize_t n = pwrite(u->copy, bytes, len,
				   (off_t)(is->at + is->bytes));

		if (n <= 0)
			return false;
		is->bytes += (uint64_t)n;
		bytes += n;
		len -= (size_t)n;
	}
	return true;
}

#define WEBP_HEAD 30

/* Whether it is a WebP that claims no more pixels than ours have. */
static bool webp_is_small(const unsigned char *head)
{
	unsigned width = 0, height = 0, both;

	if (memcmp(head, "RIFF", 4) != 0 || memcmp(head + 8, "WEBP", 4) != 0)
		return false;
	if (memcmp(head + 12, "VP8X", 4) == 0) {
		width = (unsigned)unpack_number(head + 24, 3) + 1;
		height = (unsigned)unpack_number(head + 27, 3) + 1;
	} else if (memcmp(head + 12, "VP8L", 4) == 0) {
		both = (unsigned)unpack_number(head + 21, 4);
		width = (both & 0x3fff) + 1;
		height = (both >> 14 & 0x3fff) + 1;
	} else if (memcmp(head + 12, "VP8 ", 4) == 0) {
		width = (unsigned)unpack_number(head + 26, 2) & 0x3fff;
		height = (unsigned)unpack_number(head + 28, 2) & 0x3fff;
	}
	return width && width <= PICTURE_SIDE && height &&
	       height <= PICTURE_SIDE;
}

void copied_end(struct unpack_pictures *u, const struct copied_picture *is)
{
	unsigned char head[WEBP_HEAD];

	u->named++;
	if (u->copy < 0 || u->n == UNPACK_PICTURES || is->bytes < WEBP_HEAD ||
	    pread(u->copy, head, sizeof head, (off_t)is->at) !=
		    (ssize_t)sizeof head ||
	    !webp_is_small(head))
		return;
	u->raw[u->n++] = (struct rt_raw_picture){ .token = is->token,
						  .at = is->at,
						  .bytes = is->bytes };
}

/* ---- what posts say of them ---------------------------------------------- */

static bool picture_flag(struct json_object *object, const char *field)
{
	struct json_object *value;

	return json_object_object_get_ex(object, field, &value) &&
	       json_object_is_type(value, json_type_boolean) &&
	       json_object_get_boolean(value);
}

/* A description that nobody may write is left out. */
static bool picture_parse(struct arena *a, struct json_object *object,
			  const char *file, struct rt_picture *is)
{
	const char *given, *alt = "";
	uint64_t width, height;

	if (!json_object_is_type(object, json_type_object) ||
	    !objects_text(object, "file", &given) ||
	    strcmp(given, file) != 0 ||
	    !objects_number(object, "width", &width) ||
	    !objects_number(object, "height", &height) ||
	    !objects_text(object, "alt", &given))
		return false;
	if (rt_alt_problem(a, given, &alt))
		alt = "";
	if (width > PICTURE_SIDE || height > PICTURE_SIDE)
		width = height = 0;
	*is = (struct rt_picture){ .width = (unsigned)width,
				   .height = (unsigned)height,
				   .is_animated =
					   picture_flag(object, "animated"),
				   .alt = alt };
	return true;
}

bool unpack_post_pictures(struct arena *a, const struct unpack_pictures *u,
			  struct json_object *object, bool is_archive,
			  struct rt_post *post)
{
	struct json_object *list;
	struct rt_picture *v;
	size_t n;

	if (!json_object_object_get_ex(object, "pictures", &list))
		return true;
	if (!json_object_is_type(list, json_type_array) ||
	    (n = json_object_array_length(list)) > RT_PICTURES_MAX)
		return false;
	post->attached.picture = v = arena_alloc(a, n * sizeof *v);
	for (size_t i = 0; i < n; i++) {
		struct rt_picture *is = &v[post->attached.pictures];
		const char *file = picture_file(
			a, post->id, i + 1, is_archive ? post->origin : NULL);

		if (!picture_parse(a, json_object_array_get_idx(list, i), file,
				   is))
			return false;
		if (u->copy < 0 || !is->width || !is->height)
			continue;
		is->token = rt_imported_picture(a, u->key, post->origin,
						post->id, i + 1);
		post->attached.pictures++;
	}
	return true;
}
