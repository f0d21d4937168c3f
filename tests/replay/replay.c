/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay: the selector on recorded run times, without a device.
 *
 *     replay [-b|-c|-r] [-n TRIALS] [-s SEED] FILE.csv...
 *
 * A file has one kernel configuration a line: an id, then its times in the
 * order they were measured. The true time of a configuration is the median
 * of all but the first. A candidate's first two launches take its first two
 * times, all later ones any but the first, drawn with replacement.
 *
 * Per file and strategy one JSON line on stdout:
 *   false_substitution     40 clones of one line: another than 0 was chosen
 *   accept_2pct            a clone made 2 % faster, 38 lines that are not
 *                          faster than the original: the clone was chosen
 *   regret_p99             40 lines at random: true time of the choice over
 *                          that of the best, minus 1
 *   launches_per_candidate of the same sets, the mean
 * With -c the exit status is 1 if the race misses a target on any file, the
 * regret left out; with -r, if it misses that one or its regret is beyond 2 %.
 *
 * With -b there is no selector: all 40 lines of a set are launched equally
 * often, and the least quantile wins. One JSON line per file and number of
 * launches, with the quantile of which the regret's 99th percentile is least,
 * chosen in hindsight. What no quantile reaches is not to be had so cheaply.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "decide/rank.h"
#include "decide/select.h"

#define SET 40
#define MOST_LINES 4096
#define MOST_TIMES 256

struct line {
    double us[MOST_TIMES];
    size_t count;
    double true_us;
};

/* What stands in for a kernel: a line, and its times divided by `gain`. */
struct candidate {
    const struct line *line;
    double gain;
    size_t launches;
};

struct figures {
    double false_substitution;
    double accept_2pct;
    double regret_p99;
    double launches;
};

static struct line lines[MOST_LINES];
static size_t line_count;
static uint64_t random_state;

/* splitmix64: small, and the same everywhere. */
static size_t draw(size_t below)
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (size_t)((z ^ (z >> 31)) % below);
}

static bool parse_line(char *text, struct line *line)
{
    char *field, *rest = NULL, *end;

    line->count = 0;
    field = strtok_r(text, ",\n", &rest); /* the id */
    while (field && line->count < MOST_TIMES) {
        field = strtok_r(NULL, ",\n", &rest);
        if (!field)
            break;
        line->us[line->count++] = strtod(field, &end);
        if (end == field)
            return false;
    }
    if (line->count < 4)
        return false;
    line->true_us = netcl_rank_median(line->us + 1, line->count - 1);
    return line->true_us > 0;
}

static bool load(const char *path)
{
    char text[16384];
    FILE *file = fopen(path, "r");

    if (!file)
        return false;
    line_count = 0;
    while (line_count < MOST_LINES && fgets(text, sizeof(text), file))
        if (parse_line(text, &lines[line_count]))
            line_count++;
    fclose(file);
    return line_count > 0;
}

static double launch(struct candidate *candidate)
{
    const struct line *line = candidate->line;
    size_t launches = candidate->launches++;
    size_t i = launches < 2 ? launches : 1 + draw(line->count - 1);

    return line->us[i] / candidate->gain;
}

/* Runs one search to its end and returns the winner. */
static size_t choose(struct candidate *set, enum netcl_search strategy,
                     struct netcl_select_outcome *outcome)
{
    struct netcl_select_options options;
    struct netcl_select_step step;
    struct netcl_select *sel;

    netcl_select_defaults(&options);
    options.strategy = strategy;
    sel = netcl_select_new(SET, &options);
    if (!sel)
        abort();
    while (netcl_select_next(sel, &step))
        netcl_select_record(sel, step.candidate, launch(&set[step.candidate]));
    netcl_select_get_outcome(sel, outcome);
    netcl_select_free(sel);
    return outcome->winner;
}

static void clone(struct candidate *set, const struct line *line)
{
    size_t i;

    for (i = 0; i < SET; i++)
        set[i] = (struct candidate){line, 1, 0};
}

