/* The session's cookie, and that by which a browser is known. */
#include <string.h>

#include "web/cookie.h"
#include "web/request.h"

#define YEAR_SECONDS 31536000

/* In hex, as rt_browser() makes it: what else comes is none of ours. */
#define BROWSER_LEN    32
#define BROWSER_DIGITS "0123456789abcdef"

void req_read_cookies(struct req *q)
{
	const char *cookies = req_param(q, "HTTP_COOKIE"), *browser;

	q->secret = cookie_value(q->a, cookies, COOKIE_SESSION);
	browser = cookie_value(q->a, cookies, COOKIE_BROWSER);
	if (browser && strlen(browser) == BROWSER_LEN &&
	    strspn(browser, BROWSER_DIGITS) == BROWSER_LEN)
		q->browser = browser;
}

static void set_cookie(struct req *q, const char *name, const char *value,
		       const char *path)
{
	page_header(q,
		    "Set-Cookie: %s=%s; Path=%s; Max-Age=%d; HttpOnly; "
		    "SameSite=Lax%s",
		    name, value ? value : "", path, value ? YEAR_SECONDS : 0,
		    req_is_https(q) ? "; Secure" : "");
}

/* What a browser is known by is of use where one signs in, and shown there. */
void page_cookie(struct req *q, const char *secret)
{
	const char *browser = rt_browser(q->rt);

	set_cookie(q, COOKIE_SESSION, secret, "/");
	if (secret && browser)
		set_cookie(q, COOKIE_BROWSER, browser, "/login");
}
