package io.tollgate.tools.doctor;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Counts the violations of each check and stores the location of the first. */
final class Findings {
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final Map<String, String> firsts = new LinkedHashMap<>();
    private final BiConsumer<String, String> observer;

    Findings() {
        this((check, where) -> {});
    }

    /** @param observer receives the check and the location of each violation */
    Findings(BiConsumer<String, String> observer) {
        this.observer = observer;
    }

    /** Registers a check, so that it is listed even without a violation. */
    void checking(String check) {
        counts.putIfAbsent(check, 0);
    }

    void violation(String check, String where) {
        counts.merge(check, 1, Integer::sum);
        firsts.putIfAbsent(check, where);
        observer.accept(check, where);
    }

    void expect(boolean right, String check, String where) {
        checking(check);
        if (!right) {
            violation(check, where);
        }
    }

    /** Returns whether a check whose name has this ending was violated. */
    boolean anyOf(String ending) {
        return firsts.keySet().stream().anyMatch(check -> check.endsWith(ending));
    }

    int checks() {
        return counts.size();
    }

    int violated() {
        return firsts.size();
    }

    /**
     * Prints a line for each violated check and returns the number of violations.
     *
     * @param passed whether to print passed checks too
     */
    int print(Consumer<String> out, boolean passed) {
        int all = 0;
        for (Map.Entry<String, Integer> check : counts.entrySet()) {
            int count = check.getValue();
            String first = count == 0 ? "" : ", first: " + firsts.get(check.getKey());
            if (passed || count > 0) {
                out.accept(String.format(
                        Locale.ROOT, "%-4s %-56s %d%s", count == 0 ? "ok" : "BAD", check.getKey(), count, first));
            }
            all += count;
        }
        return all;
    }
}
