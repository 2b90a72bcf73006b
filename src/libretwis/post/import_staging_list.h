/*
 * How a list of luggage begins once it is whole, with the token of its attempt;
 * and the queue of its notes.  Private to libretwis.
 */
#ifndef IMPORT_STAGING_LIST_H
#define IMPORT_STAGING_LIST_H

#define LUGGAGE_WHOLE "%s whole"
#define LUGGAGE_QUEUE "imports"

#endif
