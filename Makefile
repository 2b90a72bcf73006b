# Retwis. `make help` lists what can be made, V=1 shows the commands. SAN=1
# builds with AddressSanitizer and UBSan, SHARED=1 with shared libraries only, and
# WERROR=1 stops at warnings: each builds into a folder of its own.

# Neither make nor the settings of the web servers know a quoted path.
ifneq ($(words $(CURDIR)),1)
$(error The path "$(CURDIR)" has a space in it: please move this folder to a \
	path without spaces, and run make there)
endif

VERSION := $(shell cat VERSION)
CC = gcc
CXX = g++
AR = ar
PKG_CONFIG = pkg-config

prefix = /usr/local
libdir = $(prefix)/lib
sbindir = $(prefix)/sbin
datadir = $(prefix)/share
mandir = $(datadir)/man
sysconfdir = /etc
unitdir = $(libdir)/systemd/system

# For how long `make fuzz` looks.
FUZZ_SECONDS ?= 600

# What `make run` uses, with SERVER and LISTEN of conf/stack.
PORT ?= 8080
VAR ?= var

B = build$(if $(SAN),-san)$(if $(SHARED),-shared)$(if $(WERROR),-werror)
Q = $(if $(V),,@)
say = $(if $(V),,@echo "  $(1)	$(patsubst $(B)/%,%,$@)")

# A function may have so many bytes of variables: see src/base/coroutine.c. The
# sanitizers add some of their own.
FRAME_MAX = 131072
WARN = -Wall -Wextra -Wwrite-strings -Wshadow $(if $(WERROR),-Werror) \
	$(if $(SAN),,-Wframe-larger-than=$(FRAME_MAX))
