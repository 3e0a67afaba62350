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

# What a model is built for, by the end of its name: with -G to Verilator, with -D to its shim. Arbiters of the common policies
# have two smaller ones, of so many warps as most machines have per scheduler.
DISP_base  := SMS=$(DISP_SMS) SLOTS=$(DISP_SLOTS) KERNELS=$(DISP_KERNELS)
DISP_mid   := SMS=$(LARGE_SMS) SLOTS=$(LARGE_SLOTS) KERNELS=$(DISP_KERNELS)
DISP_large := SMS=$(LARGE_SMS) SLOTS=$(LARGE_SLOTS) KERNELS=$(LARGE_KERNELS)
ARB_small  := WARPS=$(SMALL_WARPS) SLOTS=$(SMALL_SLOTS) KERNELS=$(DISP_KERNELS)
ARB_base   := WARPS=$(ARB_WARPS) SLOTS=$(DISP_SLOTS) KERNELS=$(DISP_KERNELS)
ARB_mid    := WARPS=$(SMALL_WARPS) SLOTS=$(LARGE_SLOTS) KERNELS=$(DISP_KERNELS)
ARB_large  := WARPS=$(ARB_WARPS) SLOTS=$(LARGE_SLOTS) KERNELS=$(LARGE_KERNELS)
size_of     = $(or $(filter small mid large,$(lastword $(subst _, ,$(1)))),base)

# Verilator 5.006 elaborates loops of 144 `generate` blocks from --unroll-count 16 on. Its data flow graph joins the parts of a
# vector that each SM drives into a chain of concatenations, which takes time by the square of SMs in every clock.
LOOPS            = --unroll-count 16
MANY_SMS         = -fno-dfg $(if $(filter -O0,$(VOPT)),$(LOOPS),$(UNROLL))
LOOPS_plain      = $(DISP_UNROLL)
LOOPS_top        = $(DISP_UNROLL)
LOOPS_plain_mid  = $(MANY_SMS)
LOOPS_top_mid    = -fno-dfg $(LOOPS)
LOOPS_plain_large = $(MANY_SMS)
LOOPS_top_large  = -fno-dfg $(LOOPS)

