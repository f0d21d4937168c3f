# SPDX-License-Identifier: Apache-2.0

# No OpenCL in here: matching, cache and selection are tested without it.
libnetcl_core_la_SOURCES = \
	src/base/cjson.c src/base/cjson.h \
	src/base/clock.c src/base/clock.h \
	src/base/config.c src/base/config.def src/base/config.h \
	src/base/diag.c src/base/diag.h \
	src/base/file.c src/base/file.h \
	src/base/dict.h \
	src/base/hash.c src/base/hash.h \
	src/base/json.c src/base/json.h \
	src/base/map.c src/base/map.h \
	src/base/quiet.c src/base/quiet.h \
	src/base/spawn.c src/base/spawn.h \
	src/base/str.c src/base/str.h \
	$(match_sources) $(decide_sources) $(derive_sources)

match_sources = \
	src/match/arena.c \
	src/match/arena.h \
	src/match/argument.c \
	src/match/binding.c \
	src/match/check.c \
	src/match/condition.c \
	src/match/cut.c \
	src/match/declared.c \
	src/match/entity.c \
	src/match/entry.c \
	src/match/expr.c \
	src/match/expr.h \
	src/match/exprmath.c \
	src/match/exprmath.h \
	src/match/family.c \
	src/match/family.h \
	src/match/guard.c \
	src/match/guard.h \
	src/match/include.c \
	src/match/include.h \
	src/match/lexer.c \
	src/match/link.c \
	src/match/link.h \
	src/match/lexer.h \
	src/match/loader.c \
	src/match/loader.h \
	src/match/lookup.c \
	src/match/manifest.c \
	src/match/manifest.h \
	src/match/names.def \
	src/match/operand.c \
	src/match/operand.h \
	src/match/options.c \
	src/match/options.h \
	src/match/param.c \
	src/match/param.h \
	src/match/pin.c \
	src/match/predicate.c \
	src/match/registry.c \
	src/match/registry.h \
	src/match/role.c \
	src/match/signature.c \
	src/match/signature.h \
	src/match/slice.c \
	src/match/slice.h \
	src/match/traits.c \
	src/match/traits.h \
	src/match/tunable.c \
	src/match/types.c \
	src/match/types.h \
	src/match/unit.c \
	src/match/unit.h \
	src/match/variant.c
derive_sources = \
	src/derive/expansion.c \
	src/derive/expansion.h \
	src/derive/flow.c \
	src/derive/flow.h \
	src/derive/keep.c \
	src/derive/keep.h \
	src/derive/license.c \
	src/derive/license.h \
	src/derive/literal.c \
	src/derive/literal.h \
	src/derive/names.c \
	src/derive/names.h \
	src/derive/options.def \
	src/derive/printer.c \
	src/derive/printer.h \
	src/derive/probing.c \
	src/derive/probing.h \
	src/derive/recipe.c \
	src/derive/recipe.h \
	src/derive/rounding.c src/derive/rounding.h \
	src/derive/rewrite.c \
	src/derive/rewrite.h \
	src/derive/stage.c \
	src/derive/stage.h \
	src/derive/subject.c \
	src/derive/subject.h \
	src/derive/statement.c \
	src/derive/statement.h \
	src/derive/uniform.c \
	src/derive/uniform.h \
	src/derive/usage.c \
	src/derive/usage.h \
	src/derive/vocabulary.c \
	src/derive/vocabulary.h \
	src/derive/weave.c \
	src/derive/weave.h
