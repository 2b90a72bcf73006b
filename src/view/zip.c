#include "view/zip.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "base/library.h"

#define FILE_MAX UINT32_MAX
#define BLOCK    (16 * 1024) /* so much goes out at a time */

/* What we take of libarchive. */
#define EACH_FUNCTION(DO)                                                     \
	DO(archive_write_new)                                                 \
	DO(archive_write_set_format_zip)                                      \
	DO(archive_write_set_format_option)                                   \
	DO(archive_write_set_bytes_per_block)                                 \
	DO(archive_write_set_bytes_in_last_block)                             \
	DO(archive_write_open)                                                \
	DO(archive_write_header)                                              \
	DO(archive_write_data)                                                \
	DO(archive_write_close)                                               \
	DO(archive_write_fail)                                                \
	DO(archive_write_free)                                                \
	DO(archive_entry_new)                                                 \
	DO(archive_entry_free)                                                \
	DO(archive_entry_set_pathname)                                        \
	DO(archive_entry_set_filetype)                                        \
	DO(archive_entry_set_perm)                                            \
	DO(archive_entry_set_mtime)

/* A name as a member stands in no parentheses. */
#define DECLARE(name) __typeof__(&(name)) name; /* NOLINT */

struct zip {
	void *library;
	EACH_FUNCTION(DECLARE)
	struct zip_out out;
	struct archive *archive;
	uint64_t written; /* of this file */
};

/* ---- libarchive -------------------------------------------------------- */

#define FIND(name)                                                            \
	z->name = (__typeof__(z->name))library_function(z->library, #name);   \
	if (!z->name)                                                         \
		return false;

static bool zip_find_functions(struct zip *z)
{
	EACH_FUNCTION(FIND)
	return true;
}

static la_ssize_t zip_on_bytes(struct archive *archive, void *client,
			       const void *bytes, size_t len)
{
	struct zip *z = client;

	(void)archive;
	return z->out.write(z->out.who, bytes, len) ? (la_ssize_t)len : -1;
}

/* Each step but the last needs no more than memory. */
static bool zip_open(struct zip *z)
{
	struct archive *archive = z->archive = z->archive_write_new();

	return archive &&
	       z->archive_write_set_format_zip(archive) == ARCHIVE_OK &&
	       z->archive_write_set_format_option(archive, "zip", "zip64",
						  NULL) == ARCHIVE_OK &&
	       z->archive_write_set_bytes_per_block(archive, BLOCK) ==
		       ARCHIVE_OK &&
	       z->archive_write_set_bytes_in_last_block(archive, 1) ==
		       ARCHIVE_OK &&
	       z->archive_write_open(archive, z, NULL, zip_on_bytes, NULL) ==
		       ARCHIVE_OK;
}

/* ---- a zip ------------------------------------------------------------- */

struct zip *zip_begin(struct arena *a, const struct zip_out *out)
{
	struct zip *z = arena_alloc(a, sizeof *z);

	z->out = *out;
	z->library = library_open(LIBRARY_ARCHIVE);
	if (z->library && zip_find_functions(z) && zip_open(z))
		return z;
	zip_end(z, false);
	return NULL;
}

bool zip_file(struct zip *z, const char *name)
{
	struct archive_entry *entry = z->archive_entry_new();
	bool is_good;

	if (!entry)
		return false;
	z->archive_entry_set_pathname(entry, name);
	z->archive_entry_set_filetype(entry, AE_IFREG);
	z->archive_entry_set_perm(entry, 0644);
	z->archive_entry_set_mtime(entry, time(NULL), 0);
	is_good = z->archive_write_header(z->archive, entry) == ARCHIVE_OK;
	z->archive_entry_free(entry);
	z->written = 0;
	return is_good;
}

bool zip_text(struct zip *z, const char *text)
{
	size_t len = strlen(text);

	z->written += len;
	return z->written <= FILE_MAX &&
	       z->archive_write_data(z->archive, text, len) == (la_ssize_t)len;
}

/* Without archive_write_fail() it would write the table when it is freed. */
bool zip_end(struct zip *z, bool is_whole)
{
	if (z->archive) {
		is_whole = is_whole &&
			   z->archive_write_close(z->archive) == ARCHIVE_OK;
		if (!is_whole)
			z->archive_write_fail(z->archive);
		z->archive_write_free(z->archive);
	}
	if (z->library)
		dlclose(z->library);
	return is_whole;
}
