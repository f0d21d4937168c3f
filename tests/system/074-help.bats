#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Help, manual pages, completions: all from the tables of commands and settings.

load helpers

settings() {
    sed -n 's/^[A-Z]*([a-z_]*, "\(NETCL_[A-Z_]*\)".*/\1/p' \
        "$srcdir/src/base/config.def"
}

commands() {
    "$command" --help | sed -n '/^Commands/,/^$/s/^  \([a-z]* [a-z]*\|[a-z]*\)  .*/\1/p' |
        sed 's/ *$//'
}

# complete WORD...: what bash offers for the last word.
complete_words() {
    bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _netcl_tune
        printf "%s\n" "${COMPREPLY[@]}"' \
        "$builddir/completion/netcl-tune" netcl-tune "$@" | sort | tr '\n' ' '
}

@test "every command and its help are there, and it answers --help" {
    assert "$(commands | wc -l)" = \
        "$(grep -c '^COMMAND' "$srcdir/src/cli/commands.def")" "commands"
    commands | while read -r name; do
        # shellcheck disable=SC2086
        "$command" $name --help | grep -q "^Usage: netcl-tune $name"
    done
}

@test "help COMMAND is what COMMAND --help is" {
    for name in report "cache merge" "variants new" cache; do
        # shellcheck disable=SC2086
        assert "$("$command" help $name)" = "$("$command" $name --help)" "$name"
    done
}

@test "the library's manual and --help name every setting" {
    "$command" --help >help
    "$command" --man 7 >library.7
    for name in $(settings); do
        grep -q "$name" help
        grep -q "$name" library.7
    done
    assert "$(settings | wc -l)" -gt 10 "settings"
    grep -q '^.TH LIBNETCL_TUNE 7' library.7
    grep -q 'netcl_autotune()' library.7
}

@test "the manual names every command, option and exit status" {
    "$command" --man >manual
    commands | while read -r name; do
        grep -q "^.SS $name" manual
    done
    for status in 0 1 2 126 127; do
        grep -q "$status" manual
    done
    run -2 "$command" --man 3
}

@test "man shows both pages without a warning" {
    command -v man >/dev/null || skip "no man"
    for page in 1 7; do
        "$command" --man $page >"page.$page"
        MANWIDTH=80 man --warnings -l "page.$page" >out 2>err
        assert "$(cat err)" = "" "warnings"
        grep -q NAME out
    done
}

@test "bash completes commands, their parts, options, values and files" {
    assert "$(complete_words ca)" = "cache " "command"
    assert "$(complete_words cache '')" = "clear export list merge show " "part"
    assert "$(complete_words cache merge --)" = "--help --into --json " "options"
    assert "$(complete_words run --mode '')" = "off pinned tune " "values"
    touch app.jsonl
    assert "$(complete_words report app)" = "app.jsonl " "files"
    assert "$(complete_words report --html app)" = "app.jsonl " "a file"
    assert "$(complete_words run --stall '')" = " " "a number is no file"
    assert "$(complete_words warm --family '')" = " " "a name is no file"
    mkdir app.d
    assert "$(complete_words variants new --into app)" = "app.d " "a folder"
    assert "$(complete_words run -- bas)" != "" "programs"
}

@test "zsh reads its completion" {
    command -v zsh >/dev/null || skip "no zsh"
    zsh -n "$builddir/completion/_netcl-tune"
    zsh -fc 'fpath=($0 $fpath); autoload -Uz compinit; compinit -D -u
        [[ $_comps[netcl-tune] == _netcl-tune ]]' "$builddir/completion"
}

@test "exit statuses: 0, 1 for what is wrong, 2 for what is not understood" {
    run -0 "$command" --version
    run -1 "$command" report absent
    run -2 "$command" nothing
    assert "${lines[0]}" = "netcl-tune: there is no command 'nothing' (see \
netcl-tune --help)" "message"
    run -2 "$command" report --nothing
    run -2 "$command"
    run -127 "$command" run -- ./absent
    touch plain
    run -126 "$command" run -- ./plain
}

@test "colours on a terminal, none with NO_COLOR, none in a file" {
    command -v script >/dev/null || skip "no script"
    export TERM=xterm log=$srcdir/tests/data/logs/derived.jsonl
    script -qc "$command report $log" /dev/null | grep -q $'\033\\[1m'
    NO_COLOR=1 script -qc "$command report $log" /dev/null >plain
    run ! grep -q $'\033' plain
    "$command" report "$log" >file
    run ! grep -q $'\033' file
}

@test "every command that tells something tells it to programs too" {
    log=$srcdir/tests/data/logs/derived.jsonl
    "$command" report --json "$log" | jq -e .kernels
    "$command" explain --json --log "$log" | jq -e .kernels
    "$command" cache list --json | jq -e .keys
    "$command" variants list --json | jq -e .families
    "$command" doctor --json | jq -e .
    "$command" cache clear --yes --json | jq -e .path
}
