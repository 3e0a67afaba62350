# CTAdel: every target works from a clean clone; plain `make` builds, `make help` lists targets. V=1 shows commands.
BUILD   ?= build
PREFIX  ?= /usr/local
# Make has values of its own for these, which ?= would keep.
ifeq ($(origin CC),default)
CC  := gcc
endif
ifeq ($(origin CXX),default)
CXX := g++
endif
CLANG   ?= clang
VERILATOR ?= verilator
CFLAGS  ?= -O3 -g
# Calls between files are inlined in the program and its library. Objects are complete without it, too, for the many programs
# that only tests run. clang's objects would need its own archiver.
LTO     ?= $(if $(findstring clang,$(CC))$(COVERAGE),,-flto=auto -ffat-lto-objects)
NO_LTO   = $(if $(LTO),-fno-lto)
LINK     = $(CXX) $(CFLAGS) $(NO_LTO) $(LDFLAGS)
LINK_LTO = $(CXX) $(CFLAGS) $(LTO) $(LDFLAGS)
# Models are built in several sizes (sizes.h), since evaluation takes longer with each SM, slot, kernel and warp; smaller machines
# disable SMs by the enable mask. LARGE= builds those of the papers' machines only, in half the time.
LARGE     ?= 1
SIZES      := sim_c/base/sizes.h
built_for   = $(or $(shell awk '$$2 == "$(1)" { print $$3 }' $(SIZES)),$(error $(SIZES) defines no $(1)))
DISP_SMS   := $(call built_for,SCHED_SMS_SMALL)
DISP_SLOTS := $(call built_for,SCHED_SLOTS_SMALL)
LARGE_SMS   := $(call built_for,SCHED_SMS_MAX)
LARGE_SLOTS := $(call built_for,SCHED_SLOTS_MAX)
DISP_KERNELS := $(call built_for,SCHED_KERNELS_SMALL)
LARGE_KERNELS := $(call built_for,SCHED_KERNELS_MAX)
ARB_WARPS  := $(call built_for,SCHED_WARPS_MAX)
SMALL_SLOTS := 8
SMALL_WARPS := 32

VERSION := $(file <VERSION)

# Make separates names by spaces.
ifneq ($(words $(BUILD)),1)
$(error BUILD is "$(BUILD)"; allowed: a path without spaces (remedy: BUILD=/tmp/build; the tree itself may lie anywhere))
endif

Q := $(if $(V),,@)
# A line per big step, as its recipe starts: none where nothing is to do.
blank :=
once = $(if $(said.$(subst $(blank) ,.,$(1))),,$(eval said.$(subst $(blank) ,.,$(1)) := 1)$(info $(1)))
export BUILD V
MAKEFLAGS += --no-print-directory -r
.SUFFIXES:

