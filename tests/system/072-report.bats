#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# netcl-tune report: tables, the page, and files for other programs.

load helpers

logs=$srcdir/tests/data/logs

report() {
    "$command" report "$@"
}

# A log of the fake driver: one kernel tuned, one left alone.
make_log() {
    use_fake
    tuned launches 60 >/dev/null
}

# Another: three stretches of launches, the first of which holds the tuning.
make_log_with_rests() {
    use_fake
    tuned launches 600 rest=1000 finish=1 >/dev/null
}

# The JSON within a page.
data_of() {
    sed -n 's|.*<script type="application/json" id="data">\(.*\)</script>.*|\1|p' \
        "$1"
}

# Every number of the log's lines that a report shows.
numbers_of_log() {
    jq -c 'select(.event == "decision") |
           .original_us, .chosen_us,
           (.candidates[] | .median_us, .samples, .q1_us, .q3_us, .least_us,
            .most_us, .max_rel),
           (if .choice == "original" then empty else .speedup end)
           | values' "$@"
    jq -c 'select(.event == "summary") | .launches, .substituted, .saved_ms,
           .tuning_ms, .kernels[].spells[]?[]' "$@"
}

chromium=$(command -v chromium || command -v chromium-browser ||
    command -v google-chrome || true)

# rendered PAGE [options]: the page's elements, drawn by a browser.
rendered() {
    [ -n "$chromium" ] || skip "no chromium"
    HOME=$PWD "$chromium" --headless --no-sandbox --disable-gpu \
        --virtual-time-budget=3000 "${@:2}" --dump-dom "file://$PWD/$1" \
        2>/dev/null
}

@test "the table: choice, speed-up, times, launches" {
    make_log
    report "$NETCL_TUNE_LOG" >out
    grep -Eq "^scale +100000 +wide 8 +tuned +2.50x +100 us +40.0 us +exact +[0-9]+/60" \
        out
    grep -q "^1 process: 60 launches, " out
    # The cost is one number, wherever it stands.
    spent=$(awk '/^scale/ { for (i = 1; i <= NF; i++)
                     if ($i ~ "/60$") print $(i + 3), $(i + 4) }' out)
    grep -q "; tuning took $spent$" out
}

@test "the page's data are the log's, number for number" {
    make_log
    report --html page.html "$NETCL_TUNE_LOG"
    data_of page.html >data.json
    assert "$(jq -c '.kernels[0].keys[0].candidates' data.json)" = \
        "$(log_field decision '.candidates' | sed 's/\.0\b//g')" "candidates"
    for field in launches substituted saved_ms tuning_ms; do
        assert "$(jq ".$field" data.json)" = "$(log_field summary ".$field")" \
            "$field"
    done
    assert "$(jq -c '.processes[0].settings' data.json)" = \
        "$(log_field start .settings)" "settings"
    assert "$(jq -c '.processes[0].decisions[0].elapsed_ms' data.json)" = \
        "$(log_field decision .elapsed_ms)" "elapsed"
    assert "$(jq -r '.logs[0]' data.json)" = "$NETCL_TUNE_LOG" "named data"
}

@test "the log has when the substituted launches came, and how many" {
    make_log_with_rests
    log_field summary '.kernels[0].spells' >spells
    assert "$(jq 'map(.launches) | add' spells)" = \
        "$(log_field summary .substituted)" "launches"
    # The machine may pause, too; but not for as long as the program.
    jq '. as $all | reduce range(length) as $i ([];
            if $i == 0 or $all[$i].from_ms - $all[$i - 1].to_ms > 900
            then . + [$all[$i].launches] else .[-1] += $all[$i].launches end)' \
        spells >thirds
    assert "$(jq length thirds)" = 3 "stretches"
    # The clock is looked at every 64th time.
    assert "$(jq 'all(. - 200 | fabs | . <= 64)' thirds)" = true "thirds"
    assert "$(jq 'all(.from_ms <= .to_ms and
                  (.device_ms / .launches - 0.04 | fabs) < 1e-6)' spells)" = \
        true "times"
    # From the first line on, so within the process's time.
    assert "$(jq -s 'def seconds: .time[17:23] | tonumber;
                     ((.[-1] | seconds) - (.[0] | seconds) + 60) % 60 * 1000 +
                     1000 >= .[-1].kernels[0].spells[-1].to_ms' \
        "$NETCL_TUNE_LOG")" = true "since the start line"
}

