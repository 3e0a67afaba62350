# The Verilated models and the program around them; included by ../Makefile.

# --- Verilated models -----------------------------------------------------------------------------
# Loops over SMs and slots unrolled whole: with constant indices they cost a fifth. At VOPT=-O0, for runs of seconds,
# they stay loops: Verilating and compiling take half.
VFLAGS   = --cc --trace-fst -O3 --x-assign fast --x-initial fast --noassert \
           $(if $(filter -O0,$(VOPT)),--unroll-count 1,--unroll-count 1024 --unroll-stmts 1000000)
VER_ROOT = $$($(VERILATOR) --getenv VERILATOR_ROOT)
VINC     = -isystem $(VER_ROOT)/include -isystem $(VER_ROOT)/include/vltstd
VOPT    ?= -O2
VCXX     = $(CXX) -std=c++17 $(CPIC) $(VOPT) -DVM_TRACE=1 -DVM_TRACE_FST=1 $(VINC)
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
# A model whose text is the same as before keeps its files, and its objects are not compiled anew: verilated says when
# that was checked last, all.cc when the text changed.
define verilate # directory, top, prefix, parameters, sources
	$(Q)rm -rf $(1).new && mkdir -p $(1).new && \
	$(VERILATOR) $(VFLAGS) -I$(BUILD)/rtl --Mdir $(1).new --top-module $(2) --prefix $(3) $(4) $(5) && \
	for f in $(1).new/*.cpp; do case $$f in *Slow.cpp) u=slow ;; *) u=all ;; esac; \
	    echo "#include \"$$(basename $$f)\"" >>$(1).new/$$u.cc; done && \
	if diff -rq -x '*.mk' -x '*.d' -x '*.dat' -x verilated $(1) $(1).new >/dev/null 2>&1; then rm -rf $(1).new; \
	else rm -rf $(1) && mv $(1).new $(1); fi && touch $(1)/verilated
endef

# After policies.c, which asks whether each policy has all its parts.
$(BUILD)/v/disp_top/verilated: $(DISP_V) $(BANKS_V) $(DISP_VH) | $(SETUP) $(BUILD)/gen/policies.c
	$(call verilate,$(@D),disp_top,Vdisp_top,-GSMS=$(DISP_SMS) -GSLOTS=$(DISP_SLOTS),$(DISP_V) $(BANKS_V))

$(BUILD)/rtl/arb_%/arb_bank.v: rtl/arb/arb_%.v $(PORTS) | $(SETUP)
	$(Q)mkdir -p $(@D) && rtl/gen_bank.sh arb arb_$* >$@

# arb_gto: what other policies choose by among the warps they let through
$(BUILD)/v/arb_%/verilated: rtl/arb/arb_top.v rtl/arb/arb_ctx.v rtl/arb/arb_%.v rtl/arb/arb_gto.v \
                            $(BUILD)/rtl/arb_%/arb_bank.v $(LIB_V) | $(SETUP)
	$(call verilate,$(@D),arb_top,Varb_$*,-GWARPS=$(ARB_WARPS) -GSLOTS=$(DISP_SLOTS),$^)

# For the schedulers of any machine: those that it does not have ask for nothing.
$(BUILD)/v/arb_sm/verilated: rtl/arb/arb_sm.v | $(SETUP)
	$(call verilate,$(@D),arb_sm,Varb_sm,,$^)

# The task unit of the machine sas.
$(BUILD)/v/sas_unit/verilated: $(wildcard rtl/task/*.v) rtl/disp/disp_axil.v $(LIB_V) $(BUILD)/rtl/words_sas.vh | $(SETUP)
	$(call verilate,$(@D),sas_unit,Vsas_unit,,$(filter %.v,$^))

define model_object # source, options
	$(Q)mkdir -p $(@D) && if [ $@ -nt $(1) ]; then touch $@; else $(VCXX) $(2) -I$(<D) -c $(1) -o $@; fi
endef

$(BUILD)/obj/v/%.o: $(BUILD)/v/%/verilated
	$(call model_object,$(<D)/all.cc)

$(BUILD)/obj/v/%_slow.o: $(BUILD)/v/%/verilated
	$(call model_object,$(<D)/slow.cc,-O0)

$(BUILD)/obj/vrt/%.o: | $(SETUP)
	$(Q)mkdir -p $(@D) && $(VCXX) -c $(VER_ROOT)/include/$*.cpp -o $@

$(BUILD)/obj/tb/engine/shim_arb_%.o: tb/engine/shim_arb.cpp tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/arb_%/verilated
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -DARB=arb_$* -I$(BUILD)/v/arb_$* -c $< -o $@

$(BUILD)/obj/tb/engine/shim_arb_sm.o: tb/engine/shim_arb_sm.cpp tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/arb_sm/verilated
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -I$(BUILD)/v/arb_sm -c $< -o $@

$(BUILD)/obj/tb/engine/shim_sas.o: tb/engine/shim_sas.cpp tb/engine/shim_sas.h sim_c/policy/sas.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/sas_unit/verilated | $(GEN_H)
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -I$(BUILD)/v/sas_unit -c $< -o $@

$(BUILD)/obj/tb/engine/shim_%.o: tb/engine/shim_%.cpp tb/engine/shim.h $(wildcard tb/engine/*.hpp) $(BUILD)/v/disp_top/verilated
	$(Q)mkdir -p $(@D) && $(VCXX) $(CINC) -I$(BUILD)/v/disp_top -c $< -o $@

$(BUILD)/ctadel: $(APP_OBJ) $(SHIM_OBJ) $(VER_OBJ) $(TB_LIBS) $(BUILD)/libctadel_sim.a
	$(Q)$(CXX) -o $@ $^ $(LIBS) $(VLIBS)
