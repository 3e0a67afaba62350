# CTAdel: every target works from a clean clone; `make help` lists them. V=1 shows commands.
BUILD   ?= build
PREFIX  ?= /usr/local
CC      ?= gcc
CXX     ?= g++
CLANG   ?= clang
VERILATOR ?= verilator
CFLAGS  ?= -O3 -g
# The dispatcher is built once, for the largest machine; smaller ones use its enable mask.
DISP_SMS   := 32
DISP_SLOTS := 16
ARB_WARPS  := 64

Q := $(if $(V),,@)
export BUILD V
MAKEFLAGS += --no-print-directory -r
.SUFFIXES:

CSTD    := -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wshadow
CINC    := -Isim_c -Itb -I$(BUILD)/gen
SIM_SRC := $(wildcard sim_c/*/*.c)
REF_SRC := $(wildcard configs/workloads/*/ref.c configs/loops/*/ref.c)
TB_SRC  := $(wildcard tb/*/*.c)
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
DISP_VH := $(addprefix $(BUILD)/rtl/,monitor_ports.vh monitor_pins.vh words_disp.vh words_kernel.vh)
TESTS   := $(basename $(notdir $(wildcard tests/unit/test_*.c)))

obj      = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
SIM_OBJ := $(call obj,$(SIM_SRC) $(REF_SRC)) $(patsubst $(BUILD)/%.c,$(BUILD)/obj/%.o,$(GEN_SRC))
TB_OBJ  := $(call obj,$(TB_SRC)) $(BUILD)/obj/gen/shims.o
SHIM_OBJ := $(BUILD)/obj/tb/engine/shim_wave.o $(BUILD)/obj/tb/engine/shim_disp.o $(BUILD)/obj/tb/engine/shim_arb_sm.o $(BUILD)/obj/tb/engine/shim_sas.o \
            $(ARBS:%=$(BUILD)/obj/tb/engine/shim_%.o)
model    = $(BUILD)/obj/v/$(1).o $(BUILD)/obj/v/$(1)_slow.o
VER_OBJ := $(foreach m,disp_top arb_sm sas_unit $(ARBS),$(call model,$(m))) \
           $(addprefix $(BUILD)/obj/vrt/,verilated.o verilated_threads.o verilated_fst_c.o \
           $(if $(COVERAGE),verilated_cov.o))
LIBS    := -lyaml -ljansson -llzma -lm
VLIBS   := -lz -pthread -latomic
DATADIR ?= $(CURDIR)/configs
SETUP   := $(BUILD)/.setup
MUTANTS := $(addprefix $(BUILD)/ctadel-,mutant unfair early awake)

.PHONY: help build run test unit rtl-test lint formal mutate pairs coverage cosim cli fuzz synth synth-test synth-readme pareto pareto-readme growth task-readme equiv gates fpga \
        fidelity bench install charts clean policy policy-remove policy-test registers-readme
.DELETE_ON_ERROR:

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  %-13s %s\n", $$1, $$2}' Makefile

build: $(BUILD)/ctadel $(addprefix $(BUILD)/waves/,disp_reg.filter sas_reg.filter) ## build/ctadel: the co-simulator with all engines

run: build ## co-simulate a real kernel under two warp schedulers and show the files written
	$(Q)scripts/run_demo.sh

test: build unit-build replay-build $(BUILD)/.setup-synth $(MUTANTS) $(BUILD)/cosim-regs $(BUILD)/cosim-host $(BUILD)/cosim-tasks $(BUILD)/bench ## every test: unit, RTL benches, lint, proofs, lockstep, command line
	$(Q)tests/all.sh

unit: unit-build ## C unit tests
	$(Q)tests/unit/run.sh

rtl-test: $(SETUP) $(BANKS_V) ## per-module Verilog benches
	$(Q)tests/rtl/run.sh

lint: $(SETUP) ## all RTL through Verilator -Wall, Icarus and Yosys; the register maps in README.md; who includes whom in C
	$(Q)rtl/lint.sh && tests/layers/run.sh

formal: $(SETUP) ## prove every module's assertions (base case, induction, cover, mutants)
	$(Q)tests/formal/run.sh

