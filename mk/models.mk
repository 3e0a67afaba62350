# The Verilated models and the program around them; included by ../Makefile.

# --- Verilated models -----------------------------------------------------------------------------
# Loops over SMs and slots are unrolled completely: with constant indices they cost a fifth. At VOPT=-O0, for runs of seconds,
# those of the dispatchers stay loops: Verilating and compiling take half.
VFLAGS   = --cc --trace-fst -O3 --x-assign fast --x-initial fast --noassert
UNROLL   = --unroll-count 1024 --unroll-stmts 1000000
DISP_UNROLL = $(if $(filter -O0,$(VOPT)),--unroll-count 1,$(UNROLL))
VER_ROOT = $$($(VERILATOR) --getenv VERILATOR_ROOT)
VINC     = -isystem $(VER_ROOT)/include -isystem $(VER_ROOT)/include/vltstd
VOPT    ?= -O2
VCXX     = $(CXX) -std=c++17 $(CPIC) $(VOPT) -DVM_TRACE=1 -DVM_TRACE_FST=1 $(VINC)
# Coverage counters in every branch and at every bit: a separate build below $(BUILD)/coverage, not optimised,
# because compiling would take longer than its few runs. Loops are not unrolled, so a line counts once. Verilator 5.006
# may split a function's counters from the code that they count, and reorder them: they would use older values.
ifdef COVERAGE
VFLAGS   = --cc --trace-fst -O3 --x-assign fast --x-initial fast --noassert --coverage-line --coverage-toggle \
           --coverage-max-width 64 -fno-reorder -fno-split
UNROLL   =
DISP_UNROLL =
VOPT     = -O0
VCXX    += -DVM_COVERAGE=1
endif