# disp_plain: a second dispatcher with the common policies only; its evaluation takes a third of the time (tb/engine/models.h).
PLAIN_place := place_rr
PLAIN_limit := limit_static limit_tmax
PLAIN_gate  := gate_none
PLAIN_V := $(wildcard rtl/disp/*.v) $(LIB_V) $(foreach s,place limit gate,$(PLAIN_$(s):%=rtl/$(s)/%.v) $(BUILD)/rtl/plain/$(s)_bank.v)
$(BUILD)/rtl/plain/%_bank.v: mk/models.mk $(PORTS) $(REGS) $(POLICY_V) | $(SETUP)
	$(Q)mkdir -p $(@D) && rtl/gen_bank.sh $* $(PLAIN_$*) >$@

# After policies.c, which asks whether each policy has all its parts.
define disp_model # name, sources
$(BUILD)/v/disp_$(1)/verilated: $(2) $(DISP_VH) | $(SETUP) $(BUILD)/gen/policies.c
	$$(call verilate,$$(@D),disp_top,Vdisp_$(1),$(addprefix -G,$(DISP_$(call size_of,$(1)))) -GWHY=1 $$(LOOPS_$(1)),$(2))
endef
$(foreach s,plain plain_mid plain_large,$(eval $(call disp_model,$(s),$$(PLAIN_V))))
$(foreach s,top top_mid top_large,$(eval $(call disp_model,$(s),$$(DISP_V) $$(BANKS_V))))

$(BUILD)/rtl/arb_%/arb_bank.v: rtl/arb/arb_%.v $(PORTS) | $(SETUP)
	$(Q)mkdir -p $(@D) && rtl/gen_bank.sh arb arb_$* >$@

# arb_gto, arb_tl_active: instantiated by policies that mask warps and leave the choice to it, or clock it otherwise
ARB_SHARED_V = rtl/arb/arb_gto.v rtl/arb/arb_tl_active.v
define arb_model # end of its name
$(BUILD)/v/arb_%$(1)/verilated: rtl/arb/arb_top.v rtl/arb/arb_ctx.v rtl/arb/arb_%.v $$(ARB_SHARED_V) $(BUILD)/rtl/arb_%/arb_bank.v $$(LIB_V) | $(SETUP)
	$$(call verilate,$$(@D),arb_top,Varb_$$*$(1),$(addprefix -G,$(ARB_$(call size_of,$(1)))) $$(UNROLL),$$(filter %.v,$$^))
endef
$(foreach s,_small _mid _large,$(eval $(call arb_model,$(s))))
$(eval $(call arb_model,))

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

# The issue-control unit of a sub-core.
$(BUILD)/v/issue_bits/verilated: rtl/issue/issue_bits.v $(LIB_V) tb/engine/shim_issue.h | $(SETUP)
	$(call verilate,$(@D),issue_bits,Vissue_bits,-GWARPS=$(ISSUE_WARPS) $(UNROLL),$(filter %.v,$^))

# The scoreboards, by CONSUMERS: one for each value that a machine may have. Their loops stay loops: unrolled they compile for two
# minutes each.
$(BUILD)/v/issue_regs_%/verilated: rtl/issue/issue_regs.v rtl/issue/issue_regs_table.v $(LIB_V) tb/engine/shim_issue.h | $(SETUP)
	$(call verilate,$(@D),issue_regs,Vissue_regs_$*,-GWARPS=$(ISSUE_WARPS) -GCONSUMERS=$* -GTABLE_WARPS=$(ISSUE_WARPS) -GDESTS=8 -GSOURCES=10 --unroll-count 1,$(filter %.v,$^))

define model_object # source, options
	$(Q)mkdir -p $(@D) && $(call once,compiling the model $(notdir $(<D)))if [ $@ -nt $(1) ]; then touch $@; else $(VCXX) $(2) -I$(<D) -c $(1) -o $@; fi
endef

$(BUILD)/obj/v/%.o: $(BUILD)/v/%/verilated
	$(call model_object,$(<D)/all.cc)

$(BUILD)/obj/v/%_slow.o: $(BUILD)/v/%/verilated
	$(call model_object,$(<D)/slow.cc,-O0)

$(BUILD)/obj/vrt/%.o: | $(SETUP)
	$(Q)mkdir -p $(@D) && $(VCXX) -c $(VER_ROOT)/include/$*.cpp -o $@

$(BUILD)/obj/tb/engine/shim_arb_%.o: tb/engine/shim_arb.cpp mk/models.mk tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/arb_%/verilated
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -DARB=arb_$* -DPOLICY=arb_$(patsubst %_$(call size_of,$*),%,$*) -I$(BUILD)/v/arb_$* \
	    $(addprefix -D,$(ARB_$(call size_of,$*))) -c $< -o $@

$(BUILD)/obj/tb/engine/shim_arb_sm.o: tb/engine/shim_arb_sm.cpp tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/arb_sm/verilated
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -I$(BUILD)/v/arb_sm -c $< -o $@

$(BUILD)/obj/tb/engine/shim_sas.o: tb/engine/shim_sas.cpp tb/engine/shim_sas.h sim_c/policy/sas.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/sas_unit/verilated | $(GEN_H)
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -I$(BUILD)/v/sas_unit -c $< -o $@

$(BUILD)/obj/tb/engine/shim_issue.o: tb/engine/shim_issue.cpp tb/engine/shim_issue.h tb/engine/shim.h sim_c/policy/issues.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/issue_bits/verilated | $(GEN_H)
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -I$(BUILD)/v/issue_bits -c $< -o $@

$(BUILD)/obj/tb/engine/shim_regs_%.o: tb/engine/shim_regs.cpp tb/engine/shim_issue.h tb/engine/shim.h sim_c/policy/issues.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/issue_regs_%/verilated | $(GEN_H)
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -DCONSUMERS=$* -I$(BUILD)/v/issue_regs_$* -c $< -o $@

$(BUILD)/obj/tb/engine/shim_wave.o: tb/engine/shim_wave.cpp tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/core/verilated
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -I$(BUILD)/v/core -c $< -o $@

POLICIES_plain := -DPOLICIES='"$(sort $(PLAIN_place)) $(sort $(PLAIN_limit))"'
$(BUILD)/obj/tb/engine/shim_disp_%.o: tb/engine/shim_disp.cpp mk/models.mk tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/disp_%/verilated | $(GEN_H)
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -DDISP=disp_$* $(POLICIES_$(patsubst %_$(call size_of,$*),%,$*)) -I$(BUILD)/v/disp_$* \
	    $(addprefix -D,$(DISP_$(call size_of,$*))) -c $< -o $@

$(BUILD)/ctadel: $(APP_OBJ) $(SHIM_OBJ) $(VER_OBJ) $(TB_LIBS) $(BUILD)/libctadel_sim.a
	$(Q)$(info linking $@)$(LINK_LTO) -o $@ $^ $(LIBS) $(VLIBS)
