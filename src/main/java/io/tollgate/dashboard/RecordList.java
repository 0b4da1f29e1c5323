package io.tollgate.dashboard;

import io.tollgate.dashboard.ListColumn.Format;
import java.util.Arrays;
import java.util.List;

/** The lists of the dashboard, one for each kind of record, with their columns and what belongs to a record. */
enum RecordList {
    PAYMENTS(
            Section.PAYMENTS,
            "Payment",
            column("Order", "orderId", Format.CODE),
            column("Customer", "customerEmail", Format.TEXT),
            column("Product", "productTitle", Format.TEXT),
            column("Amount", "amount", Format.MONEY),
            column("Status", "status", Format.STATUS),
            column("Created", "createdAt", Format.TIME)),
    BOOKINGS(
            Section.BOOKINGS,
            "Booking",
            column("Order", "orderId", Format.CODE),
            column("Customer", "customerEmail", Format.TEXT),
            column("Event", "eventTitle", Format.TEXT),
            column("Amount", "amount", Format.MONEY),
            column("Status", "status", Format.STATUS),
            column("Created", "createdAt", Format.TIME)),
    SUBSCRIPTIONS(
            Section.SUBSCRIPTIONS,
            "Subscription",
            column("Order", "orderId", Format.CODE),
            column("Customer", "customerEmail", Format.TEXT),
            column("Product", "productTitle", Format.TEXT),
            column("Amount", "amount", Format.MONEY),
            column("Every", "interval", Format.TEXT),
            column("Status", "status", Format.STATUS),
            column("Created", "createdAt", Format.TIME)),
    SUBSCRIPTION_PAYMENTS(
            Section.SUBSCRIPTION_PAYMENTS,
            "Subscription payment",
            column("Customer", "customerEmail", Format.TEXT),
            column("Product", "productTitle", Format.TEXT),
            column("Amount", "amount", Format.MONEY),
            column("Status", "paymentStatus", Format.STATUS),
            column("Reason", "billingReason", Format.STATUS),
            column("Created", "createdAt", Format.TIME)),
    INVOICES(
            Section.INVOICES,
            "Invoice",
            column("Number", "invoiceNumber", Format.CODE),
            column("Customer", "customerEmail", Format.TEXT),
            column("Product", "productTitle", Format.TEXT),
            column("Amount", "amount", Format.MONEY),
            column("Due", "amountDue", Format.MONEY),
            column("Status", "status", Format.STATUS),
            column("Created", "createdAt", Format.TIME)),
    FUNNEL_RUNS(
            Section.FUNNEL_RUNS,
            "Offer",
            column("Offer", "id", Format.CODE),
            column("Outcome", "outcome", Format.STATUS),
            column("Amount", "offerAmount", Format.MONEY),
            column("Shown", "shownAt", Format.TIME),
            column("Created", "createdAt", Format.TIME)),
    EVENTS(
            Section.EVENTS,
            "Event",
            column("Event", "name", Format.TEXT),
            column("Starts", "eventDetails.startDate", Format.TIME),
            column("Visits", "visitCount", Format.NUMBER),
            column("Mode", "testmode", Format.TEST_MODE),
            column("Status", "status", Format.STATUS)),
    TICKETS(
            Section.TICKETS,
            "Ticket",
            column("Ticket", "ticketShortId", Format.CODE),
            column("Attendee", "attendeeName", Format.TEXT),
            column("Customer", "customerEmail", Format.TEXT),
            column("Price", "originalPrice", Format.MONEY),
            column("Status", "status", Format.STATUS),
            column("Ordered", "orderedAt", Format.TIME)),
    CHECKOUT_PAGES(
            Section.CHECKOUT_PAGES,
            "Checkout page",
            column("Page", "name", Format.TEXT),
            column("Address", "slug", Format.CODE),
            column("Visits", "visitCount", Format.NUMBER),
            column("Mode", "testmode", Format.TEST_MODE),
            column("Status", "status", Format.STATUS),
            column("Created", "createdAt", Format.TIME)),
    FORMS(
            Section.FORMS,
            "Form",
            column("Form", "name", Format.TEXT),
            column("Submissions", "submissionCount", Format.NUMBER),
            column("Visits", "visitCount", Format.NUMBER),
            column("Mode", "testmode", Format.TEST_MODE),
            column("Status", "status", Format.STATUS)),
    SUBMISSIONS(
            Section.SUBMISSIONS,
            "Submission",
            column("Form", "formTitle", Format.TEXT),
            column("Name", "customerName", Format.TEXT),
            column("E-mail", "customerEmail", Format.TEXT),
            column("Status", "status", Format.STATUS),
            column("Created", "createdAt", Format.TIME)),
    PRODUCTS(
            Section.PRODUCTS,
            "Product",
            column("Product", "title", Format.TEXT),
            column("SKU", "sku", Format.CODE),
            column("Role", "role", Format.STATUS),
            column("Stock", "stock", Format.NUMBER),
            column("Created", "createdAt", Format.TIME)),
    COUPONS(
            Section.COUPONS,
            "Coupon",
            column("Code", "code", Format.CODE),
            column("Label", "label", Format.TEXT),
            column("Percent off", "percentOff", Format.NUMBER),
            column("Amount off", "amountOff", Format.MONEY),
            column("Redeemed", "timesRedeemed", Format.NUMBER),
            column("Created", "createdAt", Format.TIME)),
    TAX_RATES(
            Section.TAX_RATES,
            "Tax rate",
            column("Name", "displayName", Format.TEXT),
            column("Percent", "percentage", Format.NUMBER),
            column("Included in prices", "inclusive", Format.FLAG),
            column("Default", "default", Format.FLAG)),
    CUSTOMERS(
            Section.CUSTOMERS,
            "Customer",
            column("E-mail", "email", Format.TEXT),
            column("Name", "name", Format.TEXT),
            column("Company", "companyName", Format.TEXT),
            column("Country", "address.country", Format.CODE),
            column("Created", "createdAt", Format.TIME)),
    WEBHOOKS(
            Section.WEBHOOKS,
            "Webhook",
            column("Name", "name", Format.TEXT),
            column("Address", "url", Format.TEXT),
            column("Delivered", "successCount", Format.NUMBER),
            column("Failed", "failureCount", Format.NUMBER),
            column("Last delivery", "lastSuccessAt", Format.TIME),
            column("Status", "status", Format.STATUS)),
    EXPORTS(
            Section.EXPORTS,
            "Export",
            column("List", "list", Format.TEXT),
            column("Format", "format", Format.CODE),
            column("Schedule", "schedule", Format.STATUS),
            column("Status", "status", Format.STATUS),
            column("Created", "createdAt", Format.TIME)),
    MEMBERS(
            Section.MEMBERS,
            "Member",
            column("E-mail", "email", Format.TEXT),
            column("Name", "name", Format.TEXT),
            column("Role", "role", Format.STATUS),
            column("Pages", "pages", Format.PAGES),
            column("Last seen", "lastSeenAt", Format.TIME)),
    API_KEYS(
            Section.API_KEYS,
            "API key",
            column("Name", "label", Format.TEXT),
            column("Begins with", "prefix", Format.CODE),
            column("Live", "livemode", Format.FLAG),
            column("Last use", "lastUsedAt", Format.TIME),
            column("From", "lastUsedAddress", Format.TEXT),
            column("With", "lastUserAgent", Format.TEXT),
            column("Expires", "expiresAt", Format.TIME),
            column("Revoked", "revokedAt", Format.TIME)),
    REQUEST_LOG(
            Section.REQUEST_LOG,
            "Call",
            column("Request", "requestId", Format.CODE),
            column("Method", "method", Format.CODE),
            column("Path", "path", Format.CODE),
            column("Status", "status", Format.NUMBER),
            column("Error", "errorCode", Format.CODE),
            column("Milliseconds", "durationMillis", Format.NUMBER),
            column("Key", "keyId", Format.CODE),
            column("Created", "createdAt", Format.TIME)),
    AUDIT_LOG(
            Section.AUDIT_LOG,
            "Change",
            column("Operation", "route", Format.TEXT),
            column("Record", "recordId", Format.CODE),
            column("Created", "createdAt", Format.TIME));

