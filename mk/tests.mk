# Programs for tests: with planted mistakes, on a netlist, lockstep of parts, unit tests, fuzz targets; included by
# ../Makefile.

# A program whose golden LRR skips a warp: lockstep must find it (tests/cli).
$(BUILD)/mutant/arb_lrr.c: sim_c/policy/arb_lrr.c mk/tests.mk
	$(Q)mkdir -p $(@D) && sed 's/SCHED_WARPS_MAX - 1 : ctx->last;/SCHED_WARPS_MAX - 1 : ctx->last + 1;/' $< >$@ && ! cmp -s $< $@

# Programs whose dispatcher asserts sleep_o too early, or never: lockstep must find these as well.
SLEEP_early := !t.issue_valid_o
SLEEP_awake := false
$(BUILD)/mutant/shim_%.cpp: tb/engine/shim_disp.cpp mk/tests.mk
	$(Q)mkdir -p $(@D) && sed 's/sleep = t.sleep_o/sleep = $(SLEEP_$*)/' $< >$@ && ! cmp -s $< $@

# Programs with a replaced disp_top: they have no disp_plain, so every run uses the replaced one.
WHOLE_OBJ := $(filter-out %/shim_disp_top.o $(SHIMS),$(SHIM_OBJ)) $(BUILD)/obj/gen/shims_whole.o
$(BUILD)/mutant/shim_%.o: $(BUILD)/mutant/shim_%.cpp tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/disp_top/verilated | $(GEN_H)
	$(Q)$(VCXX) $(CINC) -DDISP=disp_top $(addprefix -D,$(DISP_base)) -I$(BUILD)/v/disp_top -c $< -o $@

$(BUILD)/ctadel-early $(BUILD)/ctadel-awake: $(BUILD)/ctadel-%: $(BUILD)/mutant/shim_%.o $(APP_OBJ) \
        $(WHOLE_OBJ) $(VER_OBJ) $(TB_LIBS) $(BUILD)/libctadel_sim.a
	$(Q)$(LINK) -o $@ $^ $(LIBS) $(VLIBS)

$(BUILD)/ctadel-mutant: $(BUILD)/mutant/arb_lrr.c $(APP_OBJ) $(SHIM_OBJ) $(VER_OBJ) $(TB_LIBS) $(BUILD)/libctadel_sim.a
	$(Q)$(CC) $(CSTD) $(CFLAGS) $(CINC) -c $< -o $(@D)/mutant/arb_lrr.o
	$(Q)$(LINK) -o $@ $(@D)/mutant/arb_lrr.o $(wordlist 2,999,$^) $(LIBS) $(VLIBS)

# A program whose dispatcher is the netlist of all policies, wrapped by `ctadel synth` in the ports of the RTL,
# so that nothing else differs. It is limited to GATES_SIZE SMs and slots.
GATES_SIZE ?= --sms 2 --slots 2 --warps 8
GATES_DIR   = $(BUILD)/gates/generic.everything
$(BUILD)/gates/disp_top.v: $(BUILD)/ctadel synth/point.sh synth/replay.awk synth/vcd.awk $(DISP_V) | $(BUILD)/.setup-synth
	$(Q)$(BUILD)/ctadel synth everything $(GATES_SIZE) --out $(BUILD)/gates >$(BUILD)/gates.log
	$(Q)cat $(GATES_DIR)-*/cells.v $(GATES_DIR)-*/net.v $(GATES_DIR)-*/wrapper.v >$@

$(BUILD)/v/disp_gates/all.cc: $(BUILD)/gates/disp_top.v
	$(call verilate,$(@D),disp_top,Vdisp_top,-Wno-fatal,$<)

# Not optimised: compiling a flat netlist would take longer than the runs.
$(BUILD)/obj/v/disp_gates.o: $(BUILD)/v/disp_gates/all.cc
	$(Q)mkdir -p $(@D) && $(VCXX) -O0 -I$(<D) -c $< -o $@

$(BUILD)/obj/gates/shim_disp.o: tb/engine/shim_disp.cpp tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/disp_gates/all.cc
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -DEVERY_EDGE=true -DDISP=disp_top $(addprefix -D,$(DISP_base)) -I$(BUILD)/v/disp_gates -c $< -o $@

$(BUILD)/ctadel-gates: $(APP_OBJ) $(WHOLE_OBJ) \
                       $(filter-out $(call model,disp_top),$(VER_OBJ)) $(call model,disp_gates) \
                       $(BUILD)/obj/gates/shim_disp.o $(TB_LIBS) $(BUILD)/libctadel_sim.a
	$(Q)$(LINK) -o $@ $^ $(LIBS) $(VLIBS)

