package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CheckoutStatusTest {
    @ParameterizedTest
    @EnumSource
    void page_has_every_state_and_transition(CheckoutStatus status) throws IOException {
        String next = status.next().stream().map(one -> "`" + one + "`").collect(Collectors.joining(", "));
        assertThat(Files.readAllLines(Path.of("src/docs/states.md")))
                .anyMatch(line -> line.startsWith("| `" + status + "` |")
                        && line.endsWith(next.isEmpty() ? ". | |" : "| " + next + " |"));
    }

    @Test
    void ended_orders_stay_as_they_are() {
        for (CheckoutStatus status : CheckoutStatus.values()) {
            boolean canBePaidLate = status == CheckoutStatus.EXPIRED;
            assertThat(status.next().isEmpty()).isEqualTo(!status.isOpen() && !canBePaidLate);
        }
    }
}
