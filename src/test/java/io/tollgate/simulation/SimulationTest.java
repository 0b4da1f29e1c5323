package io.tollgate.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs scenarios of the money core and checks what must always be true. {@code -Dsimulation.scenarios=N} sets their
 * number and {@code -Dsimulation.from=SEED} the first seed. {@code scripts/simulate} does both.
 */
@Tag("simulation")
class SimulationTest {
    private static final int SCENARIOS = Integer.getInteger("simulation.scenarios", 150);
    private static final long FROM = Long.getLong("simulation.from", 1);

    @Test
    @Timeout(36_000)
    void everyScenarioKeepsTheInvariants() {
        List<Simulation.Failure> failures = new Simulation(TestDatabase.url()).run(FROM, SCENARIOS);
        assertThat(failures).isEmpty();
    }

    @Test
    void aSeedHasTheSameTraceEachTime() {
        try (Lane first = new Lane(TestDatabase.url());
                Lane second = new Lane(TestDatabase.url())) {
            for (long seed = FROM; seed < FROM + 12; seed++) {
                assertThat(trace(second, seed)).isEqualTo(trace(first, seed));
            }
            assertThat(trace(first, FROM)).isNotEqualTo(trace(first, FROM + 1));
        }
    }

    private static List<String> trace(Lane lane, long seed) {
        try (ScenarioRun run = new ScenarioRun(lane, seed)) {
            return run.run().trace().lines();
        }
    }
}
