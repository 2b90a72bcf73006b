/*
 * Most unit programs are one file with several names, since linking a program
 * takes longer than compiling its tests. The name under which the file is
 * started says which one it is. `make` writes the list, and gives the main()
 * of each a name of its own.
 */
#include <stdio.h>
#include <string.h>

#define DECLARE(name)  int main_of_##name(void);
#define DESCRIBE(name) { #name, main_of_##name },

EACH_UNIT(DECLARE)

static const struct {
	const char *name;
	int (*run)(void);
} units[] = { EACH_UNIT(DESCRIBE){ NULL, NULL } };

int main(int argc, char **argv)
{
	const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
	const char *name = slash ? slash + 1 : "test_?";

	for (size_t i = 0; units[i].name; i++)
		if (strcmp(units[i].name, name) == 0)
			return units[i].run();
	fprintf(stderr, "no unit program is named %s\n", name);
	return 2;
}
