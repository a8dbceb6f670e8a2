# What reports hold, inside the program: the names of openings, and the page.
OPENINGS := src/report/embedded_openings
PAGE     := src/report/embedded_page
$(foreach d,$(RDIR) $(LDIR) $(DDIR),$(d)/$(OPENINGS).o): src/report/openings.bin
$(foreach d,$(RDIR) $(LDIR) $(DDIR),$(d)/$(PAGE).o): build/report/page.html
$(LDIR)/$(OPENINGS).o $(LDIR)/$(PAGE).o: private LTO :=

# The page is one file, made of several.
build/report/page.html: $(wildcard src/report/page/*)
	@mkdir -p $(@D)
	$(Q)bash src/report/page/join.sh >$@.$$$$ && mv $@.$$$$ $@