decide_sources = \
	src/decide/cache.c \
	src/decide/cache.h \
	src/decide/changes.c \
	src/decide/changes.h \
	src/decide/confirm.c \
	src/decide/confirm.h \
	src/decide/contest.c \
	src/decide/contest.h \
	src/decide/decision.c \
	src/decide/decision.h \
	src/decide/entry.c \
	src/decide/entry.h \
	src/decide/index.c \
	src/decide/index.h \
	src/decide/journal.c \
	src/decide/journal.h \
	src/decide/layer.c \
	src/decide/layer.h \
	src/decide/log.c \
	src/decide/log.h \
	src/decide/offer.c \
	src/decide/offer.h \
	src/decide/race.c \
	src/decide/race.h \
	src/decide/rank.c \
	src/decide/rank.h \
	src/decide/reason.c \
	src/decide/reason.h \
	src/decide/reasons.def \
	src/decide/select.c \
	src/decide/select.h \
	src/decide/spells.c \
	src/decide/spells.h

libnetcl_engine_la_SOURCES = \
	src/cl/device.c src/cl/device.h \
	src/cl/entrypoints.def \
	src/cl/image.c src/cl/image.h \
	src/cl/own.c src/cl/own.h \
	src/cl/real.c src/cl/real.h \
	src/launch/audit.c src/launch/audit.h \
	src/launch/autotune.c src/launch/autotune.h src/netcl_tune.h \
	src/launch/drain.c src/launch/drain.h \
	src/launch/facts.c src/launch/facts.h \
	src/launch/kin.c src/launch/kin.h \
	src/launch/kernel_state.c src/launch/kernel_state.h \
	src/launch/key.c src/launch/key.h \
	src/launch/knowledge.c src/launch/knowledge.h \
	src/launch/launch.c src/launch/launch.h \
	src/launch/limits.c src/launch/limits.h \
	src/launch/pace.c src/launch/pace.h \
	src/launch/part.c src/launch/part.h \
	src/launch/pin.c src/launch/pin.h \
	src/launch/plan.c src/launch/plan.h \
	src/launch/request.h \
	src/launch/tuner.c src/launch/tuner.h \
	src/launch/rest.c src/launch/rest.h \
	src/launch/stand_in.c src/launch/stand_in.h \
	src/launch/unmatched.c src/launch/unmatched.h \
	src/launch/watch.c src/launch/watch.h \
	src/launch/worth.c src/launch/worth.h \
	src/track/build.c src/track/build.h \
	src/track/context.c src/track/kernel.c src/track/memory.c src/track/svm.c \
	src/track/linking.c src/track/linking.h \
	src/track/origin.c src/track/origin.h \
	src/track/parts.c src/track/parts.h \
	src/track/program.c src/track/track.h \
	src/tune/album.c src/tune/album.h \
	src/tune/binaries.c src/tune/binaries.h \
	src/tune/bound.c src/tune/bound.h \
	src/tune/builder.c src/tune/builder.h \
	src/tune/compare.c src/tune/compare.h \
	src/tune/copy.h \
	src/tune/derived.c src/tune/derived.h \
	src/tune/describe.c src/tune/describe.h \
	src/tune/helper.c src/tune/helper.h \
	src/tune/hunt.c src/tune/hunt.h \
	src/tune/judge.c src/tune/judge.h \
	src/tune/plain.c src/tune/plain.h \
	src/tune/probe.c src/tune/probe.h \
	src/tune/program.c src/tune/program.h \
	src/tune/proposal.c src/tune/proposal.h \
	src/tune/random.c src/tune/random.h \
	src/tune/shadow.c src/tune/shadow.h \
	src/tune/stretch.h \
	src/tune/trial.c src/tune/trial.h \
	src/tune/tuning.c src/tune/tuning.h \
	src/tune/twin.c src/tune/twin.h \
	src/tune/values.c src/tune/values.h \
	src/tune/wire.h \
	src/tune/workspace.c src/tune/workspace.h
libnetcl_engine_la_LIBADD = libnetcl_core.la

libnetcl_tune_la_SOURCES = \
	src/door/export.c src/door/export.h \
	src/door/hooks.h src/door/hooks_hot.h src/door/hooks_context.c src/door/hooks_kernel.c src/door/hooks_memory.c \
	src/door/hooks_lookup.c src/door/hooks_program.c \
	src/door/layer.c src/door/layer.h \
	src/door/notify.c src/door/notify.h \
	src/door/presence.c src/door/presence.h \
	src/door/public.c \
	src/door/sanitizer.c src/door/sanitizer.h \
	src/door/scope.c src/door/scope.h
