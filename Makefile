# Makefile - builds, tests and installs shade; `make help` lists the goals.
#
# Nothing needs to be configured or listed: a fresh clone installs what it
# lacks, runs configure in build/ and finds sources by wildcard.
# No comment may follow a value: make would keep the blanks.

# VARIANT: release debug hostile asan tsan cov fuzz
VARIANT ?= release
B := build/$(VARIANT)
GEN := build/gen

MAKEFLAGS += --no-builtin-rules --no-builtin-variables
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all FORCE
all:

# Goals that work before configure has run; for all others make itself
# builds config.mk.
UNCONFIGURED := help deps clean distclean
ifneq ($(filter-out $(UNCONFIGURED),$(or $(MAKECMDGOALS),all)),)
CFG := $(if $(wildcard config.mk),.,build)
include $(CFG)/config.mk
endif

build/deps.stamp: build-aux/deps.sh
	@mkdir -p build && build-aux/deps.sh && touch $@
configure config.h.in &: configure.ac | build/deps.stamp
	@autoheader && autoconf && touch config.h.in configure
build/config.mk: configure config.mk.in shade.pc.in config.h.in | build/deps.stamp
	@mkdir -p build && cd build && ../configure -q && touch config.mk

# --- flags ---------------------------------------------------------------

WARN := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wvla -Wno-missing-field-initializers \
	$(if $(WERROR),-Werror)
DEFS := -D_GNU_SOURCE
LINK :=

ifeq ($(VARIANT),release)
OPT = -O2
DEFS += -DNDEBUG
else ifeq ($(VARIANT),debug)
OPT = -O0
DEFS += -DSHADE_DEBUG
else ifeq ($(VARIANT),hostile)
OPT = -O1
DEFS += -DSHADE_DEBUG -DSHADE_HOSTILE
else ifeq ($(VARIANT),asan)
OPT = -O1
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined \
	-fno-omit-frame-pointer
DEFS += -DSHADE_DEBUG
else ifeq ($(VARIANT),tsan)
OPT = -O1
SANITIZE := -fsanitize=thread -fno-omit-frame-pointer
else ifeq ($(VARIANT),cov)
OPT = -O0
SANITIZE := --coverage
else ifeq ($(VARIANT),fuzz)
OPT = -O1
override CC := clang
SANITIZE := -fsanitize=fuzzer-no-link,address,undefined \
	-fno-sanitize-recover=undefined -fno-omit-frame-pointer
DEFS += -DSHADE_DEBUG -DSHADE_FUZZ
else
$(error VARIANT must be release, debug, hostile, asan, tsan, cov or fuzz)
endif

ALL_CFLAGS = -std=gnu2x -g $(OPT) $(ARCH_CFLAGS) -pthread -fPIC \
	-fvisibility=hidden $(WARN) $(SANITIZE) $(CFLAGS)
INCLUDE := -Ilib -I$(GEN) -I$(CFG)
ALL_CPPFLAGS = $(DEFS) $(INCLUDE) $(LIB_CFLAGS) $(CPPFLAGS)
ALL_LDFLAGS = -pthread $(SANITIZE) $(LDFLAGS)
ALL_LIBS = $(LIB_LIBS) $(LIBS) -lm

Q := $(if $(V),,@)
say = $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),,@echo '  $(1)	$(2)')

# --- sources ----------------------------------------------------------------

# Rules for generated C exist only where their input does.
GEN_C :=
GEN_H :=
ifneq ($(wildcard grammar/sql.y),)
GEN_C += $(GEN)/sql.tab.c $(GEN)/sql.lex.c
GEN_H += $(GEN)/sql.tab.h $(GEN)/sql.lex.h
endif
ifneq ($(wildcard grammar/texpr.y),)
GEN_C += $(GEN)/texpr.tab.c $(GEN)/texpr.lex.c
GEN_H += $(GEN)/texpr.tab.h $(GEN)/texpr.lex.h
endif
# A folder with nodes.def and mknodes.awk gets <folder>_nodes.h and .c.
NODE_DIRS := $(patsubst lib/%/mknodes.awk,%,$(wildcard lib/*/mknodes.awk))
GEN_C += $(NODE_DIRS:%=$(GEN)/%_nodes.c)
GEN_H += $(NODE_DIRS:%=$(GEN)/%_nodes.h)

LIB_C := $(sort $(wildcard lib/*/*.c))
CMD_C := $(sort $(wildcard cmd/*.c cmd/*/*.c))
LIB_O := $(LIB_C:%.c=$(B)/%.o) $(GEN_C:build/%.c=$(B)/%.o)
CMD_O := $(CMD_C:%.c=$(B)/%.o)
CMD_MAIN := $(wildcard cmd/main.c)

LIBA := $(B)/libshade.a
INTERNAL := $(B)/libinternal.a
SONAME := libshade.so.0
LIBSO := $(B)/$(SONAME)
SHADE := $(B)/shade

all: $(LIBA) $(LIBSO) $(B)/libshade.so $(if $(CMD_MAIN),$(SHADE))

