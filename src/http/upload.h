/*
 * The form of a POST with a file, multipart/form-data.  The file goes to the
 * disk while it comes, and no more than some kilobytes of it are in memory.
 *
 * Only the last field may be a file.  `csrf` has to come before it, and is
 * looked at before a byte of the file is kept.
 */
#ifndef UPLOAD_H
#define UPLOAD_H

#include "http/req.h"

/* A file of 64 megabytes, and what is around it. */
#define UPLOAD_FILE_MAX ((uint64_t)64 * 1024 * 1024)
#define UPLOAD_MAX      (UPLOAD_FILE_MAX + 64 * 1024)

/*
 * Reads it; the member is known (req_load_user).  `name` is that of the file's
 * field, and `fd` becomes the file, which nobody else can see: upload_close()
 * it.  An HTTP status, 0 when all is well: 400 where it makes no sense, 403
 * without the right `csrf`, 411, 413, 415; 422 where no file was chosen, and
 * 507 where there is no room for it.
 */
int req_read_upload(struct req *q, const char *name, int *fd);

/* Another file like that.  -1 where there can be none. */
int upload_open(void);
void upload_close(int fd);

#endif