static double measure_false(enum netcl_search strategy, size_t trials)
{
    struct netcl_select_outcome outcome;
    struct candidate set[SET];
    size_t i, wrong = 0;

    for (i = 0; i < trials; i++) {
        clone(set, &lines[i % line_count]);
        wrong += choose(set, strategy, &outcome) != 0;
    }
    return (double)wrong / (double)trials;
}

static double measure_accept(enum netcl_search strategy, size_t trials)
{
    struct netcl_select_outcome outcome;
    struct candidate set[SET];
    const struct line *other;
    size_t i, k, faster, right = 0;

    for (i = 0; i < trials; i++) {
        clone(set, &lines[i % line_count]);
        for (k = 1; k < SET; k++) {
            other = &lines[draw(line_count)];
            if (other->true_us >= set[0].line->true_us)
                set[k].line = other;
        }
        faster = 1 + draw(SET - 1);
        set[faster].line = set[0].line;
        set[faster].gain = 1.02;
        right += choose(set, strategy, &outcome) == faster;
    }
    return (double)right / (double)trials;
}

static int compare_values(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;

    return (a > b) - (a < b);
}

/* A set of different lines, in a random order. */
static double draw_set(struct candidate *set)
{
    static size_t order[MOST_LINES];
    double best = 0;
    size_t i, k, swap;

    for (i = 0; i < line_count; i++)
        order[i] = i;
    for (i = 0; i < SET; i++) {
        k = line_count >= SET ? i + draw(line_count - i) : draw(line_count);
        swap = order[k];
        if (line_count >= SET) {
            order[k] = order[i];
            order[i] = swap;
        }
        set[i] = (struct candidate){&lines[swap], 1, 0};
        if (i == 0 || lines[swap].true_us < best)
            best = lines[swap].true_us;
    }
    return best;
}

static void measure_regret(enum netcl_search strategy, size_t trials,
                           struct figures *figures)
{
    struct netcl_select_outcome outcome;
    struct candidate set[SET];
    double *regrets = malloc(trials * sizeof(*regrets));
    double best, launches = 0;
    size_t i, winner;

    if (!regrets)
        abort();
    for (i = 0; i < trials; i++) {
        best = draw_set(set);
        winner = choose(set, strategy, &outcome);
        regrets[i] = set[winner].line->true_us / best - 1;
        launches += outcome.launches;
    }
    qsort(regrets, trials, sizeof(*regrets), compare_values);
    figures->regret_p99 = regrets[(trials * 99) / 100];
    figures->launches = launches / (double)trials / SET;
    free(regrets);
}

/* Of one file; not each can have the regret, see check.sh and regret.sh. */
static bool meets_targets(const struct figures *figures, bool is_regret)
{
    return figures->false_substitution <= 0.005 &&
           figures->accept_2pct >= 0.85 && figures->launches <= 4 &&
           (!is_regret || figures->regret_p99 <= 0.02);
}

static struct figures replay(const char *path, enum netcl_search strategy,
                             size_t trials, uint64_t seed)
{
    const char *slash = strrchr(path, '/');
    struct figures figures;

    random_state = seed;
    figures.false_substitution = measure_false(strategy, trials);
    figures.accept_2pct = measure_accept(strategy, trials);
    measure_regret(strategy, trials, &figures);
    printf("{\"file\":\"%s\",\"strategy\":\"%s\","
           "\"false_substitution\":%.4f,\"accept_2pct\":%.4f,"
           "\"regret_p99\":%.4f,\"launches_per_candidate\":%.3f}\n",
           slash ? slash + 1 : path,
           strategy == NETCL_SEARCH_RACE ? "race" : "exhaustive",
           figures.false_substitution, figures.accept_2pct, figures.regret_p99,
           figures.launches);
    fflush(stdout);
    return figures;
}

