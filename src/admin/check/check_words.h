/*
 * The index of words, as the checker compares it; private to libretwis.
 */
#ifndef CHECK_WORDS_H
#define CHECK_WORDS_H

#include "admin/check/derive.h"

/* Reads which words are too common.  One round trip. */
enum rt_err words_begin(struct check *c);

/* Whether a post belongs under the word by whose digest the key is spelled. */
bool word_belongs(const struct record *from, const struct entry *e);

#endif