# A program whose golden task scheduler gives indices to the contexts in another order: lockstep must find it as well.
$(BUILD)/mutant/sas_sched.c: sim_c/policy/sas_sched.c mk/tests.mk
	$(Q)mkdir -p $(@D) && sed 's/(s->served + i) %/(s->served + i + 1) %/' $< >$@ && ! cmp -s $< $@

$(BUILD)/ctadel-unfair: $(BUILD)/mutant/sas_sched.c $(APP_OBJ) $(SHIM_OBJ) $(VER_OBJ) $(TB_LIBS) $(BUILD)/libctadel_sim.a
	$(Q)$(CC) $(CSTD) $(CFLAGS) $(CINC) -c $< -o $(@D)/mutant/sas_sched.o
	$(Q)$(LINK) -o $@ $(@D)/mutant/sas_sched.o $(wordlist 2,999,$^) $(LIBS) $(VLIBS)

# A program whose golden issue-control unit of SM 0, scheduler 1 stands still.
$(BUILD)/mutant/issues_c.c: sim_c/policy/issues_c.c mk/tests.mk
	$(Q)mkdir -p $(@D) && sed 's/if (u->regs) issue_regs_step/if (unit == 1) return;\n    &/' $< >$@ && ! cmp -s $< $@

$(BUILD)/ctadel-lazy: $(BUILD)/mutant/issues_c.c $(APP_OBJ) $(SHIM_OBJ) $(VER_OBJ) $(TB_LIBS) $(BUILD)/libctadel_sim.a
	$(Q)$(CC) $(CSTD) $(CFLAGS) $(CINC) -c $< -o $(@D)/mutant/issues_c.o
	$(Q)$(LINK) -o $@ $(@D)/mutant/issues_c.o $(wordlist 2,999,$^) $(LIBS) $(VLIBS)

# A program whose golden model of one stage is wrong from an answer on: tests/policy/wrong.sh runs it for every policy.
$(BUILD)/ctadel-wrong: $(call obj,tests/cosim/wrong.c) $(APP_OBJ) $(SHIM_OBJ) $(VER_OBJ) $(TB_LIBS) $(BUILD)/libctadel_sim.a
	$(Q)$(LINK) -Wl,--wrap=golden_select,--wrap=engine_c_create -o $@ $^ $(LIBS) $(VLIBS)

