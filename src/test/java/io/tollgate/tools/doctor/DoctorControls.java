package io.tollgate.tools.doctor;

import java.util.stream.Stream;

/** A damage for each check: the check, the table, the changed column, and the row. */
final class DoctorControls {
    private DoctorControls() {}

    static Stream<Damage> columns() {
        return Stream.of(
                damage("payments: columns match", "payment", "page_id = 'x' || t.page_id", "true"),
                damage("payments: lookup row matches", "payment_lookup", "search_text = 'other'", "true"),
                damage("tickets: lookup row matches", "ticket_lookup", "attendee_name = 'other'", "true"),
                damage("payments: record is readable", "payment", "record = 'nothing'", "true"),
                damage("payments: columns match", "payment", "record = t.record || ' '", "true"),
                damage("page: columns match", "page", "search_text = 'other'", "type = 'form'"),
                damage(
                        "page search text",
                        "page",
                        "search_text = 'changed'",
                        "EXISTS (SELECT FROM product WHERE page_id = page.id)"),
                damage("coupon: columns match", "coupon", "code = 'other'", "true"),
                damage("file: columns match", "file", "search_text = 'other'", "true"),
                damage("seller_storage: used bytes", "seller_storage", "used_bytes = t.used_bytes + 1", "true"),
                damage("seller_storage: pending", "seller_storage", "pending_bytes = t.pending_bytes + 1", "true"),
                damage("product: columns match", "product", "search_text = 'other'", "true"),
                damage(
                        "ticket_type: document matches",
                        "ticket_type",
                        "document = t.document || '{\"capacity\": 5}'",
                        "true"),
                damage("seller_setting: account", "seller_setting", "timezone = 'Mars/Base'", "true"),
                damage("seller_setting: account", "seller_setting", "address = '{\"country\": \"XX\"}'", "true"),
                damage("product: document matches", "product", "document = t.document || '{\"colour\": 1}'", "true"),
                damage(
                        "tax_rate: document matches",
                        "tax_rate",
                        "document = t.document || '{\"percentage\": \"x\"}'",
                        "true"));
    }

