#include "view/view_pictures.h"

const char *view_picture_path(struct arena *a, const char *token,
			      const char *ending)
{
	return arena_printf(a, "/picture/%s%s", token, ending);
}
