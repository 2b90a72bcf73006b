/* What hosts tell the gateway by the control channel; see control.h. */
#include <stdio.h>
#include <unistd.h>

#include "libretwis/redis/key.h"
#include "libretwis/base/secret.h"
#include "live/live.h"

void obey_open(struct live *live)
{
	snprintf(live->name, sizeof live->name, "%d-%.16s", (int)getpid(),
		 secret_new(&live->memory));
	control_init(&live->control, "gateway", live->name);
	arena_reset(&live->memory);
}

/* Whatever it was, a look may be possible now that was not before. */
void obey(struct live *live, const char *message)
{
	struct control_answer answer =
		control_obey(&live->control, &live->memory, message);

	if (answer.channel)
		hear_say(live->hear, answer.channel, answer.text);
	arena_reset(&live->memory);
	if (live->control.stop && !live->stopping)
		conns_stop(live);
	look_anew(live);
}
