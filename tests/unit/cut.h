/* Bodies for the tests that split them, and the characters in them. */
#ifndef CUT_H
#define CUT_H

#include "unit.h"

#define E_ACUTE   "\xc3\xa9"
#define ACCENT    "\xcc\x81"         /* U+0301, combining */
#define VIRAMA    "\xe0\xa5\x8d"     /* U+094D, combining */
#define HA        "\xe0\xa4\xb9"     /* U+0939 */
#define SMILE     "\xf0\x9f\x98\x80" /* U+1F600 */
#define SHALOM    "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d"
#define WIDE      "\xef\xbc\x83" /* U+FF03, a # of Japanese keyboards */
#define DOT       "\xc2\xb7"     /* U+00B7 */
#define KANA_DOT  "\xe3\x83\xbb" /* U+30FB */
#define ARABIC_12 "\xd9\xa1\xd9\xa2"
#define RLO       "\xe2\x80\xae" /* U+202E */
#define NBSP      "\xc2\xa0"
#define FULL_STOP "\xe3\x80\x82" /* U+3002 */
#define ELLIPSIS  "\xe2\x80\xa6"
#define ZWNJ      "\xe2\x80\x8c" /* joins nothing, breaks nothing */
#define ZWJ       "\xe2\x80\x8d"
#define LRM       "\xe2\x80\x8e"
#define RLM       "\xe2\x80\x8f"
#define EMOJI_16  "\xef\xb8\x8f" /* U+FE0F: as a picture, please */
#define FILLER    "\xe3\x85\xa4" /* U+3164: an invisible letter */
#define EN_DASH   "\xe2\x80\x93"
#define EM_DASH   "\xe2\x80\x94"
#define HAN       "\xe6\xbc\xa2\xe5\xad\x97"
#define THAI      "\xe0\xb8\x81\xe0\xb8\xb1"
#define HANGUL    "\xeb\x8b\x98"
#define CYRILLIC  "\xd0\xb6"
/* shadda, with vowel marks */
#define SHADDA "\xd8\xb4\xd9\x8e\xd8\xaf\xd9\x91\xd9\x8e\xd8\xa9"
/* the same in NFC, which orders marks */
#define SHADDA_NFC "\xd8\xb4\xd9\x8e\xd8\xaf\xd9\x8e\xd9\x91\xd8\xa9"
#define FATHA      "\xd9\x8e"

/* The parts in one line: <shown to> for a link, @[shown to], #[shown to]. */
const char *cut_line(const char *body, const char *mentions);

/*
 * Fails unless this is the line, in a site with the members bob, Ann_Lee and
 * x1.
 */
void check_cut(const char *body, const char *expected);

/* For a table of such pairs. */
#define CHECK_CUTS(table)                                                     \
	for (size_t i = 0; i < COUNT(table); i++)                             \
	check_cut(table[i].body, table[i].parts)

#endif
