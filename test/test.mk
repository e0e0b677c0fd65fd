# test.mk - goals that build and run tests; included by the Makefile.

# Programs: test/unit/test_*.c (cmocka), test/shell/test_*.c (the shell and
# its parts), test/tools/*.c (runners), test/fuzz/fuzz_*.c (libFuzzer).
# Other files of these folders are helpers that each program may use.
programs = $(patsubst %.c,$(B)/%,$(sort $(wildcard $(1))))
UNIT := $(call programs,test/unit/test_*.c)
SHELL_TESTS := $(call programs,test/shell/test_*.c)
# The SQL runner prints values with the shell's printers.
TOOLS := $(filter-out $(if $(wildcard cmd/render/cell.h),,%/sqltest), \
	$(call programs,test/tools/*.c))
FUZZERS := $(call programs,test/fuzz/fuzz_*.c)
BENCH := $(call programs,test/bench/*.c)
PROGRAMS := $(UNIT) $(SHELL_TESTS) $(TOOLS) $(FUZZERS) $(BENCH)
HELPER_C := $(filter-out $(PROGRAMS:$(B)/%=%.c), \
	$(wildcard test/unit/*.c test/shell/*.c test/fuzz/*.c) \
	$(if $(wildcard cmd/render/cell.h),$(wildcard test/tools/*/*.c)))
helpers = $(patsubst %.c,$(B)/%.o,$(filter test/$(1)/%,$(HELPER_C)))

# The shell without its main, for tests of its parts.
CMDA := $(B)/libcmd.a
$(CMDA): $(filter-out $(B)/cmd/main.o,$(CMD_O))
	$(Q)rm -f $@ && $(AR) rcs $@ $^
define helper_archive
$(B)/test/$(1).a: $$(call helpers,$(1))
	$$(Q)mkdir -p $$(@D) && rm -f $$@ && $$(AR) rcs $$@ $$^
endef
$(foreach f,unit shell fuzz tools,$(eval $(call helper_archive,$(f))))

# Objects before archives, users before what they use.
LINK_TEST = $(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^)

$(B)/test/%.o: INCLUDE += -Icmd -Itest
$(B)/test/%.o: DEFS += -DSHADE_TEST
$(B)/test/unit/%.o $(B)/test/shell/%.o: ALL_CPPFLAGS += $(CMOCKA_CFLAGS)
$(UNIT): %: %.o $(B)/test/unit.a $(INTERNAL)
	$(call say,LINK,$@)
	$(if $(CMOCKA_LIBS),,@echo 'make check needs cmocka: make deps, then configure again'; \
		false)
	$(Q)$(LINK_TEST) $(CMOCKA_LIBS) $(ALL_LIBS)
$(SHELL_TESTS): %: %.o $(B)/test/shell.a $(CMDA) $(LIBA)
	$(call say,LINK,$@)
	$(Q)$(LINK_TEST) $(CMOCKA_LIBS) $(CMD_LIBS) $(ALL_LIBS) -lutil
# Most runners are programs like any other; some look inside.
INSIDE := $(filter %/failalloc %/astcheck %/functest,$(TOOLS))
$(filter-out $(INSIDE),$(TOOLS)) $(BENCH): %: %.o $(B)/test/tools.a $(CMDA) $(LIBA)
	$(call say,LINK,$@)
	$(Q)$(LINK_TEST) $(CMD_LIBS) $(ALL_LIBS)
$(INSIDE): %: %.o $(B)/test/tools.a $(INTERNAL)
	$(call say,LINK,$@)
	$(Q)$(LINK_TEST) $(ALL_LIBS)
$(FUZZERS): %: %.o $(B)/test/fuzz.a $(INTERNAL)
	$(call say,LINK,$@)
	$(Q)$(LINK_TEST) -fsanitize=fuzzer $(ALL_LIBS)
.SECONDARY: $(PROGRAMS:%=%.o)
-include $(PROGRAMS:%=%.d) $(HELPER_C:%.c=$(B)/%.d)

# Installs what only tests need, then lets configure find it (again).
build/check.stamp: build-aux/deps.sh | build/deps.stamp
	@build-aux/deps.sh check && touch $@
ifneq ($(filter check check-rules asan tsan cov hostile,$(MAKECMDGOALS)),)
build/config.mk: build/check.stamp
endif

.PHONY: check check-rules asan tsan cov hostile lint fuzz bench demo
# The shell and the tools must stand before tests run; CHECK names parts
# (unit sql shell layers exports examples), default all; check-rules switches the
# optimizer's rules off one by one.
check: all $(UNIT) $(SHELL_TESTS) $(TOOLS)
	$(Q)B=$(B) SRC=$(CURDIR) VARIANT=$(VARIANT) AWK=$(AWK) \
		test/tools/check.sh $(CHECK)
check-rules: $(TOOLS)
	$(Q)$(MAKE) CHECK=rules check
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

bench: all $(BENCH)
	$(Q)B=$(B) AWK=$(AWK) test/bench/run.sh
demo: all
	$(Q)docs/examples/demo.sh $(SHADE) test/data/vega