mutate: build ## random mutants of MODULE="a b" (default: all) through bench, proof and lockstep: COUNT=30 SEED=1 (long)
	$(Q)COUNT=$(or $(COUNT),30) SEED=$(or $(SEED),1) tests/mutate/run.sh $(MODULE)

pairs: build ## the papers' pairs of workloads in lockstep under every way of sharing (long)
	$(Q)tests/cosim/run.sh pairs

coverage: $(SETUP) ## lines executed and bits toggled by lockstep runs and benches, sources in build/coverage/lines (long)
	$(Q)$(MAKE) BUILD=$(BUILD)/coverage COVERAGE=1 $(BUILD)/coverage/ctadel $(BUILD)/coverage/cosim-regs
	$(Q)tests/coverage/run.sh

cosim: build $(BUILD)/cosim-regs $(BUILD)/cosim-host $(BUILD)/cosim-tasks ## every workload on every machine in lockstep, output and conservation checked
	$(Q)tests/cosim/run.sh

cli: build $(MUTANTS) ## the command line as a user meets it
	$(Q)tests/cli/run.sh

fuzz: $(FUZZERS:%=$(BUILD)/fuzz/%) ## fuzz every reader of files, FUZZ_SECONDS each (default 30); installs clang
	$(Q)tests/fuzz/run.sh

registers-readme: ## the register maps in rtl/disp/README.md and rtl/task/README.md, anew from their registers.txt
	$(Q)rtl/gen_registers.sh readme --take && rtl/gen_registers.sh --of task readme --take

policy: ## start a policy of your own: STAGE=place|limit|gate|arb NAME=mine
	$(Q)scripts/policy.sh add "$(STAGE)" "$(NAME)"

policy-remove: ## take it away again: STAGE=… NAME=…
	$(Q)scripts/policy.sh remove "$(STAGE)" "$(NAME)"

policy-test: build ## make, run, prove, edit and remove a policy in a copy of the tree
	$(Q)tests/policy/run.sh

synth: build $(BUILD)/.setup-synth ## area, timing and power of every policy (SYNTH_ARGS="--sms 4 --slots 4": quicker); installs opensta
	$(Q)$(BUILD)/ctadel synth all $(SYNTH_ARGS) --out $(BUILD)/synth

equiv: build $(BUILD)/.setup-synth ## prove each module's netlist equal to its RTL (long)
	$(Q)synth/equiv.sh

gates: $(BUILD)/ctadel-gates ## co-simulate kernels on the netlist of the dispatcher, in lockstep with the golden C (long)
	$(Q)tests/synth/gates.sh

fpga: $(BUILD)/.setup-fpga ## the dispatcher and the task unit on an iCE40 (placed and routed) and on Xilinx (synthesis); installs nextpnr
	$(Q)synth/fpga.sh

synth-readme: synth ## the table of costs in README.md and synth/costs.csv, anew
	$(Q)synth/readme.sh costs --take $(BUILD)/synth/synth.csv

# An experiment of PARETO and the area of the same policies at its machine's size; both go on where they were.
PARETO ?= pareto
pareto: build $(BUILD)/.setup-synth $(BUILD)/.setup-charts ## speed-up of each policy against its area, picture in build/pareto (PARETO_ARGS="--workloads vadd,stn")
	$(Q)$(BUILD)/ctadel sweep $(PARETO) $(PARETO_ARGS) --out $(BUILD)/pareto
	$(Q)$(BUILD)/ctadel synth $$($(BUILD)/ctadel report $(PARETO) --designs) --no-power --out $(BUILD)/pareto/synth
	$(Q)$(BUILD)/ctadel report $(PARETO) --synth $(BUILD)/pareto/synth/synth.csv --out $(BUILD)/pareto

pareto-readme: pareto ## the picture and table of make pareto in README.md, anew
	$(Q)synth/readme.sh pareto --take $(BUILD)/pareto/pareto.csv

