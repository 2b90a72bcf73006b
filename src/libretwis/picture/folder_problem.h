/* What a host has to do about the folder of pictures; private to libretwis. */
#ifndef FOLDER_PROBLEM_H
#define FOLDER_PROBLEM_H

#include <stdbool.h>

#include "base/arena.h"

/*
 * Why this user can't put pictures into the folder, or soon won't: a sentence,
 * or NULL.  `seal` as in folder_look(); `was_used`: the site has had pictures,
 * so a folder without its mark is the wrong one.
 */
const char *folder_problem(struct arena *a, const char *folder,
			   const char *seal, bool was_used);

/* The same for the socket of retwis-picture. */
const char *picture_socket_problem(struct arena *a, const char *path);

#endif