    /** A list of records that belong to a record of another list, selected by a filter. */
    record Related(RecordList list, String filter, String from) {}

    private final Section section;
    private final String noun;
    private final List<ListColumn> columns;

    RecordList(Section section, String noun, ListColumn... columns) {
        this.section = section;
        this.noun = noun;
        this.columns = List.of(columns);
    }

    private static ListColumn column(String label, String path, Format format) {
        return new ListColumn(label, List.of(path.split("\\.")), format);
    }

    Section section() {
        return section;
    }

    /** Returns the path of the list in the API. */
    String path() {
        return "/v1" + section.path();
    }

    /** Returns the scope of changes of the records. */
    String writeScope() {
        return path().substring("/v1/".length()) + ":write";
    }

    String noun() {
        return noun;
    }

    List<ListColumn> columns() {
        return columns;
    }

    /** Returns the lists of what belongs to a record of this list. */
    List<Related> related() {
        return switch (this) {
            case PAYMENTS ->
                List.of(new Related(INVOICES, "chargeId", "id"), new Related(FUNNEL_RUNS, "chargeId", "id"));
            case BOOKINGS ->
                List.of(
                        new Related(TICKETS, "bookingId", "id"),
                        new Related(INVOICES, "chargeId", "id"),
                        new Related(FUNNEL_RUNS, "chargeId", "id"));
            case SUBSCRIPTIONS ->
                List.of(
                        new Related(SUBSCRIPTION_PAYMENTS, "subscriptionId", "id"),
                        new Related(FUNNEL_RUNS, "subscriptionId", "id"));
            case EVENTS -> ofPage(BOOKINGS, TICKETS);
            case CHECKOUT_PAGES -> ofPage(PAYMENTS, SUBSCRIPTIONS, SUBSCRIPTION_PAYMENTS, FUNNEL_RUNS);
            case FORMS -> ofPage(SUBMISSIONS);
            case PRODUCTS -> List.of(new Related(PAYMENTS, "productId", "id"));
            case COUPONS ->
                List.of(new Related(PAYMENTS, "couponCode", "code"), new Related(BOOKINGS, "couponCode", "code"));
            case CUSTOMERS ->
                Arrays.stream(new RecordList[] {PAYMENTS, BOOKINGS, TICKETS, SUBSCRIPTIONS, INVOICES, SUBMISSIONS})
                        .map(list -> new Related(list, "customerId", "id"))
                        .toList();
            default -> List.of();
        };
    }

    private static List<Related> ofPage(RecordList... lists) {
        return Arrays.stream(lists)
                .map(list -> new Related(list, "pageId", "id"))
                .toList();
    }
}
