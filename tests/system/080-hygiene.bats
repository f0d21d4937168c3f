#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers

table() {
    sed -n 's/^HO[OKT]*([^,]*, \(cl[A-Za-z]*\),.*/\1/p' \
        "$srcdir/src/cl/entrypoints.def"
}

@test "the library exports its entry points, the layer, netcl_ and one option only" {
    nm -D --defined-only "$library" | awk '{ print $3 }' | sort >exports
    { table; echo clGetLayerInfo; echo clInitLayer
      echo clInitLayerWithProperties; echo clDeinitLayer
      echo __asan_default_options; } | sort >expected
    grep -v '^netcl_' exports | diff expected -
}

@test "the library links no OpenCL, and needs libc only" {
    run -0 bash -c "objdump -p '$library' | awk '/NEEDED/ { print \$2 }'"
    refuse=$(grep -vE '^(ld-linux.*|libc|libm|libpthread|libdl|libgcc_s)\.so|^lib(asan|ubsan|tsan)' \
        <<<"$output" || true)
    assert "$refuse" = "" "needed libraries"
}

@test "the library has no undefined cl symbol" {
    run -0 bash -c "nm -D --undefined-only '$library' | grep -w 'cl[A-Z].*' | wc -l"
    assert "$output" = 0 "undefined cl symbols"
}

@test "every global of the library's objects starts with netcl_" {
    run -0 bash -c "find '$builddir/src' -name '*.o' -path '*.libs*' \
        ! -path '*cli*' -exec nm --defined-only {} + |
        awk '\$2 ~ /^[TDBR]\$/ { print \$3 }' | grep -vE '^(netcl_|cl[A-Z]|__asan_default_options|__odr_asan)' |
        sort -u | tr '\n' ' '"
    assert "$output" = "" "other globals"
}

@test "no function of the library is longer than 60 lines, no file than 500" {
    run -0 awk 'FNR == 1 { s = 0 } FNR == 501 { print FILENAME ": long" }
        /^\{/ { s = FNR } /^\}/ { if (s && FNR - s > 60)
        print FILENAME ":" s; s = 0 }' "$srcdir"/src/*/*.c
    assert "$output" = "" "long functions and files"
}
