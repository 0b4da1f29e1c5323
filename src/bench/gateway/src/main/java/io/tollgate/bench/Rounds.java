package io.tollgate.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Runs cases in turn, several rounds, so that what slows the machine for a while slows all alike. */
final class Rounds {
    private final Map<String, Supplier<Wrk>> cases = new LinkedHashMap<>();
    private final Map<String, List<Wrk>> results = new LinkedHashMap<>();

    void add(String name, Supplier<Wrk> load) {
        cases.put(name, load);
        results.put(name, new ArrayList<>());
    }

    void run(int rounds) {
        for (int round = 1; round <= rounds; round++) {
            System.err.println("round " + round + " of " + rounds);
            cases.forEach((name, load) -> measured(name).add(load.get()));
        }
    }

    /** The same cases without results: what ran before was the warm-up. */
    Rounds again() {
        Rounds fresh = new Rounds();
        cases.forEach(fresh::add);
        return fresh;
    }

    Wrk median(String name) {
        return new Wrk(median(name, Wrk::perSecond), median(name, Wrk::p50Millis), median(name, Wrk::p99Millis));
    }

    private double median(String name, ToDoubleFunction<Wrk> part) {
        return median(measured(name).stream().mapToDouble(part).toArray());
    }

    boolean has(String name) {
        return cases.containsKey(name);
    }

    private List<Wrk> measured(String name) {
        return Objects.requireNonNull(results.get(name), name);
    }

    Iterable<String> names() {
        return cases.keySet();
    }

    /** How many times the requests of one case those of another are, round by round. */
    double[] ratios(String one, String other) {
        double[] ratios = new double[measured(one).size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] =
                    measured(one).get(i).perSecond() / measured(other).get(i).perSecond();
        }
        return ratios;
    }

    double ratio(String one, String other) {
        return median(ratios(one, other));
    }

    void tell(Figures figures, Promise promise, String one, String other) {
        double[] ratios = ratios(one, other);
        figures.add(promise, median(ratios), ratios);
    }

    /** Processor time of the server for each response of a case, in µs, round by round. */
    double[] serverMicros(String name) {
        return measured(name).stream().mapToDouble(Wrk::serverMicros).toArray();
    }

    static double median(double... numbers) {
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
