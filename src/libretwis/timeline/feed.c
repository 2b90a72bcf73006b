/* Private feeds. */
#include "libretwis/timeline/home_list.h"
#include "libretwis/timeline/private_address.h"

/*
 * Reads the list along with the digest, to save a round trip.  A caller whose
 * secret turns out to be wrong gets nothing of it.
 */
enum rt_err rt_feed(struct rt *rt, struct arena *a, const char *secret,
		    struct rt_feed *feed)
{
	struct private_address address;
	struct member_names names = { .visitor = NULL };
	struct home_list home = { .fill = { .size = RT_FEED,
					    .names = &names } };
	struct rt_feed f;
	struct rt_pipe p;
	enum rt_err err;

	if (!private_address_begin(&address, RT_PRIVATE_FEED, secret))
		return RT_NOT_FOUND;
	rt_pipe_begin_lenient(&p, rt, a);
	private_address_queue(&p, &address);
	quiet_queue(&p, &names.quiet, address.owner);
	home_list_request(&p, &home, address.owner);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!private_address_opens(a, &address))
		return RT_NOT_FOUND;
	if ((err = home_list_parse(rt, a, &home)))
		return err;
	f.name = address.fields.username;
	f.display = address.fields.display;
	member_names_set(
		a, &names, address.owner,
		&(struct rt_names){ .name = f.name, .display = f.display });
	rt_pipe_begin_lenient(&p, rt, a);
	page_fill_queue(&p, &home.fill, 0);
	if ((err = rt_pipe_end(&p)) ||
	    (err = page_fill_parse(rt, a, &home.fill)))
		return err;
	f.posts = home.fill.posts;
	*feed = f;
	return RT_OK;
}
