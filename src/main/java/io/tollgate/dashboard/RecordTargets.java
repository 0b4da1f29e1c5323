package io.tollgate.dashboard;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lists that have the records to which fields of records refer. */
final class RecordTargets {
    private static final Map<String, RecordList> TARGETS = Map.ofEntries(
            Map.entry("customerId", RecordList.CUSTOMERS),
            Map.entry("bookingId", RecordList.BOOKINGS),
            Map.entry("invoiceId", RecordList.INVOICES),
            Map.entry("subscriptionId", RecordList.SUBSCRIPTIONS),
            Map.entry("productId", RecordList.PRODUCTS),
            Map.entry("couponId", RecordList.COUPONS),
            Map.entry("offerPageId", RecordList.CHECKOUT_PAGES),
            Map.entry("upsellPageId", RecordList.CHECKOUT_PAGES),
            Map.entry("redirectPageId", RecordList.CHECKOUT_PAGES),
            Map.entry("upsellChargeId", RecordList.PAYMENTS),
            Map.entry("upsellSubscriptionId", RecordList.SUBSCRIPTIONS),
            Map.entry("offerChargeId", RecordList.PAYMENTS),
            Map.entry("offerSubscriptionId", RecordList.SUBSCRIPTIONS));

    private RecordTargets() {}

    /**
     * Returns the list that has the record to which a field of a list refers; null if none is known.
     *
     * @param chargeType of an invoice: {@code payment} or {@code booking}; empty otherwise
     */
    static @Nullable RecordList of(RecordList list, String field, String chargeType) {
        return switch (field) {
            case "pageId" ->
                switch (list) {
                    case BOOKINGS, TICKETS -> RecordList.EVENTS;
                    case SUBMISSIONS -> RecordList.FORMS;
                    default -> RecordList.CHECKOUT_PAGES;
                };
            case "chargeId" -> chargeType.equals("booking") ? RecordList.BOOKINGS : RecordList.PAYMENTS;
            default -> TARGETS.get(field);
        };
    }
}