libnetcl_tune_la_LIBADD = libnetcl_engine.la
libnetcl_tune_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared \
	-Wl,--version-script,src/libnetcl_tune.map -Wl,-z,now
libnetcl_tune_la_DEPENDENCIES = libnetcl_engine.la src/libnetcl_tune.map

# Exports are the table, the layer's entry points and the public header's.
src/libnetcl_tune.map: src/cl/entrypoints.def src/local.mk
	$(AM_V_GEN)$(MKDIR_P) src && { \
	  echo '{ global:'; \
	  $(SED) -n 's/^HO[OKT]*([^,]*, \(cl[A-Za-z]*\),.*/  \1;/p' \
	    $(srcdir)/src/cl/entrypoints.def; \
	  echo '  clGetLayerInfo; clInitLayer; clInitLayerWithProperties;'; \
	  echo '  clDeinitLayer; netcl_tune_*; netcl_autotune*;'; \
	  echo '  __asan_default_options;'; \
	  echo 'local: *; };'; } > $@.tmp && mv $@.tmp $@
CLEANFILES += src/libnetcl_tune.map

netcl_tune_SOURCES = \
	src/cli/args.c \
	src/cli/args.h \
	src/cli/check.c \
	src/cli/check.h \
	src/cli/check_report.c \
	src/cli/check_report.h \
	src/cli/child.c \
	src/cli/child.h \
	src/cli/cmd.h \
	src/cli/cmd_cache.c \
	src/cli/cmd_cache_clear.c \
	src/cli/cmd_cache_merge.c \
	src/cli/cmd_doctor.c \
	src/cli/cmd_explain.c \
	src/cli/cmd_report.c \
	src/cli/cmd_run.c \
	src/cli/cmd_variants_check.c \
	src/cli/cmd_variants_fingerprint.c \
	src/cli/cmd_variants_list.c \
	src/cli/cmd_variants_new.c \
	src/cli/cmd_warm.c \
	src/cli/commands.def \
	src/cli/completion.c \
	src/cli/completion.h \
	src/cli/explain.c \
	src/cli/explain.h \
	src/cli/explain_json.c \
	src/cli/extent.c \
	src/cli/extent.h \
	src/cli/families.c \
	src/cli/families.h \
	src/cli/grid.c \
	src/cli/grid.h \
	src/cli/health.c \
	src/cli/health.h \
	src/cli/help.c \
	src/cli/help.h \
	src/cli/library.c \
	src/cli/library.h \
	src/cli/loader.c \
	src/cli/loader.h \
	src/cli/logbook.c \
	src/cli/logbook.h \
	src/cli/logline.c \
	src/cli/logline.h \
	src/cli/logtime.c \
	src/cli/logtime.h \
	src/cli/main.c \
	src/cli/manual.c \
	src/cli/memory.c \
	src/cli/memory.h \
	src/cli/manual_library.c \
	src/cli/noise.c \
	src/cli/noise.h \
	src/cli/opencl.c \
	src/cli/opencl.h \
	src/cli/page.c \
	src/cli/page.h \
	src/cli/phrase.c \
	src/cli/phrase.h \
	src/cli/probe.c \
	src/cli/program.c \
	src/cli/program.h \
	src/cli/probe.h \
	src/cli/report.c \
	src/cli/report.h \
	src/cli/report_json.c \
	src/cli/report_short.c \
	src/cli/roff.c \
	src/cli/roff.h \
	src/cli/sample.c \
	src/cli/sample.h \
	src/cli/sample_image.c \
	src/cli/sample_image.h \
	src/cli/scaffold.c \
	src/cli/scaffold.h \
	src/cli/setting.c \
	src/cli/setting.h \
	src/cli/store.c \
	src/cli/store.h \
	src/cli/t4.c \
	src/cli/t4.h \
	src/cli/table.c \
	src/cli/table.h \
	src/cli/terminal.c \
	src/cli/terminal.h \
	src/cli/trace.c \
	src/cli/trace.h \
	src/cli/tried.c \
	src/cli/tried.h \
	src/cli/unmatched.c \
	src/cli/unmatched.h \
	src/cli/warmer.c \
	src/cli/warmer.h \
	src/cli/writer.c \
	src/cli/writer.h