# Packagers and some compilers choose a level themselves.
FORTIFY = $(if $(findstring FORTIFY,$(CPPFLAGS) $(CFLAGS) $(CXXFLAGS)),, \
	-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
# Not each compiler knows these, or not for each processor. Of the second only what
# checks jumps: coroutines jump from stack to stack, which a shadow stack forbids.
KNOWN := $(foreach flag,-fstack-clash-protection -fcf-protection=branch, \
	$(shell $(CC) -Werror $(flag) -fsyntax-only -xc /dev/null 2>/dev/null && \
	echo $(flag)))
HARDEN = $(FORTIFY) -fstack-protector-strong $(KNOWN)
SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=undefined \
	-fno-omit-frame-pointer
# A program has only what it calls: that leaves out a third of a page.
# The sanitizers see the same at -O1, which compiles in two thirds of the time.
ALL_FLAGS = $(if $(SAN),-O1,-O2) -g -fPIE -ffunction-sections -fdata-sections \
	$(WARN) $(if $(SAN),$(SANITIZE),$(HARDEN))
DEFS = -DRETWIS_VERSION='"$(VERSION)"'
ALL_CPPFLAGS = -Isrc -I$(B)/src -MMD -MP $(DEFS) $(CPPFLAGS)
ALL_CFLAGS = -std=gnu11 -Wstrict-prototypes -Werror=int-conversion \
	$(ALL_FLAGS) $(CFLAGS)
ALL_CXXFLAGS = -std=c++17 $(ALL_FLAGS) $(CXXFLAGS)
ALL_LDFLAGS = -pie -Wl,-z,relro,-z,now,--gc-sections,--as-needed \
	$(if $(SAN),$(SANITIZE)) $(LDFLAGS)

# Of some libraries a program takes along only what it calls, since each process
# would have the whole library's tables to itself: docs/scale.md says how much that
# is. A distribution wants none of them inside programs, so that it can correct a
# mistake in one place: its package is built with SHARED=1.
parts_of = $(if $(SHARED),$(1:%=-l%),$(1:%=-l:lib%.a))
# Of libcrypto a few functions alone: see src/base/digest.h and key_wrap.h.
DATA_LIBS = -levent_core -lhiredis $(call parts_of,crypto oath) -largon2 \
	$(UNICODE_LIBS)
UNICODE_LIBS = $(call parts_of,idn2 unistring)
WEB_LIBS = -lfcgi -lctemplate_nothreads $(DATA_LIBS)
# Files of members, codes to photograph, which passwords are too common, and which
# names look alike.
APART_LIBS = -larchive -ljson-c -lqrencode -lzxcvbn -licui18n -licuuc
# A page takes the little of C++ that it needs along: each process that loads
# these libraries, and the one of mathematics for them, has 160 KiB of their
# tables to itself. A sanitizer wants them whole, too.
PAGE_LINK = $(if $(SAN)$(SHARED),$(CXX),$(CC) -static-libgcc)
PAGE_LIBS = $(if $(SAN)$(SHARED),$(WEB_LIBS), \
	$(WEB_LIBS:-lctemplate%=-l:libctemplate%.a) $(STDCXX))
STDCXX = -l:libstdc++.a

objects = $(patsubst %,$(B)/%.o,$(basename $(wildcard $(1))))
# The rooms of src/ that all programs share, from the lowest to the highest.
DATA_ROOMS = base redis schema patterns libretwis libretwis/*
WEB_ROOMS = http view program
DATA_C = $(wildcard $(DATA_ROOMS:%=src/%/*.c))
LIB_O = $(DATA_C:%.c=$(B)/%.o)
WEB_O = $(call objects,$(WEB_ROOMS:%=src/%/*.c) src/view/tpl.cc)
CHECK_O = $(call objects,src/admin/*/*.c)
ADMIN_O = $(call objects,src/admin/*.c)
LIVE_O = $(call objects,src/live/*.c)
WORKER_O = $(call objects,src/worker/*.c)
PICTURE_O = $(call objects,src/picture/*.c)
PAGE_O = $(call objects,src/pages/*.c)
PAGES = $(PAGE_O:$(B)/src/pages/%.o=$(B)/pages/%)
# These need libraries that the others do without, and so are files of their own.
PAGES_APART = $(addprefix $(B)/pages/,account bio code export import \
	invitations register reset)
PAGES_TOGETHER = $(filter-out $(PAGES_APART),$(PAGES))
LIBS = $(B)/libweb.a $(B)/libretwis.a
ADMIN_LIBS = $(B)/libadmin.a $(LIBS)

# A unit test is tests/unit/test_*.c; other files there are linked into each.
UNIT_O = $(call objects,$(filter-out tests/unit/units.c \
	$(wildcard tests/unit/test_*.c),$(wildcard tests/unit/*.c)))
UNITS = $(patsubst %.c,$(B)/%,$(wildcard tests/unit/test_*.c))
# These put a function of theirs in the place of a library's, or take more along.
# All others are one file with a name for each.
UNITS_ALONE = $(patsubst %,$(B)/tests/unit/test_%,act_log auth fuzz lookup \
	overtaken replies trend)
UNITS_TOGETHER = $(filter-out $(UNITS_ALONE),$(UNITS))
# The floors of `make bench`, FastCGI programs that do next to nothing; what reads
# calendars for the tests of pages; and what gives a file to retwis-picture.
FLOORS = $(patsubst %,$(B)/tests/bench/%,floor kept same)
HELPERS = $(FLOORS) $(patsubst %.c,$(B)/%,tests/bench/push.c \
	$(wildcard tests/pages/*.c tests/picture/*.c))

all: $(PAGES) $(B)/retwis-admin $(B)/retwis-worker $(B)/retwis-live \
	$(B)/retwis-picture languages routes

$(B)/libretwis.a: $(LIB_O)
$(B)/libweb.a: $(WEB_O)
$(B)/libadmin.a: $(CHECK_O)
$(LIBS) $(B)/libadmin.a:
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# A program that may be running is replaced whole, in one step.
new = $(@D)/.$(@F).new

# Most pages are one file with a name for each: what they have in common, which
# is nearly all, is in memory once. The page loop with main() is in libweb. A
# page that is none any more leaves no name behind.
page_o = $(patsubst $(B)/pages/%,$(B)/src/pages/%.o,$(1))
$(B)/retwis-pages: $(call page_o,$(PAGES_TOGETHER)) $(LIBS)
	$(call say,LINK)
	$(Q)$(PAGE_LINK) $(ALL_LDFLAGS) -o $(new) $^ $(PAGE_LIBS) && mv $(new) $@
	$(Q)rm -f $(filter-out $(PAGES),$(wildcard $(B)/pages/*))
$(PAGES_TOGETHER): $(B)/retwis-pages
	$(Q)mkdir -p $(@D) && ln -f $< $(new) && mv -f $(new) $@
$(PAGES_APART): $(B)/pages/%: $(B)/src/pages/%.o $(LIBS)
	$(call say,LINK)
	$(Q)mkdir -p $(@D) && $(PAGE_LINK) $(ALL_LDFLAGS) -o $(new) $^ \
		$(PAGE_LIBS) $(APART_LIBS) && mv $(new) $@
# ICU loads the whole library of C++ anyway, and a program should not have two.
$(addprefix $(B)/pages/,account bio): private STDCXX = -lstdc++

# Each has a page(): see src/program/main.c.
$(PAGE_O): private DEFS += -Dpage=page_of_$(basename $(@F)) \
	-Dpage_templates=templates_of_$(basename $(@F))

# Of libweb it takes what reads days.
$(B)/retwis-admin: $(ADMIN_O) $(ADMIN_LIBS)
$(B)/retwis-worker: $(WORKER_O) $(B)/libretwis.a
$(B)/retwis-admin $(B)/retwis-worker:
	$(call say,LINK)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $(new) $(filter %.o,$^) \
		$(filter %.a,$^) $(DATA_LIBS) -lzxcvbn && mv $(new) $@

# Of libweb it takes what reads options, addresses and cookies.
$(B)/retwis-live: $(LIVE_O) $(LIBS)
	$(call say,LINK)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(DATA_LIBS)

# The only program with a decoder of pictures. Of the library it knows what files
# a picture becomes, and nothing else.
GLIB = $(shell $(PKG_CONFIG) --cflags-only-I glib-2.0)
$(PICTURE_O): private DEFS += $(GLIB)
$(B)/retwis-picture: $(PICTURE_O) $(B)/src/base/options.o \
		$(B)/src/base/pass_fds.o $(B)/src/schema/picture_sizes.o
	$(call say,LINK)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $(new) $^ -lvips -lgobject-2.0 -lglib-2.0 \
		-lseccomp && mv $(new) $@

# Nobody keeps them, and gold links each in half the time.
GOLD := $(if $(shell command -v ld.gold),-fuse-ld=gold)
$(UNITS_ALONE): $(B)/%: $(B)/%.o
$(B)/tests/unit/units: $(B)/tests/unit/units.o $(UNITS_TOGETHER:=.o)
$(UNITS_ALONE) $(B)/tests/unit/units: $(UNIT_O) $(B)/libadmin.a $(LIBS)
	$(call say,LINK)
	$(Q)$(CXX) $(ALL_LDFLAGS) $(GOLD) -Wl,--wrap=clock_ms -o $(new) \
		$(filter %.o,$^) $(filter %.a,$^) -lcmocka $(WEB_LIBS) \
		$(APART_LIBS) && mv $(new) $@
$(UNITS_TOGETHER): $(B)/tests/unit/units
	$(Q)ln -f $< $(new) && mv -f $(new) $@

# A test that joins them, or leaves, is compiled again, and so are the others.
$(B)/tests/unit/units.o $(UNITS_TOGETHER:=.o): $(B)/units
$(UNITS_TOGETHER:=.o): private DEFS += -Dmain=main_of_$(basename $(@F))
$(B)/tests/unit/units.o: private DEFS += \
	'-DEACH_UNIT(DO)=$(patsubst %,DO(%),$(notdir $(UNITS_TOGETHER)))'

# They replay what `make fuzz` has found.
PICTURE_FUZZED = $(addprefix src/picture/,kind.c webp_strip.c)
REPLIES_FUZZED = $(addprefix tests/fuzz/,fuzz_replies.c visits.c liar.c \
	usual.c odd.c)
$(B)/tests/unit/test_fuzz: $(addprefix $(B)/tests/fuzz/fuzz_, \
	parts.o form.o records.o picture.o) $(PICTURE_FUZZED:%.c=$(B)/%.o)
$(B)/tests/unit/test_replies: $(patsubst %.c,$(B)/%.o,$(REPLIES_FUZZED)) \
	$(PAGE_O)

HELPER_LIBS = -lfcgi -lhiredis
$(FLOORS): $(B)/tests/bench/answer.o
$(filter-out %/floor,$(FLOORS)): $(B)/tests/bench/records.o
$(B)/tests/bench/same: $(patsubst %,$(B)/tests/bench/%.o,line resp steps)
$(B)/tests/pages/ical: private HELPER_LIBS = -lical
$(B)/tests/picture/give: private HELPER_LIBS =
$(B)/tests/picture/give: $(B)/src/base/pass_fds.o
$(HELPERS): $(B)/%: $(B)/%.o
	$(call say,LINK)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(HELPER_LIBS)

# A script in Lua as a string: push.lua becomes PUSH_LUA in push.lua.h, without
# its comments, which Redis need not read with each call.
LUA = $(patsubst %,$(B)/%.h,$(wildcard src/*/*.lua src/*/*/*.lua))
$(LUA): $(B)/%.lua.h: %.lua
	$(call say,LUA)
	$(Q)mkdir -p $(@D) && { \
		echo '#define $(shell echo $(basename $(<F)) | tr a-z A-Z)_LUA \'; \
		sed -e '/^[[:space:]]*\(--.*\)*$$/d' -e 's/^[[:space:]]*//' \
		-e 's/[\"]/\\&/g' -e 's/.*/"&\\n" \\/' $<; echo; } >$@

