package io.tollgate.platform.mcp;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.openapi.OpenApi;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints that agents can call, by the name of their tool: the operation id of the endpoint in snake case. Agents
 * read all definitions before the first call, so that there are at most {@value #COUNT_MAX}.
 */
final class Tools {
    static final int COUNT_MAX = 60;

    /** The published names first, then those of this project. */
    static final List<String> NAMES = List.of(
            "create_checkout_page",
            "get_checkout_page",
            "update_checkout_page",
            "list_checkout_pages",
            "create_event",
            "get_event",
            "update_event",
            "list_events",
            "list_tickets",
            "update_ticket",
            "create_booking",
            "get_booking",
            "list_bookings",
            "create_form",
            "get_form",
            "update_form",
            "list_forms",
            "list_submissions",
            "get_submission",
            "list_customers",
            "get_customer",
            "update_customer",
            "list_payments",
            "get_payment",
            "list_subscriptions",
            "get_subscription",
            "cancel_subscription",
            "list_subscription_payments",
            "get_subscription_payment",
            "list_invoices",
            "get_invoice",
            "regenerate_invoice",
            "create_coupon",
            "list_coupons",
            "update_coupon",
            "create_tax_rate",
            "list_tax_rates",
            "create_webhook",
            "get_webhook",
            "list_webhooks",
            "update_webhook",
            "delete_webhook",
            "list_products",
            "get_product",
            "create_product",
            "update_product",
            "list_ticket_groups",
            "create_ticket_type",
            "archive_ticket_type",
            "get_account",
            "get_coupon",
            "get_ticket",
            "create_quote",
            "cancel_booking",
            "cancel_ticket",
            "refund_payment",
            "refund_booking",
            "refund_subscription_payment",
            "resend_booking",
            "list_audit_log");

    private final Map<String, Tool> byName = new LinkedHashMap<>();

    Tools(List<Endpoint> endpoints) {
        Map<String, Endpoint> operations =
                endpoints.stream().collect(Collectors.toMap(endpoint -> name(endpoint), endpoint -> endpoint));
        for (String name : NAMES) {
            Endpoint endpoint = operations.get(name);
            if (endpoint == null) {
                throw new IllegalStateException("no endpoint has the operation of the tool " + name);
            }
            byName.put(name, new Tool(name, endpoint));
        }
    }

    private static String name(Endpoint endpoint) {
        return OpenApi.operationId(endpoint).replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    /** Returns a tool, or null if there is none of this name. */
    @Nullable
    Tool named(String name) {
        return byName.get(name);
    }

    /** Returns all tools in a fixed order. */
    List<Tool> all() {
        return List.copyOf(byName.values());
    }
}
