/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/race.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NOBODY NETCL_RACE_NOBODY

/* The original is run until two runs agree this well, at most so often. */
#define WARM_AGREEMENT 0.05
#define WARM_MOST 4
#define WARM_AT_ONCE_US 50e3 /* a run so long has warmed the clock itself */

/* A clock ramp cost a first launch up to 10 ms and 3.3 times (W6600). */
#define RAMP_US 10e3
#define RAMP_SHARE 0.3
#define RAMP_SEEN 1.2 /* first sample over the next ones */

/* From so many samples on, the second does not count either. */
#define SETTLED_SAMPLES 3

/* Launches before confirming: so many, and so many a candidate. */
#define BUDGET_BASE 8.0
#define BUDGET_EACH 6.0
#define BUDGET_ROUNDS 4 /* that shall still be affordable */
#define PLACES_LEAST 5.0

/* The first round, of the most promising, shows what first samples tell. */
#define FIRST_SHARE 0.35
#define FIRST_LEAST 8.0
#define FIRST_MARGIN 0.01

/* What n samples do not show: (this + that many times the spread) / n. */
#define ERROR_BASE 0.02
#define ERROR_SPREAD 14.0
#define SPREAD_CALM 0.004 /* up to which a device is taken to be quiet */
#define SPREAD_MOST 0.1

/* Who cannot be faster than the leader by this much need not run. */
#define GAIN_LEAST 0.01

/* By so much the original is behind before candidates compete by LOWER. */
#define AHEAD_RATIO 1.1
#define LOWER 0.5

/* A round this much slower for all at once says something about others. */
#define DISTURBED_RATIO 1.2
#define DISTURBED_MOST 6

int netcl_race_add(struct netcl_race *race, size_t count)
{
    size_t needed = race->count + count;
    struct netcl_racer *racers;

    if (needed > race->capacity) {
        racers = realloc(race->racers, 2 * needed * sizeof(*racers));
        if (!racers)
            return -ENOMEM;
        race->racers = racers;
        race->capacity = 2 * needed;
    }
    memset(race->racers + race->count, 0, count * sizeof(*race->racers));
    for (; race->count < needed; race->count++)
        race->racers[race->count].is_racing = true;
    return 0;
}

void netcl_race_free(struct netcl_race *race)
{
    free(race->racers);
    race->racers = NULL;
    race->count = race->capacity = 0;
}

double netcl_race_estimate(const struct netcl_race *race, size_t candidate)
{
    const struct netcl_racer *racer = &race->racers[candidate];
    unsigned skip = racer->count >= SETTLED_SAMPLES;

    if (racer->count == 0)
        return racer->first_us;
    return netcl_rank_median(racer->us + skip, racer->count - skip);
}

/* The least that a first sample says of what follows. */
static double without_ramp(double us)
{
    return fmax(us - RAMP_US, us * RAMP_SHARE);
}

unsigned netcl_race_earlier(const struct netcl_race *race, size_t candidate,
                            double above_us, double *least_us)
{
    const struct netcl_racer *racer = &race->racers[candidate];
    double first_us = without_ramp(racer->first_us);
    bool has_first = racer->is_tried && first_us > above_us;
    unsigned i;

    *least_us = has_first ? first_us : INFINITY;
    for (i = 0; i < racer->count; i++)
        *least_us = fmin(*least_us, racer->us[i]);
    return racer->count + has_first;
}

void netcl_race_spread(const struct netcl_race *race, size_t candidate,
                       struct netcl_spread *spread)
{
    const struct netcl_racer *racer = &race->racers[candidate];
    unsigned skip = racer->count >= SETTLED_SAMPLES;
    const double *us = racer->us + skip;
    size_t count = racer->count - skip;

    memset(spread, 0, sizeof(*spread));
    if (count < 2)
        return;
    spread->least_us = netcl_rank_quantile(us, count, 0);
    spread->q1_us = netcl_rank_quantile(us, count, 0.25);
    spread->q3_us = netcl_rank_quantile(us, count, 0.75);
    spread->most_us = netcl_rank_quantile(us, count, 1);
}

/*
 * What racers are told apart by. Of n samples of a clock with two states the
 * median is often the slower one by chance, so among candidates that are well
 * ahead of the original a lower quantile counts, which shrinks to the median
 * with more samples. Against the original itself it would favour whoever is
 * noisier.
 */
static double standing(const struct netcl_race *race, size_t candidate)
{
    const struct netcl_racer *racer = &race->racers[candidate];
    unsigned skip = racer->count >= SETTLED_SAMPLES;
    unsigned n = racer->count - skip;

    if (!race->is_ahead || candidate == 0 || n == 0)
        return netcl_race_estimate(race, candidate);
    return netcl_rank_quantile(racer->us + skip, n, 0.5 - LOWER / sqrt(n));
}

