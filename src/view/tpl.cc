// The only C++ in Retwis: a thin layer over ctemplate.
#include "view/tpl.h"

#include <ctemplate/template.h>
#include <ctemplate/template_modifiers.h>
#include <glob.h>
#include <malloc.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "base/digits.h"
#include "view/dict.h"
#include "http/form.h"

extern "C" {
#include "base/message.h"
#include "base/numerals.h"
}

using ctemplate::STRIP_BLANK_LINES;
using ctemplate::Template;

static const char kHtml[] = "{{%AUTOESCAPE context=\"HTML\"}}";
static const char kXml[] = "{{%AUTOESCAPE context=\"XML\"}}";
static const char kJson[] = "{{%AUTOESCAPE context=\"JSON\"}}";

static Dict *dict(struct tpl *t)
{
	return reinterpret_cast<Dict *>(t);
}

static struct tpl *shim(Dict *d)
{
	return reinterpret_cast<struct tpl *>(d);
}

// {{NAME:x-path}} encodes a segment of a path.  None of ctemplate's modifiers
// fits: they encode a space as "+", which is a plus in a path, and keep "/".
class PathModifier : public ctemplate::TemplateModifier
{
	void Modify(const char *in, size_t len,
		    const ctemplate::PerExpandData *,
		    ctemplate::ExpandEmitter *out,
		    const std::string &) const override
	{
		char code[64 * URL_CODE_MAX];
		size_t n = 0;

		for (size_t i = 0; i < len; i++) {
			if (sizeof code - n < URL_CODE_MAX) {
				out->Emit(code, n);
				n = 0;
			}
			n += url_encode_byte(in + i, len - i, code + n);
		}
		out->Emit(code, n);
	}
};

// {{NAME:x-html}} inserts HTML from tpl_render() without escaping it again.
class HtmlModifier : public ctemplate::TemplateModifier
{
	void Modify(const char *in, size_t len,
		    const ctemplate::PerExpandData *,
		    ctemplate::ExpandEmitter *out,
		    const std::string &) const override
	{
		out->Emit(in, len);
	}
};

// Collects a page in the memory of its request, since other requests are
// served before all of it is sent.  Buffers that it has outgrown are freed with
// the request.
class PageEmitter : public ctemplate::ExpandEmitter
{
      public:
	explicit PageEmitter(struct arena *a) : arena_(a)
	{
		grow(0);
	}

	const char *text() const
	{
		text_[len_] = '\0';
		return text_;
	}

	size_t len() const
	{
		return len_;
	}

	void Emit(const char *s, size_t len) override
	{
		if (len >= size_ - len_)
			grow(len);
		memcpy(text_ + len_, s, len);
		len_ += len;
	}

	void Emit(const char *s) override
	{
		Emit(s, strlen(s));
	}

	void Emit(const std::string &s) override
	{
		Emit(s.data(), s.size());
	}

	void Emit(char c) override
	{
		Emit(&c, 1);
	}

      private:
	// Doubles the buffer, so that a long page is copied only a few times;
	// one more byte is for the NUL at the end.
	void grow(size_t len)
	{
		size_t size = 2 * size_ + len + kRoom;
		char *text = static_cast<char *>(arena_room(arena_, size));

		if (len_)
			memcpy(text, text_, len_);
		text_ = text;
		size_ = size;
	}

	// Enough for most pages with ten posts.
	static constexpr size_t kRoom = size_t{ 20 } * 1024;

	struct arena *arena_;
	char *text_ = nullptr;
	size_t size_ = 0, len_ = 0;
};

// Whether the first line of a file is one of these.
static bool has_pragma(FILE *file)
{
	char first[64] = "";

	if (!fgets(first, sizeof first, file))
		first[0] = '\0';
	first[strcspn(first, "\n")] = '\0';
	return strcmp(first, kHtml) == 0 || strcmp(first, kXml) == 0 ||
	       strcmp(first, kJson) == 0;
}

