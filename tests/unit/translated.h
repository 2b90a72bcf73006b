/* A translation for one test program. */
#ifndef TRANSLATED_H
#define TRANSLATED_H

/*
 * From now on messages are in this language, with these entries of a .po file and
 * this Plural-Forms of its header.  Once for each program.
 */
void translated(const char *language, const char *plural_forms,
		const char *entries);

#endif
