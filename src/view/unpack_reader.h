/*
 * A zip from outside, by libarchive's reader for zip and none of its others;
 * loaded late.  Everything in it is read, so that all checksums are compared.
 *
 * For a thread (base/compute.h): it takes as long as there is to unpack.
 */
#ifndef UNPACK_READER_H
#define UNPACK_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UNZIP_ENTRIES 16
#define UNZIP_BYTES   ((size_t)256 * 1024 * 1024) /* all together, unpacked */

/* Each is false to say that it is enough. */
struct unzip_events {
	/* An entry of this name; its bytes are asked for if `wants`. */
	bool (*begin)(void *who, const char *name, bool *wants);
	bool (*bytes)(void *who, const char *bytes, size_t len);
	bool (*end)(void *who);
};

enum unzip_end {
	UNZIP_OK,
	UNZIP_ENOUGH, /* an event said so */
	UNZIP_BROKEN, /* no zip, or one that is cut short, changed, or locked */
	UNZIP_TOO_BIG, /* more entries, or more bytes */
};

/* Reads the file from its beginning. */
enum unzip_end unzip(int fd, const struct unzip_events *events, void *who);

/*
 * The objects of a text in JSON, while it comes: one object, or an array of
 * them.  By json-c, which is loaded late, and sees one object at a time: so a
 * long array takes no more memory than a short one.
 *
 * For a thread (base/compute.h).
 */

#define OBJECTS_DEPTH 4                    /* an object in an object ... */
#define OBJECTS_BYTES ((size_t)256 * 1024) /* one of them */

struct objects;
struct json_object;

struct objects *objects_new(void);
void objects_free(struct objects *o);

/* False to say that it is enough. */
typedef bool objects_take(void *who, struct json_object *object);

/* A new text, an array or not; each object goes to `take`. */
void objects_begin(struct objects *o, bool is_array, objects_take *take,
		   void *who);

/* The next bytes.  False where they make no sense, or `take` said no. */
bool objects_feed(struct objects *o, const char *bytes, size_t len);

/* Whether that was all. */
bool objects_are_whole(const struct objects *o);

/*
 * Fields of an object.  False for what is missing or something else: a text of
 * UTF-8 without NUL bytes, which lives as long as the object; a number of 0 or
 * more.
 */
bool objects_text(struct json_object *object, const char *field,
		  const char **text);
bool objects_number(struct json_object *object, const char *field,
		    uint64_t *number);

#endif