# Position-independent and hidden: the same objects make the program and the library of mk/cuda.mk.
CPIC    := -fPIC -fvisibility=hidden
CSTD    := -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wshadow $(CPIC)
CINC    := -Isim_c -Itb -I$(BUILD)/gen
SIM_SRC := $(wildcard sim_c/*/*.c)
REF_SRC := $(wildcard configs/workloads/*/ref.c configs/loops/*/ref.c configs/clusters/*/ref.c)
TB_SRC  := $(filter-out tb/cuda/%,$(wildcard tb/*/*.c))
FUZZERS := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
GEN_SRC := $(addprefix $(BUILD)/gen/,policies.c refs.c)
GEN_H   := $(addprefix $(BUILD)/gen/,policy_params.h monitors.h registers.h registers_sas.h)
ARBS    := $(filter-out arb_top arb_ctx arb_sm,$(basename $(notdir $(wildcard rtl/arb/arb_*.v))))
LIB_V   := $(wildcard rtl/lib/*.v)
POLICY_V := $(wildcard rtl/place/*.v rtl/limit/*.v rtl/gate/*.v)
DISP_V  := $(wildcard rtl/disp/*.v) $(POLICY_V) $(LIB_V)
REGS    := rtl/gen_registers.sh rtl/gen/registers.awk rtl/disp/registers.txt
SAS_REGS := $(REGS) rtl/task/registers.txt
PORTS   := rtl/gen_bank.sh $(filter-out rtl/gen/registers%,$(wildcard rtl/gen/*.awk)) $(wildcard rtl/*/ports.txt) \
           rtl/disp/monitors.txt
BANKS_V := $(addprefix $(BUILD)/rtl/,place_bank.v limit_bank.v gate_bank.v)
DISP_VH := $(addprefix $(BUILD)/rtl/,monitor_ports.vh monitor_pins.vh words_disp.vh words_kernel.vh words_attr.vh words_part.vh words_gpcs.vh)
TESTS   := $(basename $(notdir $(wildcard tests/unit/test_*.c)))

obj      = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
SIM_OBJ := $(call obj,$(SIM_SRC) $(REF_SRC)) $(patsubst $(BUILD)/%.c,$(BUILD)/obj/%.o,$(GEN_SRC))
# Each folder of tb but app is a library; a folder stands before those that it includes.
TB_DIRS := cost compare experiment run engine ui
TB_LIBS := $(TB_DIRS:%=$(BUILD)/libctadel_%.a)
TB_OBJ  := $(call obj,$(TB_SRC))
# The dispatchers and arbiters; coverage is counted in one size of each, in the dispatcher with all policies.
DISPS   := $(if $(COVERAGE),disp_top,disp_plain disp_top $(if $(LARGE),disp_plain_mid disp_top_mid disp_plain_large disp_top_large))
SHIMS   := $(BUILD)/obj/gen/shims$(if $(COVERAGE),_whole).o
SMALL_ARBS := $(if $(COVERAGE),,arb_gto_small arb_lrr_small)
LARGE_ARBS := $(if $(COVERAGE),,$(if $(LARGE),arb_gto_mid arb_lrr_mid $(ARBS:%=%_large)))
ALL_ARBS   := $(SMALL_ARBS) $(ARBS) $(LARGE_ARBS)
ISSUE_WARPS := 16
ISSUE_REGS := $(addprefix issue_regs_,1 3 7 15 31 63)
APP_OBJ := $(call obj,$(wildcard tb/app/*.c))
SHIM_OBJ := $(SHIMS) $(patsubst %,$(BUILD)/obj/tb/engine/shim_%.o,wave $(DISPS) arb_sm sas issue $(ISSUE_REGS:issue_%=%) $(ALL_ARBS))
model    = $(BUILD)/obj/v/$(1).o $(BUILD)/obj/v/$(1)_slow.o
VER_OBJ := $(foreach m,$(DISPS) arb_sm sas_unit issue_bits $(ISSUE_REGS) core $(ALL_ARBS),$(call model,$(m))) \
           $(addprefix $(BUILD)/obj/vrt/,verilated.o verilated_threads.o verilated_fst_c.o \
           $(if $(COVERAGE),verilated_cov.o))
LIBS    := -lyaml -ljansson -llzma -lzstd -lxxhash -lm -pthread
VLIBS   := -lz -pthread -latomic
SETUP   := $(BUILD)/.setup
CUDA_LIB := $(BUILD)/cuda/libcudart.so.13
FATBIN_SRC  := tb/cuda/fatbin.c
FATBIN_LIBS := -llz4
MUTANTS := $(addprefix $(BUILD)/ctadel-,mutant unfair lazy early awake wrong)

.PHONY: help build run test test-build unit rtl-test lint formal mutate pairs soak coverage cosim cli fuzz synth synth-test slurm-test synth-readme libraries-readme pareto pareto-readme growth task-readme issue-readme equiv gates fpga \
        fidelity bench bench-latency install man dist charts clean docs policy policy-remove policy-test registers-readme
.DELETE_ON_ERROR:
.DEFAULT_GOAL := build

help: ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  %-16s %s\n", $$1, $$2}' Makefile mk/*.mk

# What GTKWave shows instead of numbers.
WAVES := $(addprefix $(BUILD)/waves/,disp_reg.filter sas_reg.filter $(patsubst %,sel_%.filter,place limit gate) \
    sm_answer.filter sm_pick.filter sm_why.filter warp.filter warp_$(ISSUE_WARPS).filter turn.filter states \
    $(foreach n,$(DISP_SLOTS) $(LARGE_SLOTS),slot_$(n).filter tnew_$(n).filter) \
    $(patsubst waves/%.in,%,$(wildcard waves/*.in)) $(patsubst waves/%,%,$(wildcard waves/*.filter)) \
    $(patsubst waves/%.gtkw.in,%_mid.gtkw,$(filter-out waves/sas_% waves/issue_% waves/arb_%,$(wildcard waves/*.in))) \
    $(patsubst waves/%.gtkw.in,%_large.gtkw,$(filter-out waves/sas_% waves/issue_%,$(wildcard waves/*.in))))

build: $(BUILD)/ctadel $(WAVES) ## build build/ctadel, the co-simulator with all engines

# Compiled on all processors, once the packages are there, unless -j was given.
JOBS = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))
run: ## co-simulate a real kernel under two warp schedulers and show the files written
	$(Q)$(MAKE) $(SETUP) && $(MAKE) $(JOBS) build
	$(Q)scripts/run_demo.sh

test-build: build $(CUDA_LIB) unit-build replay-build $(BUILD)/tsan/ctadel $(MUTANTS) $(BUILD)/cosim-regs $(BUILD)/cosim-host $(BUILD)/cosim-tasks $(BUILD)/bench
test: ## run every test: unit, RTL benches, lint, proofs, lockstep, command line
	$(Q)$(MAKE) $(SETUP) $(BUILD)/.setup-synth && $(MAKE) $(JOBS) test-build
	$(Q)tests/all.sh

unit: unit-build ## run the C unit tests
	$(Q)tests/unit/run.sh

rtl-test: $(SETUP) $(BANKS_V) ## run the Verilog benches of all modules
	$(Q)tests/rtl/run.sh

lint: $(SETUP) $(SIM_OBJ) $(TB_OBJ) ## check the RTL in Verilator -Wall, Icarus and Yosys; register maps; includes and calls of C; format of C, shellcheck
	$(Q)rtl/lint.sh && tests/layers/run.sh && tests/layers/circles.sh && tests/layers/lines.sh && tests/layers/sizes.sh && tests/format/run.sh

formal: $(SETUP) ## prove every module's assertions (base case, induction, cover, mutants)
	$(Q)tests/formal/run.sh

mutate: build ## test the tests: random mutants of MODULE="a b" (default: all), COUNT=30 SEED=1 (long)
	$(Q)COUNT=$(or $(COUNT),30) SEED=$(or $(SEED),1) tests/mutate/run.sh $(MODULE)

pairs: build ## run the papers' pairs of workloads in lockstep under every way of sharing (long)
	$(Q)tests/cosim/run.sh pairs

soak: build ## compare SOAK_CYCLES (10^8) core cycles of random mixes under random policies in lockstep (SOAK_SEED; about an hour)
	$(Q)tests/soak/run.sh

coverage: $(SETUP) ## report RTL lines executed and bits toggled by lockstep runs and benches, in build/coverage/lines (long)
	$(Q)$(MAKE) BUILD=$(BUILD)/coverage COVERAGE=1 $(BUILD)/coverage/ctadel
	$(Q)tests/coverage/run.sh

cosim: build $(BUILD)/cosim-regs $(BUILD)/cosim-host $(BUILD)/cosim-tasks ## run every workload on every machine in lockstep; check output and conservation laws
	$(Q)tests/cosim/run.sh all

cli: build $(MUTANTS) $(CUDA_LIB) $(BUILD)/bench ## test the command line
	$(Q)tests/cli/run.sh

fuzz: $(FUZZERS:%=$(BUILD)/fuzz/%) ## fuzz every reader of files, FUZZ_SECONDS each (default 30); installs clang
	$(Q)tests/fuzz/run.sh

registers-readme: ## rewrite the register maps in docs/rtl/disp.md and docs/rtl/task.md from registers.txt
	$(Q)rtl/gen_registers.sh readme --take && rtl/gen_registers.sh --of task readme --take

policy: ## start a policy of your own: STAGE=place|limit|gate|arb NAME=mine
	$(Q)scripts/policy.sh add "$(STAGE)" "$(NAME)"

policy-remove: ## remove that policy: STAGE=… NAME=…
	$(Q)scripts/policy.sh remove "$(STAGE)" "$(NAME)"

policy-test: build $(BUILD)/ctadel-wrong ## test adding, running, proving, editing and removing a policy, in a copy of the tree
	$(Q)tests/policy/run.sh

slurm-test: build $(BUILD)/.setup-slurm ## test sweeps on a Slurm cluster of two nodes on this host; installs Slurm, needs root
	$(Q)tests/slurm/run.sh

fidelity: build ## compare cycles with another simulator's: FIDELITY_REF=table.csv FIDELITY_TRACES=folder
	$(Q)if [ -r "$(FIDELITY_REF)" ] && [ -d "$(FIDELITY_TRACES)" ]; then \
	    $(BUILD)/ctadel compare "$(FIDELITY_REF)" --traces "$(FIDELITY_TRACES)"; \
	else echo "make fidelity FIDELITY_REF=TABLE.csv FIDELITY_TRACES=DIR (holding <kernel>/kernelslist.g);" \
	    "the columns: ctadel compare --help"; fi

bench: $(BUILD)/bench ## measure the speed of the engines (minutes), or of BENCH="engines policies mixes"; options: build/bench --help
	$(Q)$(BUILD)/bench $(BENCH)

bench-latency: $(SETUP) ## rewrite the table of docs/rtl/latency.md: cycles between an event at the dispatcher and its effect (LATENCY_SIZES="30 80 132 256"; long)
	$(Q)bench/latency.sh --take $(LATENCY_SIZES)

# The program finds its data beside bin/: the tree can be moved.
install: build $(CUDA_LIB) ## copy the program and its data below PREFIX (default /usr/local)
	$(Q)install -D $(BUILD)/ctadel $(DESTDIR)$(PREFIX)/bin/ctadel
	$(Q)install -D $(CUDA_LIB) $(DESTDIR)$(PREFIX)/lib/ctadel/$(notdir $(CUDA_LIB))
	$(Q)BUILD=$(BUILD) scripts/man.sh >$(BUILD)/ctadel.1
	$(Q)install -D -m 644 $(BUILD)/ctadel.1 $(DESTDIR)$(PREFIX)/share/man/man1/ctadel.1
	$(Q)mkdir -p $(DESTDIR)$(PREFIX)/share/ctadel
	$(Q)mkdir -p $(DESTDIR)$(PREFIX)/share/ctadel/waves
	$(Q)cp -r rtl synth examples $(DESTDIR)$(PREFIX)/share/ctadel/
	$(Q)cp waves/README.md $(BUILD)/waves/*.filter $(BUILD)/waves/*.gtkw $(DESTDIR)$(PREFIX)/share/ctadel/waves/
	$(Q)sed -i 's,^\(\^[0-9]* \).*/waves/,\1waves/,' $(DESTDIR)$(PREFIX)/share/ctadel/waves/*.gtkw
	$(Q)cp -r $(addprefix configs/,machines workloads loops clusters experiments opcodes) $(DESTDIR)$(PREFIX)/share/ctadel/

man: build ## write the manual page, build/ctadel.1, from the program's help texts
	$(Q)BUILD=$(BUILD) scripts/man.sh >$(BUILD)/ctadel.1

# Without git (an unpacked tarball): all files outside of $(BUILD).
dist: ## pack the sources: build/ctadel-VERSION.tar.gz
	$(Q)mkdir -p $(BUILD) && { git ls-files -z 2>/dev/null | grep -z . || \
	    find . \( -path ./.git -o -path ./$(BUILD) \) -prune -o -type f -print0; } | sort -z | \
	    tar -czf $(BUILD)/ctadel-$(VERSION).tar.gz --null -T - --owner=0 --group=0 --numeric-owner \
	        --transform 's,^\(\./\)\?,ctadel-$(VERSION)/,'

docs: build ## run every command of README.md and docs, follow links, compare what is generated
	$(Q)tests/docs/run.sh

charts: $(BUILD)/.setup-charts ## install gnuplot and rsvg-convert, with which `ctadel report` draws charts as SVG and PDF

clean: ## remove everything that was built
	$(Q)rm -rf $(BUILD)

# --- set-up and generated sources -----------------------------------------------------------------
$(SETUP): packages.txt scripts/setup.sh
	$(Q)scripts/setup.sh && mkdir -p $(@D) && touch $@

$(BUILD)/.setup-%: packages.txt scripts/setup.sh | $(SETUP)
	$(Q)scripts/setup.sh $* && mkdir -p $(@D) && touch $@

GEN_FROM := scripts/gen_tables.sh $(PORTS) $(REGS) $(POLICY_V) $(wildcard rtl/arb/*.v)
# The tables depend on the set of files and of models: a file removed, or added with an old time, must regenerate them
# as well, and so must another LARGE.
GEN_NAMES := $(strip $(POLICY_V) $(wildcard rtl/arb/*.v) $(REF_SRC) $(DISPS) $(ALL_ARBS))
ifneq ($(GEN_NAMES),$(strip $(file <$(BUILD)/gen/names.txt)))
.PHONY: $(BUILD)/gen/names.txt
endif
$(BUILD)/gen/names.txt:
	$(Q)mkdir -p $(@D) && echo '$(GEN_NAMES)' >$@

$(BUILD)/gen/%.c: $(GEN_FROM) $(REF_SRC) $(BUILD)/gen/names.txt | $(SETUP)
	$(Q)mkdir -p $(@D) && DISPS="$(DISPS)" ALL_ARBS="$(ALL_ARBS)" scripts/gen_tables.sh $* >$@

$(BUILD)/gen/policy_params.h: $(GEN_FROM)
	$(Q)mkdir -p $(@D) && scripts/gen_tables.sh params >$@

$(BUILD)/gen/monitors.h: scripts/gen_tables.sh $(PORTS)
	$(Q)mkdir -p $(@D) && scripts/gen_tables.sh monitors >$@

$(BUILD)/gen/registers.h: $(REGS) rtl/gen/registers_names.awk
	$(Q)mkdir -p $(@D) && rtl/gen_registers.sh header >$@

$(BUILD)/gen/registers_sas.h: $(SAS_REGS) rtl/gen/registers_names.awk
	$(Q)mkdir -p $(@D) && rtl/gen_registers.sh --of task header >$@

$(BUILD)/rtl/words_%.vh: $(REGS) rtl/gen/registers_words.awk
	$(Q)mkdir -p $(@D) && rtl/gen_registers.sh words $* >$@

$(BUILD)/rtl/words_sas.vh: $(SAS_REGS) rtl/gen/registers_words.awk
	$(Q)mkdir -p $(@D) && rtl/gen_registers.sh --of task words sas >$@

$(BUILD)/rtl/%_bank.v: $(PORTS) $(REGS) $(POLICY_V) | $(SETUP)
	$(Q)mkdir -p $(@D) && rtl/gen_bank.sh $* $$(ls rtl/$*/$*_*.v | xargs -n1 basename -s .v) >$@

$(BUILD)/rtl/monitor_%.vh: $(PORTS) | $(SETUP)
	$(Q)mkdir -p $(@D) && awk -v mode=$* -f rtl/gen/monitors.awk rtl/disp/monitors.txt >$@

# --- C --------------------------------------------------------------------------------------------
$(BUILD)/obj/%.o: %.c | $(SETUP) $(GEN_H)
	$(Q)$(call once,compiling $(patsubst %/,%,$(dir $<)))mkdir -p $(@D) && $(CC) $(CSTD) $(CFLAGS) $(LTO) -MMD -MP $(CINC) -c $< -o $@

$(BUILD)/obj/tb/ui/origin.o: CSTD += -DCTADEL_VERSION='"$(VERSION)"'
$(BUILD)/obj/tb/ui/origin.o: VERSION

$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c | $(SETUP) $(GEN_H)
	$(Q)mkdir -p $(@D) && $(CC) $(CSTD) $(CFLAGS) $(LTO) -MMD -MP $(CINC) -c $< -o $@

$(BUILD)/libctadel_sim.a: $(SIM_OBJ)
	$(Q)rm -f $@ && ar rcs $@ $^

define tb_lib # folder
$(BUILD)/libctadel_$(1).a: $(call obj,$(wildcard tb/$(1)/*.c))
	$$(Q)rm -f $$@ && ar rcs $$@ $$^
endef
$(foreach d,$(TB_DIRS),$(eval $(call tb_lib,$(d))))

include mk/models.mk
include mk/waves.mk
include mk/tests.mk
include mk/cuda.mk
include mk/synth.mk
include mk/pgo.mk

.SECONDARY:
-include $(SIM_OBJ:.o=.d) $(TB_OBJ:.o=.d) $(TESTS:%=$(BUILD)/tests/%.d) $(patsubst %.c,$(BUILD)/obj/%.d,$(wildcard bench/*.c tests/cosim/*.c))
-include $(TSAN_OBJ:.o=.d)
-include $(patsubst %.o,%.d,$(call fuzz_obj,replay) $(call fuzz_obj,fuzz)) $(foreach d,replay fuzz,$(FUZZERS:%=$(BUILD)/$(d)/obj/tests/fuzz/fuzz_%.d))
