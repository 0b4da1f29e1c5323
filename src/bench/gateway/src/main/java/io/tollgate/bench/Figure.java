package io.tollgate.bench;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table.
 *
 * @param value in the promise's unit; none where it was not measured
 * @param rounds the same figure of each round, in turn
 * @param why it was not measured; empty where it was
 */
record Figure(Promise promise, @Nullable Double value, List<Double> rounds, String why) {
    static Figure measured(Promise promise, double value, double... rounds) {
        return new Figure(promise, value, Arrays.stream(rounds).boxed().toList(), "");
    }

    static Figure missing(Promise promise, String why) {
        return new Figure(promise, null, List.of(), why);
    }

    /** Met, missed, or neither where it was not measured. */
    @Nullable
    Boolean met() {
        return value == null ? null : promise.goal.met(value);
    }

    /** The lowest and the highest round; empty for fewer than two. */
    List<Double> spread() {
        return rounds.size() < 2
                ? List.of()
                : List.of(
                        rounds.stream().min(Double::compare).orElseThrow(),
                        rounds.stream().max(Double::compare).orElseThrow());
    }
}
