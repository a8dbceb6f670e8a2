# Installing and packing.
.PHONY: install uninstall dist release release-deps deb deb-deps test-release

PREFIX  ?= /usr/local
DESTDIR ?=
bindir   = $(PREFIX)/bin
mandir   = $(PREFIX)/share/man
docdir   = $(PREFIX)/share/doc/panoptes
compdir  = $(PREFIX)/share/bash-completion/completions
MANUAL  := build/panoptes.6

# The commit that the program names. It is in main.o alone, so that a new commit compiles one file.
COMMIT  := build/commit.h
$(COMMIT): FORCE
	$(call remember,#define COMMIT "$(shell tools/package/version COMMIT)")
$(foreach dir,$(RDIR) $(LDIR) $(DDIR),$(MAIN:%.c=$(dir)/%.o)): private COMMON += -include $(COMMIT)
$(foreach dir,$(RDIR) $(LDIR) $(DDIR),$(MAIN:%.c=$(dir)/%.o)): $(COMMIT)

$(MANUAL): tools/package/panoptes.6.in src/core/version.h $(COMMIT)
	@mkdir -p $(@D)
	$(Q)sed "$$(for word in VERSION DATE NAME; do echo "s/@$$word@/$$(tools/package/version $$word)/"; done)" $< > $@

# The shell takes the folders from the environment, so that they may have any characters.
install uninstall: export DESTDIR := $(DESTDIR)
install uninstall: export bindir := $(bindir)
install uninstall: export mandir := $(mandir)
install uninstall: export docdir := $(docdir)
install uninstall: export compdir := $(compdir)
install: $(EXE) $(MANUAL)
	@PROGRAM='$(EXE)' MANUAL='$(MANUAL)' tools/package/install install
uninstall:
	@tools/package/install uninstall

dist:
	$(packages) need git=git
	@tools/package/dist

LEVELS   := x86-64-v2 x86-64-v3 x86-64-v4
# What is released, as SYSTEM-LEVEL, and how its program is built.
RELEASED := $(LEVELS:%=linux-%) $(LEVELS:%=windows-%)
PROGRAMS := build/release/programs
released  = $(PROGRAMS)/$(1)/panoptes$(if $(filter windows-%,$(1)),.exe)
$(PROGRAMS)/linux-%/panoptes: FORCE
	@mkdir -p $(@D)
	@$(MAKE) $(PARALLEL) STATIC=1 ARCH=$* EXE=$(PROGRAMS)/panoptes-linux-$* $(PROGRAMS)/panoptes-linux-$*
	@cp $(PROGRAMS)/panoptes-linux-$* $@
$(PROGRAMS)/windows-%/panoptes.exe: FORCE
	@mkdir -p $(@D)
	@$(MAKE) $(PARALLEL) CC=$(WINDOWS_CC) ARCH=$* EXE=$(PROGRAMS)/panoptes-windows-$*.exe \
	    $(PROGRAMS)/panoptes-windows-$*.exe
	@cp $(PROGRAMS)/panoptes-windows-$*.exe $@

release-deps: deps windows-deps
	$(packages) need nasm=nasm /usr/lib/x86_64-linux-gnu/libc.a=libc6-dev readelf=binutils zip=zip

release: release-deps
	@$(MAKE) --no-print-directory $(MANUAL) $(foreach name,$(RELEASED),$(call released,$(name)))
	@tools/package/release $(RELEASED)

deb-deps: deps
	$(packages) need nasm=nasm dpkg-shlibdeps=dpkg-dev

# Who answers for the package. Mail to the domain .invalid goes nowhere.
MAINTAINER := Panoptes developers <panoptes@panoptes.invalid>
deb: deb-deps
	@$(MAKE) $(PARALLEL) ARCH=x86-64-v2 EXE=build/panoptes-deb build/panoptes-deb $(MANUAL)
	@MAINTAINER='$(MAINTAINER)' tools/package/deb build/panoptes-deb

# Builds all of that twice, in two folders, and compares.
test-release:
	$(packages) need git=git nasm=nasm lintian=lintian qemu-x86_64=qemu-user unzip=unzip
	@LEVELS='$(LEVELS)' bash tests/build/release.sh

help::
	@echo 'Installing and packing'
	@echo '  make install        puts program, manual page, README and licence below PREFIX (/usr/local); make uninstall'
	@echo '  make dist           an archive of the source, of the newest commit, in build/release'
	@echo '  make release        archives of static programs for Linux and Windows, x86-64-v2, -v3 and -v4, in build/release'
	@echo '  make deb            a Debian package, in build/release'
	@echo '  make test-release   makes them twice, in two folders: the same bytes, on old CPUs, under lintian'
