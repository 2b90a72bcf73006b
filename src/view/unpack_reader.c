#include "view/unpack_reader.h"

#include <archive.h>
#include <archive_entry.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"

/* ---- the zip ------------------------------------------------------------ */

#define BLOCK ((size_t)64 * 1024)

struct unzip {
	struct archive *zip;
	const struct unzip_events *events;
	void *who;
	size_t entries, total;
	char block[BLOCK];
};

/*
 * Only what every zip has: with the other methods a small file may ask for
 * gigabytes of memory.
 */
static bool unzip_is_plain(const struct unzip *u, struct archive_entry *entry)
{
	const char *format = archive_format_name(u->zip);

	return archive_entry_filetype(entry) == S_IFREG &&
	       !archive_entry_is_encrypted(entry) && format &&
	       (strstr(format, "(deflation)") ||
		strstr(format, "(uncompressed)"));
}

/* The length that an entry claims may be a lie, so we count the bytes. */
static enum unzip_end unzip_read(struct unzip *u, bool wants)
{
	la_ssize_t n;

	while ((n = archive_read_data(u->zip, u->block, BLOCK)) > 0) {
		u->total += (size_t)n;
		if (u->total > UNZIP_BYTES)
			return UNZIP_TOO_BIG;
		if (wants && !u->events->bytes(u->who, u->block, (size_t)n))
			return UNZIP_ENOUGH;
	}
	if (n < 0)
		return UNZIP_BROKEN;
	return !wants || u->events->end(u->who) ? UNZIP_OK : UNZIP_ENOUGH;
}

static enum unzip_end unzip_entry(struct unzip *u, struct archive_entry *entry)
{
	const char *name = archive_entry_pathname(entry);
	bool wants = false;

	if (++u->entries > UNZIP_ENTRIES)
		return UNZIP_TOO_BIG;
	if (!unzip_is_plain(u, entry))
		return UNZIP_BROKEN;
	if (!u->events->begin(u->who, name ? name : "", &wants))
		return UNZIP_ENOUGH;
	return unzip_read(u, wants);
}

/* A warning about a header is about a name that we do not know. */
static enum unzip_end unzip_all(struct unzip *u, int fd)
{
	enum unzip_end end = UNZIP_OK;
	struct archive_entry *entry;
	int came;

	if (archive_read_support_format_zip_seekable(u->zip) != ARCHIVE_OK ||
	    archive_read_open_fd(u->zip, fd, BLOCK) != ARCHIVE_OK)
		return UNZIP_BROKEN;
	do {
		came = archive_read_next_header(u->zip, &entry);
		if (came == ARCHIVE_EOF)
			return u->entries ? UNZIP_OK : UNZIP_BROKEN;
		if (came != ARCHIVE_OK && came != ARCHIVE_WARN)
			return UNZIP_BROKEN;
	} while ((end = unzip_entry(u, entry)) == UNZIP_OK);
	return end;
}

enum unzip_end unzip(int fd, const struct unzip_events *events, void *who)
{
	struct unzip u = { .events = events, .who = who };
	enum unzip_end end = UNZIP_BROKEN;

	if (lseek(fd, 0, SEEK_SET) == 0 && (u.zip = archive_read_new())) {
		end = unzip_all(&u, fd);
		archive_read_free(u.zip);
	}
	return end;
}

/* ---- JSON --------------------------------------------------------------- */

#define BLANKS " \t\r\n"

struct objects {
	struct json_tokener *tokener;
	objects_take *take;
	void *who;
	size_t bytes; /* of the object so far */
	bool is_array;
	enum {
		OBJECTS_BEFORE,  /* [ or the only one */
		OBJECTS_FIRST,   /* one, or ] */
		OBJECTS_NEXT,    /* one, behind a comma */
		OBJECTS_INSIDE,  /* of one */
		OBJECTS_BETWEEN, /* a comma, or ] */
		OBJECTS_END
	} state;
};

/*
 * It is not told to be strict, nor to check the UTF-8.  In version 0.18 either
 * refuses every letter that is not ASCII, and in all versions the check refuses
 * one that comes in two pieces.  So it also takes a comment or a text in single
 * quotes for what it is; what we want of an object is looked at below.
 */
