package io.tollgate.loadtest;

import io.tollgate.loadtest.call.Step;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Draws from several parts, each as often as its share says. */
final class Mix implements Supplier<Step> {
    private final List<Part> parts;
    private final Scenario scenario;
    private final Random random;

    Mix(List<Part> parts, Scenario scenario, long seed) {
        this.parts = parts;
        this.scenario = scenario;
        this.random = new Random(seed);
    }

    @Override
    public Step get() {
        int dice;
        synchronized (random) {
            dice = random.nextInt(100);
        }
        for (Part part : parts) {
            dice -= scenario.share(part.name());
            if (dice < 0) {
                return part.next();
            }
        }
        throw new IllegalStateException("the shares of " + scenario + " are not a hundred");
    }
}