    static Stream<Damage> sums() {
        return Stream.of(
                record(
                        "payments: id starts with",
                        "payment",
                        "(.*)\"createdAt\":\"20",
                        "\\1\"createdAt\":\"19",
                        "true"),
                record(
                        "payments: updatedAt is not",
                        "payment",
                        "(.*)\"updatedAt\":\"20",
                        "\\1\"updatedAt\":\"19",
                        "true"),
                record(
                        "bookings: required fields are present",
                        "booking",
                        "\"eventTitle\":\"[^\"]*\"",
                        "\"eventTitle\":null",
                        "true"),
                record("customers: email", "customer", "\"email\":\"[a-z]+", "\"email\":\"ANNA", "true"),
                record(
                        "invoices: seller billing is valid",
                        "invoice",
                        "\"sellerBilling\":\\{\"name\":\"[^\"]*\"",
                        "\"sellerBilling\":{\"name\":\"\"",
                        "true"),
                record("payments: order id is eight", "payment", "\"orderId\":\"\\d", "\"orderId\":\"", "true"),
                record(
                        "subscriptions: abandonment",
                        "subscription",
                        "\"isAbandoned\":false",
                        "\"isAbandoned\":true",
                        "abandonment_status IS NULL"),
                record(
                        "payments: an upsell has one",
                        "payment",
                        "\"upsell\":false",
                        "\"upsell\":true",
                        is("\"upsell\":false")),
                record(
                        "payments: tax breakdown sums",
                        "payment",
                        "\"taxAmount\":\\d+,\"taxBreakdown\":\\[\\{",
                        "\"taxAmount\":999999,\"taxBreakdown\":[{",
                        is("\"taxBreakdown\":\\[\\{")),
                record(
                        "payments: amount is amount excluding",
                        "payment",
                        "\"amountExcludingTax\":",
                        "\"amountExcludingTax\":1",
                        "amount > 0"),
                record("payments: paid and due", "payment", "\"amountDue\":0", "\"amountDue\":5", "status = 'paid'"),
                record(
                        "payments: refunded matches the status",
                        "payment",
                        "\"amountRefunded\":\\d+",
                        "\"amountRefunded\":0",
                        "status = 'refunded'"),
                record(
                        "payments: refunds have a date",
                        "payment",
                        "\"lastRefundAt\":\"[^\"]*\"",
                        "\"lastRefundAt\":null",
                        "status = 'refunded'"),
                record(
                        "bookings: complimentary charges cost",
                        "booking",
                        "\"isComplimentary\":false",
                        "\"isComplimentary\":true",
                        "amount > 0"),
                record(
                        "bookings: complimentary charges state",
                        "booking",
                        "\"complimentaryDiscountAmount\":0",
                        "\"complimentaryDiscountAmount\":7",
                        "amount > 0"),
                record("invoices: line amount is", "invoice", "\"unitPrice\":", "\"unitPrice\":1", "true"),
                record("invoices: lines sum to the subtotal", "invoice", "\"subtotal\":", "\"subtotal\":1", "true"),
                record(
                        "invoices: lines sum to the bulk",
                        "invoice",
                        "\"bulkDiscount\":\\d+",
                        "\"bulkDiscount\":77777",
                        "true"),
                record(
                        "invoices: lines sum to the coupon",
                        "invoice",
                        "\"discount\":\\d+\\}",
                        "\"discount\":77777}",
                        is("\"coupon\":\\{")),
                record(
                        "invoices: subtotal less discounts",
                        "invoice",
                        "\"subtotalAfterDiscount\":",
                        "\"subtotalAfterDiscount\":1",
                        "true"),
                record(
                        "invoices: discounted lines, fees",
                        "invoice",
                        "\"amount\":(\\d+),\"amountRefunded",
                        "\"amount\":1\\1,\"amountRefunded",
                        "true"),
                record("invoices: only open", "invoice", "\"amountDue\":0", "\"amountDue\":7", "status = 'paid'"),
                record("invoices: only issued", "invoice", ",\"invoiceUrl\":\"\"", "", "status = 'paid'"),
                record("tickets: revenue is", "ticket", "\"revenue\":", "\"revenue\":1", "true"),
                record(
                        "tickets: deprecated fields match",
                        "ticket",
                        "\"customerName\":\"[^\"]*\"",
                        "\"customerName\":\"other\"",
                        "true"),
                record(
                        "tickets: latest check-in is",
                        "ticket",
                        "\"latestCheckIn\":\\{\"status\":\"CHECKEDIN\"",
                        "\"latestCheckIn\":{\"status\":\"UNCHECKEDIN\"",
                        is("\"latestCheckIn\":\\{\"status\":\"CHECKEDIN\"")),
                record(
                        "tickets: canceled tickets have",
                        "ticket",
                        "\"canceledAt\":null",
                        "\"canceledAt\":\"2026-01-01T00:00:00.000Z\"",
                        "status = 'PAID'"),
                record(
                        "subscription-payments: paid matches the status",
                        "subscription_payment",
                        "\"paid\":true",
                        "\"paid\":false",
                        "paid"),
                record(
                        "subscription-payments: only paid",
                        "subscription_payment",
                        "\"paid\":true",
                        "\"paid\":false",
                        "refunded"));
    }

