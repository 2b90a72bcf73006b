#include "view/view_trending.h"

#include "libretwis/retwis.h"

void view_trending(struct tpl *t, const char **tag)
{
	struct tpl *list;

	if (!tag[0])
		return;
	list = tpl_include(t, "TRENDING", "trending.tpl");
	for (size_t i = 0; i < RT_TRENDING && tag[i]; i++)
		tpl_set(tpl_section(list, "ONE"), "TAG", tag[i]);
}
