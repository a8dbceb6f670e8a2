# What reports hold, inside the program: the names of openings, and the page.
EMBEDDED_IN_REPORTS := src/report/embedded
$(foreach d,$(RDIR) $(LDIR) $(DDIR),$(d)/$(EMBEDDED_IN_REPORTS).o): src/report/openings.bin build/report/page.html
$(LDIR)/$(EMBEDDED_IN_REPORTS).o: private LTO :=

# The page is one file, made of several.
build/report/page.html: $(wildcard src/report/page/*)
	@mkdir -p $(@D)
	$(Q)bash src/report/page/join.sh >$@.$$$$ && mv $@.$$$$ $@
