#include "view/pack_pictures.h"

#include <unistd.h>

#include "base/message.h"
#include "libretwis/retwis.h"

#define NOT_FOUND                                                             \
	N_("This picture was not found on the site when the file was made.")

#define AWAY                                                                  \
	N_("The site could not read its pictures when this file was made. "   \
	   "They will be in the next part, if you download that later.")

/* A file that is open, or is not there. */
struct packed {
	const char *name; /* in the zip, without its ending */
	int fd;           /* -1: it is not there */
	uint64_t bytes;
};

/* ---- one file ---------------------------------------------------------- */

/* False if the whole folder is away. */
static bool packed_open(struct pack *p, const char *token, const char *ending,
			struct packed *f)
{
	enum rt_err err = rt_picture_open_own(p->rt, &p->chunk, token, ending,
					      &f->fd, &f->bytes);

	if (err)
		f->fd = -1;
	return !err || err == RT_NOT_FOUND;
}

static void packed_close(struct packed *f)
{
	if (f->fd >= 0)
		close(f->fd);
	f->fd = -1;
}

static bool packed_put_text(struct pack *p, const char *name, const char *text)
{
	return zip_file(p->zip,
			arena_printf(&p->chunk, "%s.missing.txt", name)) &&
	       zip_text(p->zip, _(text)) && zip_text(p->zip, "\n");
}

/* A file that gets shorter meanwhile would make a zip that is broken. */
static bool packed_put(struct pack *p, struct packed *f)
{
	uint64_t left = f->bytes;
	ssize_t n;

	if (f->fd < 0)
		return packed_put_text(p, f->name, NOT_FOUND);
	if (!zip_stored_file(p->zip,
			     arena_printf(&p->chunk, "%s" PACK_WEBP, f->name),
			     f->bytes))
		return false;
	while (left && (n = read(f->fd, p->piece, PACK_PIECE)) > 0) {
		if ((uint64_t)n > left ||
		    !zip_bytes(p->zip, p->piece, (size_t)n))
			return false;
		left -= (uint64_t)n;
	}
	return !left;
}

/* ---- those of a post --------------------------------------------------- */

/* Opens all of them, and returns false if the folder is away. */
static bool post_open(struct pack *p, const struct rt_post *post,
		      struct packed *f)
{
	bool is_there = true;

	for (size_t i = 0; i < post->attached.pictures; i++) {
		f[i].name = pack_picture_name(&p->chunk, post, i);
		is_there = is_there &&
			   packed_open(p, post->attached.picture[i].token,
				       "-1600.webp", &f[i]);
	}
	return is_there;
}

static uint64_t post_bytes(const struct packed *f, size_t n)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < n; i++)
		bytes += f[i].bytes;
	return bytes;
}

static bool post_put(struct pack *p, struct packed *f, size_t n)
{
	bool is_good = true;

	for (size_t i = 0; is_good && i < n; i++)
		is_good = packed_put(p, &f[i]);
	return is_good;
}

static void post_note(struct pack *p, const struct rt_post *post)
{
	if (!post->origin) {
		p->last.post = post->id;
		return;
	}
	p->last.archived_time = post->time;
	p->last.archived = post->id;
}

/* The next part would begin after both. */
static bool post_is_with_last(const struct pack *p, const struct rt_post *post)
{
	return post->origin && post->time == p->last.archived_time &&
	       post->id == p->last.archived;
}

/* All pictures of a post are in the same part. */
static bool put_post_pictures(struct pack *p, const struct rt_post *post)
{
	struct packed f[RT_PICTURES_MAX];
	size_t n = post->attached.pictures;
	uint64_t bytes;
	bool is_good = false;

	for (size_t i = 0; i < RT_PICTURES_MAX; i++)
		f[i] = (struct packed){ .fd = -1 };
	if (!post_open(p, post, f))
		p->pictures = PACK_IS_AWAY;
	bytes = post_bytes(f, n);
	if (p->n && !post_is_with_last(p, post) &&
	    (p->n + n > RT_EXPORT_PICTURES ||
	     p->bytes + bytes > RT_EXPORT_BYTES))
		p->pictures = PACK_IS_FULL;
	if (p->pictures == PACK_GOES_ON) {
		is_good = post_put(p, f, n);
		p->n += n;
		p->bytes += bytes;
		post_note(p, post);
	}
	for (size_t i = 0; i < n; i++)
		packed_close(&f[i]);
	return is_good;
}

static bool put_some_pictures(struct pack *p,
			      const struct rt_export_some *some)
{
	bool is_good = true;

	for (size_t i = 0; is_good && i < some->posts.n; i++)
		if (some->posts.v[i].attached.pictures)
			is_good = put_post_pictures(p, &some->posts.v[i]);
	return is_good;
}

/* ---- all of them ------------------------------------------------------- */

static bool put_face(struct pack *p)
{
	struct packed f = { .name = PACK_FACE, .fd = -1 };
	bool is_good = true;

	arena_reset(&p->chunk);
	if (packed_open(p, p->profile.face, "-288.webp", &f))
		is_good = packed_put(p, &f);
	else
		p->pictures = PACK_IS_AWAY;
	packed_close(&f);
	return is_good;
}

static bool put_own_posts(struct pack *p)
{
	rt_export_part(p->e, RT_EXPORT_WRITTEN);
	rt_export_after(p->e, p->place.post);
	return pack_portions(p, put_some_pictures);
}

static bool put_archive(struct pack *p)
{
	rt_export_part(p->e, RT_EXPORT_ARCHIVE);
	if (p->place.archived)
		rt_export_after_archived(p->e, &p->chunk,
					 p->place.archived_time,
					 p->place.archived);
	return pack_portions(p, put_some_pictures);
}

static bool put_all_posts(struct pack *p)
{
	return ((p->place.archived || put_own_posts(p)) && put_archive(p)) ||
	       p->pictures != PACK_GOES_ON;
}

static bool put_away(struct pack *p)
{
	arena_reset(&p->chunk);
	return packed_put_text(p, "pictures", AWAY);
}

bool pack_pictures(struct pack *p, struct rt_export_place *next)
{
	bool is_first = p->place.part == 1;

	*next = (struct rt_export_place){ .part = 0 };
	p->last = p->place;
	if (!rt_has_pictures(p->rt))
		return true;
	if (is_first && p->profile.face && !put_face(p))
		return false;
	if (p->pictures == PACK_GOES_ON && (p->has_pictures || !is_first) &&
	    !put_all_posts(p))
		return false;
	if (p->pictures == PACK_GOES_ON)
		return true;
	*next = p->last;
	next->part = p->place.part + 1;
	return p->pictures == PACK_IS_FULL || put_away(p);
}
