#include "base/error.h"

const char *rt_strerror(enum rt_err err)
{
	switch (err) {
	case RT_OK:
		return "no error";
	case RT_NOT_FOUND:
		return "there is no such member or post";
	case RT_TAKEN:
		return "this name is taken";
	case RT_DENIED:
		return "wrong name or password";
	case RT_LIMITED:
		return "this was done too often in a short time";
	case RT_LATE:
		return "there was no time left to look at a password";
	case RT_FULL:
		return "Redis cannot store anything now (memory or disk full)";
	case RT_DOWN:
		return "Redis does not answer";
	case RT_FORBIDDEN:
		return "Redis forbids this to its user, by its redis.acl";
	case RT_FOREIGN:
		return "this database is not one for this Retwis";
	case RT_BROKEN:
		return "Redis gave an answer that makes no sense here";
	}
	return "unknown error";
}
