#include "view/site_texts.h"

#include <string.h>

static const struct colophon pages[RT_SITE_TEXTS] = {
	[RT_SITE_ABOUT] = { "/about", "About" },
	[RT_SITE_RULES] = { "/rules", "Rules" },
	[RT_SITE_PRIVACY] = { "/privacy", "Privacy" },
	[RT_SITE_IMPRINT] = { "/imprint", "Imprint" },
};

const struct colophon *site_texts_find(const struct req *q, const char **text)
{
	for (size_t i = 0; i < RT_SITE_TEXTS; i++) {
		*text = q->conf->text[i];
		if (*text && strcmp(q->path, pages[i].path) == 0)
			return &pages[i];
	}
	return NULL;
}

void site_texts_links(const struct req *q, struct tpl *t)
{
	struct tpl *list = NULL, *link;

	for (size_t i = 0; i < RT_SITE_TEXTS; i++) {
		if (!q->conf->text[i])
			continue;
		if (!list)
			list = tpl_section(t, "SITE_TEXTS");
		link = tpl_section(list, "SITE_TEXT");
		tpl_set(link, "PATH", pages[i].path + 1);
		tpl_set(link, "TITLE", pages[i].title);
	}
}
