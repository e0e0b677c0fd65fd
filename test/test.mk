# test.mk - goals that build and run tests; included by the Makefile.

# Programs: test/unit/test_*.c (cmocka), test/shell/test_*.c (terminal
# tests), test/tools/*.c (runners), test/fuzz/fuzz_*.c (libFuzzer).
UNIT := $(patsubst %.c,$(B)/%,$(sort $(wildcard test/unit/test_*.c)))
PTY := $(patsubst %.c,$(B)/%,$(sort $(wildcard test/shell/test_*.c)))
TOOLS := $(patsubst %.c,$(B)/%,$(sort $(wildcard test/tools/*.c)))
FUZZERS := $(patsubst %.c,$(B)/%,$(sort $(wildcard test/fuzz/fuzz_*.c)))
# Other files of these folders are helpers that each program may use.
HELPER_C := $(filter-out test/unit/test_%.c test/shell/test_%.c test/fuzz/fuzz_%.c, \
	$(wildcard test/unit/*.c test/shell/*.c test/fuzz/*.c))

# The shell without its main, for tests of its parts.
CMDA := $(B)/libcmd.a
$(CMDA): $(filter-out $(B)/cmd/main.o,$(CMD_O))
	$(Q)rm -f $@ && $(AR) rcs $@ $^
HELPA := $(B)/libhelp.a
$(HELPA): $(HELPER_C:%.c=$(B)/%.o)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(B)/test/%.o: INCLUDE += -Icmd -Itest
$(B)/test/unit/%.o: ALL_CPPFLAGS += $(CMOCKA_CFLAGS)
LINK_TEST = $(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o %.a,$^)
TEST_LIBS = $(CMD_LIBS) $(ALL_LIBS) -lutil

$(B)/test/unit/%: $(B)/test/unit/%.o $(HELPA) $(CMDA) $(LIBA) | build/check.stamp
	$(call say,LINK,$@)
	$(Q)$(LINK_TEST) $(CMOCKA_LIBS) $(TEST_LIBS)
$(B)/test/shell/%: $(B)/test/shell/%.o $(HELPA) $(CMDA) $(LIBA)
	$(call say,LINK,$@)
	$(Q)$(LINK_TEST) $(TEST_LIBS)
$(B)/test/tools/%: $(B)/test/tools/%.o $(LIBA)
	$(call say,LINK,$@)
	$(Q)$(LINK_TEST) $(ALL_LIBS)
$(B)/test/fuzz/%: $(B)/test/fuzz/%.o $(HELPA) $(LIBA)
	$(call say,LINK,$@)
	$(Q)$(LINK_TEST) -fsanitize=fuzzer $(ALL_LIBS)
.SECONDARY: $(patsubst %,%.o,$(UNIT) $(PTY) $(TOOLS) $(FUZZERS))
-include $(patsubst %,%.d,$(UNIT) $(PTY) $(TOOLS) $(FUZZERS))

# Installs what only tests need, then lets configure find it.
build/check.stamp: build-aux/deps.sh
	@build-aux/deps.sh check && touch $@
ifneq ($(filter check check-unit asan tsan cov hostile,$(MAKECMDGOALS)),)
build/config.mk: | build/check.stamp
endif

.PHONY: check asan tsan cov hostile lint fuzz bench demo
# The shell and the tools must stand before tests run; CHECK names parts
# (unit sql shell layers exports examples), default all.
check: all $(UNIT) $(PTY) $(TOOLS)
	$(Q)B=$(B) SRC=$(CURDIR) VARIANT=$(VARIANT) AWK=$(AWK) \
		test/tools/check.sh $(CHECK)
asan tsan hostile:
	$(Q)$(MAKE) VARIANT=$@ check
cov:
	$(Q)$(MAKE) VARIANT=cov check
	$(Q)test/tools/cov.sh build/cov
lint:
	$(Q)AWK=$(AWK) test/tools/lint.sh

FUZZ_TIME ?= 60
ifeq ($(VARIANT),fuzz)
fuzz: $(FUZZERS)
	$(Q)B=$(B) FUZZ_TIME=$(FUZZ_TIME) test/tools/fuzz.sh $(FUZZERS)
else
fuzz:
	$(Q)$(MAKE) VARIANT=fuzz fuzz
endif

bench: all
	$(Q)SHADE=$(CURDIR)/$(SHADE) test/bench/run.sh
demo: all
	$(Q)cd docs/examples && SHADE=$(CURDIR)/$(SHADE) \
		SHADE_DATA=$(CURDIR)/test/data sh ./demo.sh
