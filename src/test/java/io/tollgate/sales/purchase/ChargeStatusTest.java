package io.tollgate.sales.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The transitions of payments and bookings. */
class ChargeStatusTest {
    @ParameterizedTest
    @EnumSource
    void page_has_every_state_and_transition(ChargeStatus status) throws IOException {
        String next = status.next().stream().map(one -> "`" + one.wire() + "`").collect(Collectors.joining(", "));
        assertThat(Files.readAllLines(Path.of("src/docs/states.md")))
                .anyMatch(line -> line.startsWith("| `" + status.wire() + "` |")
                        && line.endsWith(next.isEmpty() ? ". | |" : "| " + next + " |"));
    }

    @ParameterizedTest
    @EnumSource
    void only_these_transitions_are_possible(ChargeStatus status) {
        for (ChargeStatus next : ChargeStatus.values()) {
            if (next == status || status.next().contains(next)) {
                assertThat(status.to(next)).isEqualTo(next);
            } else {
                assertThatThrownBy(() -> status.to(next)).isInstanceOf(IllegalStateException.class);
            }
        }
    }
}
