# Save files and filters for GTKWave, in build/waves; included by ../Makefile.
$(BUILD)/waves/disp_reg.filter: $(PORTS) $(REGS) $(POLICY_V)
	$(Q)mkdir -p $(@D) && rtl/gen_registers.sh filter >$@

$(BUILD)/waves/sel_%.filter: $(PORTS) $(POLICY_V) rtl/gen/sel_filter.awk
	$(Q)mkdir -p $(@D) && rtl/gen_bank.sh --ids $* $$(ls rtl/$*/$*_*.v | xargs -n1 basename -s .v) | \
	    awk -v stage=$* -f rtl/gen/sel_filter.awk >$@

# Save files and filters for the sizes of the models.
define save_file # SMs, slots, kernels
	$(Q)mkdir -p $(@D) && SMS=$(1) SLOTS=$(2) KERNELS=$(3) WARPS=$(ARB_WARPS) FILTERS=$(@D) \
	    rtl/gen/save_file.sh $< >$@
endef
$(BUILD)/waves/%.gtkw: waves/%.gtkw.in rtl/gen/save_file.sh $(SIZES)
	$(call save_file,$(DISP_SMS),$(DISP_SLOTS),$(DISP_KERNELS))
$(BUILD)/waves/%_mid.gtkw: waves/%.gtkw.in rtl/gen/save_file.sh $(SIZES)
	$(call save_file,$(LARGE_SMS),$(LARGE_SLOTS),$(DISP_KERNELS))
$(BUILD)/waves/%_large.gtkw: waves/%.gtkw.in rtl/gen/save_file.sh $(SIZES)
	$(call save_file,$(LARGE_SMS),$(LARGE_SLOTS),$(LARGE_KERNELS))
$(BUILD)/waves/slot_%.filter $(BUILD)/waves/tnew_%.filter: rtl/gen/size_filter.awk
	$(Q)mkdir -p $(@D) && for of in slot tnew; do awk -v of=$$of -v n=$* -f $< >$(@D)/$${of}_$*.filter || exit; done
$(BUILD)/waves/warp.filter $(BUILD)/waves/turn.filter: $(BUILD)/waves/%.filter: rtl/gen/size_filter.awk $(SIZES)
	$(Q)mkdir -p $(@D) && awk -v of=$* -v n=$(ARB_WARPS) -f $< >$@
$(BUILD)/waves/warp_%.filter: rtl/gen/size_filter.awk
	$(Q)mkdir -p $(@D) && awk -v of=warp -v n=$* -f $< >$@
$(BUILD)/waves/%.filter: waves/%.filter
	$(Q)mkdir -p $(@D) && cp $< $@

$(BUILD)/waves/sm_%.filter: rtl/gen/sm_filter.awk
	$(Q)mkdir -p $(@D) && awk -v row=$* -f $< >$@

# One file for each list of states in the Verilog; `states` has the time of the last look.
$(BUILD)/waves/states: rtl/gen/state_filter.awk $(wildcard rtl/*/*.v)
	$(Q)mkdir -p $(@D) && rm -f $(@D)/state_*.filter && awk -v dir=$(@D) -f $< $(filter %.v,$^) && touch $@

$(BUILD)/waves/sas_reg.filter: $(SAS_REGS)
	$(Q)mkdir -p $(@D) && rtl/gen_registers.sh --of task filter >$@