    static Stream<Damage> relations() {
        String nobody = "0123456789abcdef01234567";
        return Stream.of(
                record(
                        "bookings: currency matches the event",
                        "booking",
                        "\"currency\":\"[a-z]*",
                        "\"currency\":\"xof",
                        "true"),
                record(
                        "payments: customerId exists",
                        "payment",
                        "\"customerId\":\"[^\"]*",
                        "\"customerId\":\"" + nobody,
                        "customer_id IS NOT NULL"),
                record(
                        "payments: productId exists",
                        "payment",
                        "\"productId\":\"[^\"]*",
                        "\"productId\":\"" + nobody,
                        "true"),
                record(
                        "payments: fieldId exists",
                        "payment",
                        "\"fieldId\":\"[^\"]*",
                        "\"fieldId\":\"" + nobody,
                        is("\"fieldId\"")),
                record(
                        "payments: coupon.id exists",
                        "payment",
                        "\"coupon\":\\{\"id\":\"[^\"]*",
                        "\"coupon\":{\"id\":\"" + nobody,
                        "coupon_code IS NOT NULL"),
                record(
                        "payments: upsellChargeId exists",
                        "payment",
                        "\"upsellChargeId\":\"[^\"]*",
                        "\"upsellChargeId\":\"" + nobody,
                        is("\"upsellChargeId\":\"")),
                record(
                        "invoices: chargeId exists",
                        "invoice",
                        "\"chargeId\":\"[^\"]*",
                        "\"chargeId\":\"" + nobody,
                        "true"),
                record(
                        "invoices: a charge's invoice",
                        "payment",
                        "\"invoiceId\":\"[^\"]*",
                        "\"invoiceId\":\"" + nobody,
                        is("\"invoiceId\":\"")),
                record(
                        "tickets: count of each type",
                        "booking",
                        "\"quantity\":\\d+",
                        "\"quantity\":50",
                        "status = 'paid'"),
                record("tickets: taxes sum", "ticket", "\"taxAmount\":\\d+", "\"taxAmount\":123456789", "true"),
                record(
                        "tickets: discounts sum",
                        "ticket",
                        "\"couponAmount\":\\d+",
                        "\"couponAmount\":123456789",
                        "true"),
                record("tickets: no amount is negative", "ticket", "\"revenue\":\\d+", "\"revenue\":-1", "true"),
                record("tickets: revenues sum", "ticket", "\"revenue\":\\d+", "\"revenue\":123456789", "true"),
                damage("tickets: event, order and customer", "ticket", "order_id = '00000000'", "true"),
                record("invoices: amounts match the charge", "invoice", "\"amountPaid\":", "\"amountPaid\":1", "true"),
                damage(
                        "invoices: numbers are consecutive",
                        "invoice",
                        "invoice_number = '2026-999999'",
                        "invoice_number LIKE '2026%'"),
                damage(
                        "subscription-payments: page, customer",
                        "subscription_payment",
                        "customer_id = '" + nobody + "'",
                        "true"),
                record(
                        "subscriptions: completed plans have",
                        "subscription",
                        "\"planIterations\":\\d+",
                        "\"planIterations\":99",
                        "status = 'completed'"),
                damage(
                        "pages: records belong to pages of their type",
                        "payment",
                        "page_id = (SELECT id FROM page WHERE type = 'form' AND page.seller_id = t.seller_id LIMIT 1)",
                        "true"),
                damage(
                        "orders: order ids are unique",
                        "booking",
                        "order_id = (SELECT p.order_id FROM payment p"
                                + " WHERE p.seller_id = t.seller_id AND p.livemode = t.livemode LIMIT 1)",
                        "true"),
                damage("capacity: taken equals", "capacity", "taken = t.taken + 1", "capacity IS NULL"),
                damage(
                        "payments: counts match",
                        "payment_count",
                        "records = t.records + 1",
                        "span = 'd' AND grouping = 99"));
    }

    private static Damage damage(String check, String table, String set, String where) {
        return new Damage(check, table, set, where);
    }

    /** Replaces bytes of the record. */
    static Damage record(String check, String table, String pattern, String replacement, String where) {
        String set = "record = convert_to(regexp_replace(convert_from(t.record, 'UTF8'), '" + pattern + "', '"
                + replacement + "'), 'UTF8')";
        return new Damage(check, table, set, where);
    }

    private static String is(String pattern) {
        return "convert_from(record, 'UTF8') ~ '" + pattern + "'";
    }
}