growth: build $(BUILD)/.setup-synth $(BUILD)/.setup-charts ## area and clock against SMs and slots, into synth/README.md (GROWTH_SIZES="4x8 14x8": quicker; long)
	$(Q)BUILD=$(BUILD) synth/growth.sh $(GROWTH_SIZES)
	$(Q)synth/readme.sh growth --take $(BUILD)/growth/growth.csv

task-readme: build $(BUILD)/.setup-synth ## area and clock of the task unit's parts, into rtl/task/README.md (TASK_ARGS="--liberty F.lib.gz --mhz 1000")
	$(Q)BUILD=$(BUILD) TASK_ARGS="$(TASK_ARGS)" synth/task.sh
	$(Q)synth/readme.sh task --take $(BUILD)/task/task.csv

synth-test: build $(BUILD)/.setup-synth ## small designs beside their reference, and wrong input
	$(Q)tests/synth/run.sh

fidelity: build ## our cycles beside another simulator's: FIDELITY_REF=table.csv FIDELITY_TRACES=folder
	$(Q)if [ -r "$(FIDELITY_REF)" ] && [ -d "$(FIDELITY_TRACES)" ]; then \
	    $(BUILD)/ctadel compare "$(FIDELITY_REF)" --traces "$(FIDELITY_TRACES)"; \
	else echo "make fidelity FIDELITY_REF=TABLE.csv FIDELITY_TRACES=DIR (holding <kernel>/kernelslist.g);" \
	    "the columns: ctadel compare --help"; fi

bench: $(BUILD)/bench ## speed as ratios in one run: BENCH="engines policies mixes" (mmul at BENCH_SIZE=paper: minutes)
	$(Q)$(BUILD)/bench $(BENCH)

install: build ## copy the program and its data below PREFIX (default /usr/local)
	$(Q)$(MAKE) BUILD=$(BUILD)/install DATADIR=$(PREFIX)/share/ctadel $(BUILD)/install/ctadel
	$(Q)install -D $(BUILD)/install/ctadel $(DESTDIR)$(PREFIX)/bin/ctadel
	$(Q)mkdir -p $(DESTDIR)$(PREFIX)/share/ctadel
	$(Q)cp -r rtl synth $(DESTDIR)$(PREFIX)/share/ctadel/
	$(Q)cp -r configs/machines configs/workloads configs/loops configs/experiments configs/opcodes $(DESTDIR)$(PREFIX)/share/ctadel/

charts: $(BUILD)/.setup-charts ## installs gnuplot, with which `ctadel report` draws charts

clean: ## remove everything that was built
	$(Q)rm -rf $(BUILD)

# --- set-up and generated sources -----------------------------------------------------------------
$(SETUP): packages.txt scripts/setup.sh
	$(Q)scripts/setup.sh && mkdir -p $(@D) && touch $@

$(BUILD)/.setup-%: packages.txt scripts/setup.sh
	$(Q)scripts/setup.sh $* && mkdir -p $(@D) && touch $@

