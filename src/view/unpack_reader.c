#include "view/unpack_reader.h"

#include <archive.h>
#include <archive_entry.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/utf8.h"

/* ---- the zip ----------------------------------------------------------- */

#define BLOCK ((size_t)64 * 1024)

struct unzip {
	struct archive *zip;
	const struct unzip_events *events;
	void *who;
	size_t entries, total, most; /* bytes so far, and at most */
	int64_t end_ms;              /* of unzip_time_ms() */
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

/* The processor time of this thread, which other work doesn't prolong. */
static int64_t unzip_time_ms(void)
{
	struct timespec t = { 0 };

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The size in an entry's header may be wrong, so we count the bytes. */
static enum unzip_end unzip_read(struct unzip *u, bool wants)
{
	la_ssize_t n;

	while ((n = archive_read_data(u->zip, u->block, BLOCK)) > 0) {
		u->total += (size_t)n;
		if (u->total > u->most || unzip_time_ms() > u->end_ms)
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

/*
 * The record at the end of a zip: where the table of its entries is.  Numbers
 * are little-endian; see section 4.3.16 of PKWARE's APPNOTE.
 */
#define END_BYTES   22
#define END_ENTRIES 10
#define END_SIZE    12
#define END_OFFSET  16
#define END_COMMENT 20

/* Right before it, where the larger record of a zip is, if there is one. */
#define LOCATOR_BYTES 20

/* Of each entry in the table: ours have about a hundred. */
#define ENTRY_BYTES 256

size_t unpack_number(const unsigned char *at, unsigned bytes)
{
	size_t n = 0;

	while (bytes--)
		n = n << 8 | at[bytes];
	return n;
}

/*
 * libarchive reads the whole table into memory, however many entries it has
 * and whatever the record says of their number.  But it reads from where the
 * record says to the record itself, so a short way between them means a short
 * table.  A comment after the record, where another record could hide, is not
 * allowed, nor is the larger record of a zip of more than four gigabytes, which
 * has a table of its own.
 */
static bool unzip_has_short_table(int fd, size_t size)
{
	unsigned char tail[LOCATOR_BYTES + END_BYTES];
	const unsigned char *end = tail + LOCATOR_BYTES;
	size_t at = size - END_BYTES, table;

	if (size < sizeof tail ||
	    pread(fd, tail, sizeof tail, (off_t)(size - sizeof tail)) !=
		    sizeof tail ||
	    memcmp(tail, "PK\6\7", 4) == 0 || memcmp(end, "PK\5\6", 4) != 0 ||
	    unpack_number(end + END_COMMENT, 2) != 0)
		return false;
	table = unpack_number(end + END_SIZE, 4);
	return unpack_number(end + END_OFFSET, 4) + table == at &&
	       table <= UNZIP_ENTRIES * ENTRY_BYTES;
}

static size_t unzip_most(size_t size)
{
	size_t most = UNZIP_LEAST + UNZIP_TIMES * size;

	return most < UNZIP_MOST ? most : UNZIP_MOST;
}

enum unzip_end unzip(int fd, const struct unzip_events *events, void *who)
{
	off_t size = lseek(fd, 0, SEEK_END);
	struct unzip u = { .events = events, .who = who };
	enum unzip_end end = UNZIP_BROKEN;

	if (size < 0 || !unzip_has_short_table(fd, (size_t)size))
		return UNZIP_BROKEN;
	u.most = unzip_most((size_t)size);
	u.end_ms = unzip_time_ms() + UNZIP_SECONDS * 1000;
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

static bool objects_is_among(const char *const *fields, const char *name)
{
	for (size_t i = 0; fields[i]; i++)
		if (strcmp(fields[i], name) == 0)
			return true;
	return false;
}

static bool objects_is_plain(struct json_object *value)
{
	return !json_object_is_type(value, json_type_object) &&
	       !json_object_is_type(value, json_type_array);
}

bool objects_have_only(struct json_object *object, const char *const *plain,
		       const char *const *others)
{
	struct json_object_iterator at = json_object_iter_begin(object);
	struct json_object_iterator end = json_object_iter_end(object);

	for (; !json_object_iter_equal(&at, &end);
	     json_object_iter_next(&at)) {
		const char *name = json_object_iter_peek_name(&at);
		struct json_object *value = json_object_iter_peek_value(&at);

		if (!(objects_is_among(plain, name) &&
		      objects_is_plain(value)) &&
		    !objects_is_among(others, name))
			return false;
	}
	return true;
}

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
