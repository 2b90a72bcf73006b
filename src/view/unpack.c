#include "view/unpack.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/day.h"
#include "base/message.h"
#include "base/secret.h"
#include "base/utf8.h"
#include "libretwis/retwis.h"
#include "view/unpack_reader.h"

/* ---- the file of blocks ------------------------------------------------ */

/* Writes posts into a file of blocks, each for one rt_import_staging_add(). */
struct blocks {
	int fd;
	char *text;    /* of the current block */
	size_t len, n; /* bytes and entries in it */
};

static void blocks_begin(struct blocks *b, struct arena *a, int fd)
{
	*b = (struct blocks){
		.fd = fd, .text = arena_alloc(a, RT_IMPORT_STAGING_BLOCK)
	};
}

static bool blocks_write(const struct blocks *b, const void *bytes, size_t len)
{
	const char *at = bytes;

	while (len) {
		ssize_t n = write(b->fd, at, len);

		if (n <= 0)
			return false;
		at += n;
		len -= (size_t)n;
	}
	return true;
}

static bool blocks_end(struct blocks *b)
{
	size_t len = b->len;

	b->len = b->n = 0;
	return !len || (blocks_write(b, &len, sizeof len) &&
			blocks_write(b, b->text, len));
}

static bool blocks_add(struct blocks *b, const char *entry)
{
	size_t len = strlen(entry);

	if ((b->n == RT_IMPORT_STAGING_CHUNK ||
	     b->len + 1 + len > RT_IMPORT_STAGING_BLOCK) &&
	    !blocks_end(b))
		return false;
	if (b->n++)
		b->text[b->len++] = RT_IMPORT_STAGING_BETWEEN;
	memcpy(b->text + b->len, entry, len);
	b->len += len;
	return true;
}

const char *blocks_next(struct arena *a, int fd)
{
	size_t len;
	char *text;

	if (read(fd, &len, sizeof len) != sizeof len ||
	    len > RT_IMPORT_STAGING_BLOCK)
		return NULL;
	text = arena_alloc(a, len + 1);
	return read(fd, text, len) == (ssize_t)len ? text : NULL;
}

/* ---- duplicates -------------------------------------------------------- */

struct post_key {
	uint64_t origin[2], id;
};

/* Collects the posts of a file, to find out whether one appears twice. */
struct post_keys {
	struct post_key *v;
	size_t n;
};

static void post_keys_begin(struct post_keys *k, struct arena *a, size_t room)
{
	k->v = arena_alloc(a, room * sizeof *k->v);
	k->n = 0;
}

static void post_keys_add(struct post_keys *k, const struct rt_post *post)
{
	struct post_key *key = &k->v[k->n++];
	char half[RT_ORIGIN_LEN / 2 + 1] = "";

	memcpy(half, post->origin, RT_ORIGIN_LEN / 2);
	key->origin[0] = strtoull(half, NULL, 16);
	key->origin[1] = strtoull(post->origin + RT_ORIGIN_LEN / 2, NULL, 16);
	key->id = post->id;
}

static int post_keys_compare(const void *one, const void *other)
{
	return memcmp(one, other, sizeof(struct post_key));
}

static bool post_keys_are_unique(struct post_keys *k)
{
	qsort(k->v, k->n, sizeof *k->v, post_keys_compare);
	for (size_t i = 1; i < k->n; i++)
		if (!post_keys_compare(&k->v[i - 1], &k->v[i]))
			return false;
	return true;
}

/* ---- checking the file ------------------------------------------------- */

#define FORMAT    "retwis"
#define VERSION   1
#define HEX       "0123456789abcdef"
#define ID_MAX    UINT64_C(1000000000000000)
#define BODY_MAX  10000 /* characters: the most that a host can allow */
#define REPLY_MAX 200   /* bytes of the replied-to member's name */

struct unpacking {
	struct unpack *u;
	struct objects *json;
	struct arena all, post;
	const char *origin, *archive_origin; /* of posts, of the archive */
	bool is_second;  /* the second pass over the file */
	bool is_archive; /* the current entry is the archive */
	bool is_picture; /* it is `copied` */
	bool is_part;    /* a later one, of pictures only */
	struct copied_picture copied;
	struct post_keys keys;
	struct blocks blocks;
	size_t total;  /* bytes of entries */
	size_t found;  /* posts, with or without a text */
	unsigned seen; /* bits: which entries have been found */
};

static bool unpack_refuse(struct unpacking *p, const char *problem)
{
	if (!p->u->status) {
		p->u->status = 422;
		p->u->problem = problem;
	}
	return false;
}

#define CHANGED                                                                    \
	_("This isn't a file from another Retwis, or it was changed or cut short " \
	  "on the way.")

/* ---- storing ----------------------------------------------------------- */