GEN_FROM := scripts/gen_tables.sh $(PORTS) $(REGS) $(POLICY_V) $(wildcard rtl/arb/*.v)
$(BUILD)/gen/%.c: $(GEN_FROM) $(REF_SRC) | $(SETUP)
	$(Q)mkdir -p $(@D) && scripts/gen_tables.sh $* >$@

$(BUILD)/gen/policy_params.h: $(GEN_FROM)
	$(Q)mkdir -p $(@D) && scripts/gen_tables.sh params >$@

$(BUILD)/gen/monitors.h: scripts/gen_tables.sh $(PORTS)
	$(Q)mkdir -p $(@D) && scripts/gen_tables.sh monitors >$@

$(BUILD)/gen/registers.h: $(REGS) rtl/gen/registers_names.awk
	$(Q)mkdir -p $(@D) && rtl/gen_registers.sh header >$@

$(BUILD)/gen/registers_sas.h: $(SAS_REGS) rtl/gen/registers_names.awk
	$(Q)mkdir -p $(@D) && rtl/gen_registers.sh --of task header >$@

$(BUILD)/waves/disp_reg.filter: $(PORTS) $(REGS) $(POLICY_V)
	$(Q)mkdir -p $(@D) && rtl/gen_registers.sh filter >$@

$(BUILD)/waves/sas_reg.filter: $(SAS_REGS)
	$(Q)mkdir -p $(@D) && rtl/gen_registers.sh --of task filter >$@

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
	$(Q)mkdir -p $(@D) && $(CC) $(CSTD) $(CFLAGS) -MMD -MP $(CINC) \
	    -DCTADEL_DATADIR='"$(DATADIR)"' -c $< -o $@

$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c | $(SETUP) $(GEN_H)
	$(Q)mkdir -p $(@D) && $(CC) $(CSTD) $(CFLAGS) -MMD -MP $(CINC) -c $< -o $@

$(BUILD)/libctadel_sim.a: $(SIM_OBJ)
	$(Q)rm -f $@ && ar rcs $@ $^

# --- Verilated models -----------------------------------------------------------------------------
# Loops over SMs and slots unrolled whole: with constant indices they cost a fifth.
VFLAGS   = --cc --trace-fst -O3 --x-assign fast --x-initial fast --noassert \
           --unroll-count 1024 --unroll-stmts 1000000
VER_ROOT = $$($(VERILATOR) --getenv VERILATOR_ROOT)
VINC     = -isystem $(VER_ROOT)/include -isystem $(VER_ROOT)/include/vltstd
VOPT    ?= -O2
VCXX     = $(CXX) -std=c++17 $(VOPT) -DVM_TRACE=1 -DVM_TRACE_FST=1 $(VINC)
# Counters in every branch and at every bit: a build of its own below $(BUILD)/coverage, not optimised,
# because that would take longer than its few runs. Loops stay loops: a line counts once. Verilator 5.006
# splits and reorders what counts in a function off from what it counts, and then counts by older values.
ifdef COVERAGE
VFLAGS   = --cc --trace-fst -O3 --x-assign fast --x-initial fast --noassert --coverage-line --coverage-toggle \
           --coverage-max-width 64 -fno-reorder -fno-split
VOPT     = -O0
VCXX    += -DVM_COVERAGE=1
endif

# Two translation units per model, what Verilator wrote included in turn: what runs every clock, and
# what it calls slow (construction, the first settling, a wave's beginning), which is most of the text.
define verilate # directory, top, prefix, parameters, sources
	$(Q)rm -rf $(1) && mkdir -p $(1) && \
	$(VERILATOR) $(VFLAGS) -I$(BUILD)/rtl --Mdir $(1) --top-module $(2) --prefix $(3) $(4) $(5) && \
	for f in $(1)/*.cpp; do case $$f in *Slow.cpp) u=slow ;; *) u=all ;; esac; \
	    echo "#include \"$$(basename $$f)\"" >>$(1)/$$u.cc; done
endef

$(BUILD)/v/disp_top/all.cc: $(DISP_V) $(BANKS_V) $(DISP_VH) | $(SETUP)
	$(call verilate,$(@D),disp_top,Vdisp_top,-GSMS=$(DISP_SMS) -GSLOTS=$(DISP_SLOTS),$(DISP_V) $(BANKS_V))

$(BUILD)/rtl/arb_%/arb_bank.v: rtl/arb/arb_%.v $(PORTS) | $(SETUP)
	$(Q)mkdir -p $(@D) && rtl/gen_bank.sh arb arb_$* >$@

# arb_gto: what other policies choose by among the warps they let through
$(BUILD)/v/arb_%/all.cc: rtl/arb/arb_top.v rtl/arb/arb_ctx.v rtl/arb/arb_%.v rtl/arb/arb_gto.v \
                         $(BUILD)/rtl/arb_%/arb_bank.v $(LIB_V) | $(SETUP)
	$(call verilate,$(@D),arb_top,Varb_$*,-GWARPS=$(ARB_WARPS) -GSLOTS=$(DISP_SLOTS),$^)

# For the schedulers of any machine: those that it does not have ask for nothing.
$(BUILD)/v/arb_sm/all.cc: rtl/arb/arb_sm.v | $(SETUP)
	$(call verilate,$(@D),arb_sm,Varb_sm,,$^)

# The task unit of the machine sas.
$(BUILD)/v/sas_unit/all.cc: $(wildcard rtl/task/*.v) rtl/disp/disp_axil.v $(LIB_V) $(BUILD)/rtl/words_sas.vh | $(SETUP)
	$(call verilate,$(@D),sas_unit,Vsas_unit,,$(filter %.v,$^))

$(BUILD)/obj/v/%.o: $(BUILD)/v/%/all.cc
	$(Q)mkdir -p $(@D) && $(VCXX) -I$(<D) -c $< -o $@

$(BUILD)/obj/v/%_slow.o: $(BUILD)/v/%/all.cc
	$(Q)mkdir -p $(@D) && $(VCXX) -O0 -I$(<D) -c $(<D)/slow.cc -o $@

$(BUILD)/obj/vrt/%.o: | $(SETUP)
	$(Q)mkdir -p $(@D) && $(VCXX) -c $(VER_ROOT)/include/$*.cpp -o $@

$(BUILD)/obj/tb/engine/shim_arb_%.o: tb/engine/shim_arb.cpp tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/arb_%/all.cc
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -DARB=arb_$* -I$(BUILD)/v/arb_$* -c $< -o $@

$(BUILD)/obj/tb/engine/shim_arb_sm.o: tb/engine/shim_arb_sm.cpp tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/arb_sm/all.cc
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -I$(BUILD)/v/arb_sm -c $< -o $@

$(BUILD)/obj/tb/engine/shim_sas.o: tb/engine/shim_sas.cpp tb/engine/shim_sas.h sim_c/policy/sas.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/sas_unit/all.cc | $(GEN_H)
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -I$(BUILD)/v/sas_unit -c $< -o $@

$(BUILD)/obj/tb/engine/shim_%.o: tb/engine/shim_%.cpp tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/disp_top/all.cc
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -I$(BUILD)/v/disp_top -c $< -o $@

$(BUILD)/ctadel: $(TB_OBJ) $(SHIM_OBJ) $(VER_OBJ) $(BUILD)/libctadel_sim.a
	$(Q)$(CXX) -o $@ $^ $(LIBS) $(VLIBS)

# A program whose golden LRR skips a warp: lockstep must find it (tests/cli).
$(BUILD)/mutant/arb_lrr.c: sim_c/policy/arb_lrr.c Makefile
	$(Q)mkdir -p $(@D) && sed 's/SCHED_WARPS_MAX - 1 : ctx->last;/SCHED_WARPS_MAX - 1 : ctx->last + 1;/' $< >$@ && ! cmp -s $< $@

# Programs whose dispatcher says too early that it sleeps, or never does: lockstep must find these, too.
SLEEP_early := !t.issue_valid_o
SLEEP_awake := false
$(BUILD)/mutant/shim_%.cpp: tb/engine/shim_disp.cpp Makefile
	$(Q)mkdir -p $(@D) && sed 's/sleep = t.sleep_o/sleep = $(SLEEP_$*)/' $< >$@ && ! cmp -s $< $@

$(BUILD)/mutant/shim_%.o: $(BUILD)/mutant/shim_%.cpp tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/disp_top/all.cc
	$(Q)$(VCXX) $(CINC) -I$(BUILD)/v/disp_top -c $< -o $@

$(BUILD)/ctadel-early $(BUILD)/ctadel-awake: $(BUILD)/ctadel-%: $(BUILD)/mutant/shim_%.o $(TB_OBJ) \
        $(filter-out %/shim_disp.o,$(SHIM_OBJ)) $(VER_OBJ) $(BUILD)/libctadel_sim.a
	$(Q)$(CXX) -o $@ $^ $(LIBS) $(VLIBS)

$(BUILD)/ctadel-mutant: $(BUILD)/mutant/arb_lrr.c $(TB_OBJ) $(SHIM_OBJ) $(VER_OBJ) $(BUILD)/libctadel_sim.a
	$(Q)$(CC) $(CSTD) $(CFLAGS) $(CINC) -c $< -o $(@D)/mutant/arb_lrr.o
	$(Q)$(CXX) -o $@ $(@D)/mutant/arb_lrr.o $(wordlist 2,99,$^) $(LIBS) $(VLIBS)

# A program whose dispatcher is the netlist of all policies: `ctadel synth` leaves it behind the ports of
# the built one, so that nothing else differs. GATES_SIZE SMs and slots is all such a program can hold.
GATES_SIZE ?= --sms 2 --slots 2 --warps 8
GATES_DIR   = $(BUILD)/gates/osu018_stdcells.everything
$(BUILD)/gates/disp_top.v: $(BUILD)/ctadel synth/point.sh synth/replay.awk $(DISP_V) | $(BUILD)/.setup-synth
	$(Q)$(BUILD)/ctadel synth everything $(GATES_SIZE) --out $(BUILD)/gates >$(BUILD)/gates.log
	$(Q)cat $(GATES_DIR)-*/cells.v $(GATES_DIR)-*/net.v $(GATES_DIR)-*/wrapper.v >$@

$(BUILD)/v/disp_gates/all.cc: $(BUILD)/gates/disp_top.v
	$(call verilate,$(@D),disp_top,Vdisp_top,-Wno-fatal,$<)

# Not optimised: the compiler would take longer over a flat netlist than the runs.
$(BUILD)/obj/v/disp_gates.o: $(BUILD)/v/disp_gates/all.cc
	$(Q)mkdir -p $(@D) && $(VCXX) -O0 -I$(<D) -c $< -o $@

$(BUILD)/obj/gates/shim_disp.o: tb/engine/shim_disp.cpp tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/disp_gates/all.cc
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -DEVERY_EDGE=true -I$(BUILD)/v/disp_gates -c $< -o $@

$(BUILD)/ctadel-gates: $(TB_OBJ) $(filter-out %/shim_disp.o,$(SHIM_OBJ)) \
                       $(filter-out $(call model,disp_top),$(VER_OBJ)) $(call model,disp_gates) \
                       $(BUILD)/obj/gates/shim_disp.o $(BUILD)/libctadel_sim.a
	$(Q)$(CXX) -o $@ $^ $(LIBS) $(VLIBS)

# A program whose golden task scheduler hands indices to the contexts in another order: lockstep must find it, too.
$(BUILD)/mutant/sas_sched.c: sim_c/policy/sas_sched.c Makefile
	$(Q)mkdir -p $(@D) && sed 's/(s->served + i) %/(s->served + i + 1) %/' $< >$@ && ! cmp -s $< $@

$(BUILD)/ctadel-unfair: $(BUILD)/mutant/sas_sched.c $(TB_OBJ) $(SHIM_OBJ) $(VER_OBJ) $(BUILD)/libctadel_sim.a
	$(Q)$(CC) $(CSTD) $(CFLAGS) $(CINC) -c $< -o $(@D)/mutant/sas_sched.o
	$(Q)$(CXX) -o $@ $(@D)/mutant/sas_sched.o $(wordlist 2,99,$^) $(LIBS) $(VLIBS)

RUN_OBJ := $(call obj,$(wildcard tb/run/cosim*.c tb/engine/*.c) tb/ui/progress.c tb/ui/words.c) $(BUILD)/obj/gen/shims.o
$(BUILD)/bench: $(call obj,$(wildcard bench/*.c)) $(RUN_OBJ) $(SHIM_OBJ) $(VER_OBJ) $(BUILD)/libctadel_sim.a
	$(Q)$(CXX) -o $@ $^ $(LIBS) $(VLIBS)

$(BUILD)/cosim-%: $(BUILD)/obj/tests/cosim/%.o $(RUN_OBJ) $(SHIM_OBJ) $(VER_OBJ) $(BUILD)/libctadel_sim.a
	$(Q)$(CXX) -o $@ $^ $(LIBS) $(VLIBS)

$(BUILD)/cosim-tasks: $(addprefix $(BUILD)/obj/,tests/cosim/tasks.o tb/engine/task_pair.o tb/engine/shim_sas.o tb/engine/shim_wave.o) $(call model,sas_unit) \
                      $(filter $(BUILD)/obj/vrt/%,$(VER_OBJ)) $(BUILD)/libctadel_sim.a
	$(Q)$(CXX) -o $@ $^ $(LIBS) $(VLIBS)

# --- unit tests -----------------------------------------------------------------------------------
.PHONY: unit-build
unit-build: $(TESTS:%=$(BUILD)/tests/%)

$(BUILD)/tests/%: tests/unit/%.c $(BUILD)/libctadel_sim.a
	$(Q)mkdir -p $(@D) && $(CC) $(CSTD) $(CFLAGS) -MMD -MP $(CINC) -Itests/unit $< -o $@ \
	    $(BUILD)/libctadel_sim.a -lcmocka $(LIBS)

# --- fuzz targets: the readers of files under sanitizers, for replay by gcc, for fuzzing by clang ----
FUZZ_LIB   := $(wildcard $(addprefix sim_c/,$(addsuffix /*.c,base config ptx trace workload policy)))
FUZZ_SRC   := $(FUZZ_LIB) sim_c/stats/curve.c tests/fuzz/fuzz.c $(REF_SRC) $(addprefix tb/,run/axes.c run/data.c \
              run/mixes.c run/options.c run/cosim_params.c run/cosim_policies.c run/cosim_task.c ui/table.c ui/words.c \
              compare/compare_ref.c cost/pareto_costs.c $(addprefix experiment/sweep_,experiment.c figures.c points.c table.c yaml.c))
FUZZ_FLAGS := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_CC    := $(CSTD) $(CINC) -MMD -MP -DCTADEL_DATADIR='"$(CURDIR)/configs"' $(FUZZ_FLAGS)
fuzz_obj    = $(patsubst %.c,$(BUILD)/$(1)/obj/%.o,$(FUZZ_SRC) gen/policies.c gen/refs.c)

$(BUILD)/replay/obj/%.o: %.c | $(SETUP) $(GEN_H)
	$(Q)mkdir -p $(@D) && $(CC) $(FUZZ_CC) -c $< -o $@
$(BUILD)/replay/obj/gen/%.o: $(BUILD)/gen/%.c | $(SETUP)
	$(Q)mkdir -p $(@D) && $(CC) $(FUZZ_CC) -c $< -o $@
$(BUILD)/fuzz/obj/%.o: %.c | $(BUILD)/.setup-fuzz $(GEN_H)
	$(Q)mkdir -p $(@D) && $(CLANG) $(FUZZ_CC) -Wno-unknown-pragmas -fsanitize=fuzzer-no-link -c $< -o $@
$(BUILD)/fuzz/obj/gen/%.o: $(BUILD)/gen/%.c | $(BUILD)/.setup-fuzz
	$(Q)mkdir -p $(@D) && $(CLANG) $(FUZZ_CC) -Wno-unknown-pragmas -fsanitize=fuzzer-no-link -c $< -o $@

$(BUILD)/replay/lib.a: $(call fuzz_obj,replay)
	$(Q)rm -f $@ && ar rcs $@ $^
$(BUILD)/fuzz/lib.a: $(call fuzz_obj,fuzz)
	$(Q)rm -f $@ && ar rcs $@ $^

$(BUILD)/replay/%: $(BUILD)/replay/obj/tests/fuzz/fuzz_%.o $(BUILD)/replay/obj/tests/fuzz/replay.o $(BUILD)/replay/lib.a
	$(Q)$(CC) $(FUZZ_FLAGS) -o $@ $^ $(LIBS)
$(BUILD)/fuzz/%: $(BUILD)/fuzz/obj/tests/fuzz/fuzz_%.o $(BUILD)/fuzz/lib.a
	$(Q)$(CLANG) $(FUZZ_FLAGS) -fsanitize=fuzzer -o $@ $^ $(LIBS)

.PHONY: replay-build
replay-build: $(FUZZERS:%=$(BUILD)/replay/%)

.SECONDARY:
-include $(SIM_OBJ:.o=.d) $(TB_OBJ:.o=.d) $(TESTS:%=$(BUILD)/tests/%.d)
-include $(patsubst %.o,%.d,$(call fuzz_obj,replay) $(call fuzz_obj,fuzz))
