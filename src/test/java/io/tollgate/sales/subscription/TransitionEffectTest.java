package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.sales.purchase.InvoiceStatus;
import io.tollgate.sales.purchase.SubscriptionPaymentWriter;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.sales.subscription.TransitionEffect.Announcement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The effects of all transitions of subscriptions and their charges, compared with the tables of the documentation. */
class TransitionEffectTest {
    private static final Map<String, Set<TransitionEffect>> EFFECTS = Map.of(
            "the test clock lists `subscription.began`",
            EnumSet.of(TransitionEffect.NOTE_BEGIN),
            "the test clock lists `subscription.completed`",
            EnumSet.of(TransitionEffect.NOTE_COMPLETION),
            "the test clock lists `subscription.canceled`",
            EnumSet.of(TransitionEffect.NOTE_CANCELLATION),
            "the seller and the subscriber get the message *subscription canceled*",
            EnumSet.of(TransitionEffect.NOTIFY_SELLER, TransitionEffect.NOTIFY_SUBSCRIBER));

    private static final Map<String, List<MailPurpose>> MESSAGES = Map.of(
            "none",
            List.of(),
            "*receipt* to the subscriber, *recurring payment received* to the seller",
            List.of(MailPurpose.SUBSCRIPTION_RECEIPT, MailPurpose.SUBSCRIPTION_PAYMENT_NOTIFICATION),
            "*recurring payment failed* to the subscriber and the seller, once for each attempt",
            List.of(MailPurpose.SUBSCRIPTION_PAYMENT_FAILED, MailPurpose.SUBSCRIPTION_PAYMENT_FAILED_NOTIFICATION));

    /** Returns the rows of the table with this header, cell by cell. */
    private static List<List<String>> rows(String header) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("src/docs/states.md"));
        List<List<String>> rows = new ArrayList<>();
        for (int i = lines.indexOf(header) + 2; lines.get(i).startsWith("| "); i++) {
            String line = lines.get(i);
            rows.add(List.of(line.substring(2, line.length() - 2).split(" \\| ")));
        }
        assertThat(rows).isNotEmpty();
        return rows;
    }

    private static boolean names(String cell, String status) {
        return cell.equals("any") || cell.contains("`" + status + "`");
    }

    private static boolean matches(
            List<String> row, SubscriptionStatus from, SubscriptionStatus to, Announcement announcement) {
        boolean former = row.get(0).equals("another") ? from != to : names(row.get(0), from.wire());
        boolean cancellation = row.get(2).equals("any")
                || row.get(2).equals(announcement.name().toLowerCase(Locale.ROOT));
        return former && names(row.get(1), to.wire()) && cancellation;
    }

    @ParameterizedTest
    @EnumSource
    void everyTransitionHasItsEffects(SubscriptionStatus from) throws IOException {
        List<List<String>> rows = rows("| From | To | Cancellation | Effect |");
        for (SubscriptionStatus to : SubscriptionStatus.values()) {
            for (Announcement announcement : Announcement.values()) {
                Set<TransitionEffect> expected = EnumSet.noneOf(TransitionEffect.class);
                rows.stream()
                        .filter(row -> matches(row, from, to, announcement))
                        .forEach(row -> expected.addAll(EFFECTS.get(row.get(3))));
                assertThat(TransitionEffect.of(from, to, announcement))
                        .as("%s to %s, %s", from, to, announcement)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyChargeHasItsMessages(SubscriptionPaymentWriter.Status status) throws IOException {
        List<List<String>> rows = rows("| Charge after the first one | Invoice | Messages |");
        for (InvoiceStatus invoice : InvoiceStatus.values()) {
            List<MailPurpose> expected = rows.stream()
                    .filter(row -> names(row.get(0), status.wire()))
                    .filter(row -> row.get(1).equals("any")
                            || row.get(1).equals("not `void`") == (invoice != InvoiceStatus.VOID))
                    .map(row -> MESSAGES.get(row.get(2)))
                    .findFirst()
                    .orElseThrow();
            assertThat(ChargeEffect.messages(status, invoice, false))
                    .as("%s, %s", status, invoice)
                    .isEqualTo(expected);
            assertThat(ChargeEffect.messages(status, invoice, true)).isEmpty();
        }
    }
}
