/* A translation for one test program. */
#ifndef TRANSLATED_H
#define TRANSLATED_H

/*
 * From now on messages have these translations, which are entries of a .po file
 * with this Plural-Forms.  Once for each program.
 */
void translated(const char *plural_forms, const char *entries);

#endif
