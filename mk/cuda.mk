# The runtime library that unmodified CUDA programs load; included by ../Makefile.
CUDA_SONAME := $(notdir $(CUDA_LIB))
CUDA_OBJ    := $(call obj,$(wildcard tb/cuda/*.c)) $(addprefix $(BUILD)/obj/,tb/cuda/demangle.o gen/cuda_refused.o)
CUDA_RUN    := $(call obj,$(wildcard tb/run/*.c tb/engine/*.c tb/ui/*.c tb/app/summary*.c))

# tests/layers/circles.sh looks at all objects of C.
lint test: $(CUDA_OBJ)

.PHONY: cudart
cudart: build $(CUDA_LIB) ## build build/cuda/libcudart.so.13, with which `ctadel cuda` runs unmodified CUDA programs

# Once built, the library follows the program: both read the same machine files and name the same policies.
build: $(wildcard $(CUDA_LIB))

# A function for each entry point that is not supported.
$(BUILD)/gen/cuda_refused.c: tb/cuda/refused.txt mk/cuda.mk
	$(Q)mkdir -p $(@D) && awk 'BEGIN { print "#include \"cuda/refused.h\"" } /^[^#]/ { \
	    printf "CUDA_API cuda_error_t %s(void);\ncuda_error_t %s(void) { return cuda_refused(\"%s\"); }\n", $$1, $$1, $$1 }' $< >$@

$(BUILD)/obj/tb/cuda/%.o: tb/cuda/%.cpp tb/cuda/demangle.h
	$(Q)mkdir -p $(@D) && $(CXX) -std=c++17 $(CPIC) -O2 -Wall -Wextra $(CINC) -c $< -o $@

# The version of all symbols is named as the library, which programs of nvcc ask for.
$(BUILD)/gen/cuda.map: mk/cuda.mk
	$(Q)mkdir -p $(@D) && echo '$(CUDA_SONAME) { global: cuda[A-Z]*; __cuda*; local: *; };' >$@

# What a sanitizer needs is in the program, not in the library.
CUDA_DEFS = $(if $(findstring -fsanitize,$(CFLAGS)),,-Wl$(,)-z$(,)defs)
, := ,
$(CUDA_LIB): $(CUDA_OBJ) $(CUDA_RUN) $(SHIM_OBJ) $(VER_OBJ) $(BUILD)/libctadel_sim.a $(BUILD)/gen/cuda.map
	$(Q)mkdir -p $(@D) && $(LINK_LTO) -shared -Wl,-soname,$(CUDA_SONAME) -Wl,--version-script=$(BUILD)/gen/cuda.map $(CUDA_DEFS) \
	    -o $@ $(filter-out %.map,$^) $(LIBS) $(VLIBS) $(FATBIN_LIBS)

-include $(CUDA_OBJ:.o=.d)