# Two translation units per model, each including Verilator's files: code that runs every clock, and
# what Verilator calls slow (constructors, initial settling, wave headers), which is most of the text.
# A model with unchanged text keeps its files, so its objects are not recompiled: `verilated` has the time of the last
# check, all.cc that of the last change.
define verilate # directory, top, prefix, parameters, sources
	$(Q)$(info Verilating $(notdir $(1)))rm -rf $(1).new && mkdir -p $(1).new && \
	VERILATOR=$(VERILATOR) scripts/verilator.sh $(VFLAGS) -I$(BUILD)/rtl --Mdir $(1).new --top-module $(2) --prefix $(3) $(4) $(5) && \
	for f in $(1).new/*.cpp; do case $$f in *Slow.cpp) u=slow ;; *) u=all ;; esac; \
	    echo "#include \"$$(basename $$f)\"" >>$(1).new/$$u.cc; done && \
	if diff -rq -x '*.mk' -x '*.d' -x '*.dat' -x verilated $(1) $(1).new >/dev/null 2>&1; then rm -rf $(1).new; \
	else rm -rf $(1) && mv $(1).new $(1); fi && touch $(1)/verilated
endef

# After policies.c, which asks whether each policy has all its parts.
DISP_SIZE  = -GSMS=$(DISP_SMS) -GSLOTS=$(DISP_SLOTS) -GKERNELS=$(DISP_KERNELS) -GWHY=1 $(DISP_UNROLL)
# Verilator 5.006 elaborates loops of 144 `generate` blocks from --unroll-count 16 on. Its data flow graph joins the parts of a
# vector that each SM drives into a chain of concatenations, which takes time by the square of SMs in every clock.
LOOPS      = --unroll-count 16
LARGE_SIZE = -fno-dfg -GSMS=$(LARGE_SMS) -GSLOTS=$(LARGE_SLOTS) -GKERNELS=$(LARGE_KERNELS) -GWHY=1
$(BUILD)/v/disp_top/verilated: $(DISP_V) $(BANKS_V) $(DISP_VH) | $(SETUP) $(BUILD)/gen/policies.c
	$(call verilate,$(@D),disp_top,Vdisp_top,$(DISP_SIZE),$(DISP_V) $(BANKS_V))
$(BUILD)/v/disp_top_large/verilated: $(DISP_V) $(BANKS_V) $(DISP_VH) | $(SETUP) $(BUILD)/gen/policies.c
	$(call verilate,$(@D),disp_top,Vdisp_top_large,$(LARGE_SIZE) $(LOOPS),$(DISP_V) $(BANKS_V))

# A second dispatcher with the common policies only: its evaluation takes a third of the time (tb/engine/models.h).
PLAIN_place := place_rr
PLAIN_limit := limit_static limit_tmax
PLAIN_gate  := gate_none
PLAIN_V := $(wildcard rtl/disp/*.v) $(LIB_V) $(foreach s,place limit gate,$(PLAIN_$(s):%=rtl/$(s)/%.v) $(BUILD)/rtl/plain/$(s)_bank.v)
$(BUILD)/rtl/plain/%_bank.v: mk/models.mk $(PORTS) $(REGS) $(POLICY_V) | $(SETUP)
	$(Q)mkdir -p $(@D) && rtl/gen_bank.sh $* $(PLAIN_$*) >$@

$(BUILD)/v/disp_plain/verilated: $(PLAIN_V) $(DISP_VH) | $(SETUP) $(BUILD)/gen/policies.c
	$(call verilate,$(@D),disp_top,Vdisp_plain,$(DISP_SIZE),$(PLAIN_V))
$(BUILD)/v/disp_plain_large/verilated: $(PLAIN_V) $(DISP_VH) | $(SETUP) $(BUILD)/gen/policies.c
	$(call verilate,$(@D),disp_top,Vdisp_plain_large,$(LARGE_SIZE) $(if $(filter -O0,$(VOPT)),$(LOOPS),$(UNROLL)),$(PLAIN_V))

$(BUILD)/rtl/arb_%/arb_bank.v: rtl/arb/arb_%.v $(PORTS) | $(SETUP)
	$(Q)mkdir -p $(@D) && rtl/gen_bank.sh arb arb_$* >$@

# arb_gto, arb_tl_active: instantiated by policies that mask warps and leave the choice to it, or clock it otherwise
ARB_SHARED_V = rtl/arb/arb_gto.v rtl/arb/arb_tl_active.v
$(BUILD)/v/arb_%/verilated: rtl/arb/arb_top.v rtl/arb/arb_ctx.v rtl/arb/arb_%.v $(ARB_SHARED_V) \
                            $(BUILD)/rtl/arb_%/arb_bank.v $(LIB_V) | $(SETUP)
	$(call verilate,$(@D),arb_top,Varb_$*,-GWARPS=$(ARB_WARPS) -GSLOTS=$(DISP_SLOTS) -GKERNELS=$(DISP_KERNELS) $(UNROLL),$(filter %.v,$^))

$(BUILD)/v/arb_%_large/verilated: rtl/arb/arb_top.v rtl/arb/arb_ctx.v rtl/arb/arb_%.v $(ARB_SHARED_V) \
                                  $(BUILD)/rtl/arb_%/arb_bank.v $(LIB_V) | $(SETUP)
	$(call verilate,$(@D),arb_top,Varb_$*_large,-GWARPS=$(ARB_WARPS) -GSLOTS=$(LARGE_SLOTS) -GKERNELS=$(LARGE_KERNELS) $(UNROLL),$(filter %.v,$^))

$(BUILD)/v/arb_%_small/verilated: rtl/arb/arb_top.v rtl/arb/arb_ctx.v rtl/arb/arb_%.v $(ARB_SHARED_V) $(BUILD)/rtl/arb_%/arb_bank.v $(LIB_V) | $(SETUP)
	$(call verilate,$(@D),arb_top,Varb_$*_small,-GWARPS=$(SMALL_WARPS) -GSLOTS=$(SMALL_SLOTS) -GKERNELS=$(DISP_KERNELS) $(UNROLL),$(filter %.v,$^))

# The dispatchers and arbiters are as large as sizes.h says.
$(patsubst %,$(BUILD)/v/%/verilated,$(DISPS) $(ALL_ARBS) arb_sm): $(SIZES)

# Sized for any machine: schedulers that a machine does not have, and kernels beyond its table, never ask.
$(BUILD)/v/arb_sm/verilated: rtl/arb/arb_sm.v | $(SETUP)
	$(call verilate,$(@D),arb_sm,Varb_sm,-GKERNELS=$(LARGE_KERNELS) $(UNROLL),$(filter %.v,$^))

# The task unit of the machine sas4.
$(BUILD)/v/sas_unit/verilated: $(wildcard rtl/task/*.v) rtl/disp/disp_axil.v $(LIB_V) $(BUILD)/rtl/words_sas.vh | $(SETUP)
	$(call verilate,$(@D),sas_unit,Vsas_unit,$(UNROLL),$(filter %.v,$^))

$(BUILD)/v/core/verilated: tb/engine/core.v | $(SETUP)
	$(call verilate,$(@D),core,Vcore,$(UNROLL),$^)

define model_object # source, options
	$(Q)mkdir -p $(@D) && $(call once,compiling the model $(notdir $(<D)))if [ $@ -nt $(1) ]; then touch $@; else $(VCXX) $(2) -I$(<D) -c $(1) -o $@; fi
endef

$(BUILD)/obj/v/%.o: $(BUILD)/v/%/verilated
	$(call model_object,$(<D)/all.cc)

$(BUILD)/obj/v/%_slow.o: $(BUILD)/v/%/verilated
	$(call model_object,$(<D)/slow.cc,-O0)

$(BUILD)/obj/vrt/%.o: | $(SETUP)
	$(Q)mkdir -p $(@D) && $(VCXX) -c $(VER_ROOT)/include/$*.cpp -o $@

$(BUILD)/obj/tb/engine/shim_arb_%.o: tb/engine/shim_arb.cpp tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/arb_%/verilated
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -DARB=arb_$* -DPOLICY=arb_$(patsubst %_large,%,$(*:_small=)) -I$(BUILD)/v/arb_$* -c $< -o $@ \
	    $(if $(filter %_small,$*),-DWARPS=$(SMALL_WARPS) -DSLOTS=$(SMALL_SLOTS),-DWARPS=$(ARB_WARPS)) \
	    $(if $(filter %_large,$*),-DSLOTS=$(LARGE_SLOTS),$(if $(filter %_small,$*),,-DSLOTS=$(DISP_SLOTS))) \
	    -DKERNELS=$(if $(filter %_large,$*),$(LARGE_KERNELS),$(DISP_KERNELS))

$(BUILD)/obj/tb/engine/shim_arb_sm.o: tb/engine/shim_arb_sm.cpp tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/arb_sm/verilated
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -I$(BUILD)/v/arb_sm -c $< -o $@

$(BUILD)/obj/tb/engine/shim_sas.o: tb/engine/shim_sas.cpp tb/engine/shim_sas.h sim_c/policy/sas.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/sas_unit/verilated | $(GEN_H)
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -I$(BUILD)/v/sas_unit -c $< -o $@

$(BUILD)/obj/tb/engine/shim_wave.o: tb/engine/shim_wave.cpp tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/core/verilated
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -I$(BUILD)/v/core -c $< -o $@

DISP_DIMS := -DSMS=$(DISP_SMS) -DSLOTS=$(DISP_SLOTS) -DKERNELS=$(DISP_KERNELS)
LARGE_DIMS := -DSMS=$(LARGE_SMS) -DSLOTS=$(LARGE_SLOTS) -DKERNELS=$(LARGE_KERNELS)
POLICIES_plain := -DPOLICIES='"$(sort $(PLAIN_place)) $(sort $(PLAIN_limit))"'
$(BUILD)/obj/tb/engine/shim_disp_%.o: tb/engine/shim_disp.cpp mk/models.mk tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/disp_%/verilated | $(GEN_H)
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -DDISP=disp_$* $(POLICIES_$(*:_large=)) -I$(BUILD)/v/disp_$* -c $< -o $@ \
	    $(if $(filter %_large,$*),$(LARGE_DIMS),$(DISP_DIMS))

$(BUILD)/ctadel: $(APP_OBJ) $(SHIM_OBJ) $(VER_OBJ) $(TB_LIBS) $(BUILD)/libctadel_sim.a
	$(Q)$(info linking $@)$(LINK_LTO) -o $@ $^ $(LIBS) $(VLIBS)
