#include "base/error.h"

const char *rt_strerror(enum rt_err err)
{
	switch (err) {
	case RT_OK:
		return "no error";
	case RT_NOT_FOUND:
		return "there is no such member or post";
	case RT_TAKEN:
		return "that name is taken";
	case RT_DENIED:
		return "wrong name or password";
	case RT_BLOCKED:
		return "one of the two members has blocked the other";
	case RT_CODE:
		return "a code from the member's phone is missing";
	case RT_LIMITED:
		return "too many attempts in a short time";
	case RT_LATE:
		return "too many people are signing in right now";
	case RT_ANSWERED:
		return "somebody has answered the question already";
	case RT_FULL:
		return "Redis cannot save anything right now (memory or disk "
		       "full, or a replica)";
	case RT_DOWN:
		return "Redis does not answer";
	case RT_FORBIDDEN:
		return "Redis does not allow its user to do this: see redis.acl";
	case RT_FOREIGN:
		return "this database does not belong to this Retwis";
	case RT_CHANGED:
		return "the settings of the site have just changed";
	case RT_BROKEN:
		return "Redis gave an answer that Retwis does not understand";
	}
	return "unknown error";
}
