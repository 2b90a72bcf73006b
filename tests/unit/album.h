/*
 * A folder of pictures for unit tests, with pictures that nobody has decoded.
 */
#ifndef ALBUM_H
#define ALBUM_H

#include "unit.h"
#include "libretwis/picture/folder.h"
#include "libretwis/picture/picture_row.h"

/* The site gets a folder of its own, with its mark; 0 if that worked. */
int album_begin(void);

/* A setup of a new site with one, and a teardown. */
int album_open(void **state);
int album_close(void **state);
#define WITH_ALBUM(test)                                                      \
	cmocka_unit_test_setup_teardown(test, album_open, album_close)

/* The same with two members, 1 and 2. */
extern struct rt_user alice, bob;
int album_open_for_two(void **state);
#define MEMBERS_TOO(test)                                                     \
	cmocka_unit_test_setup_teardown(test, album_open_for_two, album_close)

/* What the site writes into its folder. */
const char *album_seal(void);

/* How many files there are of a picture, whole or not. */
size_t album_files(const char *token);

/* Files and row of a picture that was taken in just now. */
struct rt_picture album_picture(uint64_t owner, enum picture_use use);

/* As if that had been some seconds ago. */
void album_age(const char *token, unsigned seconds);

/* A post with these pictures. */
uint64_t album_post(const struct rt_user *author,
		    const struct rt_picture *picture, size_t n);

/* A worker does all that is due now; with `later`, also what isn't yet. */
void album_work(bool later);

/* Whether a picture is there: its row and its files, or neither. */
bool album_has(const char *token);

#endif
