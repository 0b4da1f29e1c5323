package io.tollgate.sales.subscription;

import io.tollgate.processor.BrowserProcessor;
import io.tollgate.processor.PaymentState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a subscriber owes after failed charges, for the page on which it is paid.
 *
 * @param pageId the page on which the buyer subscribed
 * @param plan whether it is an installment plan
 * @param canceled whether the subscription is canceled, now or at a later time
 * @param endsAt when it ends or ended; null without a known end
 * @param amount in the currency's smallest unit; 0 unless the status is {@code DUE}
 * @param since when the first unpaid charge was due; null unless the status is {@code DUE}
 * @param card the saved payment method; null without one
 * @param decline why the last charge failed, in the processor's words; null if it did not
 * @param confirmation what the bank wants the buyer to confirm; null for nothing
 * @param replacement how the buyer replaces the card; null if the status is {@code PROCESSING} or {@code ENDED}, and
 *     for the page of what is due also if it is {@code PAID}
 */
public record OverduePayment(
        Status status,
        String pageId,
        String title,
        String email,
        boolean plan,
        boolean canceled,
        @Nullable Instant endsAt,
        String currency,
        long amount,
        @Nullable Instant since,
        PaymentState.@Nullable Card card,
        @Nullable String decline,
        @Nullable Confirmation confirmation,
        @Nullable Replacement replacement) {

    /** Whether a subscription owes something. */
    public enum Status {
        DUE,
        /** The outcome of a payment follows. */
        PROCESSING,
        /** All charges are paid. */
        PAID,
        /** The subscription has ended. Nothing is charged any more. */
        ENDED
    }

    /** @param clientSecret lets the browser authenticate this payment, and nothing else */
    public record Confirmation(String clientSecret) {}

    /**
     * A setup that the buyer's browser confirms with another card.
     *
     * @param clientSecret lets the browser confirm this setup, and nothing else
     * @param access the processor of the browser
     */
    public record Replacement(String clientSecret, BrowserProcessor.Access access) {}
}
