/*
 * GET /picture/TOKEN-400.webp
 *                  a file of a picture in a post, or of it -800.webp,
 *                  -1600.webp or -1200.jpg; of a face -72.webp or -288.webp;
 *                  and of the site's mark -180.png, -192.png or -512.png.
 *
 * Each request asks who may see it, before this page sends the file or, if it
 * is large, has nginx send it.  So an address that was passed on shows nothing to
 * those who don't see the post.  For them it doesn't exist (404), as all of
 * these don't on a site without pictures.  There is only one spelling of each.
 *
 * Strangers see the site's mark even if only members may read the site: it is
 * on the page where they sign in.
 *
 * If the folder of pictures isn't there, it says to come back later (503).
 */
#include <string.h>
#include <unistd.h>

#include "base/message.h"
#include "base/prefix.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	NULL,
};

/*
 * A file up to this size is sent as a page is; of a larger one this page sends
 * one such piece after the other, unless the web server sends it.  For a small
 * one that would cost half as much again: nginx then ends its connection to this
 * process.
 */
#define PIECE ((size_t)64 * 1024)

static const char *const types[] = {
	[PICTURE_WEBP] = "image/webp",
	[PICTURE_JPEG] = "image/jpeg",
	[PICTURE_PNG] = "image/png",
};

/* ---- who sends it ------------------------------------------------------- */

/* False if the disk doesn't give it. */
static bool answer_whole(struct req *q, const struct rt_picture_file *file,
			 int fd, size_t bytes)
{
	char *body = arena_room(q->a, bytes);
	ssize_t n;

	for (size_t at = 0; at < bytes; at += (size_t)n)
		if ((n = read(fd, body + at, bytes - at)) <= 0)
			return false;
	q->status = 200;
	q->body = body;
	q->body_len = bytes;
	page_header(q, "Content-Type: %s", types[file->format]);
	return true;
}

struct sending {
	struct rt_picture_file file;
	uint64_t bytes; /* as its head says */
};

static bool send_pieces(struct req *q, int fd, uint64_t bytes)
{
	char *piece = arena_room(q->a, PIECE);
	ssize_t n;

	while (bytes && (n = read(fd, piece, PIECE)) > 0) {
		if ((uint64_t)n > bytes || !stream_write(q, piece, (size_t)n))
			return false;
		bytes -= (uint64_t)n;
	}
	return !bytes;
}

/* It is opened once more, since nobody would close it after a HEAD. */
static bool send_file(struct req *q, void *what)
{
	const struct sending *s = what;
	uint64_t bytes;
	bool is_whole;
	int fd;

	if (rt_picture_open(q->rt, q->a, &s->file, &fd, &bytes))
		return false;
	is_whole = bytes == s->bytes && send_pieces(q, fd, bytes);
	close(fd);
	return is_whole;
}

static void answer_in_pieces(struct req *q, const struct rt_picture_file *file,
			     uint64_t bytes)
{
	struct sending *s = arena_alloc(q->a, sizeof *s);

	*s = (struct sending){ .file = *file, .bytes = bytes };
	page_stream(q, types[file->format], send_file, s);
	page_header(q, "Content-Length: %llu", (unsigned long long)bytes);
}

/* nginx sends it, with an ETag of its own. */
static void answer_by_server(struct req *q, const struct rt_picture_file *file,
			     const char *folder)
{
	q->status = 200;
	page_header(q, "Content-Type: %s", types[file->format]);
	page_header(q, "X-Accel-Redirect: %s%s", folder, file->path);
}

/* ---- its head ----------------------------------------------------------- */

/* A mark is for everybody; anything else on a members' site is not. */
static bool is_for_all(const struct req *q, const struct rt_picture_file *file)
{
	return !file->is_private && (file->is_mark || !q->conf->members_only);
}

/*
 * Other sites may show only the JPEG of a picture that everybody sees: it is
 * for programs that read feeds, and some of these run in a browser.
 */
static bool is_for_other_sites(const struct req *q,
			       const struct rt_picture_file *file)
{
	return file->format == PICTURE_JPEG && is_for_all(q, file);
}

/* A cookie would keep it out of all caches; another page renews it. */
static void add_picture_head(struct req *q, const struct rt_picture_file *file)
{
	q->has_cookie = true;
	q->policy = "default-src 'none'";
	q->caching = is_for_all(q, file) ? "public, max-age=3600"
					 : "private, max-age=3600";
	page_header(q, "Cross-Origin-Resource-Policy: %s",
		    is_for_other_sites(q, file) ? "cross-origin"
						: "same-origin");
}

/* ---- the page ----------------------------------------------------------- */

static void say_away(struct req *q)
{
	page_refuse(q, 503, _("Pictures are away"),
		    _("The server can't reach its pictures. They come back by "
		      "themselves when it can."));
}

/* False if its file can't be read. */
static bool answer_file(struct req *q, const struct rt_picture_file *file,
			const char *name, int fd, uint64_t bytes)
{
	const char *server = req_param(q, "RETWIS_ACCEL");

	if (bytes > PIECE && server)
		answer_by_server(q, file, server);
	else if (bytes > PIECE)
		answer_in_pieces(q, file, bytes);
	else if (!answer_whole(q, file, fd, (size_t)bytes))
		return false;
	add_picture_head(q, file);
	if (q->body || q->stream)
		page_etag_known(q, arena_printf(q->a, "\"%s\"", name), 0);
	return true;
}

static void answer_picture(struct req *q, const struct rt_picture_file *file,
			   const char *name)
{
	uint64_t bytes;
	enum rt_err err;
	int fd;

	q->is_let_in = file->is_mark;
	err = rt_picture_open(q->rt, q->a, file, &fd, &bytes);
	if (!err) {
		if (!answer_file(q, file, name, fd, bytes))
			err = RT_DOWN;
		close(fd);
	}
	if (err == RT_DOWN)
		say_away(q);
	else if (err)
		page_error(q, 404);
}

void page(struct req *q)
{
	const char *name = text_after(q->path, "/picture/");
	struct rt_picture_file file;

	if (!req_require(q, name ? NULL : "", "GET, HEAD") ||
	    !req_ok(q, rt_picture_read(q->rt, q->a, q->secret, name, &file)))
		return;
	req_set_user(q, &file.me);
	if (file.path)
		answer_picture(q, &file, name);
	else
		page_error(q, 404);
}