@test "times that no process can have had are not drawn" {
    make_log
    jq -c 'if .event == "summary" then .kernels[0].spells += [
           {"from_ms": -1e300, "to_ms": 2, "launches": 3}, 7, [], {},
           {"from_ms": 2, "to_ms": 1e300, "launches": 3}] |
           .kernels += [{"kernel": "other", "spells": 7}] else . end' \
        "$NETCL_TUNE_LOG" >odd.jsonl
    report --json odd.jsonl >odd
    report --json "$NETCL_TUNE_LOG" >fine
    assert "$(jq -c .processes odd)" = "$(jq -c .processes fine)" "processes"
}

@test "a browser draws the substituted launches in the time line" {
    make_log_with_rests
    expect_shown "$NETCL_TUNE_LOG"
    assert "$(grep -o '<rect class="chosen"[^>]*><title>[0-9]* launches' dom |
        wc -l)" = "$(log_field summary '.kernels[0].spells | length')" "stretches"
    # One that was killed has said nothing of its launches.
    grep -v '"event":"summary"' "$NETCL_TUNE_LOG" >killed.jsonl
    report --html page.html killed.jsonl
    rendered page.html >dom
    grep -q 'When it launched them, the log does not say' dom
}

# Every number of LOG is in the drawn page, exactly.
expect_shown() {
    report --html page.html "$1"
    rendered page.html >dom
    grep -o '<data [^>]*value="[^"]*"' dom | sed 's/.*value="//; s/"//' |
        jq -n '[inputs]' >shown.json
    numbers_of_log "$1" | jq -n '[inputs]' >logged.json
    assert "$(jq -n --slurpfile shown shown.json --slurpfile logged logged.json \
        -c '$logged[0] - $shown[0]')" = "[]" "numbers that are not shown"
}

@test "a browser shows every number of the log as the log has it" {
    make_log
    expect_shown "$NETCL_TUNE_LOG"
    expect_shown "$logs/derived.jsonl"
    grep -q '<svg' dom
    grep -q 'status-screened' dom
    grep -q 'an argument is a pipe, a queue, or an image that shares its memory' dom
}

@test "the page fits a phone: nothing is wider than the window" {
    make_log
    report --html page.html "$NETCL_TUNE_LOG"
    # A window this narrow is refused without a screen.
    echo '<script>document.body.style.width = "360px";
        document.title = "width " + document.body.scrollWidth</script>' \
        >>page.html
    rendered page.html >dom
    grep -q "<title>width 360</title>" dom
}

@test "the page needs no network and no other file" {
    report --html page.html "$logs/derived.jsonl"
    sed 's|http://www.w3.org/2000/svg||' page.html >rest
    run ! grep -Eiq 'https?:|<link|<img|@import|src=' rest
    grep -q 'prefers-color-scheme: dark' page.html
    grep -q 'name="viewport"' page.html
    grep -q '<html lang="en">' page.html
}

@test "nothing in a log can end the page's data" {
    sed 's|"pid":7|"pid":7,"program":"x"|; s|draw@11223344|</script><b>|' \
        "$logs/derived.jsonl" >odd
    report --html page.html odd
    assert "$(data_of page.html | jq -r '.skips[0].kernel')" = "</script><b>" \
        "kernel"
    assert "$(grep -c '</script><b>' page.html || true)" = 0 "raw text"
}

