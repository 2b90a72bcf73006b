#include "view/view_pictures.h"

#include "base/message.h"
#include "base/numerals.h"

/* ---- files -------------------------------------------------------------- */

const char *view_picture_path(struct arena *a, const char *token,
			      const char *ending)
{
	return arena_printf(a, "/picture/%s%s", token, ending);
}

/* The shorter side, of a picture whose longer side became `px`. */
static unsigned picture_shorter(unsigned shorter, unsigned longer, unsigned px)
{
	uint64_t n = ((uint64_t)shorter * px + longer / 2) / longer;

	return n ? (unsigned)n : 1;
}

struct picture_file view_picture_file(struct arena *a,
				      const struct rt_picture *is,
				      enum post_picture which)
{
	const struct picture_size *size =
		&picture_sizes(PICTURE_POST)->size[which];
	struct picture_file file = {
		.path = view_picture_path(a, is->token, size->ending),
		.width = is->width,
		.height = is->height,
	};

	if (is->width >= is->height && is->width > size->px) {
		file.width = size->px;
		file.height = picture_shorter(is->height, is->width, size->px);
	} else if (is->height > size->px) {
		file.width = picture_shorter(is->width, is->height, size->px);
		file.height = size->px;
	}
	return file;
}

/* ---- words -------------------------------------------------------------- */

const char *view_picture_words(struct arena *a,
			       const struct rt_attached *attached, size_t i)
{
	if (*attached->picture[i].alt)
		return attached->picture[i].alt;
	if (attached->pictures == 1)
		return _("Picture, not described");
	return message_fill(a, _("Picture {n} of {count}, not described"), "n",
			    number_text(a, i + 1), "count",
			    number_text(a, attached->pictures));
}

/* ---- one picture -------------------------------------------------------- */

/*
 * The files from which a browser chooses by their widths, if there are several;
 * and the size of the largest, for the place that it keeps until it has loaded.
 */
static void picture_set_files(struct arena *a, struct tpl *t,
			      const struct rt_picture *is,
			      enum post_picture first, enum post_picture last)
{
	const struct picture_file small = view_picture_file(a, is, first);
	const struct picture_file large = view_picture_file(a, is, last);
	bool is_one = small.width == large.width;
	struct tpl *sources;

	tpl_set(t, "FILE", is_one ? small.path : large.path);
	tpl_set_int(t, "WIDTH", is_one ? small.width : large.width);
	tpl_set_int(t, "HEIGHT", is_one ? small.height : large.height);
	if (is_one)
		return;
	sources = tpl_section(t, "SOURCES");
	tpl_set(sources, "SMALL", small.path);
	tpl_set_int(sources, "SMALL_WIDTH", small.width);
}

static void picture_set_words(struct arena *a, struct tpl *t,
			      const struct rt_attached *attached, size_t i)
{
	tpl_set_int(t, "N", (long long)i + 1);
	tpl_set(t, "WORDS", view_picture_words(a, attached, i));
	if (attached->picture[i].is_animated)
		tpl_section(t, "ANIMATED");
}

/* ---- in a card ---------------------------------------------------------- */

/*
 * A single picture is shown whole.  Several share a grid, whose tiles are of
 * the same form and show as much of a picture as fits.  The style sheet has
 * the same numbers.
 */
struct picture_tile {
	unsigned percent;       /* of the width of the column */
	unsigned width, height; /* their ratio; a single one is no taller */
};

static struct picture_tile picture_tile(size_t n, size_t i)
{
	switch (n) {
	case 1:
		return (struct picture_tile){ 100, 3, 4 };
	case 3:
		return (struct picture_tile){ i ? 33 : 67, 1, 1 };
	case 4:
		return (struct picture_tile){ 50, 4, 3 };
	default:
		return (struct picture_tile){ 50, 1, 1 };
	}
}

static bool picture_is_wider(const struct rt_picture *is,
			     const struct picture_tile *tile)
{
	return (uint64_t)is->width * tile->height >
	       (uint64_t)is->height * tile->width;
}

/*
 * How wide the picture itself is, in percent of the column: more than its tile
 * if its sides are cut off.
 */
static unsigned picture_percent(const struct rt_picture *is,
				const struct picture_tile *tile, size_t n)
{
	uint64_t whole = (uint64_t)tile->percent * is->width * tile->height /
			 ((uint64_t)is->height * tile->width);

	if (n == 1)
		return picture_is_wider(is, tile) ? 100 : (unsigned)whole + 1;
	if (!picture_is_wider(is, tile))
		return tile->percent;
	return whole < 300 ? (unsigned)whole : 300;
}

static void picture_show(struct arena *a, struct tpl *t,
			 const struct rt_attached *attached, size_t i)
{
	const struct rt_picture *is = &attached->picture[i];
	const struct picture_tile tile = picture_tile(attached->pictures, i);

	if (attached->pictures == 1 && !picture_is_wider(is, &tile))
		tpl_section(t, "TALL");
	picture_set_files(a, t, is, POST_PICTURE_400, POST_PICTURE_800);
	tpl_set_int(t, "PERCENT",
		    picture_percent(is, &tile, attached->pictures));
	picture_set_words(a, t, attached, i);
}

static struct tpl *pictures_begin(struct tpl *t,
				  const struct rt_attached *attached)
{
	t = tpl_section(t, "PICTURES");
	tpl_set_int(t, "COUNT", (long long)attached->pictures);
	return t;
}

void view_pictures(struct arena *a, struct tpl *t,
		   const struct rt_attached *attached)
{
	struct tpl *pictures;

	if (!attached->pictures)
		return;
	pictures = pictures_begin(t, attached);
	for (size_t i = 0; i < attached->pictures; i++)
		picture_show(a, tpl_section(pictures, "PICTURE"), attached, i);
}

void view_archived_pictures(struct arena *a, struct tpl *t,
			    const struct rt_attached *attached)
{
	struct tpl *pictures, *each;

	if (!attached->pictures)
		return;
	pictures = pictures_begin(t, attached);
	for (size_t i = 0; i < attached->pictures; i++) {
		each = tpl_section(pictures, "PICTURE");
		picture_show(a, each, attached, i);
		tpl_set(each, "LARGE",
			view_picture_file(a, &attached->picture[i],
					  POST_PICTURE_1600)
				.path);
	}
}

void view_pictures_key(struct fragment_key *key,
		       const struct rt_attached *attached)
{
	for (size_t i = 0; i < attached->pictures; i++) {
		const struct rt_picture *is = &attached->picture[i];
		const uint64_t numbers[] = { is->width, is->height,
					     is->is_animated };

		fragment_add_text(key, is->token);
		fragment_add(key, numbers, sizeof numbers);
		fragment_add_text(key, is->alt);
	}
}

/* ---- large -------------------------------------------------------------- */

void view_large_picture(struct arena *a, struct tpl *t,
			const struct rt_attached *attached, size_t i)
{
	const struct rt_picture *is = &attached->picture[i];

	t = tpl_section(t, "PICTURE");
	if (is->height > 2 * (uint64_t)is->width)
		tpl_section(t, "TALL");
	picture_set_files(a, t, is, POST_PICTURE_800, POST_PICTURE_1600);
	picture_set_words(a, t, attached, i);
	tpl_section(t, *is->alt ? "DESCRIBED" : "UNDESCRIBED");
}
