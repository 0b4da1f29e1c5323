package io.tollgate.platform.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.resource.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The types of events: the published ones exist, and the guide lists all with what causes them. */
class EventTypesTest {
    private static final Path GUIDE = Path.of("src/docs/guides/keep-in-step.md");
    private static final String BEGIN = "<!-- events: written by scripts/spec -->\n";
    private static final String END = "<!-- end of events -->";

    private static List<Reports.Rule> rules() {
        List<Reports.Rule> rules = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Reports reports : TestEndpoints.reports()) {
            reports.rules().stream().filter(rule -> seen.add(rule.type())).forEach(rules::add);
        }
        return rules;
    }

    @Test
    void thePublishedTypesExist() {
        assertThat(rules().stream().map(Reports.Rule::type))
                .contains(
                        "customer.created",
                        "customer.updated",
                        "payment.created",
                        "payment.paid",
                        "payment.abandoned",
                        "booking.created",
                        "booking.paid",
                        "booking.abandoned",
                        "ticket.created",
                        "submission.created",
                        "submission.updated",
                        "subscription.created",
                        "subscription.trialing",
                        "subscription.scheduled",
                        "subscription.active",
                        "subscription.completed",
                        "subscription.canceled",
                        "subscription.expired",
                        "subscription.abandoned");
    }

    @Test
    void aTypeHasOneMeaning() {
        for (Reports reports : TestEndpoints.reports()) {
            assertThat(reports.rules().stream().map(Reports.Rule::type)).doesNotHaveDuplicates();
        }
    }

    @Test
    void theGuideListsAllTypes() throws IOException {
        StringBuilder table = new StringBuilder("| Type | In `data` | Sent when |\n|---|---|---|\n");
        Set<String> seen = new HashSet<>();
        for (Reports reports : TestEndpoints.reports()) {
            for (Reports.Rule rule : reports.rules()) {
                if (seen.add(rule.type())) {
                    String when = rule.when().substring(0, rule.when().length() - 1);
                    table.append("| `" + rule.type() + "` | `" + reports.kind() + "` | " + when + " |\n");
                }
            }
        }
        String guide = Files.readString(GUIDE);
        int from = guide.indexOf(BEGIN) + BEGIN.length();
        String expected = guide.substring(0, from) + table + guide.substring(guide.indexOf(END));
        if ("write".equals(System.getProperty("golden"))) {
            Files.writeString(GUIDE, expected);
        }
        assertThat(Files.readString(GUIDE)).isEqualTo(expected);
    }
}
