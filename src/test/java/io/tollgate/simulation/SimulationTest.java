package io.tollgate.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.TestDatabase;
import org.junit.jupiter.api.Test;

class SimulationTest {
    @Test
    void scenarios() {
        try (Lane lane = new Lane(TestDatabase.url())) {
            int from = Integer.getInteger("simulation.from", 0);
            int count = Integer.getInteger("simulation.scenarios", 5);
            boolean shows = Boolean.getBoolean("simulation.trace");
            for (int i = from; i < from + count * 2; i++) {
                int seed = from + (i - from) % count;
                long begun = System.nanoTime();
                try (ScenarioRun run = new ScenarioRun(lane, seed).run()) {
                    System.out.println("SIM seed " + seed + " " + run.trace().lines().size() + " lines, "
                            + (System.nanoTime() - begun) / 1_000_000 + " ms " + run.violations());
                    if (shows || !run.violations().isEmpty()) {
                        run.trace().lines().forEach(line -> System.out.println("SIM   " + line));
                    }
                }
            }
        }
        assertThat(true).isTrue();
    }
}
