# Kernels in NASM: README.md.

# What C kernels cost: see asm/README.md.
SLOWER  := 30 %
KERNELS_IN := $(if $(NASM),NASM kernels,C kernels: $(if $(filter file,$(origin NASM)),nasm is missing,NASM is \
    empty)$(comma) about $(SLOWER) slower)

# Line numbers of the kernels. With them NASM writes the folder's path, which no option changes, so that the release
# has them only where the compiler writes them, too: else it is the same program in any folder.
LINES = $(if $(filter $(DDIR)/%,$@)$(filter -g%,$(RELEASE)),-g -F dwarf)
# Local labels leave the symbol table, so that perf shows whole functions.
define assemble
	$(call say,nasm $<)
	$(Q)$(NASM) $(FRAMES) -f $(FORMAT) $(LINES) -w+all -Iasm/ -I$(@D)/ -MD $(@:.o=.d) -MP $< -o $@
	$(Q)$(OBJCOPY) --wildcard --strip-symbol='?*.*' $@
endef
# C struct offsets, as the compiler sees them. What is left of a compilation that failed must not pass for them.
define emit-offsets
	$(Q)$(CC) $(COMMON) -MMD -MP -MT $@ -MF $(@:.inc=.d) -S $< -o - | \
	    sed -n 's/.*"->\([A-Z0-9_]*\) \([0-9]*\)".*/%define \1 \2/p' > $@ && test -s $@ || { rm -f $@; exit 1; }
endef
build/%/asm/offsets.inc: asm/offsets.c build/%/flags Makefile asm/asm.mk
	$(emit-offsets)
# What NASM says of includes is incomplete.
INCLUDED := $(wildcard asm/*.inc)
$(RDIR)/%.o: %.asm $(INCLUDED) $(RDIR)/asm/offsets.inc Makefile asm/asm.mk
	$(assemble)
$(DDIR)/%.o: %.asm $(INCLUDED) $(DDIR)/asm/offsets.inc Makefile asm/asm.mk
	$(assemble)
