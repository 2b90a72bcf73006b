/*
 * Which page this program is.
 *
 * All pages are one file, which has a name for each of them: so its code, and
 * that of the libraries in it, is in memory once for all of their processes.
 * Each is a program still, with a process and a socket of its own.
 */
#ifndef PAGES_H
#define PAGES_H

#include <stdbool.h>

#include "view/access.h"

/*
 * Takes the page of this name, which may be a path, once, at the start.  False,
 * with a line on stderr, if there is none.
 */
bool pages_choose(const char *program);

/* What was chosen: its templates, up to NULL, who may read it, and its page(). */
const char *const *pages_templates(void);
enum access pages_access(void);

void pages_answer(struct req *q);

#endif