static void update_ahead(struct netcl_race *race)
{
    double least = INFINITY;
    size_t i;

    for (i = 1; i < race->count; i++)
        if (race->racers[i].is_racing && race->racers[i].is_tried)
            least = fmin(least, netcl_race_estimate(race, i));
    race->is_ahead = race->racers[0].is_tried &&
                     netcl_race_estimate(race, 0) > AHEAD_RATIO * least;
}

size_t netcl_race_leader(const struct netcl_race *race)
{
    size_t i, leader = NOBODY;
    double us, least = INFINITY;

    for (i = 0; i < race->count; i++) {
        if (!race->racers[i].is_racing || !race->racers[i].is_tried)
            continue;
        us = standing(race, i);
        if (us < least) {
            least = us;
            leader = i;
        }
    }
    return leader;
}

static bool is_warm(const struct netcl_racer *original)
{
    unsigned count = original->count;
    double last, before;

    if (original->is_tried && original->first_us >= WARM_AT_ONCE_US)
        return true;
    if (!original->is_tried || count == 0)
        return false;
    last = original->us[count - 1];
    before = count > 1 ? original->us[count - 2] : original->first_us;
    return fabs(last - before) <= WARM_AGREEMENT * before ||
           count + 1 >= WARM_MOST;
}

size_t netcl_race_untried(struct netcl_race *race)
{
    size_t i;

    if (!race->is_warm && !is_warm(&race->racers[0])) {
        if (!race->stays_cold || !race->racers[0].is_tried)
            return 0;
    } else {
        race->is_warm = true;
    }
    for (i = 0; i < race->count; i++)
        if (race->racers[i].is_racing && !race->racers[i].is_tried)
            return i;
    return NOBODY;
}

void netcl_race_record(struct netcl_race *race, size_t candidate, double us)
{
    struct netcl_racer *racer = &race->racers[candidate];

    if (!racer->is_tried) {
        racer->is_tried = true;
        racer->first_us = us;
        return;
    }
    if (racer->is_in_round) {
        racer->is_in_round = false;
        racer->was_in_round = true;
    }
    racer->least_us = racer->runs++ ? fmin(racer->least_us, us) : us;
    if (racer->count < NETCL_RANK_MOST)
        racer->us[racer->count++] = us;
}

static int compare_values(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;

    return (a > b) - (a < b);
}

/* Mean distance of its samples from their median, as a share of it. */
static double spread_of(const struct netcl_racer *racer)
{
    double median = netcl_rank_median(racer->us, racer->count);
    double sum = 0;
    unsigned i;

    for (i = 0; i < racer->count; i++)
        sum += fabs(racer->us[i] - median);
    return median > 0 ? sum / racer->count / median : 0;
}

/* The same for the device: what all racers show together. */
static void update_spread(struct netcl_race *race)
{
    double sum = 0;
    size_t i, racers = 0;

    for (i = 0; i < race->count; i++) {
        if (race->racers[i].count < 2)
            continue;
        sum += fmin(spread_of(&race->racers[i]), SPREAD_MOST);
        racers++;
    }
    race->spread = racers ? sum / (double)racers : 0;
}

/* How far first samples are from what follows, as far as is known. */
static void update_first_error(struct netcl_race *race)
{
    double most = (race->screen_ratio - 1) / (race->screen_ratio + 1);
    double sum = 0;
    size_t i, racers = 0;

    for (i = 0; i < race->count; i++) {
        const struct netcl_racer *racer = &race->racers[i];
        double us = netcl_race_estimate(race, i);

        if (racer->count == 0 || racer->first_us <= 0 || us <= 0)
            continue;
        sum += fabs(log(racer->first_us / us));
        racers++;
    }
    race->first_error = most;
    if ((double)racers >= FIRST_LEAST)
        race->first_error = fmin(most, FIRST_MARGIN + 2 * sum / racers);
}

/* How far `n` samples besides the first may be off together, as a share. */
static double error_of(const struct netcl_race *race, unsigned n)
{
    double noise = fmax(0, race->spread - SPREAD_CALM);

    if (n < 2)
        return race->first_error;
    return (ERROR_BASE + ERROR_SPREAD * noise) / n;
}

/*
 * Between which times the median of infinitely many samples lies, at about
 * 95 %: order statistics, which assume nothing of the distribution. Few
 * samples cannot show it: those of a clock with two states are often all of
 * one state, so the spread of the whole device is added.
 */
static void get_bounds(const struct netcl_race *race, size_t i, double *low,
                       double *high)
{
    const struct netcl_racer *racer = &race->racers[i];
    double us = standing(race, i);
    double error = error_of(race, racer->count);
    double sorted[NETCL_RANK_MOST];
    unsigned n = racer->count, skip = 0;

    *low = us * (1 - error);
    *high = us * (1 + error);
    if (n < 2)
        return;
    if (n / 2.0 > sqrt(n))
        skip = (unsigned)(n / 2.0 - sqrt(n));
    memcpy(sorted, racer->us, n * sizeof(*sorted));
    qsort(sorted, n, sizeof(*sorted), compare_values);
    *low = fmin(*low, sorted[skip]);
    *high = fmax(*high, sorted[n - 1 - skip]);
}