static bool unpack_check_write(struct unpacking *p, bool is_written)
{
	if (!is_written)
		p->u->status = 507;
	return is_written;
}

static bool unpack_store(struct unpacking *p, const char *entry)
{
	p->total += strlen(entry);
	if (p->total > RT_IMPORT_STAGING_TEXT)
		return unpack_refuse(
			p, _("The posts in this file have more than 64 "
			     "megabytes of text, which is more than "
			     "this site accepts."));
	return unpack_check_write(p, blocks_add(&p->blocks, entry));
}

/* ---- a post ------------------------------------------------------------ */

static bool unpack_is_origin(const char *text)
{
	return strlen(text) == RT_ORIGIN_LEN &&
	       strspn(text, HEX) == RT_ORIGIN_LEN;
}

/*
 * The name has to be one line.  Any other text is left out, since it can't
 * name a member.
 */
static const char *unpack_reply(struct unpacking *p,
				struct json_object *object)
{
	const char *name = "";

	if (!objects_text(object, "reply_name", &name))
		return "";
	name = rt_text_clean(&p->post, name);
	return strlen(name) > REPLY_MAX || strchr(name, '\n') ? "" : name;
}

/*
 * If an archived post doesn't say where it is from, it gets an origin of its
 * own kind, because its id isn't one of the file's own posts.
 */
static bool unpack_origin(struct unpacking *p, struct json_object *object,
			  const char **origin)
{
	const char *given;

	*origin = p->is_archive ? p->archive_origin : p->origin;
	if (!p->is_archive || !objects_text(object, "origin", &given))
		return true;
	*origin = given;
	return unpack_is_origin(given);
}

static bool unpack_fields(struct unpacking *p, struct json_object *object,
			  struct rt_post *post)
{
	static const char *const plain[] = {
		"id",       "time",       "body",   "mentions",
		"likes",    "reposts",    "edited", "announced_until",
		"reply_to", "reply_name", "origin", NULL,
	};
	static const char *const others[] = { "question", "date", "pictures",
					      NULL };
	uint64_t time;

	if (!objects_have_only(object, plain, others) ||
	    !objects_number(object, "id", &post->id) ||
	    !objects_number(object, "time", &time) ||
	    !objects_text(object, "body", &post->body) ||
	    !unpack_origin(p, object, &post->origin))
		return false;
	post->time = (time_t)time;
	post->mentions = "";
	post->reply_name = unpack_reply(p, object);
	return unpack_post_pictures(&p->post, &p->u->pictures, object,
				    p->is_archive, post) &&
	       post->id && post->id < ID_MAX && time &&
	       time <= (uint64_t)p->u->now + DAY_SECONDS;
}

/*
 * Only a classic database may have posts without a text; they are skipped, but
 * count, since reading them takes as long.
 */
static bool unpack_post(void *who, struct json_object *object)
{
	struct unpacking *p = who;
	struct rt_post post = { 0 };

	arena_reset(&p->post);
	if (!unpack_fields(p, object, &post))
		return unpack_refuse(p, CHANGED);
	if (p->found++ == RT_IMPORT_STAGING_POSTS)
		return unpack_refuse(
			p, _("This file has more than 200,000 posts, "
			     "which is more than this site accepts."));
	post.body = rt_text_imported(&p->post, post.body);
	if (!post.body)
		return true;
	if (rt_text_length(&p->post, post.body) > BODY_MAX)
		return unpack_refuse(p, CHANGED);
	post_keys_add(&p->keys, &post);
	p->u->posts++;
	return unpack_store(p, rt_archived_entry(&p->post, &post));
}

/* ---- the file's head --------------------------------------------------- */

static bool unpack_head(void *who, struct json_object *object)
{
	struct unpacking *p = who;
	const char *format = "", *origin = "";
	uint64_t version = 0, part = 0;

	if (!objects_text(object, "format", &format) ||
	    strcmp(format, FORMAT) != 0 ||
	    !objects_number(object, "version", &version) ||
	    !objects_text(object, "origin", &origin) ||
	    !unpack_is_origin(origin))
		return unpack_refuse(p, CHANGED);
	p->is_part = objects_number(object, "part", &part) && part > 1;
	if (version != VERSION)
		return unpack_refuse(
			p, _("This file comes from a newer Retwis, and "
			     "this one can't read it."));
	p->origin = arena_strdup(&p->all, origin);
	p->archive_origin = arena_strndup(
		&p->all,
		secret_digest(&p->all,
			      arena_printf(&p->all, "%s archive", origin)),
		RT_ORIGIN_LEN);
	return true;
}

/* ---- entries of the zip ------------------------------------------------ */