$(BUILD)/bench: $(call obj,$(wildcard bench/*.c)) $(SHIM_OBJ) $(VER_OBJ) $(TB_LIBS) $(BUILD)/libctadel_sim.a
	$(Q)$(LINK_LTO) -o $@ $^ $(LIBS) $(VLIBS)

$(BUILD)/cosim-%: $(BUILD)/obj/tests/cosim/%.o $(SHIM_OBJ) $(VER_OBJ) $(TB_LIBS) $(BUILD)/libctadel_sim.a
	$(Q)$(LINK) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LIBS) $(VLIBS)

$(BUILD)/cosim-host: $(call obj,$(wildcard tests/cosim/host_*.c))

$(BUILD)/cosim-tasks: $(addprefix $(BUILD)/obj/,tests/cosim/tasks.o tb/engine/task_pair.o tb/engine/shim_sas.o tb/engine/shim_wave.o) $(call model,sas_unit) $(call model,core) \
                      $(filter $(BUILD)/obj/vrt/%,$(VER_OBJ)) $(TB_LIBS) $(BUILD)/libctadel_sim.a
	$(Q)$(LINK) -o $@ $^ $(LIBS) $(VLIBS)

# --- unit tests -----------------------------------------------------------------------------------
.PHONY: unit-build
unit-build: $(TESTS:%=$(BUILD)/tests/%)

$(BUILD)/tests/%: tests/unit/%.c $(TB_LIBS) $(BUILD)/libctadel_sim.a
	$(Q)mkdir -p $(@D) && $(CC) $(CSTD) $(CFLAGS) -MMD -MP $(CINC) -Itests/unit $(NO_LTO) $(LDFLAGS) $< $(filter %.o,$^) -o $@ \
	    $(TB_LIBS) $(BUILD)/libctadel_sim.a -lcmocka $(LIBS) $(UNIT_LIBS)
$(BUILD)/tests/test_fatbin: $(call obj,$(FATBIN_SRC))
$(BUILD)/tests/test_fatbin: UNIT_LIBS = $(FATBIN_LIBS)

# --- the program whose C reports data races between threads; the models are those of the build ------
TSAN_FLAGS := -O1 -g -fsanitize=thread
TSAN_OBJ   := $(patsubst $(BUILD)/obj/%,$(BUILD)/tsan/%,$(SIM_OBJ) $(TB_OBJ))
$(BUILD)/tsan/%.o: %.c | $(SETUP) $(GEN_H)
	$(Q)mkdir -p $(@D) && $(CC) $(CSTD) $(CINC) -MMD -MP -DCTADEL_VERSION='"$(VERSION)"' $(TSAN_FLAGS) -c $< -o $@
$(BUILD)/tsan/gen/%.o: $(BUILD)/gen/%.c | $(SETUP) $(GEN_H)
	$(Q)mkdir -p $(@D) && $(CC) $(CSTD) $(CINC) -MMD -MP $(TSAN_FLAGS) -c $< -o $@
$(BUILD)/tsan/ctadel: $(TSAN_OBJ) $(SHIM_OBJ) $(VER_OBJ)
	$(Q)$(CXX) $(TSAN_FLAGS) $(LDFLAGS) -o $@ $^ $(LIBS) $(VLIBS)

# --- fuzz targets: the readers of files under sanitizers, for replay by gcc, for fuzzing by clang ----
FUZZ_LIB   := $(wildcard $(addprefix sim_c/,$(addsuffix /*.c,base config control gpu isa mem policy ptx sequence sm stats trace workload)))
FUZZ_SRC   := $(FUZZ_LIB) tests/fuzz/fuzz.c $(REF_SRC) $(FATBIN_SRC) $(addprefix tb/,run/axes.c run/data.c run/dispatch_log.c \
              run/metrics.c run/mixes.c run/options.c run/partition.c run/cosim_opts.c run/cosim_params.c run/cosim_policies.c run/cosim_task.c ui/origin.c ui/table.c ui/words.c \
              compare/compare_ref.c cost/pareto_costs.c cost/synth_liberty.c cost/synth_liberty_text.c $(addprefix experiment/sweep_,columns.c experiment.c figures.c points.c table.c yaml.c))
FUZZ_FLAGS := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_CC    := $(CSTD) $(CINC) -MMD -MP -DCTADEL_DATADIR='"$(CURDIR)/configs"' -DCTADEL_VERSION='"$(VERSION)"' $(FUZZ_FLAGS)
fuzz_obj    = $(patsubst %.c,$(BUILD)/$(1)/obj/%.o,$(FUZZ_SRC) gen/policies.c gen/refs.c)

$(BUILD)/replay/obj/%.o: %.c | $(SETUP) $(GEN_H)
	$(Q)mkdir -p $(@D) && $(CC) $(FUZZ_CC) -c $< -o $@
$(BUILD)/replay/obj/gen/%.o: $(BUILD)/gen/%.c | $(SETUP)
	$(Q)mkdir -p $(@D) && $(CC) $(FUZZ_CC) -c $< -o $@
$(BUILD)/fuzz/obj/%.o: %.c | $(BUILD)/.setup-fuzz $(GEN_H)
	$(Q)mkdir -p $(@D) && $(CLANG) $(FUZZ_CC) -fsanitize=fuzzer-no-link -c $< -o $@
$(BUILD)/fuzz/obj/gen/%.o: $(BUILD)/gen/%.c | $(BUILD)/.setup-fuzz
	$(Q)mkdir -p $(@D) && $(CLANG) $(FUZZ_CC) -fsanitize=fuzzer-no-link -c $< -o $@

$(BUILD)/replay/lib.a: $(call fuzz_obj,replay)
	$(Q)rm -f $@ && ar rcs $@ $^
$(BUILD)/fuzz/lib.a: $(call fuzz_obj,fuzz)
	$(Q)rm -f $@ && ar rcs $@ $^

$(BUILD)/replay/%: $(BUILD)/replay/obj/tests/fuzz/fuzz_%.o $(BUILD)/replay/obj/tests/fuzz/replay.o $(BUILD)/replay/lib.a
	$(Q)$(CC) $(FUZZ_FLAGS) $(LDFLAGS) -o $@ $^ $(LIBS) -lz $(FATBIN_LIBS)
$(BUILD)/fuzz/%: $(BUILD)/fuzz/obj/tests/fuzz/fuzz_%.o $(BUILD)/fuzz/lib.a
	$(Q)$(CLANG) $(FUZZ_FLAGS) -fsanitize=fuzzer -o $@ $^ $(LIBS) -lz $(FATBIN_LIBS)

.PHONY: replay-build
replay-build: $(FUZZERS:%=$(BUILD)/replay/%)