/* The least that the candidate's true time may be. */
static double lower_bound(const struct netcl_race *race, size_t i)
{
    const struct netcl_racer *racer = &race->racers[i];
    double us = netcl_race_estimate(race, i);
    double low, high;

    get_bounds(race, i, &low, &high);
    if (racer->count == 0 ||
        (racer->count <= 2 && racer->first_us > RAMP_SEEN * us))
        low = fmin(low, without_ramp(us));
    return low;
}

static double upper_bound(const struct netcl_race *race, size_t i)
{
    double low, high;

    get_bounds(race, i, &low, &high);
    return high;
}

/*
 * How many may run in this round: about a third in the first, then half of
 * all, a third, a quarter, and so on, within what the budget allows for this
 * and a few more rounds.
 */
static size_t places(const struct netcl_race *race)
{
    double budget = BUDGET_BASE + BUDGET_EACH * (double)race->count;
    double left = (budget - race->samples) / BUDGET_ROUNDS;
    double count = (double)race->count;
    double most = fmax(count / (race->round + 1), PLACES_LEAST);

    if (left <= 0)
        return 0;
    if (race->round == 0)
        most = fmax(count * FIRST_SHARE, FIRST_LEAST);
    return (size_t)fmax(2, fmin(left, most));
}

/* The estimate beyond which a racer has no place in this round. */
static double place_limit(const struct netcl_race *race, double bound)
{
    double *sorted = malloc(race->count * sizeof(*sorted));
    size_t i, racing = 0, most = places(race);
    double limit = most ? INFINITY : 0;

    if (!sorted || !most) {
        free(sorted);
        return limit;
    }
    for (i = 0; i < race->count; i++)
        if (race->racers[i].is_racing && lower_bound(race, i) <= bound)
            sorted[racing++] = standing(race, i);
    qsort(sorted, racing, sizeof(*sorted), compare_values);
    if (racing > most)
        limit = sorted[most - 1];
    free(sorted);
    return limit;
}

/*
 * Who runs in the next round: all that may yet be the fastest. Nobody is
 * out for good, so a leader that was only lucky lets others back in.
 */
static size_t line_up(struct netcl_race *race)
{
    double bound = INFINITY, limit;
    size_t i, in = 0;

    for (i = 0; i < race->count; i++)
        if (race->racers[i].is_racing)
            bound = fmin(bound, upper_bound(race, i));
    bound *= 1 - GAIN_LEAST;
    limit = place_limit(race, bound);
    for (i = 0; i < race->count; i++) {
        struct netcl_racer *racer = &race->racers[i];

        racer->is_in_round = racer->is_racing &&
                             lower_bound(race, i) <= bound &&
                             standing(race, i) <= limit &&
                             racer->count < race->max_rounds;
        in += racer->is_in_round;
    }
    return in;
}

/*
 * Whether everyone in the round was slower than before, all at once: others
 * use the device, and the round says nothing about the candidates.
 */
static bool was_disturbed(const struct netcl_race *race)
{
    size_t i, seen = 0;

    for (i = 0; i < race->count; i++) {
        const struct netcl_racer *racer = &race->racers[i];

        if (!racer->was_in_round)
            continue;
        if (racer->count < 3 ||
            racer->us[racer->count - 1] <
                DISTURBED_RATIO *
                    netcl_rank_median(racer->us, racer->count - 1))
            return false;
        seen++;
    }
    return seen > 1 && race->disturbed_rounds < DISTURBED_MOST;
}

static void forget_round(struct netcl_race *race)
{
    size_t i;

    for (i = 0; i < race->count; i++)
        if (race->racers[i].was_in_round)
            race->racers[i].count--;
    race->disturbed_rounds++;
}

/* Back and forth, so that a drift of the clock favours nobody. */
static size_t whose_turn(const struct netcl_race *race)
{
    size_t i, k;

    for (k = 0; k < race->count; k++) {
        i = race->round % 2 ? k : race->count - 1 - k;
        if (race->racers[i].is_in_round)
            return i;
    }
    return NOBODY;
}

size_t netcl_race_turn(struct netcl_race *race)
{
    size_t i, turn = whose_turn(race);

    if (turn != NOBODY)
        return turn;
    race->is_disturbed = was_disturbed(race);
    if (race->is_disturbed)
        forget_round(race);
    for (i = 0; i < race->count; i++)
        race->racers[i].was_in_round = false;
    update_spread(race);
    update_first_error(race);
    update_ahead(race);
    if (line_up(race) < 2) {
        for (i = 0; i < race->count; i++)
            race->racers[i].is_in_round = false;
        return NOBODY;
    }
    race->round++;
    return whose_turn(race);
}