static bool load(const std::string &folder, const std::string &name)
{
	std::string path = folder + "/" + name;
	// We open it, since access() ignores the rights that conf/drop-root
	// has left.
	FILE *file = fopen(path.c_str(), "r");
	bool is_ours;

	if (!file) {
		fprintf(stderr, "%s: %s\n", path.c_str(), strerror(errno));
		return false;
	}
	is_ours = has_pragma(file);
	fclose(file);
	if (!is_ours) {
		fprintf(stderr, "%s: the first line must be %s\n",
			path.c_str(), kHtml);
		return false;
	}
	// ctemplate itself prints the line and what is wrong there.
	if (!Template::GetTemplate(name, STRIP_BLANK_LINES)) {
		fprintf(stderr, "%s: broken template\n", path.c_str());
		return false;
	}
	return true;
}

static bool load_all(const std::string &folder)
{
	std::string pattern = folder + "/*.tpl";
	glob_t found;
	bool ok = true;

	if (glob(pattern.c_str(), 0, nullptr, &found) != 0) {
		fprintf(stderr, "%s: no templates here\n", folder.c_str());
		return false;
	}
	for (size_t i = 0; i < found.gl_pathc; i++)
		ok = load(folder, strrchr(found.gl_pathv[i], '/') + 1) && ok;
	globfree(&found);
	return ok;
}

bool tpl_load(const char *folder, const char *const *names)
{
	static PathModifier path_modifier;
	static HtmlModifier html_modifier;
	bool ok = true;

	ctemplate::AddXssSafeModifier("x-path", &path_modifier);
	ctemplate::AddXssSafeModifier("x-html", &html_modifier);
	Template::SetTemplateRootDirectory(folder);
	if (!names)
		return load_all(folder);
	for (; *names; names++)
		ok = load(folder, *names) && ok;
	// Reading them took more memory than they need.
	malloc_trim(0);
	return ok;
}

struct tpl *tpl_new(struct arena *a)
{
	return shim(new (a) Dict(a));
}

void tpl_set(struct tpl *t, const char *name, const char *value)
{
	dict(t)->set(name, value, strlen(value));
}

void tpl_add_html(struct tpl *t, const char *place, const char *file,
		  const char *name, const char *html, size_t len)
{
	dict(t)->include_again(place, file)->append(name, html, len);
}

void tpl_set_int(struct tpl *t, const char *name, long long value)
{
	char text[DIGITS_MAX + 1], *end = text + sizeof text - 1;
	char *start = digits_before(end, value < 0 ? -(uint64_t)value : value);

	if (value < 0)
		*--start = '-';
	tpl_set(t, name, arena_strndup(dict(t)->arena(), start, end - start));
}

void tpl_set_number(struct tpl *t, const char *name, uint64_t value)
{
	tpl_set(t, name, number_text(dict(t)->arena(), value));
}

struct tpl *tpl_section(struct tpl *t, const char *name)
{
	return shim(dict(t)->section(name));
}

void tpl_show(struct tpl *t, const char *name)
{
	dict(t)->show(name);
}

void tpl_plural(struct tpl *t, uint64_t n)
{
	static const char *const forms[MESSAGE_FORMS] = { "P0", "P1", "P2",
							  "P3", "P4", "P5" };

	tpl_show(t, forms[message_form(n)]);
}

struct tpl *tpl_include(struct tpl *t, const char *name, const char *file)
{
	return shim(dict(t)->include(name, file));
}

void tpl_global(struct tpl *root, const char *name, const char *value)
{
	dict(root)->set_global(name, value);
}

void tpl_global_section(struct tpl *root, const char *name)
{
	dict(root)->set_global(name, "");
}

const char *tpl_render(struct tpl *root, const char *file, size_t *len)
{
	PageEmitter page(dict(root)->arena());

	if (!ctemplate::ExpandTemplate(file, STRIP_BLANK_LINES, dict(root),
				       &page))
		return nullptr;
	*len = page.len();
	return page.text();
}
