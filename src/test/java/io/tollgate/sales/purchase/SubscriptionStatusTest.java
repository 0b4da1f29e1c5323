package io.tollgate.sales.purchase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The transitions of subscriptions. */
class SubscriptionStatusTest {
    @ParameterizedTest
    @EnumSource
    void page_has_every_state_and_transition(SubscriptionStatus status) throws IOException {
        String next = status.next().stream().map(one -> "`" + one.wire() + "`").collect(Collectors.joining(", "));
        String page = Files.readString(Path.of("src/docs/states.md"));
        String section = page.substring(page.indexOf("## Subscriptions"));
        assertThat(section.lines())
                .anyMatch(line -> line.startsWith("| `" + status.wire() + "` |")
                        && line.endsWith(next.isEmpty() ? ". | |" : "| " + next + " |"));
    }

    @ParameterizedTest
    @EnumSource
    void other_statuses_are_ignored(SubscriptionStatus status) {
        for (SubscriptionStatus reported : SubscriptionStatus.values()) {
            assertThat(status.after(reported)).isEqualTo(status.next().contains(reported) ? reported : status);
        }
    }
}