@test "a trace: named processes and kernels, tuning and what came of it" {
    make_log
    report --trace trace.json "$NETCL_TUNE_LOG"
    assert "$(jq -r '.traceEvents | map(select(.name == "process_name"))[0]
                     .args.name' trace.json)" = launches "process"
    assert "$(jq -r '.traceEvents | map(select(.name == "thread_name"))[0]
                     .args.name' trace.json)" = scale "kernel"
    assert "$(jq -c '.traceEvents | map(select(.name == "launches")) |
                     map(.args.launches) | add' trace.json)" = \
        "$(log_field summary .substituted)" "launches"
    assert "$(jq -c '.traceEvents | map(select(.ph == "X")) |
                     group_by(.tid) | map(map(.name) | unique)' trace.json)" = \
        '[["tuning","wide 8"],["launches"]]' "rows"
    assert "$(jq '.traceEvents | map(select(.ph == "X")) |
                  all(.ts >= 0 and .dur >= 0)' trace.json)" = true "times"
    assert "$(jq '.traceEvents | map(select(.name == "tuning"))[0].args.tuning_ms' \
        trace.json)" = "$(log_field decision .tuning_ms)" "cost"
}

@test "T4: a result for each candidate, with its parameters by name" {
    make_log
    report --t4 t4.json "$NETCL_TUNE_LOG"
    assert "$(jq -c '[.metadata.compute_api, .metadata.device,
                      .metadata.timeunit]' t4.json)" = \
        '["OpenCL","Fake Device","microseconds"]' "metadata"
    assert "$(jq -c '.results | map(.configuration | del(.shape))' t4.json)" = \
        '[{"kernel":"scale","variant":"original"},{"kernel":"scale",'"\
\"variant\":\"wide\",\"WIDTH\":4},{\"kernel\":\"scale\",\"variant\":\"wide\",\"WIDTH\":8}]" \
        "configurations"
    assert "$(jq -c '.results | map(.times.runtimes[0])' t4.json)" = \
        "$(log_field decision '.candidates | map(.median_us)')" "times"
    report --t4 t4.json "$logs/derived.jsonl"
    assert "$(jq -c '.results | map([.invalidity, .correctness]) | unique' \
        t4.json)" = '[["correct",1],["correctness",0]]' "validity"
    assert "$(jq -c '.results[2].configuration | del(.kernel, .shape)' t4.json)" = \
        '{"variant":"derived","restrict":true,"literals":true,"local":"64,1"}' \
        "derived"
    assert "$(jq '.results | all(has("configuration") and has("times") and
                  has("invalidity") and has("correctness"))' t4.json)" = true \
        "required fields"
}

@test "logs of several devices make no T4 file, and that is said" {
    make_log
    run -1 report --t4 t4.json "$NETCL_TUNE_LOG" "$logs/derived.jsonl"
    assert "${lines[0]}" = "netcl-tune: report: --t4 is for one device, and \
the logs are of several (give it those of one)" "message"
    assert "$(ls t4.json 2>/dev/null)" = "" "file"
}

@test "a log that is cut off in the middle of a line: the rest is told" {
    make_log
    printf '{"event":"decision","ti' >>"$NETCL_TUNE_LOG"
    run -1 report "$NETCL_TUNE_LOG"
    [[ $output == *"1 process: 60 launches, "* ]]
}

@test "files that cannot be read or written are named" {
    run -1 report absent.jsonl
    assert "${lines[0]}" = "netcl-tune: absent.jsonl: cannot be read: \
No such file or directory (netcl-tune run --log FILE writes a log)" "message"
    run -1 report --html /nowhere/page.html "$logs/derived.jsonl"
    assert "${lines[0]}" = "netcl-tune: /nowhere/page.html: cannot be written: \
No such file or directory (name another file)" "message"
    run -2 report
    run -2 report --html
}

@test "times that no clock has are no reason to fail" {
    make_log
    sed -E 's/"time":"[0-9]*/"time":"-2147483648/' "$NETCL_TUNE_LOG" >odd
    report --trace odd.trace odd 2>said
    assert "$(grep -c 'runtime error' said)" = 0 "complaints of a sanitizer"
    jq -e . odd.trace >/dev/null
}
