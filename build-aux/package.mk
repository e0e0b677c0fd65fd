# package.mk - install, dist and their reverse; included by the Makefile.

INSTALL := install
MAN := $(wildcard docs/shade.1)
BASHCOMP := $(wildcard docs/shade.bash)
ZSHCOMP := $(wildcard docs/_shade)
HEAD := shade-$(VERSION)

.PHONY: install uninstall dist distcheck
install: all
	$(INSTALL) -d $(DESTDIR)$(bindir) $(DESTDIR)$(libdir) \
		$(DESTDIR)$(includedir) $(DESTDIR)$(pkgconfigdir)
	$(if $(CMD_MAIN),$(INSTALL) -m 755 $(SHADE) $(DESTDIR)$(bindir)/shade)
	$(INSTALL) -m 644 $(LIBA) $(DESTDIR)$(libdir)/libshade.a
	$(INSTALL) -m 755 $(LIBSO) $(DESTDIR)$(libdir)/libshade.so.$(VERSION)
	ln -sf libshade.so.$(VERSION) $(DESTDIR)$(libdir)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(libdir)/libshade.so
	$(INSTALL) -m 644 lib/shade.h $(DESTDIR)$(includedir)/shade.h
	sed 's|^prefix=.*|prefix=$(prefix)|' $(CFG)/shade.pc \
		>$(DESTDIR)$(pkgconfigdir)/shade.pc
	$(if $(MAN),$(INSTALL) -d $(DESTDIR)$(mandir)/man1)
	$(if $(MAN),$(INSTALL) -m 644 $(MAN) $(DESTDIR)$(mandir)/man1/shade.1)
	$(if $(BASHCOMP),$(INSTALL) -d $(DESTDIR)$(bashcompdir))
	$(if $(BASHCOMP),$(INSTALL) -m 644 $(BASHCOMP) $(DESTDIR)$(bashcompdir)/shade)
	$(if $(ZSHCOMP),$(INSTALL) -d $(DESTDIR)$(zshcompdir))
	$(if $(ZSHCOMP),$(INSTALL) -m 644 $(ZSHCOMP) $(DESTDIR)$(zshcompdir)/_shade)

uninstall:
	rm -f $(DESTDIR)$(bindir)/shade $(DESTDIR)$(libdir)/libshade.a \
		$(DESTDIR)$(libdir)/libshade.so.$(VERSION) \
		$(DESTDIR)$(libdir)/$(SONAME) $(DESTDIR)$(libdir)/libshade.so \
		$(DESTDIR)$(includedir)/shade.h $(DESTDIR)$(pkgconfigdir)/shade.pc \
		$(DESTDIR)$(mandir)/man1/shade.1 $(DESTDIR)$(bashcompdir)/shade \
		$(DESTDIR)$(zshcompdir)/_shade

# The archive carries configure, so that building it needs no autoconf.
dist: configure
	git archive --prefix=$(HEAD)/ --add-file=configure --add-file=config.h.in \
		-o build/$(HEAD).tar.gz HEAD
	@echo build/$(HEAD).tar.gz

distcheck: dist
	rm -rf build/distcheck && mkdir -p build/distcheck
	tar -xzf build/$(HEAD).tar.gz -C build/distcheck
	cd build/distcheck/$(HEAD) && ./configure -q --prefix=/usr && $(MAKE) && \
		$(MAKE) check && $(MAKE) install DESTDIR=$(CURDIR)/build/distcheck/root
	build/distcheck/root/usr/bin/shade -c 'SELECT 1'
	cd build/distcheck/$(HEAD) && \
		$(MAKE) uninstall DESTDIR=$(CURDIR)/build/distcheck/root
	test -z "$$(find build/distcheck/root -type f)"
	rm -rf build/distcheck
	@echo 'distcheck passed: build/$(HEAD).tar.gz'
