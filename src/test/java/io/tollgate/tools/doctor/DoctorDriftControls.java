package io.tollgate.tools.doctor;

import static io.tollgate.tools.doctor.DoctorControls.record;

import java.util.stream.Stream;

/** A damage for each check of records that two writers once wrote differently. */
final class DoctorDriftControls {
    private DoctorDriftControls() {}

    static Stream<Damage> amounts() {
        return Stream.of(
                record("tickets: discounts sum", "ticket", "\"discountAmount\":", "\"discountAmount\":1", "true"),
                record(
                        "tickets: discounts sum",
                        "ticket",
                        "\"complimentaryAmount\":",
                        "\"complimentaryAmount\":1",
                        "true"),
                record(
                        "bookings: fees of tickets are",
                        "booking",
                        "\"ticketFeesAmount\":",
                        "\"ticketFeesAmount\":1",
                        "true"),
                record("payments: no amount is negative", "payment", "\"amountUsd\":", "\"amountUsd\":-1", "true"),
                record("invoices: no amount is negative", "invoice", "\"subtotal\":", "\"subtotal\":-1", "true"),
                record(
                        "subscriptions: no amount is negative",
                        "subscription",
                        "\"amountUsd\":",
                        "\"amountUsd\":-1",
                        "true"));
    }
}
