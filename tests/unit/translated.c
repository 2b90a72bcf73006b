#include "translated.h"

#include <stdio.h>

#include "base/message.h"
#include "unit.h"

/* Writes the files of a language into the folder. */
static void compile(const char *folder, const char *plural_forms,
		    const char *entries)
{
	char command[200];
	FILE *msgfmt;

	snprintf(command, sizeof command,
		 "msgfmt -o %s/messages.mo - && "
		 "po/templates forms %s/messages.mo >%s/forms",
		 folder, folder, folder);
	msgfmt = popen(command, "w");
	assert_non_null(msgfmt);
	assert_true(fprintf(msgfmt,
			    "msgid \"\"\n"
			    "msgstr \"Content-Type: text/plain; "
			    "charset=UTF-8\\n\"\n"
			    "\"Plural-Forms: %s\\n\"\n%s",
			    plural_forms, entries) > 0);
	assert_int_equal(pclose(msgfmt), 0);
}

void translated(const char *plural_forms, const char *entries)
{
	char folder[] = "/tmp/retwis-unit-XXXXXX", command[100];

	assert_non_null(mkdtemp(folder));
	compile(folder, plural_forms, entries);
	assert_true(message_language(folder));
	snprintf(command, sizeof command, "rm -r %s", folder);
	assert_int_equal(system(command), 0);
}
