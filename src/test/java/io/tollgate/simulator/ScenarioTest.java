package io.tollgate.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scenario files of the simulator. */
class ScenarioTest {
    private static final String CREATE = "POST /v1/payment_intents";
    private static final String TEXT = """
            {"seed": %d,
             "calls": {"POST /v1/payment_intents": {"lose": 0.3, "error": 0.3}, "*": ["drop", "none", "hang"]},
             "events": {"*": {"late": 0.2, "twice": 0.2, "shuffled": 0.2, "never": 0.2}}}
            """;

    private static List<Object> faults(int seed) {
        Scenario scenario = Scenario.parse(TEXT.formatted(seed));
        return Stream.iterate(0, i -> i + 1)
                .limit(200)
                .<Object>flatMap(i -> Stream.of(scenario.call(CREATE), scenario.event("payment_intent.created")))
                .toList();
    }

    @Test
    void aSeedRepeatsItsFaults() {
        assertThat(faults(7)).isEqualTo(faults(7)).isNotEqualTo(faults(8));
        assertThat(faults(7))
                .contains(
                        Faults.Fault.LOSE,
                        Faults.Fault.ERROR,
                        Faults.Fault.NONE,
                        EventDelivery.NORMAL,
                        EventDelivery.LATE,
                        EventDelivery.TWICE,
                        EventDelivery.SHUFFLED,
                        EventDelivery.NEVER);
    }

    /** Calls of other kinds, which may come in between, do not change the faults of a kind. */
    @Test
    void theOrderOfOtherCallsDoesNotMatter() {
        Scenario alone = Scenario.parse(TEXT.formatted(7));
        Scenario mixed = Scenario.parse(TEXT.formatted(7));
        for (int i = 0; i < 50; i++) {
            mixed.call("GET /v1/coupons/:id");
            assertThat(mixed.call(CREATE)).isEqualTo(alone.call(CREATE));
        }
    }

    @Test
    void aListIsUsedUp() {
        Scenario scenario = Scenario.parse(TEXT.formatted(1));
        assertThat(Stream.generate(() -> scenario.call("GET /v1/coupons/:id")).limit(5))
                .containsExactly(
                        Faults.Fault.DROP, Faults.Fault.NONE, Faults.Fault.HANG, Faults.Fault.NONE, Faults.Fault.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "[] # is not a scenario",
                "{'seeds': 1} # unknown member seeds",
                "{'calls': {'*': {'explode': 1}}} # \"explode\" of * is no fault",
                "{'calls': {'*': ['late']}} # \"late\" of * is no fault",
                "{'events': {'*': ['drop']}} # \"drop\" of * is no fault",
                "{'events': {'*': {'late': 0.6, 'never': 0.5}}} # more than 1",
                "{'events': {'*': 5}} # is not a scenario"
            })
    void whatIsNoScenarioIsRejected(String text, String reason) {
        assertThatThrownBy(() -> Scenario.parse(text.replace('\'', '"'))).hasMessageContaining(reason);
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> Scenario.read("/nowhere/scenario.json"))
                .hasMessageContaining("/nowhere/scenario.json cannot be read");
    }
}
