#include "view/unzip.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/library.h"

#define BLOCK ((size_t)64 * 1024)

/* What of libarchive we call. */
#define EACH_FUNCTION(DO)                                                     \
	DO(archive_read_new)                                                  \
	DO(archive_read_support_format_zip_seekable)                          \
	DO(archive_read_open_fd)                                              \
	DO(archive_read_next_header)                                          \
	DO(archive_read_data)                                                 \
	DO(archive_read_free)                                                 \
	DO(archive_format_name)                                               \
	DO(archive_entry_pathname)                                            \
	DO(archive_entry_filetype)                                            \
	DO(archive_entry_is_encrypted)

struct unzip {
	void *library;
#define DECLARE(name) __typeof__(&(name)) call_##name;
	EACH_FUNCTION(DECLARE)
#undef DECLARE
	struct archive *zip;
	const struct unzip_events *events;
	void *who;
	size_t entries, total;
	char block[BLOCK];
};

static bool unzip_load(struct unzip *u)
{
	u->library = library_open(LIBRARY_ARCHIVE);
#define LOAD(name)                                                            \
	u->call_##name =                                                      \
		(__typeof__(&(name)))library_function(u->library, #name);
	EACH_FUNCTION(LOAD)
#undef LOAD
#define IS_THERE(name) &&u->call_##name
	return u->library EACH_FUNCTION(IS_THERE);
#undef IS_THERE
}

/*
 * Only what every zip has: with the other methods a small file may ask for
 * gigabytes of memory.
 */
static bool unzip_is_plain(const struct unzip *u, struct archive_entry *entry)
{
	const char *format = u->call_archive_format_name(u->zip);

	return u->call_archive_entry_filetype(entry) == S_IFREG &&
	       !u->call_archive_entry_is_encrypted(entry) && format &&
	       (strstr(format, "(deflation)") ||
		strstr(format, "(uncompressed)"));
}

/* The length that an entry claims may be a lie, so we count the bytes. */
static enum unzip_end unzip_read(struct unzip *u, bool wants)
{
	la_ssize_t n;

	while ((n = u->call_archive_read_data(u->zip, u->block, BLOCK)) > 0) {
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
	const char *name = u->call_archive_entry_pathname(entry);
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

	if (u->call_archive_read_support_format_zip_seekable(u->zip) !=
		    ARCHIVE_OK ||
	    u->call_archive_read_open_fd(u->zip, fd, BLOCK) != ARCHIVE_OK)
		return UNZIP_BROKEN;
	do {
		came = u->call_archive_read_next_header(u->zip, &entry);
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
	enum unzip_end end = UNZIP_MISSING;

	if (unzip_load(&u) && lseek(fd, 0, SEEK_SET) == 0 &&
	    (u.zip = u.call_archive_read_new())) {
		end = unzip_all(&u, fd);
		u.call_archive_read_free(u.zip);
	}
	if (u.library)
		dlclose(u.library);
	return end;
}
