package io.tollgate.bench;

import java.util.ArrayList;
import java.util.List;

/** The renewals that are due and not recorded, while they become due at a fixed rate. */
final class RenewalQueue {
    private final int renewals;
    private final double perSecond;
    private final List<List<Double>> halves = List.of(new ArrayList<>(), new ArrayList<>());

    RenewalQueue(int renewals, double perSecond) {
        this.renewals = renewals;
        this.perSecond = perSecond;
    }

    double perSecond() {
        return perSecond;
    }

    double seconds() {
        return renewals / perSecond;
    }

    boolean isOver(double second) {
        return second >= seconds();
    }

    /** @param recorded number of renewals that were recorded until this second */
    void note(double second, long recorded) {
        if (!isOver(second)) {
            halves.get(second < seconds() / 2 ? 0 : 1).add(Math.max(0, second * perSecond - recorded));
        }
    }

    /** @param half 0 or 1 */
    double median(int half) {
        return halves.get(half).isEmpty()
                ? 0
                : Rounds.median(halves.get(half).stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray());
    }

    /** Returns for how many seconds the waiting renewals became due. Equal halves mean that the queue does not grow. */
    double behind(int half) {
        return median(half) / perSecond;
    }
}
