package io.tollgate.processor;

import com.stripe.model.Invoice;
import com.stripe.model.InvoiceLineItem;
import com.stripe.model.InvoicePayment;
import com.stripe.param.InvoiceListParams;
import com.stripe.param.InvoicePayParams;
import com.stripe.param.InvoiceRetrieveParams;
import com.stripe.service.V1Services;
import io.tollgate.processor.ProcessorFailure.Kind;
import io.tollgate.processor.SubscriptionInvoice.Line;
import io.tollgate.processor.SubscriptionInvoice.Position;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Invoices of subscriptions at Stripe. */
record StripeInvoices(V1Services client, StripeCalls calls, StripePayments payments) {
    private static final long PAGE = 100;
    private static final String PAYMENTS = "payments";

    /** Returns the next invoices after a position. Stripe lists invoices from the newest to the oldest. */
    List<SubscriptionInvoice> list(String subscriptionId, @Nullable Position after) {
        InvoiceListParams.Builder page =
                InvoiceListParams.builder().setSubscription(subscriptionId).addExpand("data." + PAYMENTS);
        List<Invoice> found = new ArrayList<>();
        if (after == null) {
            InvoiceListParams all = page.setLimit(PAGE).build();
            calls.call(() -> client.invoices().list(all)).autoPagingIterable().forEach(found::add);
        } else {
            InvoiceListParams newer = page.setEndingBefore(after.invoiceId())
                    .setLimit((long) Processor.INVOICES_MAX)
                    .build();
            found.addAll(calls.call(() -> client.invoices().list(newer)).getData());
        }
        Collections.reverse(found);
        List<SubscriptionInvoice> states = new ArrayList<>();
        int number = after == null ? 0 : after.number();
        for (Invoice invoice : found.subList(0, Math.min(found.size(), Processor.INVOICES_MAX))) {
            number++;
            states.add(state(invoice, number));
        }
        return List.copyOf(states);
    }

    /** Returns the open invoices whose charges have failed. */
    List<UnpaidInvoice> unpaid(String subscriptionId) {
        InvoiceListParams open = InvoiceListParams.builder()
                .setSubscription(subscriptionId)
                .setStatus(InvoiceListParams.Status.OPEN)
                .setLimit(PAGE)
                .build();
        List<UnpaidInvoice> unpaid = new ArrayList<>();
        calls.call(() -> client.invoices().list(open)).autoPagingIterable().forEach(invoice -> {
            long due = Objects.requireNonNullElse(invoice.getAmountRemaining(), 0L);
            if (due > 0 && Boolean.TRUE.equals(invoice.getAttempted())) {
                unpaid.add(new UnpaidInvoice(invoice.getId(), due));
            }
        });
        return List.copyOf(unpaid);
    }

    /** Voids an open invoice. One that is not open, or whose payment is being processed, stays as it is. */
    SubscriptionInvoice.Status cancel(String id, String key) {
        Invoice invoice;
        try {
            invoice = calls.call(() -> client.invoices().voidInvoice(id, StripeCalls.options(key)));
        } catch (ProcessorFailure failure) {
            if (failure.kind() != Kind.REFUSED) {
                throw failure;
            }
            invoice = calls.call(() -> client.invoices().retrieve(id));
        }
        return SubscriptionInvoice.Status.of(invoice.getStatus());
    }

    /** Charges the saved method. A decline is a state of the payment, as after a confirmation by the buyer. */
    PaymentState pay(String id, String key) {
        InvoicePayParams now = InvoicePayParams.builder().addExpand(PAYMENTS).build();
        InvoiceRetrieveParams expanded =
                InvoiceRetrieveParams.builder().addExpand(PAYMENTS).build();
        Invoice invoice;
        try {
            invoice = calls.call(() -> client.invoices().pay(id, now, StripeCalls.options(key)));
        } catch (ProcessorFailure failure) {
            if (failure.kind() != Kind.REFUSED) {
                throw failure;
            }
            // Declined, or paid by an earlier attempt whose response was lost.
            invoice = calls.call(() -> client.invoices().retrieve(id, expanded));
            if (paymentIntent(invoice) == null) {
                throw failure;
            }
        }
        String payment = paymentIntent(invoice);
        if (payment == null) {
            throw new ProcessorFailure(Kind.REFUSED, "the invoice needs no payment", Duration.ZERO);
        }
        return payments.retrieve(payment);
    }

