# SPDX-License-Identifier: Apache-2.0
# Shared by what forces variants upon programs by the cache, which nothing
# verifies then. A file of choices holds a list of them for each key.

# choices_tried LOG: what verification let through.
choices_tried() {
    jq -s '[.[] | select(.event == "decision" and .origin == "tuned" and
            .reason != "budget")] |
        map({key, value: [.candidates[] | select(.choice != "original" and
            (.status | IN("won", "lost", "screened"))) | .choice]}) |
        from_entries' "$1"
}

# choices_guessed LOG: what the sizes of a launch suggest. What is not legal for
# a kernel leaves its original.
choices_guessed() {
    jq -s 'def divisor($n; $most):
            [range(1; $most + 1) | select($n % . == 0)] | last;
        [.[] | select(.event == "decision") | .key as $key | .shape as $s |
        (if $s[2] > 1 then 3 elif $s[1] > 1 then 2 else 1 end) as $d |
        ([range(0; $d)] | map(divisor($s[.]; if . == 0 then 16 else 4 end) |
            tostring) | join(",")) as $local |
        {key: $key, value: ([range(0; 36)] | map(. as $i |
            (["x", "y", "z"][($i / 3 | floor) % $d]) as $along |
            ([2, 4, 3, 8, 5][$i % 5]) as $n |
            ["derived"] +
            [["restrict", "literals"], ["restrict"], ["restrict"],
             ["literals"]][$i % 4] +
            (if $i % 3 == 1 then [] else
                ["items:\($n)\($along),\(["blocked", "strided"][$i % 2])\(
                    if $i >= 24 then ",woven" else "" end)"] +
                (if $s[3] > 1 then ["local:driver"] else
                 [[], [], ["local:\($local)"], ["local:driver"]][$i % 4] end)
             end) +
            (if $s[3] <= 1 and $i % 6 == 1
             then ["local:\($local)", "required"] else [] end)))}] |
        from_entries' "$1"
}

# choices_cache LOG: a cache with the original for each key of the log.
choices_cache() {
    jq -s '[.[] | select(.event == "decision")] |
        map({key, value: {choice: "original", digest: "0", speedup: 2,
            original_us: 2, chosen_us: 1, exact: true}}) | from_entries' "$1"
}

# choices_take CHOICES CACHE ROUND: the cache with another choice in each round.
choices_take() {
    jq --slurpfile legal "$1" --argjson round "$3" 'to_entries |
        [foreach .[] as $e (0; . + 1; . as $n | $e |
            (.key as $k | $legal[0][$k] // []) as $l |
            if ($l | length) > 0 then
                .value.choice = $l[($round * 5 + 1 + $n * 7) % ($l | length)]
            else . end)] | from_entries' "$2"
}