netcl_tune_LDADD = libnetcl_engine.la
# All that allocates goes through src/cli/memory.c.
netcl_tune_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc \
	-Wl,--wrap=strdup,--wrap=strndup \
	-Wl,--wrap=realpath,--wrap=fopen,--wrap=fdopen,--wrap=open_memstream \
	-Wl,--wrap=opendir,--wrap=scandir,--wrap=setenv,--wrap=glob \
	-Wl,--wrap=getline,--wrap=__getdelim
netcl_tune_CPPFLAGS = $(AM_CPPFLAGS) -Isrc -DNETCL_LIBRARY_FOLDER='"$(libdir)"'

# The report's page: its files as C texts.
page_files = src/cli/page/page.html src/cli/page/page.css \
	src/cli/page/charts.js src/cli/page/page.js
src/cli/page.inc: $(page_files)
	$(AM_V_GEN)$(MKDIR_P) src/cli && { \
	  for part in html:page.html css:page.css charts:charts.js \
	    script:page.js; do \
	    echo "static const char page_$${part%%:*}[] ="; \
	    $(SED) -e 's/\\/\\\\/g; s/"/\\"/g; s/^/    "/; s/$$/\\n"/' \
	      "$(srcdir)/src/cli/page/$${part#*:}"; \
	    echo ';'; \
	  done; } > $@.tmp && mv $@.tmp $@
BUILT_SOURCES += src/cli/page.inc
CLEANFILES += src/cli/page.inc
EXTRA_DIST += $(page_files)

# The compile process: sees drivers, knows nothing of the tuner.
netcl_tune_build_SOURCES = \
	src/base/hash.c src/base/hash.h \
	src/base/str.c src/base/str.h \
	src/cl/entrypoints.def \
	src/cl/image.c src/cl/image.h \
	src/cl/real.c src/cl/real.h \
	src/helper/compile.c src/helper/compile.h \
	src/helper/main.c \
	src/helper/target.c src/helper/target.h \
	src/tune/wire.h
netcl_tune_build_CPPFLAGS = $(AM_CPPFLAGS)

# The manual comes from the same tables as --help.
man_MANS = doc/netcl-tune.1 doc/libnetcl_tune.7
doc/netcl-tune.1: netcl-tune$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) doc && ./netcl-tune$(EXEEXT) --man 1 > $@.tmp && \
	  mv $@.tmp $@
doc/libnetcl_tune.7: netcl-tune$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) doc && ./netcl-tune$(EXEEXT) --man 7 > $@.tmp && \
	  mv $@.tmp $@
CLEANFILES += doc/netcl-tune.1 doc/libnetcl_tune.7

# So do the shells' completions.
bashcompletiondir = $(datadir)/bash-completion/completions
nodist_bashcompletion_DATA = completion/netcl-tune
completion/netcl-tune: netcl-tune$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) completion && \
	  ./netcl-tune$(EXEEXT) --completion bash > $@.tmp && mv $@.tmp $@
zshcompletiondir = $(datadir)/zsh/site-functions
nodist_zshcompletion_DATA = completion/_netcl-tune
completion/_netcl-tune: netcl-tune$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) completion && \
	  ./netcl-tune$(EXEEXT) --completion zsh > $@.tmp && mv $@.tmp $@
CLEANFILES += completion/netcl-tune completion/_netcl-tune

pkgconfigdir = $(libdir)/pkgconfig
nodist_pkgconfig_DATA = netcl_tune.pc
