# A program compiled by the profile of a few runs; included by ../Makefile. Both builds use one folder, because an object's
# path is part of the name of its profile.
PGO_DIR     := $(abspath $(BUILD))/pgo
PGO_RECORD  := -fprofile-generate -fprofile-update=single -fprofile-dir=$(PGO_DIR)/profile
PGO_COMPILE := -fprofile-use=$(PGO_DIR)/profile -fprofile-partial-training -Wno-missing-profile
pgo_build    = $(MAKE) $(JOBS) BUILD="$(BUILD)/pgo" CFLAGS="$(CFLAGS) $(1)" VOPT="$(VOPT) $(1)" $(2) "$(BUILD)/pgo/ctadel"

.PHONY: pgo
pgo: $(SETUP) ## build build/ctadel by the profile of a few runs: faster by 5 to 20 %, takes three times as long
	$(if $(findstring clang,$(CC)),$(error make pgo needs gcc; remedy: CC=gcc))
	$(Q)rm -rf $(PGO_DIR) && mkdir -p $(PGO_DIR)/profile
	$(Q)$(call pgo_build,$(PGO_RECORD),LTO=)
	$(Q)scripts/pgo_runs.sh $(PGO_DIR)/ctadel
	$(Q)rm -rf $(PGO_DIR)/obj $(PGO_DIR)/*.a $(PGO_DIR)/ctadel
	$(Q)$(call pgo_build,$(PGO_COMPILE))
	$(Q)mv $(PGO_DIR)/ctadel $(BUILD)/ctadel
