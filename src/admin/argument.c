#include "admin/argument.h"

#include <string.h>

const char *argument_name(const char *word)
{
	return word + (*word == '@');
}

bool argument_is_number(const char *word)
{
	return *word && strspn(word, "0123456789") == strlen(word);
}
