package io.tollgate.platform.api;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The scopes of API keys, and of members in the dashboard: what a caller may do. Each endpoint has exactly one, and no
 * scope contains another, so that a list of scopes says all. A key without a list may do everything.
 *
 * <p>The scope of an endpoint follows from its path and from whether it writes, unless {@link #OWN} has it.
 */
public final class KeyScopes {
    /** Endpoints with another scope than their path says. */
    static final Map<String, String> OWN = Map.ofEntries(
            Map.entry("POST /v1/tickets/validate/{checkInCode}", "tickets:validate"),
            Map.entry("POST /v1/tickets/{ticketId}/check-out", "tickets:validate"),
            Map.entry("GET /v1/customers/{customerId}/export", "customers:export"),
            Map.entry("DELETE /v1/customers/{customerId}", "customers:erase"),
            Map.entry("POST /v1/quotes", "quotes:read"),
            Map.entry("POST /v1/payments/{paymentId}/record-payment", "payments:record"),
            Map.entry("POST /v1/bookings/{bookingId}/record-payment", "payments:record"),
            Map.entry("GET /v1/members/{memberId}/sessions", "members:self"),
            Map.entry("DELETE /v1/members/{memberId}/sessions/{sessionId}", "members:self"),
            Map.entry("POST /v1/members/{memberId}/ownership-offer/accept", "members:self"));

    private static final List<String> READ = List.of(
            "account",
            "api-keys",
            "audit-log",
            "bookings",
            "checkout-pages",
            "coupons",
            "customers",
            "events",
            "exports",
            "feed",
            "files",
            "forms",
            "funnel-runs",
            "invoices",
            "members",
            "payments",
            "processor-account",
            "products",
            "quotes",
            "refunds",
            "reports",
            "request-log",
            "submissions",
            "subscription-payments",
            "subscriptions",
            "tax-rates",
            "test-clock",
            "tickets",
            "timeline",
            "webhooks");
    private static final List<String> WRITE = List.of(
            "account",
            "api-keys",
            "bookings",
            "checkout-pages",
            "coupons",
            "customers",
            "events",
            "exports",
            "files",
            "forms",
            "invoices",
            "members",
            "payments",
            "processor-account",
            "products",
            "refunds",
            "subscriptions",
            "tax-rates",
            "test-clock",
            "tickets",
            "webhooks");

    /** Lists with the figures of sales, without files, answers and settings. */
    private static final List<String> REPORTED = List.of(
            "bookings",
            "checkout-pages",
            "coupons",
            "events",
            "funnel-runs",
            "invoices",
            "payments",
            "products",
            "refunds",
            "reports",
            "subscription-payments",
            "subscriptions",
            "tax-rates",
            "tickets");

    /** All scopes, in the order of the alphabet. */
    public static final List<String> ALL = List.copyOf(new TreeSet<>(
            Stream.of(reading(READ), WRITE.stream().map(name -> name + ":write"), OWN.values().stream())
                    .flatMap(scopes -> scopes)
                    .toList()));

    /** The scopes of usual tasks, by name: everything that can be read, the door of an event, and reports of sales. */
    public static final Map<String, List<String>> PRESETS = Map.copyOf(new TreeMap<>(Map.of(
            "read", reading(READ).toList(),
            "door", List.of("events:read", "tickets:validate"),
            "reporting", reading(REPORTED).toList())));

    private KeyScopes() {}

    private static Stream<String> reading(List<String> names) {
        return names.stream().map(name -> name + ":read");
    }

    /** Returns the scope that an endpoint requires. */
    public static String of(Endpoint endpoint) {
        String own = OWN.get(endpoint.method().name() + " " + endpoint.path());
        if (own != null) {
            return own;
        }
        String[] parts = endpoint.path().split("/");
        String last = parts[parts.length - 1];
        String name = Set.of("refund", "refunds").contains(last) ? "refunds" : parts[2];
        return name + (endpoint.writing() == null ? ":read" : ":write");
    }

    /** Returns a copy of an endpoint that returns 403 {@code missing_scope} to keys that lack its scope. */
    public static Endpoint guarded(Endpoint endpoint) {
        String scope = of(endpoint);
        if (!ALL.contains(scope)) {
            throw new IllegalStateException(endpoint.method() + " " + endpoint.path() + " has no scope");
        }
        Endpoint.Operation operation = endpoint.operation();
        return endpoint.withOperation(request -> {
            request.caller().require(scope);
            return operation.answer(request);
        });
    }
}