# A language is a folder: the templates and the web servers' error pages in it, and
# the messages that C code looks up.
LANGUAGES = en $(patsubst po/%.po,%,$(wildcard po/*.po))
LANGUAGE_FOLDERS = $(LANGUAGES:%=$(B)/templates/%)
TEMPLATES = $(wildcard templates/*.tpl)
ERROR_PAGES = $(wildcard templates/errors/*.html)
languages: $(LANGUAGE_FOLDERS:=/made)
$(patsubst po/%.po,$(B)/templates/%/made,$(wildcard po/*.po)): \
	$(B)/templates/%/made: po/%.po
$(LANGUAGE_FOLDERS:=/made): $(B)/templates/%/made: $(TEMPLATES) $(ERROR_PAGES) \
		po/templates | $(B)/found
	$(call say,LANG)
	$(Q)rm -rf $(@D) && mkdir -p $(@D)/errors
	$(Q)[ $* = en ] || { \
		msgfmt -c --endianness=little -o $(@D)/messages.mo po/$*.po && \
		po/templates check $(@D)/messages.mo && \
		po/templates forms $(@D)/messages.mo >$(@D)/forms; }
	$(Q)mo=$(if $(filter en,$*),-,$(@D)/messages.mo) && \
		po/templates expand $(@D) $$mo $(TEMPLATES) && \
		po/templates expand $(@D)/errors $$mo $(ERROR_PAGES) && touch $@

# The list of all messages, for translators: with it, each po/LANGUAGE.po gets what
# is new in the source. xgettext reads C; po/templates reads the templates.
MESSAGES_C = $(sort $(wildcard src/*/*.[ch] src/*/*/*.[ch])) $(B)/src/schema/routes.h
XGETTEXT = xgettext --from-code=UTF-8 --language=C --add-comments=Translators \
	--add-location=file --package-name=retwis --keyword=_ --keyword=N_ \
	--keyword=message_in:1c,2 --keyword=IN_:1c,2 \
	--keyword=message_plural:1,2 --keyword=FORMS_:1,2
