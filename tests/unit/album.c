#include "album.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/secret.h"
#include "libretwis/site/site_hmac.h"

static char folder[] = "/tmp/retwis-album-XXXXXX";

int album_begin(void)
{
	memcpy(strchr(folder, '\0') - 6, "XXXXXX", 6);
	if (!mkdtemp(folder))
		return 1;
	conf.pictures = folder;
	unit_reopen();
	return !folder_claim(folder, album_seal());
}

int album_open(void **state)
{
	return unit_adopted(state) || album_begin();
}

struct rt_user alice, bob;

int album_open_for_two(void **state)
{
	int failed = album_open(state);

	alice = unit_member("alice");
	bob = unit_member("bob");
	return failed;
}

int album_close(void **state)
{
	const char *command = arena_printf(&mem, "chmod -R u+w %s; rm -r %s",
					   folder, folder);
	int failed = system(command);

	return unit_forget(state) || failed;
}

const char *album_seal(void)
{
	return site_hmac_seal(rt, &mem);
}

static bool album_has_file(const char *token, const char *ending,
			   const char *more)
{
	struct stat is;

	return stat(arena_printf(&mem, "%s/%s%s", folder,
				 folder_path(&mem, token, ending), more),
		    &is) == 0;
}

size_t album_files(const char *token)
{
	size_t n = 0;

	for (enum picture_use use = 0; use < PICTURE_USES; use++)
		for (size_t i = 0; i < picture_sizes(use)->n; i++) {
			const char *ending =
				picture_sizes(use)->size[i].ending;

			n += album_has_file(token, ending, "") +
			     album_has_file(token, ending, FOLDER_NEW);
		}
	return n;
}

struct rt_picture album_picture(uint64_t owner, enum picture_use use)
{
	const char *token = secret_new(&mem);
	struct folder_files files;

	assert_true(folder_begin(&files, folder, token, use));
	for (size_t i = 0; i < picture_sizes(use)->n; i++)
		assert_true(dprintf(files.fd[i], "%s", token) > 0);
	assert_true(folder_keep(&files));
	redis("HSET picture:%s user_id " ID " use %s width 640 height 480"
	      " bytes " ID " time %lld alt Cat",
	      token, owner, picture_sizes(use)->word, files.bytes,
	      (long long)time(NULL));
	return (struct rt_picture){
		.token = token, .width = 640, .height = 480, .alt = "Cat"
	};
}

void album_age(const char *token, unsigned seconds)
{
	redis("HINCRBY picture:%s time -%u", token, seconds);
}

uint64_t album_post(const struct rt_user *author,
		    const struct rt_picture *picture, size_t n)
{
	const struct rt_draft draft = {
		.body = "Look.",
		.attached = { .picture = picture, .pictures = n },
	};
	uint64_t id = 0;

	assert_int_equal(RT_OK, rt_post_create(rt, &mem, author, &draft, &id));
	unit_deliver();
	return id;
}

void album_work(bool later)
{
	if (later)
		unit_make_due("pictures");
	assert_int_equal(RT_OK, rt_pictures_run(rt, &mem));
}

bool album_has(const char *token)
{
	bool has_row = redis_number("EXISTS picture:%s", token);

	assert_int_equal(has_row, album_files(token) > 0);
	return has_row;
}