struct objects *objects_new(void)
{
	struct objects *o = calloc(1, sizeof *o);

	if (!o)
		abort();
	o->tokener = json_tokener_new_ex(OBJECTS_DEPTH);
	if (!o->tokener)
		abort();
	return o;
}

void objects_free(struct objects *o)
{
	json_tokener_free(o->tokener);
	free(o);
}

void objects_begin(struct objects *o, bool is_array, objects_take *take,
		   void *who)
{
	json_tokener_reset(o->tokener);
	o->take = take;
	o->who = who;
	o->is_array = is_array;
	o->bytes = 0;
	o->state = OBJECTS_BEFORE;
}

/* ---- inside of an object ----------------------------------------------- */

/* How many bytes it took; 0 where they make no sense. */
static size_t objects_inside(struct objects *o, const char *bytes, size_t len)
{
	size_t room = OBJECTS_BYTES - o->bytes;
	struct json_object *object;
	bool goes_on;

	if (!room)
		return 0;
	len = len < room ? len : room;
	object = json_tokener_parse_ex(o->tokener, bytes, (int)len);
	if (json_tokener_get_error(o->tokener) == json_tokener_continue) {
		o->bytes += len;
		return len;
	}
	if (!object)
		return 0;
	len = json_tokener_get_parse_end(o->tokener);
	goes_on = o->take(o->who, object);
	json_object_put(object);
	json_tokener_reset(o->tokener);
	o->bytes = 0;
	o->state = o->is_array ? OBJECTS_BETWEEN : OBJECTS_END;
	return goes_on ? len : 0;
}

/* ---- around them ------------------------------------------------------- */

/* One byte that is no blank. */
static bool objects_around(struct objects *o, char c)
{
	bool begins = o->is_array ? o->state == OBJECTS_FIRST ||
					    o->state == OBJECTS_NEXT
				  : o->state == OBJECTS_BEFORE;
	bool ends = o->state == OBJECTS_FIRST || o->state == OBJECTS_BETWEEN;

	if (c == '[' && o->is_array && o->state == OBJECTS_BEFORE)
		o->state = OBJECTS_FIRST;
	else if (c == ']' && ends)
		o->state = OBJECTS_END;
	else if (c == ',' && o->state == OBJECTS_BETWEEN)
		o->state = OBJECTS_NEXT;
	else if (c == '{' && begins)
		o->state = OBJECTS_INSIDE;
	else
		return false;
	return true;
}

bool objects_feed(struct objects *o, const char *bytes, size_t len)
{
	for (size_t at = 0, n; at < len; at += n) {
		n = 1;
		if (o->state != OBJECTS_INSIDE) {
			if (bytes[at] && strchr(BLANKS, bytes[at]))
				continue;
			if (!objects_around(o, bytes[at]))
				return false;
			/* The brace itself is the first byte inside. */
			if (o->state != OBJECTS_INSIDE)
				continue;
		}
		n = objects_inside(o, bytes + at, len - at);
		if (!n)
			return false;
	}
	return true;
}

bool objects_are_whole(const struct objects *o)
{
	return o->state == OBJECTS_END;
}

/* ---- fields ------------------------------------------------------------ */

static bool objects_is_any(uint32_t code)
{
	(void)code;
	return true;
}

bool objects_text(struct json_object *object, const char *field,
		  const char **text)
{
	struct json_object *value;
	const char *s;

	if (!json_object_object_get_ex(object, field, &value) ||
	    !json_object_is_type(value, json_type_string))
		return false;
	s = json_object_get_string(value);
	if (strlen(s) != (size_t)json_object_get_string_len(value) ||
	    !utf8_all(s, objects_is_any))
		return false;
	*text = s;
	return true;
}

/* A number that is too big for json-c becomes the biggest that it has. */
bool objects_number(struct json_object *object, const char *field,
		    uint64_t *number)
{
	struct json_object *value;
	int64_t n;

	if (!json_object_object_get_ex(object, field, &value) ||
	    !json_object_is_type(value, json_type_int))
		return false;
	n = json_object_get_int64(value);
	if (n < 0)
		return false;
	*number = (uint64_t)n;
	return true;
}
