/* The posts as one page of HTML, to be read without a network. */
#ifndef PACK_READER_H
#define PACK_READER_H

#include "view/pack.h"

#define PACK_TEMPLATES "export_head.tpl", "export_posts.tpl", "export_foot.tpl"

bool pack_reader(struct pack *p);

#endif
