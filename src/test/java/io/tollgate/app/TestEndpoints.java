package io.tollgate.app;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.product.Products;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.server.Connections;
import io.tollgate.platform.server.Metrics;
import io.tollgate.platform.server.ShutdownDrain;
import io.tollgate.platform.webhook.Webhooks;
import io.tollgate.support.TestGateway;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import java.util.List;
import java.util.Map;

/** The endpoints and resources of the gateway, for tests that loop over all of them. */
public final class TestEndpoints {
    private TestEndpoints() {}

    /** Every resource. */
    public static List<Resource> resources() {
        return Endpoints.RESOURCES;
    }

    /** All that is reported to sellers. */
    public static List<Reports> reports() {
        return Endpoints.REPORTS;
    }

    /** The resources with a paged list. */
    public static List<Resource> paged() {
        return ENDPOINTS.stream()
                .filter(endpoint -> endpoint.shape() == Endpoint.Shape.LIST)
                .map(Endpoint::resource)
                .toList();
    }

    private static final LoopComponents LOOP = loop();
    private static final List<Endpoint> ENDPOINTS = Endpoints.of(LOOP);

    /** Every route of the dashboard, in the syntax of the router. */
    public static List<Route> dashboardRoutes() {
        Router router = Router.router(LOOP.vertx);
        DashboardComponents.pages(LOOP, ENDPOINTS).mount(router);
        return router.getRoutes();
    }

    /** Every endpoint below /v1. Its descriptions are complete, but it cannot handle requests. */
    public static List<Endpoint> all() {
        return ENDPOINTS;
    }

    /** Creates the components of a gateway that is never started, so its clients never connect. */
    private static LoopComponents loop() {
        Config config =
                Config.of(Map.of("secret", TestGateway.SECRET, "database.url", "postgres://nobody@127.0.0.1:1/none"));
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        Components shared = new Components(
                vertx,
                config,
                Outside.of(config),
                Clock.SYSTEM,
                config.secrets(false),
                new ShutdownDrain(new Connections(config.limits(), List.of())),
                new Metrics(),
                null);
        return new LoopComponents(shared, vertx, shared.database(vertx), shared.store(vertx));
    }

    /** Whether the endpoint is about a part of a record, like a field of a page. */
    public static boolean isOfPart(Endpoint endpoint) {
        return endpoint.path().contains("/{")
                && endpoint.resource().table().isEmpty()
                && !endpoint.path().startsWith("/v1/feed");
    }

    /** Returns the resource whose path is the prefix of an endpoint's path. */
    public static Resource whole(Endpoint endpoint) {
        return resources().stream()
                .filter(resource -> (endpoint.path() + "/").startsWith(resource.path() + "/"))
                .findFirst()
                .orElse(endpoint.resource());
    }

    /** Changes a sample so that the endpoint accepts it: not sold by a page, and in the currency of new products. */
    public static void fit(Endpoint endpoint, ObjectNode sample) {
        subscription(endpoint, sample);
        if (endpoint.path().endsWith("/resend") && endpoint.resource() != Webhooks.RESOURCE) {
            sample.put("status", "paid").put("orderStatus", "active");
        }
        if (endpoint.resource() == Products.RESOURCE && endpoint.method().equals(HttpMethod.DELETE)) {
            sample.put("role", "orderbump");
        }
        if (endpoint.resource() == Products.RESOURCE && endpoint.method().equals(HttpMethod.PATCH)) {
            // The example has a higher minimum than the suggested prices of the samples.
            ((ObjectNode) sample.at("/prices/0")).putNull("pwywSuggestedPrice");
        }
        if (endpoint.path().endsWith("/record-payment") || endpoint.path().endsWith("/cancel")) {
            unpaid(sample);
        }
        if (endpoint.path().endsWith("/refund") && sample.has("billingReason")) {
            sample.put("amount", 5_000)
                    .put("paymentStatus", "succeeded")
                    .put("paid", true)
                    .put("refunded", false)
                    .put("partiallyRefunded", false);
        } else if (endpoint.path().endsWith("/refund")) {
            unpaid(sample);
            sample.put("status", "paid").put("amountPaid", 5_000).put("amountDue", 0);
        }
        if (endpoint.path().contains("/order-bumps")) {
            ((ObjectNode) sample.at(sample.has("product") ? "/product/price" : "/eventDetails")).put("currency", "usd");
        }
    }

    /** Turns a subscription into an active one: with a scheduled cancellation, or one that can be paused. */
    private static void subscription(Endpoint endpoint, ObjectNode sample) {
        boolean undone = endpoint.path().endsWith("/uncancel");
        if (undone || endpoint.path().endsWith("/pause") || endpoint.path().endsWith("/resume")) {
            String end = "2036-01-31T10:00:00.000Z";
            sample.put("status", "active")
                    .put("currentPeriodEnd", end)
                    .put("cancelAt", undone ? end : null)
                    .put("cancelAtPeriodEnd", undone)
                    .putNull("planIterations");
        }
    }

    /** Turns a payment or booking into an unpaid one, and a ticket into a valid one. */
    private static void unpaid(ObjectNode sample) {
        if (sample.has("amountDue")) {
            sample.put("status", "unpaid")
                    .put("orderStatus", "active")
                    .put("isAbandoned", false)
                    .put("amountPaid", 0)
                    .put("amountRefunded", 0)
                    .put("amountDue", 5_000)
                    .put("amount", 5_000);
        } else if (sample.has("ticketShortId")) {
            sample.put("status", "PAID").putNull("canceledAt");
        }
    }

    /** Whether its records can change after they were written; those of the audit log never do. */
    public static boolean changes(Resource resource) {
        return resource.recorded()
                && resource.fields().stream().anyMatch(field -> field.name().equals("updatedAt"));
    }
}
