package io.tollgate.simulation;

import io.tollgate.simulation.RequestedCancellation.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A subscription or plan at the simulated processor, and its record.
 *
 * @param id of the record; null if the buyer has not completed the order, so that there is none
 * @param status of the record; empty without one
 * @param processorStatus at the processor
 * @param endedAt when the processor ended it; null if it has not
 * @param times when it is to be charged
 * @param charges all attempts to charge it, with those that failed
 */
record ObservedSubscription(
        @Nullable String id,
        String status,
        String processorStatus,
        @Nullable Instant endedAt,
        ChargeTimes times,
        List<Instant> invoices,
        List<Charge> charges) {
    /**
     * An attempt to charge.
     *
     * @param invoice which of the invoices it pays, counted from 0
     */
    record Charge(Instant at, int invoice, boolean succeeded) {}

    private static final Set<String> ENDED = Set.of("canceled", "completed");

    /** After the end of a subscription, its record shows it after this time at the latest, without any event. */
    private static final Duration NOTICED = Duration.ofDays(1);

    private static final String SUBSCRIPTIONS = """
            SELECT o.id, r.id, coalesce(r.status, ''), o.object ->> 'status', o.object ->> 'ended_at',
                c.page_id, floor(extract(epoch FROM c.created_at) * 1000)::bigint, o.object ->> 'created'
            FROM simulated_object o
            JOIN checkout c ON (c.seller_id, c.livemode, c.id)
                = (o.seller_id, o.livemode, o.object #>> '{metadata,tollgate_checkout}')
            LEFT JOIN billed_subscription b ON (b.seller_id, b.livemode, b.processor_id)
                = (o.seller_id, o.livemode, o.id)
            LEFT JOIN subscription r ON (r.seller_id, r.livemode, r.id) = (b.seller_id, b.livemode, b.subscription_id)
            WHERE o.seller_id = :seller AND o.livemode AND o.kind = 'subscription' ORDER BY c.id, o.created_at
            """;

    private static final String INVOICES = """
            SELECT i.object ->> 'created', h.object ->> 'created', h.object ->> 'status', i.id
            FROM simulated_object i LEFT JOIN simulated_object h
            ON (h.seller_id, h.livemode, h.kind) = (i.seller_id, i.livemode, 'charge')
                AND h.object ->> 'payment_intent' = i.object ->> 'simulator_intent'
            WHERE i.seller_id = :seller AND i.livemode AND i.kind = 'invoice' AND i.invoiced_subscription = '%s'
                AND (i.object ->> 'amount_due')::bigint > 0
            ORDER BY i.invoice_number, i.id, h.object ->> 'created'
            """;

    /** Reads all of a seller. */
    static List<ObservedSubscription> all(SellerRows rows, Sale sale) {
        List<ObservedSubscription> all = new ArrayList<>();
        if (sale.recurs()) {
            rows.rows(SUBSCRIPTIONS).forEach(row -> all.add(of(rows, sale, row)));
        }
        return all;
    }

    private static ObservedSubscription of(SellerRows rows, Sale sale, List<@Nullable String> row) {
        Sale.Offering offering = sale.all().stream()
                .filter(sold -> sold.pageId().equals(row.get(5)))
                .findFirst()
                .orElseThrow();
        ChargeTimes times = offering.trialDays() > 0
                ? ChargeTimes.afterTrial(Instant.ofEpochMilli(Long.parseLong(text(row, 6))), offering)
                : new ChargeTimes(seconds(text(row, 7)), offering.number());
        List<Instant> invoices = new ArrayList<>();
        List<Charge> charges = new ArrayList<>();
        String last = "";
        for (var invoice : rows.rows(INVOICES.formatted(row.get(0)))) {
            if (!text(invoice, 3).equals(last)) {
                last = text(invoice, 3);
                invoices.add(seconds(text(invoice, 0)));
            }
            if (invoice.get(1) != null) {
                boolean succeeded = text(invoice, 2).equals("succeeded");
                charges.add(new Charge(seconds(text(invoice, 1)), invoices.size() - 1, succeeded));
            }
        }
        Instant endedAt = row.get(4) == null ? null : seconds(text(row, 4));
        return new ObservedSubscription(
                row.get(1), text(row, 2), text(row, 3), endedAt, times, List.copyOf(invoices), List.copyOf(charges));
    }

    private static String text(List<@Nullable String> row, int column) {
        return Objects.requireNonNull(row.get(column));
    }

    private static Instant seconds(String epoch) {
        return Instant.ofEpochSecond(Long.parseLong(epoch));
    }

    /**
     * Returns what is wrong with the times of the invoices and charges.
     *
     * @param now until when the processor has billed
     */
    List<String> mistimed(Instant now) {
        List<String> violations = new ArrayList<>();
        for (int i = 0; i < invoices.size(); i++) {
            if (!invoices.get(i).equals(times.due(i))) {
                violations.add("invoice " + i + " of " + invoices.get(i) + " is due " + times.due(i));
            }
        }
        for (Charge charge : charges) {
            if (charge.at().isBefore(times.due(charge.invoice()))) {
                violations.add("invoice " + charge.invoice() + " is due " + times.due(charge.invoice())
                        + " and was charged " + charge.at());
            }
            if (id == null && charge.succeeded()) {
                violations.add("charged " + charge.at() + " without a record");
            }
        }
        int due = times.dueBefore(endedAt == null ? now : endedAt);
        if (id != null && invoices.size() < due) {
            violations.add(invoices.size() + " invoices, and " + due + " were due");
        }
        return violations;
    }

    /**
     * Returns what contradicts the end of the subscription.
     *
     * @param requests the cancellations of all subscriptions of the seller
     * @param now until when the processor has billed
     */
    List<String> chargedAfterEnd(List<RequestedCancellation> requests, Instant now) {
        List<String> violations = new ArrayList<>();
        boolean ended = ENDED.contains(status);
        Instant end = end(requests.stream()
                .filter(request -> request.subscriptionId().equals(id))
                .toList());
        if (end != null) {
            charges.stream()
                    .filter(charge -> !charge.at().isBefore(end))
                    .forEach(charge -> violations.add("charged " + charge.at() + ", and canceled by " + end));
            if (!ended && !end.plus(NOTICED).isAfter(now)) {
                violations.add("is " + status + ", and canceled by " + end);
            }
        }
        if (status.equals("canceled") && endedAt == null) {
            violations.add("is canceled, and " + processorStatus + " at the processor");
        }
        if (id != null && !ended && endedAt != null && endedAt.plus(NOTICED).isBefore(now)) {
            violations.add("is " + status + ", and ended at the processor " + endedAt);
        }
        return violations;
    }

    /**
     * Returns the time from which nothing can be charged; null if no cancellation was confirmed. A later request
     * replaces an earlier one, unless that ends the subscription at once. What became of a request without a response
     * is not known.
     */
    private @Nullable Instant end(List<RequestedCancellation> requests) {
        Instant end = null;
        for (RequestedCancellation request : requests) {
            boolean confirmed = request.outcome() == Outcome.CONFIRMED;
            if (request.outcome() == Outcome.ENDED || (confirmed && request.endsNow())) {
                // The processor's times are whole seconds.
                return request.answeredAt().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
            }
            if (confirmed) {
                end = request.end(times);
            }
        }
        if (end == null) {
            return null;
        }
        return requests.stream()
                .filter(request -> request.outcome() == Outcome.UNKNOWN)
                .map(request -> request.end(times))
                .reduce(end, (one, other) -> one.isAfter(other) ? one : other);
    }
}
