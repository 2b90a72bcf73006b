#include "view/unzip.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