# --- generated C ------------------------------------------------------------

$(GEN)/%.y: grammar/%.y grammar/keywords.def grammar/mkgrammar.awk
	$(Q)mkdir -p $(@D)
	$(Q)$(AWK) -f grammar/mkgrammar.awk grammar/keywords.def $< >$@
# bison sees the generated text, but #line and messages name the real file.
$(GEN)/%.tab.c $(GEN)/%.tab.h &: $(GEN)/%.y
	$(call say,BISON,grammar/$*.y)
	$(Q)$(BISON) -Wall -Wcounterexamples -Werror -M $(GEN)/=grammar/ \
		--header=$(GEN)/$*.tab.h -o $(GEN)/$*.tab.c $<
$(GEN)/%.lex.c $(GEN)/%.lex.h &: grammar/%.l
	$(call say,FLEX,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(FLEX) --header-file=$(GEN)/$*.lex.h -o $(GEN)/$*.lex.c $<
$(GEN)/%_nodes.h: lib/%/nodes.def lib/%/mknodes.awk
	$(call say,GEN,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(AWK) -v out=h -f lib/$*/mknodes.awk lib/$*/nodes.def >$@
$(GEN)/%_nodes.c: lib/%/nodes.def lib/%/mknodes.awk
	$(call say,GEN,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(AWK) -v out=c -f lib/$*/mknodes.awk lib/$*/nodes.def >$@
# Named, or make would delete them as intermediate files.
.SECONDARY: $(GEN_C) $(GEN_H) $(GEN)/sql.y $(GEN)/texpr.y

# --- objects ------------------------------------------------------------------

# Rewritten only when the compiler or the flags changed: objects follow them.
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(CMD_CFLAGS)' | cmp -s - $@ || \
		echo '$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(CMD_CFLAGS)' >$@

COMPILE = $(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(B)/gen/%.o: $(GEN)/%.c $(B)/flags | $(GEN_H)
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(COMPILE)
$(B)/%.o: %.c $(B)/flags | $(GEN_H)
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(COMPILE)

# gcc vectorises simple loops only from -O3 on.
$(B)/lib/kernel/%.o: OPT += $(if $(filter release,$(VARIANT)),-O3)
$(B)/cmd/%.o: INCLUDE += -Icmd
$(B)/cmd/%.o: ALL_CPPFLAGS += $(CMD_CFLAGS)
# Bison's and flex's own code is not ours to mend.
$(B)/gen/%.tab.o $(B)/gen/%.lex.o: WARN += -Wno-conversion -Wno-sign-conversion \
	-Wno-shadow -Wno-unused-function -Wno-missing-prototypes \
	-Wno-unused-but-set-variable -Wno-sign-compare

# --- libraries and the shell ----------------------------------------------------

# One object in which only the public names are visible, so that a program's
# own names never meet the library's.  Unit tests need the others, too.
$(B)/shade.o: $(LIB_O)
	$(Q)$(LD) -r -o $@ $^ && $(OBJCOPY) --localize-hidden $@
$(LIBA): $(B)/shade.o
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) rcs $@ $^
$(INTERNAL): $(LIB_O)
	$(Q)rm -f $@ && $(AR) rcs $@ $^
$(LIBSO): $(LIB_O)
	$(call say,LINK,$@)
	$(Q)$(CC) -shared -Wl,-soname,$(SONAME) \
		$(ALL_LDFLAGS) -o $@ $^ $(ALL_LIBS)
$(B)/libshade.so: $(LIBSO)
	@ln -sf $(SONAME) $@
$(SHADE): $(CMD_O) $(LIBA)
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(CMD_LIBS) $(ALL_LIBS)

-include $(LIB_O:.o=.d) $(CMD_O:.o=.d)
include test/test.mk
include build-aux/package.mk

# --- housekeeping -------------------------------------------------------------------

.PHONY: help deps clean distclean
deps:
	build-aux/deps.sh build && build-aux/deps.sh check
clean:
	rm -rf $(wildcard build/*/)
distclean:
	rm -rf build configure config.h.in config.h config.mk config.log \
		config.status shade.pc autom4te.cache
help:
	@echo 'all (default)  libshade.a, libshade.so and the shell, in build/release'
	@echo 'check          all tests; asan tsan cov hostile: the same in that variant'
	@echo 'check-rules    the SQL tests without each rule of the optimizer'
	@echo 'demo           a scripted tour over test/data'
	@echo 'fuzz           fuzz targets, FUZZ_TIME seconds each (default 60)'
	@echo 'bench          measurements against other engines'
	@echo 'lint           layout, sizes, banned words, layers'
	@echo 'install        DESTDIR, prefix (through ./configure); uninstall'
	@echo 'dist distcheck source archive, and the same unpacked, built and checked'
	@echo 'deps           install what the build and the tests need (Debian)'
	@echo 'VARIANT=release|debug|hostile|asan|tsan|cov|fuzz, V=1, WERROR=1'