$(B)/retwis.pot: $(MESSAGES_C) $(TEMPLATES) $(ERROR_PAGES) po/templates
	$(call say,POT)
	$(Q)po/templates pot $(TEMPLATES) $(ERROR_PAGES) | \
		msguniq --use-first -o $(B)/templates.pot
	$(Q)$(XGETTEXT) -o $(B)/c.pot $(MESSAGES_C)
	$(Q)msgcat --use-first --add-location=file $(B)/c.pot $(B)/templates.pot | \
		sed '/^"POT-Creation-Date/d' >$(new) && mv $(new) $@
pot: $(B)/retwis.pot
	$(Q)cp $< po/retwis.pot
	$(Q)for po in $(wildcard po/*.po); do msgmerge -q --backup=none \
		--add-location=file --no-fuzzy-matching -U $$po po/retwis.pot; done

# The tables of src/schema as lists for C: keys becomes keys.h, written by the
# script make-keys beside it.
TABLES = $(patsubst src/schema/make-%,$(B)/src/schema/%.h, \
	$(wildcard src/schema/make-*))
$(TABLES): $(B)/src/schema/%.h: src/schema/% src/schema/make-% | $(B)/found
	$(call say,TABLE)
	$(Q)mkdir -p $(@D) && src/schema/make-$* header >$(new) && mv $(new) $@

# All pages and forms, too, for the tests, and for what conf/ has of web servers
# and systemd. See the script.
ROUTES_CONF = $(addprefix $(B)/conf/,nginx/routes.conf nginx/upstreams.conf \
	apache/sockets.conf apache/scripts.conf apache/hashing.conf \
	systemd/target.conf)
ROUTES = $(ROUTES_CONF) $(B)/routes.json
$(B)/routes.json: WHAT = json
$(ROUTES_CONF): WHAT = $(basename $(@F))
routes: $(ROUTES)
$(ROUTES): src/schema/routes src/schema/make-routes | $(B)/found
	$(call say,TABLE)
	$(Q)mkdir -p $(@D) && src/schema/make-routes $(WHAT) >$(new) && \
		mv $(new) $@

# What docs/ repeats of these tables; a test finds a difference.
docs-tables: FORCE
	$(Q)for page in docs/data.md docs/settings.md; do \
		src/schema/docs-tables $$page >$(B)/page && \
		cat $(B)/page >$$page; done

$(B)/%.o: %.c $(B)/flags | $(LUA) $(TABLES)
	$(call say,CC)
	$(Q)mkdir -p $(@D) && $(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -c -o $@ $<

$(B)/%.o: %.cc $(B)/flags | $(TABLES)
	$(call say,CXX)
	$(Q)mkdir -p $(@D) && $(CXX) $(ALL_CPPFLAGS) $(ALL_CXXFLAGS) -c -o $@ $<

# A digest of all files in static/. Addresses of these files contain it, and so
# browsers may keep them for good. The style cannot contain its own digest, so it
# names the icons with theirs.
STATIC_VERSION := $(shell cat static/*.* | sha256sum | cut -c 1-12)
ICONS_VERSION := $(shell sha256sum <static/icons.svg | cut -c 1-12)

# These files change only when what they hold does. When a flag has changed, or
# the compiler with the whole of Debian, everything is compiled again; for another
# prefix only the two objects that know folders, so that `make install
# prefix=/usr` after a plain `make` compiles two files.
$(B)/flags: HOLDS = $(CC) $(shell $(CC) -dumpversion) $(CXX) $(ALL_CPPFLAGS) \
	$(ALL_CFLAGS) $(ALL_CXXFLAGS)
$(B)/datadir: HOLDS = $(datadir)
$(B)/folders: HOLDS = $(datadir) $(libdir) $(sysconfdir)
$(B)/units: HOLDS = $(UNITS_TOGETHER)
$(B)/conf/static-version: HOLDS = $(STATIC_VERSION) $(ICONS_VERSION)
$(B)/flags $(B)/datadir $(B)/folders $(B)/units $(B)/conf/static-version: FORCE | \
		$(B)/found
	@mkdir -p $(@D) && echo '$(HOLDS)' | cmp -s - $@ || echo '$(HOLDS)' >$@

$(B)/src/view/frame.o: $(B)/conf/static-version
$(B)/src/view/frame.o build-fuzz/src/view/frame.o: private DEFS += \
	-DSTATIC_VERSION='"$(STATIC_VERSION)"'

# Tests of units show templates, too.
SHOWN = -DTEMPLATES='"$(B)/templates/en"'
$(B)/tests/unit/test_card.o $(B)/tests/fuzz/visits.o build-fuzz/tests/fuzz/visits.o: \
	private DEFS += $(SHOWN)
$(B)/tests/unit/test_card.o $(B)/tests/fuzz/visits.o build-fuzz/tests/fuzz/visits.o: | \
	languages

$(B)/src/program/main.o: $(B)/datadir
$(B)/src/program/main.o: private DEFS += -DRETWIS_DATADIR='"$(datadir)/retwis"'

# retwis-admin looks at what is installed.
FOLDERS = -DPROGRAMS='"$(libdir)/retwis"' \
	-DSTATIC_FILES='"$(datadir)/retwis/static"' \
	-DSETTINGS='"$(sysconfdir)/retwis/retwis.env"' \
	-DDEFAULTS='"$(datadir)/retwis/retwis.env"' \
	-DHOST_FOLDER='"$(sysconfdir)/retwis"' -DSHARED_FOLDER='"$(datadir)/retwis"' \
	-DDEFAULTS_PICTURES='"$(datadir)/retwis/pictures.env"'
$(B)/src/admin/folders.o: $(B)/folders
$(B)/src/admin/folders.o: private DEFS += $(FOLDERS)

# One header of each library, looked for once: on a bare machine a sentence
# says how to get them all, where the compiler would name the first.
HEADERS = archive.h argon2.h ctemplate/template.h event2/event.h fcgiapp.h \
	hiredis/hiredis.h idn2.h json-c/json.h liboath/oath.h openssl/sha.h qrencode.h \
	seccomp.h unicode/uspoof.h unistr.h vips/version.h zxcvbn.h
$(B)/found: conf/packages
	@mkdir -p $(@D); printf '#include <%s>\n' $(HEADERS) | \
		$(CXX) $(CPPFLAGS) -E -x c++ - >/dev/null 2>&1 && \
		command -v msgfmt >/dev/null || \
		conf/install-packages --missing build && touch $@

tests: bench-programs $(UNITS)
bench-programs: all $(HELPERS)

# The packages come first, and only then can anything be compiled.
ready = @conf/install-packages $(1) && \
	$(MAKE) --no-print-directory \
	$(if $(findstring j,$(MAKEFLAGS)),,-j$$(nproc)) $(2)

# make waits for the script's end only if the shell between them is gone.
run:
	$(call ready,build server run,all)
	@BUILD='$(CURDIR)/$(B)' VAR='$(VAR)' PORT='$(PORT)' exec conf/stack

# ONLY="unit pages" runs only these.
test:
	$(call ready,build server run test,tests)
	@tests/browser/prepare
	@BUILD=$(B) exec tests/run $(ONLY)

# While one works: every unit program, and what members do most.
quick:
	$(call ready,build server run test,tests)
	@BUILD=$(B) exec tests/run unit smoke

# What dies in the middle of its work: processes, Redis, the disk, the clock.
test-faults:
	$(call ready,build server run test,tests)
	@BUILD=$(B) PROGRESS=1 exec tests/run faults many

# The image of Containerfile: it is built, and a site in it is visited. ALL=1 does
# this for ARM, too, where qemu-user-static is installed.
test-container:
	@conf/install-packages server run test container
	@exec tests/run container

# What README.md promises, on bare machines. Its settings are in tests/fresh/run.
fresh:
	@conf/install-packages fresh
	@exec tests/fresh/run

# The body splitter, and lines of calendars, under any input. New inputs go to
# build-fuzz/corpus, those that fail to build-fuzz/crash-... .
FUZZED = tests/fuzz/fuzz_parts.c src/view/ics.c \
	$(addprefix src/libretwis/text/,bidi.c idn.c length.c link.c \
	markup.c tag_word.c text.c) \
	$(addprefix src/base/,arena.c catalog.c message.c normalize.c numerals.c utf8.c)
build-fuzz/parts: $(FUZZED) $(wildcard src/*/*.h src/*/*/*.h tests/fuzz/*.h)
	$(call say,FUZZ)
	$(Q)mkdir -p $(@D)/corpus && clang -std=gnu11 -O1 -g -Isrc -DBLOCK_SIZE=1 \
		$(SANITIZE) -fsanitize=fuzzer -o $@ $(FUZZED) $(UNICODE_LIBS)

# The parser of forms with files. New inputs go to build-fuzz/forms.
FORM_FUZZED = tests/fuzz/fuzz_form.c src/http/multipart.c
build-fuzz/form: $(FORM_FUZZED) src/http/multipart.h tests/fuzz/fuzz.h
	$(call say,FUZZ)
	$(Q)mkdir -p $(@D)/forms && clang -std=gnu11 -O1 -g -Isrc -DFUZZ_FORM \
		$(SANITIZE) -fsanitize=fuzzer -o $@ $(FORM_FUZZED)

# The reader of FastCGI. New inputs go to build-fuzz/records-corpus.
RECORDS_FUZZED = tests/fuzz/fuzz_records.c src/http/fcgi_reader.c \
	src/http/record.c $(addprefix src/base/,arena.c coroutine.c fiber.c \
	timeout.c)
build-fuzz/records: $(RECORDS_FUZZED) $(wildcard src/http/*.h src/base/*.h \
	tests/fuzz/fuzz.h)
	$(call say,FUZZ)
	$(Q)mkdir -p $@-corpus && clang -std=gnu11 -O1 -g -Isrc -DFUZZ_RECORDS \
		-DBLOCK_SIZE=1 $(SANITIZE) -fsanitize=fuzzer -o $@ \
		$(RECORDS_FUZZED) -levent_core

# What retwis-picture looks at itself. New inputs go to build-fuzz/picture-corpus.
build-fuzz/picture: tests/fuzz/fuzz_picture.c $(PICTURE_FUZZED) \
		$(wildcard src/picture/*.h tests/fuzz/fuzz.h)
	$(call say,FUZZ)
	$(Q)mkdir -p $@-corpus && clang -std=gnu11 -O1 -g -Isrc -DFUZZ_PICTURE \
		$(SANITIZE) -fsanitize=fuzzer -o $@ $(filter %.c,$^)

# All pages and the worker, under any replies of Redis. As in the unit test that
# replays them, an archive leaves main() out.
REPLIES_C = $(DATA_C) $(wildcard src/pages/*.c) $(REPLIES_FUZZED)
REPLIES_O = $(patsubst %.c,build-fuzz/%.o,$(REPLIES_C))
FUZZ_FLAGS = -O1 -g -Isrc -I$(B)/src -MMD -MP $(DEFS) -DBLOCK_SIZE=1 \
	$(SANITIZE) -fsanitize=fuzzer-no-link
build-fuzz/src/pages/%.o: DEFS += -Dpage=page_of_$(basename $(@F)) \
	-Dpage_templates=templates_of_$(basename $(@F))
build-fuzz/%.o: %.c | $(LUA) $(TABLES)
	$(call say,FUZZ)
	$(Q)mkdir -p $(@D) && clang -std=gnu11 $(FUZZ_FLAGS) -c -o $@ $<
build-fuzz/%.o: %.cc | $(TABLES)
	$(call say,FUZZ)
	$(Q)mkdir -p $(@D) && clang++ -std=c++17 $(FUZZ_FLAGS) -c -o $@ $<
build-fuzz/libweb.a: $(patsubst $(B)/%,build-fuzz/%, \
	$(filter-out %/main.o,$(WEB_O)))
	$(call say,FUZZ)
	$(Q)rm -f $@ && $(AR) rcs $@ $^
build-fuzz/replies: $(REPLIES_O) build-fuzz/libweb.a
	$(call say,FUZZ)
	$(Q)mkdir -p $@-corpus && clang++ $(SANITIZE) -fsanitize=fuzzer -o $@ \
		$^ $(WEB_LIBS) $(APART_LIBS)

# A fifth of the time for each.
FUZZ = -max_total_time=$$(($(FUZZ_SECONDS) / 5)) -print_final_stats=1 \
	-artifact_prefix=build-fuzz/
fuzz:
	$(call ready,fuzz,$(addprefix build-fuzz/,parts form records picture replies))
	@build-fuzz/parts $(FUZZ) -timeout=10 -max_len=4096 \
		-dict=tests/fuzz/parts.dict build-fuzz/corpus tests/fuzz/corpus
	@build-fuzz/form $(FUZZ) -timeout=10 -max_len=4096 build-fuzz/forms \
		tests/fuzz/forms
	@build-fuzz/records $(FUZZ) -timeout=10 -max_len=4096 -close_fd_mask=2 \
		build-fuzz/records-corpus tests/fuzz/records
	@build-fuzz/picture $(FUZZ) -timeout=10 -max_len=4096 \
		build-fuzz/picture-corpus tests/fuzz/pictures
	@exec build-fuzz/replies $(FUZZ) -timeout=20 -max_len=512 \
		build-fuzz/replies-corpus tests/fuzz/replies

bench:
	$(call ready,build server run test,bench-programs)
	@BUILD=$(B) exec tests/bench/run

# Its settings are told by `node tests/bench/retwis/main.mjs --help`.
bench-retwis:
	$(call ready,build server run test,bench-programs)
	@BUILD=$(B) exec node tests/bench/retwis/main.mjs

C_FILES = $(wildcard src/*/*.[ch] src/*/*/*.[ch] src/*/*.cc tests/*/*.[ch])
SCRIPTS = $(shell grep -lsE '^\#!/bin/sh' conf/* debian/* src/schema/* tests/* tests/*/* \
	.ci/*) conf/completion/retwis-admin
LINTS = lint-format lint-scripts lint-manuals lint-languages lint-apparmor lint-rooms \
	lint-cppcheck lint-clang lint-tidy
lint:
	$(call ready,build lint,WERROR=1 lint-all)

# Both compilers without a warning: gcc compiles in earnest, since it sees some
# only when it optimizes; clang only reads, and src/ it reads
# in clang-tidy, which reads each file once for both.
lint-all: $(LINTS) tests

# For what reads the source without compiling it.
READ = -std=gnu11 -Isrc -I$(B)/src $(GLIB) $(DEFS) -DRETWIS_DATADIR='""' \
	-DSTATIC_VERSION='""' $(FOLDERS) $(SHOWN)

lint-format:
	$(Q)clang-format --dry-run --Werror $(C_FILES)
lint-scripts:
	$(Q)shellcheck $(SCRIPTS)
lint-manuals:
	$(Q)! groff -ww -mandoc -Tutf8 -z $(wildcard man/*.[58]) 2>&1 | grep .
# How many messages are still in English, in which languages.
lint-languages: $(B)/retwis.pot
	$(Q)for po in $(wildcard po/*.po); do \
		msgmerge -q --no-fuzzy-matching -o $(B)/merged.po $$po $< && \
		msgfmt --statistics -c -o /dev/null $(B)/merged.po 2>&1 | \
		sed -n "/untranslated\|fuzzy/s|^|$$po: |p" || exit; done
# As for an installation; nothing is loaded, whether or not the kernel has AppArmor.
lint-apparmor:
	$(Q)for profile in conf/apparmor/*; do \
		CONF=$(sysconfdir)/retwis LIBEXEC=$(libdir)/retwis \
		PAGES=$(libdir)/retwis/pages LIVE=$(libdir)/retwis/retwis-live \
		TEMPLATES=$(datadir)/retwis/templates SOCKETS=/run/retwis \
		PICTURES=/var/lib/retwis-pictures conf/render $$profile | \
		PATH=$$PATH:/usr/sbin:/sbin apparmor_parser \
		-QKTM /etc/apparmor.d/abi/3.0 || exit; done
lint-rooms: all
	$(Q)BUILD=$(B) tests/rooms
lint-cppcheck: $(TABLES)
	$(Q)cppcheck --quiet --error-exitcode=1 --std=c11 --language=c \
		--enable=warning,performance,portability --inline-suppr \
		-D'EACH_UNIT(DO)=' -Isrc -I$(B)/src $(filter %.c,$(C_FILES))
lint-clang: $(LUA) $(TABLES)
	$(Q)clang -fsyntax-only $(READ) '-DEACH_UNIT(DO)=' $(WARN) \
		-Wstrict-prototypes $(filter tests/%.c,$(C_FILES))
	$(Q)clang++ -fsyntax-only -std=c++17 -Isrc -I$(B)/src $(WARN) \
		$(filter %.cc,$(C_FILES))

# It takes its time, and so it reads again only what was compiled again.
lint-tidy: $(patsubst %.c,$(B)/%.tidy,$(filter src/%.c,$(C_FILES)))
$(B)/%.tidy: %.c $(B)/%.o .clang-tidy
	$(call say,TIDY)
	$(Q)clang-tidy --quiet $< -- $(READ) $(WARN) -Wstrict-prototypes \
		2>/dev/null && touch $@

# For clangd: the commands by which make would compile everything.
COMPILES = ^mkdir -p [^ ]* && \(.* -c -o [^ ]* \([^ ]*\)\)$$
ENTRY = {"directory": "$(CURDIR)", "file": "\2", "command": "\1"},
compile_commands.json: $(LUA) $(TABLES) FORCE
	$(Q)$(MAKE) -nB --no-print-directory tests | sed -n \
		-e 's/[\"]/\\&/g' -e 's|$(COMPILES)|$(ENTRY)|p' | \
		sed -e '1s/^/[/' -e '$$s/,$$/]/' >$@

install: all
install uninstall:
	@DESTDIR='$(DESTDIR)' BUILD=$(B) LIB=$(libdir) SBIN=$(sbindir) \
	SHARE=$(datadir)/retwis MAN=$(mandir) UNITS=$(unitdir) \
	CONF=$(sysconfdir)/retwis conf/install $@

# The Debian packages: see the script for RELEASE and ARCH.
deb:
	@conf/install-packages $(if $(RELEASE)$(ARCH),deb-elsewhere,build deb)
	@RELEASE='$(RELEASE)' ARCH='$(ARCH)' exec debian/make-packages

# lintian, piuparts, and a host who installs, updates and removes them: its settings
# are in tests/package/run.
deb-test:
	@conf/install-packages build deb deb-test
	@exec tests/package/run

clean:
	rm -rf build build-fuzz build-san build-shared build-werror build-san-werror \
		build-shared-werror build-deb compile_commands.json

help:
	@echo 'make          the programs, in build/ (SAN=1: with sanitizers)'
	@echo 'make run      a whole private site: PORT=$(PORT) VAR=$(VAR)'
	@echo 'make quick    what a change needs at once: under a minute'
	@echo 'make test     all tests; ONLY="unit pages" only these'
	@echo 'make test-faults  what is killed at any moment; some minutes'
	@echo 'make test-container  a site in an image, with podman'
	@echo 'make fresh    the same on bare machines, Debian 12 and 13; ALL=1'
	@echo 'make fuzz     bodies of any bytes, FUZZ_SECONDS=$(FUZZ_SECONDS)'
	@echo 'make lint     format and static analysis'
	@echo 'make docs-tables  writes into docs/ what it repeats of src/schema'
	@echo 'make pot      the messages in the source, for the translations in po/'
	@echo 'make bench    speed and memory against their budgets; ten minutes'
	@echo 'make bench-retwis  the workload of papers, on three kinds of databases'
	@echo 'make compile_commands.json  how each file is compiled, for clangd'
	@echo 'make install  DESTDIR= prefix=$(prefix); also uninstall'
	@echo 'make deb      Debian packages, in build-deb/; RELEASE=trixie ARCH=arm64'
	@echo 'make deb-test  builds, checks, installs and removes them; ALL=1'
	@echo 'make clean    removes what was built, but no data'

$(LINTS): FORCE

.PHONY: all bench bench-programs bench-retwis clean deb deb-test docs-tables fresh \
	fuzz help install languages lint lint-all pot quick routes run test \
	test-container test-faults tests uninstall FORCE
.SECONDARY:
-include $(shell find $(B) build-fuzz -name '*.d' 2>/dev/null)