static const struct {
	const char *name;
	bool is_head, is_archive;
} entries[] = {
	{ "retwis.json", true, false },
	{ "posts.json", false, false },
	{ "replies.json", false, false },
	{ "archive.json", false, true },
};

#define ENTRIES   (sizeof entries / sizeof *entries)
#define HAS_HEAD  1U
#define HAS_POSTS 2U

/* A picture that is too large makes the file one that no Retwis has made. */
static bool unpack_copy(struct unpacking *p, const char *bytes, size_t len)
{
	if (p->copied.bytes + len > RT_PICTURE_BYTES)
		return unpack_refuse(p,
				     _("One of the pictures in this file is "
				       "larger than 20 megabytes."));
	return unpack_check_write(
		p, copied_bytes(&p->u->pictures, &p->copied, bytes, len));
}

/*
 * The first pass reads only the head, wherever it is in the file, and the
 * second one everything else.
 */
static bool unpack_begin(void *who, const char *name, bool *wants)
{
	struct unpacking *p = who;
	struct unpack_pictures *pictures = &p->u->pictures;

	p->is_picture =
		p->is_second &&
		copied_begin(p->u->a, pictures, p->origin, name, &p->copied);
	if (p->is_picture) {
		*wants = pictures->copy >= 0 && pictures->n < UNPACK_PICTURES;
		pictures->named += !*wants;
	}
	for (size_t i = 0; i < ENTRIES; i++) {
		if (strcmp(name, entries[i].name) != 0 ||
		    entries[i].is_head == p->is_second)
			continue;
		if (p->seen & 1U << i)
			return unpack_refuse(p, CHANGED);
		p->seen |= 1U << i;
		p->is_archive = entries[i].is_archive;
		objects_begin(p->json, !entries[i].is_head,
			      entries[i].is_head ? unpack_head : unpack_post,
			      p);
		*wants = true;
	}
	return true;
}

static bool unpack_bytes(void *who, const char *bytes, size_t len)
{
	struct unpacking *p = who;

	if (p->is_picture)
		return unpack_copy(p, bytes, len);
	return objects_feed(p->json, bytes, len) || unpack_refuse(p, CHANGED);
}

static bool unpack_end(void *who)
{
	struct unpacking *p = who;

	if (p->is_picture) {
		copied_end(&p->u->pictures, &p->copied);
		return true;
	}
	return objects_are_whole(p->json) || unpack_refuse(p, CHANGED);
}

static bool unpack_pass(struct unpacking *p)
{
	static const struct unzip_events events = { unpack_begin, unpack_bytes,
						    unpack_end };

	switch (unzip(p->u->zip, &events, p)) {
	case UNZIP_OK:
		return true;
	case UNZIP_TOO_BIG:
		return unpack_refuse(
			p, _("This file contains more files than a download "
			     "from Retwis, or much more text than people "
			     "write."));
	default:
		return unpack_refuse(p, CHANGED);
	}
}

/* ---- the whole file ---------------------------------------------------- */

/* A later part has nothing but pictures. */
static bool unpack_check_part(struct unpacking *p)
{
	const struct unpack_pictures *pictures = &p->u->pictures;

	if (p->u->posts)
		return unpack_refuse(p, CHANGED);
	if (pictures->named && pictures->copy < 0)
		return unpack_refuse(p, _("There are only pictures in this "
					  "file, and this site has none."));
	return pictures->n ||
	       unpack_refuse(p, _("There are no pictures in this "
				  "file."));
}

static bool unpack_all(struct unpacking *p)
{
	if (!unpack_pass(p))
		return false;
	if (!(p->seen & HAS_HEAD))
		return unpack_refuse(p, CHANGED);
	p->is_second = true;
	if (!unpack_pass(p))
		return false;
	if (!(p->seen & HAS_POSTS) != p->is_part ||
	    !post_keys_are_unique(&p->keys))
		return unpack_refuse(p, CHANGED);
	if (!p->u->posts && !p->is_part)
		return unpack_refuse(p, _("There are no posts in this file."));
	if (p->is_part && !unpack_check_part(p))
		return false;
	return unpack_check_write(p, blocks_end(&p->blocks));
}

void unpack_file(void *unpack)
{
	struct unpacking p = { .u = unpack };

	p.u->status = 0;
	p.u->posts = 0;
	p.u->pictures.n = p.u->pictures.named = 0;
	p.u->pictures.raw = arena_alloc(
		p.u->a, UNPACK_PICTURES * sizeof *p.u->pictures.raw);
	p.json = objects_new();
	post_keys_begin(&p.keys, &p.all, RT_IMPORT_STAGING_POSTS);
	blocks_begin(&p.blocks, &p.all, p.u->blocks);
	unpack_all(&p);
	objects_free(p.json);
	arena_free(&p.post);
	arena_free(&p.all);
}
