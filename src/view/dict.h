/*
 * The values that templates show for one request; private to tpl.cc.
 *
 * ctemplate has a dictionary of its own, made for any number of names: it
 * hashes them, stores them in a map, and copies every value.  A page has a
 * dozen names, and for those a list is faster: it saves an eighth of a home
 * page's time.
 *
 * Everything is allocated in the request's arena; nothing is copied or
 * destroyed.
 */
#ifndef DICT_H
#define DICT_H

#include <ctemplate/template_dictionary_interface.h>
#include <ctemplate/template_string.h>

#include <cstring>
#include <new>
#include <string>

extern "C" {
#include "base/arena.h"
}

class Dict;

/* A name and its value, or the repetitions of its section or include. */
struct Entry {
	Entry *next;
	const char *name;
	size_t name_len;
	const char *value; /* of a variable; for an include, the file */
	size_t value_len;
	size_t room;        /* unused bytes after the value; see append() */
	Dict *first, *last; /* repetitions of a section or an include */
	bool is_shown;      /* a section without values of its own */

	bool is(const ctemplate::TemplateString &s) const
	{
		return s.size() == name_len &&
		       memcmp(s.data(), name, name_len) == 0;
	}
};

class Dict : public ctemplate::TemplateDictionaryInterface
{
      public:
	explicit Dict(struct arena *a) : arena_(a), root_(this)
	{
	}

	static void *operator new(size_t size, struct arena *a)
	{
		return arena_alloc(a, size);
	}
	static void operator delete(void *)
	{
	}

	struct arena *arena() const
	{
		return arena_;
	}

	void set(const char *name, const char *value, size_t len)
	{
		Entry *e = add(&entries_, name);

		e->value = value;
		e->value_len = len;
	}

	/* Copies the piece, with a line break before all but the first. */
	void append(const char *name, const char *piece, size_t len)
	{
		Entry *e = add(&entries_, name);
		size_t more = e->value ? len + 1 : len;

		if (!e->value || e->room < more)
			grow(e, more);
		char *end = const_cast<char *>(e->value) + e->value_len;
		if (more > len)
			*end++ = '\n';
		memcpy(end, piece, len);
		e->value_len += more;
		e->room -= more;
	}

	void set_global(const char *name, const char *value)
	{
		Entry *e = add(&globals_, name);

		e->value = value;
		e->value_len = strlen(value);
	}

	/* A section sees the values around it; an included file doesn't. */
	Dict *section(const char *name)
	{
		return add_pass(name, nullptr, this);
	}

	/* Shows a section once, with the values and sections of this. */
	void show(const char *name)
	{
		add(&entries_, name)->is_shown = true;
	}

	Dict *include(const char *name, const char *file)
	{
		return add_pass(name, file, nullptr);
	}

	/* The last repetition if it includes that file, or a new one. */
	Dict *include_again(const char *name, const char *file)
	{
		const Entry *e = add(&entries_, name);

		return e->last && strcmp(e->value, file) == 0
			       ? e->last
			       : include(name, file);
	}

	/* ---- what ctemplate asks ------------------------------------- */

	ctemplate::TemplateString GetValue(
		const ctemplate::TemplateString &name) const override
	{
		const Entry *e = nullptr;

		for (const Dict *d = this; d && !e; d = d->outer_)
			e = find(d->entries_, name);
		if (!e)
			e = find(root_->globals_, name);
		return e && e->value ? ctemplate::TemplateString(e->value,
								 e->value_len)
				     : ctemplate::TemplateString("", 0);
	}

	bool IsHiddenSection(const ctemplate::TemplateString &n) const override
	{
		const Entry *e = find(entries_, n);

		return !(e && (e->first || e->is_shown)) &&
		       !find(root_->globals_, n);
	}

	bool IsUnhiddenSection(
		const ctemplate::TemplateString &n) const override
	{
		return !IsHiddenSection(n);
	}

	bool IsHiddenTemplate(
		const ctemplate::TemplateString &n) const override
	{
		return !passes(n);
	}

	const char *GetIncludeTemplateName(const ctemplate::TemplateString &n,
					   int) const override
	{
		return find(entries_, n)->value;
	}

	Iterator *CreateTemplateIterator(
		const ctemplate::TemplateString &n) const override
	{
		return new (arena_) Passes(passes(n));
	}

	Iterator *CreateSectionIterator(
		const ctemplate::TemplateString &n) const override
	{
		return new (arena_) Passes(passes(n));
	}

	void DumpToString(std::string *, int) const override
	{
	}

      private:
	class Passes : public Iterator
	{
	      public:
		explicit Passes(const Dict *first) : next_(first)
		{
		}
		static void *operator new(size_t size, struct arena *a)
		{
			return arena_alloc(a, size);
		}
		static void operator delete(void *)
		{
		}
		bool HasNext() const override
		{
			return next_;
		}
		const TemplateDictionaryInterface &Next() override
		{
			const Dict *d = next_;

			next_ = d->next_;
			return *d;
		}

	      private:
		const Dict *next_;
	};

	static Entry *find(Entry *e, const ctemplate::TemplateString &name)
	{
		while (e && !e->is(name))
			e = e->next;
		return e;
	}

	Entry *add(Entry **list, const char *name)
	{
		ctemplate::TemplateString key(name, strlen(name));
		Entry *e = find(*list, key);

		if (e)
			return e;
		e = new (arena_alloc(arena_, sizeof *e)) Entry();
		e->name = name;
		e->name_len = key.size();
		e->next = *list;
		*list = e;
		return e;
	}

	void grow(Entry *e, size_t len)
	{
		/* Ten posts of any length mostly fit without growing again. */
		size_t size = 2 * e->value_len + 16 * len;
		char *value = static_cast<char *>(arena_room(arena_, size));

		if (e->value_len)
			memcpy(value, e->value, e->value_len);
		e->value = value;
		e->room = size - e->value_len;
	}

	const Dict *passes(const ctemplate::TemplateString &name) const
	{
		const Entry *e = find(entries_, name);

		return e ? e->first : nullptr;
	}

	Dict *add_pass(const char *name, const char *file, const Dict *outer)
	{
		Entry *e = add(&entries_, name);
		Dict *d = new (arena_) Dict(arena_);

		d->root_ = root_;
		d->outer_ = outer;
		e->value = file;
		if (e->last)
			e->last->next_ = d;
		else
			e->first = d;
		e->last = d;
		return d;
	}

	struct arena *arena_;
	const Dict *root_, *outer_ = nullptr;
	Dict *next_ = nullptr;
	Entry *entries_ = nullptr, *globals_ = nullptr;
};

#endif
