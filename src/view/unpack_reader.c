#include "view/unpack_reader.h"

#include <archive.h>
#include <archive_entry.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"

/* ---- the zip ----------------------------------------------------------- */

#define BLOCK ((size_t)64 * 1024)

struct unzip {
	struct archive *zip;
	const struct unzip_events *events;
	void *who;
	size_t entries, total;
	char block[BLOCK];
};

/*
 * Allows only the methods that every zip uses: with others, a small file could
 * require gigabytes of memory.
 */
static bool unzip_is_plain(const struct unzip *u, struct archive_entry *entry)
{
	const char *format = archive_format_name(u->zip);

	return archive_entry_filetype(entry) == S_IFREG &&
	       !archive_entry_is_encrypted(entry) && format &&
	       (strstr(format, "(deflation)") ||
		strstr(format, "(uncompressed)"));
}

/* The size in an entry's header may be wrong, so we count the bytes. */
static enum unzip_end unzip_read(struct unzip *u, bool wants)
{
	la_ssize_t n;

	while ((n = archive_read_data(u->zip, u->block, BLOCK)) > 0) {
		u->total += (size_t)n;
		if (u->total > UNZIP_BYTES)
			return UNZIP_TOO_BIG;
		if (wants && !u->events->bytes(u->who, u->block, (size_t)n))
			return UNZIP_STOPPED;
	}
	if (n < 0)
		return UNZIP_BROKEN;
	return !wants || u->events->end(u->who) ? UNZIP_OK : UNZIP_STOPPED;
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
		return UNZIP_STOPPED;
	return unzip_read(u, wants);
}

/* A warning about a header means an unusual name, which we ignore anyway. */
static enum unzip_end unzip_all(struct unzip *u, int fd)
{
	enum unzip_end end = UNZIP_OK;
	struct archive_entry *entry;
	int status;

	if (archive_read_support_format_zip_seekable(u->zip) != ARCHIVE_OK ||
	    archive_read_open_fd(u->zip, fd, BLOCK) != ARCHIVE_OK)
		return UNZIP_BROKEN;
	do {
		status = archive_read_next_header(u->zip, &entry);
		if (status == ARCHIVE_EOF)
			return u->entries ? UNZIP_OK : UNZIP_BROKEN;
		if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
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

/* ---- JSON: the reader -------------------------------------------------- */

#define BLANKS " \t\r\n"

struct objects {
	struct json_tokener *tokener;
	objects_fn *on_object;
	void *who;
	size_t bytes; /* of the current object so far */
	bool is_array;
	enum {
		OBJECTS_BEFORE,  /* before [ or the only object */
		OBJECTS_FIRST,   /* before the first object or ] */
		OBJECTS_NEXT,    /* after a comma, before an object */
		OBJECTS_INSIDE,  /* in an object */
		OBJECTS_BETWEEN, /* before a comma or ] */
		OBJECTS_END
	} state;
};

/*
 * Neither strict mode nor the UTF-8 check of json-c is enabled.  In version
 * 0.18 either of them rejects all letters that aren't ASCII, and in all
 * versions the check rejects a character that arrives in two pieces.  So the
 * parser also accepts comments and single quotes, and the fields that we use
 * are checked below.
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

void objects_begin(struct objects *o, bool is_array, objects_fn *on_object,
		   void *who)
{
	json_tokener_reset(o->tokener);
	o->on_object = on_object;
	o->who = who;
	o->is_array = is_array;
	o->bytes = 0;
	o->state = OBJECTS_BEFORE;
}

/* ---- JSON: in an object ------------------------------------------------ */

/* Returns how many bytes it used, or 0 if they are malformed. */
static size_t objects_inside(struct objects *o, const char *bytes, size_t len)
{
	size_t room = OBJECTS_BYTES - o->bytes;
	struct json_object *object;
	bool is_ok;

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
	is_ok = o->on_object(o->who, object);
	json_object_put(object);
	json_tokener_reset(o->tokener);
	o->bytes = 0;
	o->state = o->is_array ? OBJECTS_BETWEEN : OBJECTS_END;
	return is_ok ? len : 0;
}

/* ---- JSON: between objects --------------------------------------------- */

/* Parses one byte between the objects that isn't white space. */
static bool objects_outside(struct objects *o, char c)
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
			if (!objects_outside(o, bytes[at]))
				return false;
			/* The brace is also the first byte of the object. */
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

/* ---- JSON: an object's fields ------------------------------------------ */

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

/* A number that is too large for json-c becomes its largest one. */
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
