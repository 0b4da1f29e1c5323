package io.tollgate.processor;

import com.stripe.model.Dispute;
import com.stripe.model.PaymentIntent;
import com.stripe.model.Refund;
import com.stripe.param.DisputeListParams;
import com.stripe.param.RefundCreateParams;
import com.stripe.param.RefundListParams;
import com.stripe.param.RefundUpdateParams;
import com.stripe.service.V1Services;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Refunds and disputes of payments at Stripe. */
record StripeRefunds(V1Services client, StripeCalls calls) {
    private static final long PAGE = 100;
    private static final String NOTE_KEY = "note";

    RefundState create(RefundTerms terms, String key) {
        RefundCreateParams.Builder refund = RefundCreateParams.builder()
                .setPaymentIntent(terms.paymentId())
                .setAmount(terms.amount())
                .putMetadata(StripeProcessor.RECORD_ID_KEY, terms.refundId());
        if (terms.reason() != null) {
            refund.setReason(RefundCreateParams.Reason.valueOf(terms.reason().toUpperCase(Locale.ROOT)));
        }
        if (terms.note() != null && !terms.note().isBlank()) {
            refund.putMetadata(NOTE_KEY, StripeProcessor.metadata(terms.note()));
        }
        return state(calls.call(() -> client.refunds().create(refund.build(), StripeCalls.options(key))));
    }

    /** An empty value removes an entry of metadata. */
    void removeNote(String id, String key) {
        RefundUpdateParams change =
                RefundUpdateParams.builder().putMetadata(NOTE_KEY, "").build();
        calls.unless("resource_missing", () -> client.refunds().update(id, change, StripeCalls.options(key)));
    }

    PaymentBalance balance(String paymentId) {
        PaymentIntent intent = calls.call(() -> client.paymentIntents().retrieve(paymentId));
        RefundListParams refundsOf = RefundListParams.builder()
                .setPaymentIntent(paymentId)
                .setLimit(PAGE)
                .build();
        List<RefundState> refunds = new ArrayList<>();
        for (Refund refund : calls.call(() -> client.refunds().list(refundsOf)).autoPagingIterable()) {
            refunds.add(state(refund));
        }
        refunds.sort(Comparator.comparing(RefundState::createdAt).thenComparing(RefundState::id));
        DisputeListParams disputesOf = DisputeListParams.builder()
                .setPaymentIntent(paymentId)
                .setLimit(PAGE)
                .build();
        List<DisputeState> disputes = new ArrayList<>();
        for (Dispute dispute :
                calls.call(() -> client.disputes().list(disputesOf)).autoPagingIterable()) {
            disputes.add(new DisputeState(
                    dispute.getId(),
                    dispute.getAmount(),
                    dispute.getStatus(),
                    dispute.getReason(),
                    Instant.ofEpochSecond(dispute.getCreated())));
        }
        disputes.sort(Comparator.comparing(DisputeState::createdAt).thenComparing(DisputeState::id));
        return new PaymentBalance(
                paymentId, Objects.requireNonNullElse(intent.getAmountReceived(), 0L), refunds, disputes);
    }

    private static RefundState state(Refund refund) {
        return new RefundState(
                refund.getId(),
                RefundState.Status.of(refund.getStatus()),
                refund.getAmount(),
                refund.getReason(),
                refund.getFailureReason(),
                refund.getMetadata() == null ? null : refund.getMetadata().get(StripeProcessor.RECORD_ID_KEY),
                Instant.ofEpochSecond(refund.getCreated()));
    }
}
