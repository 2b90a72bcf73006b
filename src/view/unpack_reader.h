/*
 * Reads a zip from outside, and the JSON in it, piece by piece.  Both run in a
 * thread (base/compute.h), since they take as long as there is to unpack.
 */
#ifndef UNPACK_READER_H
#define UNPACK_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- the zip ----------------------------------------------------------- */

/* Somewhat more than a member's download has, with 4,000 pictures. */
#define UNZIP_ENTRIES 4100

/*
 * How many bytes there may be, unpacked and all together: so many in any case,
 * and so many times the size of the file, but no more than the last.  Texts of
 * people shrink to a fifth or a tenth, but a file that is made for it to a
 * thousandth.
 */
#define UNZIP_LEAST ((size_t)16 * 1024 * 1024)
#define UNZIP_TIMES 64
#define UNZIP_MOST  ((size_t)256 * 1024 * 1024)

/* Processor time for reading a file; a full one needs a tenth of it. */
#define UNZIP_SECONDS 20

/* Each may return false to stop. */
struct unzip_events {
	/* An entry with this name; set `wants` to get its bytes. */
	bool (*begin)(void *who, const char *name, bool *wants);
	bool (*bytes)(void *who, const char *bytes, size_t len);
	bool (*end)(void *who);
};

enum unzip_end {
	UNZIP_OK,
	UNZIP_STOPPED, /* by an event */
	UNZIP_BROKEN,  /* not a zip, or one that is incomplete or encrypted */
	UNZIP_TOO_BIG, /* too many entries or bytes, or too much time */
};

/*
 * Reads the file from its beginning, with libarchive's reader for zip and none
 * of its others.  It reads everything, so that all checksums are compared.
 */
enum unzip_end unzip(int fd, const struct unzip_events *events, void *who);

/* ---- JSON -------------------------------------------------------------- */

#define OBJECTS_DEPTH 4 /* a text in an array in an object in an object */
#define OBJECTS_BYTES ((size_t)256 * 1024) /* of one object */

struct objects;
struct json_object;

struct objects *objects_new(void);
void objects_free(struct objects *o);

/* Returns false to stop. */
typedef bool objects_fn(void *who, struct json_object *object);

/*
 * Begins a new text: an object or an array of objects.  Each is passed to
 * `on_object`.  json-c parses one at a time, so a long array needs no more
 * memory than a short one.
 */
void objects_begin(struct objects *o, bool is_array, objects_fn *on_object,
		   void *who);

/*
 * Parses the next bytes.  Returns false if they are malformed or `on_object`
 * returned false.
 */
bool objects_feed(struct objects *o, const char *bytes, size_t len);

/* Whether the text has ended properly. */
bool objects_are_whole(const struct objects *o);

/*
 * Whether all fields are among these two lists, each of which ends with NULL.
 * Those in `plain` must not be objects or arrays.
 */
bool objects_have_only(struct json_object *object, const char *const *plain,
		       const char *const *others);

/*
 * Fields of an object.  They return false if the field is missing or has
 * another type.  A text must be UTF-8 without NUL bytes, and lives as long as
 * the object.  A number must not be negative.
 */
bool objects_text(struct json_object *object, const char *field,
		  const char **text);
bool objects_number(struct json_object *object, const char *field,
		    uint64_t *number);

/* The number in the next so many bytes, at most eight, the lowest first. */
size_t unpack_number(const unsigned char *at, unsigned bytes);

#endif
