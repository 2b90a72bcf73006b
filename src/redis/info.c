#include "redis/info.h"

#include <string.h>

#include "base/digits.h"
#include "base/prefix.h"

const char *info_field(const char *info, const char *name)
{
	const char *at = info, *value;

	while (at && *at) {
		value = text_after(at, name);
		if (value && *value == ':')
			return value + 1;
		at = strchr(at, '\n');
		at += at ? 1 : 0;
	}
	return NULL;
}

uint64_t info_number(const char *info, const char *name)
{
	const char *value = info_field(info, name);
	uint64_t number = 0;

	if (value)
		digits_read(&value, &number);
	return number;
}