/* The true time, over the best, of the line whose quantile is the least. */
static double bound_once(size_t launches, double share)
{
    struct candidate set[SET];
    double us[NETCL_RANK_MOST], best = draw_set(set);
    double value, least = 0, chosen = best;
    size_t i, k;

    for (i = 0; i < SET; i++) {
        if (set[i].line->true_us > 2 * best)
            continue; /* a favour: it is not launched at all */
        for (k = 0; k <= launches; k++)
            us[k > 0 ? k - 1 : 0] = launch(&set[i]);
        value = netcl_rank_quantile(us, launches, share);
        if (least == 0 || value < least) {
            least = value;
            chosen = set[i].line->true_us;
        }
    }
    return chosen / best - 1;
}

static void bound(const char *name, size_t launches, size_t trials,
                  uint64_t seed)
{
    double *regrets = malloc(trials * sizeof(*regrets));
    double regret, least = 0, at = 0;
    int percent;
    size_t i;

    if (!regrets)
        abort();
    for (percent = 30; percent <= 70; percent += 5) {
        random_state = seed;
        for (i = 0; i < trials; i++)
            regrets[i] = bound_once(launches, percent / 100.0);
        qsort(regrets, trials, sizeof(*regrets), compare_values);
        regret = regrets[(trials * 99) / 100];
        if (at == 0 || regret < least) {
            least = regret;
            at = percent / 100.0;
        }
    }
    printf("{\"file\":\"%s\",\"launches_each\":%zu,\"quantile\":%.2f,"
           "\"regret_p99\":%.4f}\n",
           name, launches, at, least);
    free(regrets);
}

static void bound_all(char **paths, int count, size_t trials, uint64_t seed)
{
    const char *slash;
    int i;

    for (i = 0; i < count; i++) {
        if (!load(paths[i])) {
            fprintf(stderr, "replay: %s: no run times in it\n", paths[i]);
            exit(2);
        }
        slash = strrchr(paths[i], '/');
        bound(slash ? slash + 1 : paths[i], 10, trials, seed);
        bound(slash ? slash + 1 : paths[i], 30, trials, seed);
        bound(slash ? slash + 1 : paths[i], 60, trials, seed);
    }
}

static bool replay_all(char **paths, int count, size_t trials, uint64_t seed,
                       bool is_regret)
{
    struct figures race;
    bool is_met = true;
    int i;

    for (i = 0; i < count; i++) {
        if (!load(paths[i])) {
            fprintf(stderr, "replay: %s: no run times in it\n", paths[i]);
            exit(2);
        }
        race = replay(paths[i], NETCL_SEARCH_RACE, trials, seed);
        replay(paths[i], NETCL_SEARCH_EXHAUSTIVE, trials, seed);
        is_met = meets_targets(&race, is_regret) && is_met;
    }
    return is_met;
}

int main(int argc, char **argv)
{
    size_t trials = 3000;
    uint64_t seed = 1;
    bool is_check = false, is_regret = false, is_bound = false, is_met;
    int option;

    while ((option = getopt(argc, argv, "bcrn:s:")) != -1) {
        if (option == 'c' || option == 'r')
            is_check = true;
        if (option == 'r')
            is_regret = true;
        else if (option == 'c')
            continue;
        else if (option == 'b')
            is_bound = true;
        else if (option == 'n')
            trials = strtoul(optarg, NULL, 10);
        else if (option == 's')
            seed = strtoull(optarg, NULL, 10);
        else
            return 2;
    }
    if (optind == argc || trials == 0) {
        fprintf(stderr,
                "usage: replay [-b|-c|-r] [-n TRIALS] [-s SEED] FILE...\n");
        return 2;
    }
    if (is_bound) {
        bound_all(argv + optind, argc - optind, trials, seed);
        return 0;
    }
    is_met = replay_all(argv + optind, argc - optind, trials, seed, is_regret);
    if (is_check && !is_met)
        fprintf(stderr, "replay: the race misses its targets\n");
    return is_check && !is_met;
}
