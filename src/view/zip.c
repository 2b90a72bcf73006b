#include "view/zip.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>
#include <time.h>

/* Many programs can't read a larger file in a zip. */
#define FILE_MAX UINT32_MAX

#define BLOCK (16 * 1024) /* bytes that are sent at a time */

struct zip {
	struct zip_out out;
	struct archive *archive;
	uint64_t written; /* bytes of the current file */
};

static la_ssize_t zip_on_bytes(struct archive *archive, void *client,
			       const void *bytes, size_t len)
{
	struct zip *z = client;

	(void)archive;
	return z->out.write(z->out.who, bytes, len) ? (la_ssize_t)len : -1;
}

/* All steps but the last can fail only for lack of memory. */
static bool zip_open(struct zip *z)
{
	struct archive *archive = z->archive = archive_write_new();

	return archive &&
	       archive_write_set_format_zip(archive) == ARCHIVE_OK &&
	       archive_write_set_format_option(archive, "zip", "zip64",
					       NULL) == ARCHIVE_OK &&
	       archive_write_set_bytes_per_block(archive, BLOCK) ==
		       ARCHIVE_OK &&
	       archive_write_set_bytes_in_last_block(archive, 1) ==
		       ARCHIVE_OK &&
	       archive_write_open(archive, z, NULL, zip_on_bytes, NULL) ==
		       ARCHIVE_OK;
}

struct zip *zip_begin(struct arena *a, const struct zip_out *out)
{
	struct zip *z = arena_alloc(a, sizeof *z);

	z->out = *out;
	if (zip_open(z))
		return z;
	zip_end(z, false);
	return NULL;
}

static bool zip_entry(struct zip *z, const char *name, const uint64_t *size)
{
	struct archive_entry *entry = archive_entry_new();
	bool is_good;

	if (!entry)
		return false;
	if (size)
		archive_entry_set_size(entry, (la_int64_t)*size);
	archive_entry_set_pathname(entry, name);
	archive_entry_set_filetype(entry, AE_IFREG);
	archive_entry_set_perm(entry, 0644);
	archive_entry_set_mtime(entry, time(NULL), 0);
	is_good = archive_write_header(z->archive, entry) == ARCHIVE_OK;
	archive_entry_free(entry);
	z->written = 0;
	return is_good;
}

bool zip_file(struct zip *z, const char *name)
{
	return archive_write_zip_set_compression_deflate(z->archive) ==
		       ARCHIVE_OK &&
	       zip_entry(z, name, NULL);
}

bool zip_stored_file(struct zip *z, const char *name, uint64_t size)
{
	return archive_write_zip_set_compression_store(z->archive) ==
		       ARCHIVE_OK &&
	       zip_entry(z, name, &size);
}

bool zip_bytes(struct zip *z, const void *bytes, size_t len)
{
	z->written += len;
	return z->written <= FILE_MAX &&
	       archive_write_data(z->archive, bytes, len) == (la_ssize_t)len;
}

bool zip_text(struct zip *z, const char *text)
{
	return zip_bytes(z, text, strlen(text));
}

/* Without archive_write_fail(), freeing the archive would write the table. */
bool zip_end(struct zip *z, bool is_whole)
{
	if (z->archive) {
		is_whole = is_whole &&
			   archive_write_close(z->archive) == ARCHIVE_OK;
		if (!is_whole)
			archive_write_fail(z->archive);
		archive_write_free(z->archive);
	}
	return is_whole;
}
