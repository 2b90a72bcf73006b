/*
 * How the search compares names: as people type them, who may have neither the
 * marks of a letter on their keyboard nor its capitals; private to libretwis.
 *
 * Müller is found by "muller" and by "mueller", Søren by "soren" and "soeren",
 * Weiß by "weiss".  So a text has two spellings here: without any marks, and
 * with the letters that replace them in German and in Danish.
 */
#ifndef SEARCH_FOLD_H
#define SEARCH_FOLD_H

#include "base/arena.h"

struct search_fold {
	const char *plain;    /* muller */
	const char *replaced; /* mueller; often the same */
};

struct search_fold search_fold(struct arena *a, const char *text);

/*
 * The plain spelling of a text whose letters may have been replaced: muller of
 * mueller, but also jol of joel.
 */
const char *search_squeeze(struct arena *a, const char *plain);

#endif
