/*
 * Reads a POST with a file, as multipart/form-data.  The file is written to
 * disk while it arrives, so that only some kilobytes of it are in memory.
 *
 * Only the last field may be a file.  The field `csrf` has to come before it,
 * and is checked before any byte of the file is stored.
 */
#ifndef UPLOAD_H
#define UPLOAD_H

#include "http/req.h"

/* The largest file is 64 megabytes; the rest is for the fields around it. */
#define UPLOAD_FILE_MAX ((uint64_t)64 * 1024 * 1024)
#define UPLOAD_MAX      (UPLOAD_FILE_MAX + 64 * 1024)

/*
 * Reads the form; req_load_user() must have found the member before.  `name`
 * is the name of the file's field.  `fd` becomes the file, which no other
 * process can see; the caller has to upload_close() it.  Returns 0, or an HTTP
 * status: 400 for a malformed form, 403 without the right `csrf`, 411, 413,
 * 415, 422 if no file was chosen, and 507 if there is no room for it.
 */
int req_read_upload(struct req *q, const char *name, int *fd);

/* Opens another temporary file like that.  Returns -1 if it cannot. */
int upload_open(void);
void upload_close(int fd);

#endif
