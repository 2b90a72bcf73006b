/*
 * GET /picture/TOKEN-400.webp
 *                  a file of a picture in a post, or of it -800.webp,
 *                  -1600.webp or -1200.jpg; of a face -72.webp or -288.webp;
 *                  and of the site's mark -180.png, -192.png or -512.png.
 *
 * Each request asks who may see it, before the web server or, where that can't,
 * this page sends the file.  So an address that was passed on shows nothing to
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

#include "base/prefix.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	NULL,
};

/* A file is read and sent in pieces of so many bytes. */
#define PIECE ((size_t)64 * 1024)

static const char *const types[] = {
	[PICTURE_WEBP] = "image/webp",
	[PICTURE_JPEG] = "image/jpeg",
	[PICTURE_PNG] = "image/png",
};

/* ---- sending it --------------------------------------------------------- */

struct sending {
	struct rt_picture_file file;
	uint64_t bytes; /* as its head says */
};

static bool send_pieces(struct req *q, int fd, uint64_t bytes)
{
	char *piece = arena_alloc(q->a, PIECE);
	ssize_t n;

	while (bytes && (n = read(fd, piece, PIECE)) > 0) {
		if ((uint64_t)n > bytes || !stream_write(q, piece, (size_t)n))
			return false;
		bytes -= (uint64_t)n;
	}
	return !bytes;
}

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

/* It is opened again once the head is sent, which a HEAD doesn't need. */
static void answer_file(struct req *q, const struct rt_picture_file *file,
			const char *name, uint64_t bytes)
{
	struct sending *s = arena_alloc(q->a, sizeof *s);

	*s = (struct sending){ .file = *file, .bytes = bytes };
	page_stream(q, types[file->format], send_file, s);
	page_etag_known(q, arena_printf(q->a, "\"%s\"", name), 0);
	if (q->stream)
		page_header(q, "Content-Length: %llu",
			    (unsigned long long)bytes);
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
	page_refuse(q, 503, "Pictures are away",
		    "The server can't reach its pictures. They come back by "
		    "themselves when it can.");
}

static void answer_picture(struct req *q, const struct rt_picture_file *file,
			   const char *name)
{
	const char *server = req_param(q, "RETWIS_ACCEL");
	uint64_t bytes;
	enum rt_err err;
	int fd;

	q->is_let_in = file->is_mark;
	if ((err = rt_picture_open(q->rt, q->a, file, &fd, &bytes))) {
		if (err == RT_DOWN)
			say_away(q);
		else
			page_error(q, 404);
		return;
	}
	close(fd);
	add_picture_head(q, file);
	if (server)
		answer_by_server(q, file, server);
	else
		answer_file(q, file, name, bytes);
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
