package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.dashboard.DeliveriesView.Delivery;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.schema.Field;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a webhook was sent, what its receiver answered, and sending it again. */
record DeliveriesPage(DashboardApi api, FormGuard guard, Sellers sellers) {
    /** Follows the path of the webhook. */
    static final String BELOW = "/deliveries";

    private static final String STATUS = "status";
    private static final String BEFORE = "before";
    private static final int ROWS = 50;
    private static final List<String> STATES = List.of("pending", "delivered", "failed");

    /** What the row itself shows. */
    private static final Set<String> IN_ROW =
            Set.of("webhookId", "sequence", "event", STATUS, "createdAt", "response", "livemode");

    /** What the page of the webhook shows. */
    private static final Set<String> OF_WEBHOOK = Set.of("id", STATUS);

    Future<?> show(DashboardRequest open) {
        String webhook = RecordPage.id(open);
        Future<ObjectNode> record = RecordPage.record(api, open, RecordList.WEBHOOKS, webhook);
        Future<ObjectNode> stats = api.get(open, target(webhook) + "/stats");
        Future<ObjectNode> deliveries = api.get(open, target(webhook) + BELOW + query(open));
        return Future.all(
                        record,
                        stats,
                        deliveries,
                        sellers.seller(open.membership().sellerId()))
                .onSuccess(read -> {
                    ValueFormat format =
                            new ValueFormat(read.<Sellers.Seller>resultAt(3).zone());
                    DashboardRenderer.send(
                            open.ctx(),
                            200,
                            "deliveries",
                            view(
                                    open,
                                    record.result(),
                                    stats.result().path("data"),
                                    deliveries.result().at("/data/deliveries"),
                                    format));
                });
    }

    private static String target(String webhook) {
        return RecordList.WEBHOOKS.path() + "/" + webhook;
    }

    private static String query(DashboardRequest open) {
        String before = open.ctx().request().getParam(BEFORE, "");
        String status = state(open);
        return "?limit=" + ROWS
                + (status.isEmpty() ? "" : "&status=" + status)
                + (before.matches("[0-9]{1,18}") ? "&before=" + before : "");
    }

    private static String state(DashboardRequest open) {
        String status = open.ctx().request().getParam(STATUS, "");
        return STATES.contains(status) ? status : "";
    }

    private DeliveriesView view(
            DashboardRequest open, ObjectNode webhook, JsonNode stats, JsonNode deliveries, ValueFormat format) {
        String back = open.path(Section.WEBHOOKS) + "/" + webhook.path("id").asText();
        String path = back + BELOW;
        List<Field> fields = api.schema(target(webhook.path("id").asText()) + BELOW)
                .get(1)
                .type()
                .element()
                .fields();
        boolean resends =
                open.may("webhooks:write") && webhook.path(STATUS).asText().equals("active");
        List<Delivery> shown = new ArrayList<>();
        String last = "";
        for (JsonNode delivery : deliveries) {
            String id = delivery.path("id").asText();
            shown.add(delivery(fields, delivery, format, resends ? path + "/" + id + "/resend" : null));
            last = delivery.path("sequence").asText();
        }
        String title = RecordPage.title(RecordList.WEBHOOKS, webhook);
        String status = state(open);
        return new DeliveriesView(
                Frame.of(open, guard, Section.WEBHOOKS, "Deliveries of " + title),
                title,
                back,
                path,
                open.ctx().request().getParam("done") == null ? null : "Done: sent again.",
                RecordFacts.of(api.schema(target(webhook.path("id").asText()) + "/stats"), stats, OF_WEBHOOK, format),
                states(path, status),
                shown,
                shown.size() < ROWS
                        ? null
                        : path + "?" + BEFORE + "=" + last + (status.isEmpty() ? "" : "&" + STATUS + "=" + status));
    }

    private static List<Frame.Link> states(String path, String current) {
        List<Frame.Link> links = new ArrayList<>(List.of(new Frame.Link("All", path, current.isEmpty())));
        STATES.forEach(state -> links.add(
                new Frame.Link(ValueFormat.label(state), path + "?" + STATUS + "=" + state, state.equals(current))));
        return links;
    }

    private static Delivery delivery(
            List<Field> fields, JsonNode delivery, ValueFormat format, @Nullable String resend) {
        return new Delivery(
                delivery.path("sequence").asText(),
                delivery.path("event").asText(),
                format.cell(ListColumn.Format.STATUS, delivery.path(STATUS), delivery),
                format.cell(ListColumn.Format.TIME, delivery.path("createdAt"), delivery),
                RecordFacts.of(fields, delivery, IN_ROW, format),
                delivery.path("response").asText(""),
                resend,
                UUID.randomUUID().toString());
    }

    /** Sends the event of a delivery again. Another delivery changes nothing, so that it needs no preview. */
    Future<?> resend(DashboardRequest open, SubmittedForm form) {
        String webhook = RecordPage.id(open);
        String delivery = open.ctx().pathParam("delivery");
        if (delivery == null || !FilterValues.isId(delivery)) {
            throw ApiError.notFound("Page");
        }
        String target = target(webhook) + BELOW + "/" + delivery + "/resend";
        return api.write(open, HttpMethod.POST, target, null, form.text("key"))
                .onSuccess(sent -> DashboardRenderer.redirect(
                        open.ctx(), open.path(Section.WEBHOOKS) + "/" + webhook + BELOW + "?done=resend"));
    }
}