    /** Returns the payment intent of an invoice; null if it needs none. */
    static @Nullable String paymentIntent(@Nullable Invoice invoice) {
        if (invoice == null || invoice.getPayments() == null) {
            return null;
        }
        return invoice.getPayments().getData().stream()
                .map(InvoicePayment::getPayment)
                .filter(Objects::nonNull)
                .map(InvoicePayment.Payment::getPaymentIntent)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private SubscriptionInvoice state(Invoice invoice, int number) {
        String payment = paymentIntent(invoice);
        Invoice.StatusTransitions transitions = invoice.getStatusTransitions();
        List<InvoiceLineItem> lines = new ArrayList<>();
        // An invoice contains its first 10 lines. The iteration asks for further ones.
        invoice.getLines().autoPagingIterable().forEach(lines::add);
        InvoiceLineItem.Period period = lines.isEmpty() ? null : period(lines);
        return new SubscriptionInvoice(
                invoice.getId(),
                number,
                SubscriptionInvoice.Status.of(invoice.getStatus()),
                Objects.requireNonNullElse(invoice.getTotal(), 0L),
                Objects.requireNonNullElse(invoice.getAmountPaid(), 0L),
                invoice.getCurrency(),
                Objects.requireNonNullElse(invoice.getBillingReason(), "manual"),
                payment,
                payment == null ? null : payments.retrieve(payment).chargeId(),
                invoice.getHostedInvoiceUrl(),
                invoice.getInvoicePdf(),
                Instant.ofEpochSecond(invoice.getCreated()),
                transitions == null ? null : StripeSubscriptionState.instant(transitions.getPaidAt()),
                Instant.ofEpochSecond(period == null ? invoice.getPeriodStart() : period.getStart()),
                Instant.ofEpochSecond(period == null ? invoice.getPeriodEnd() : period.getEnd()),
                Objects.requireNonNullElse(invoice.getAttemptCount(), 0L).intValue(),
                StripeSubscriptionState.instant(invoice.getNextPaymentAttempt()),
                lines.stream().map(StripeInvoices::line).toList());
    }

    /** Returns the period of the recurring items. That of the invoice itself is the one before, for usage. */
    private static InvoiceLineItem.@Nullable Period period(List<InvoiceLineItem> lines) {
        return lines.stream()
                .filter(line -> subscriptionItem(line) != null && !isProration(line))
                .map(InvoiceLineItem::getPeriod)
                .findFirst()
                .orElse(null);
    }

    private static Line line(InvoiceLineItem line) {
        Map<String, String> metadata = Objects.requireNonNullElse(line.getMetadata(), Map.of());
        String item = invoiceItem(line);
        return new Line(
                line.getId(),
                item == null ? "" : metadata.getOrDefault(StripeSubscriptionParams.REFERENCE, ""),
                subscriptionItem(line),
                item,
                line.getAmount());
    }

    private static @Nullable String subscriptionItem(InvoiceLineItem line) {
        InvoiceLineItem.Parent parent = line.getParent();
        return parent == null || parent.getSubscriptionItemDetails() == null
                ? null
                : parent.getSubscriptionItemDetails().getSubscriptionItem();
    }

    private static boolean isProration(InvoiceLineItem line) {
        InvoiceLineItem.Parent parent = line.getParent();
        return parent != null
                && parent.getSubscriptionItemDetails() != null
                && Boolean.TRUE.equals(parent.getSubscriptionItemDetails().getProration());
    }

    private static @Nullable String invoiceItem(InvoiceLineItem line) {
        InvoiceLineItem.Parent parent = line.getParent();
        return parent == null || parent.getInvoiceItemDetails() == null
                ? null
                : parent.getInvoiceItemDetails().getInvoiceItem();
    }
}
