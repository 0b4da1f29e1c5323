package io.tollgate.dashboard;

import io.tollgate.dashboard.RecordView.Fact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries of a webhook, the last first.
 *
 * @param webhook what people call it
 * @param back path of its page
 * @param path of this page
 * @param done what the member has just done; null without it
 * @param stats of the last 24 hours
 * @param states to choose from, each with the path of its deliveries
 * @param older path of earlier deliveries; null without any
 */
public record DeliveriesView(
        Frame frame,
        String webhook,
        String back,
        String path,
        @Nullable String done,
        List<Fact> stats,
        List<Frame.Link> states,
        List<Delivery> deliveries,
        @Nullable String older) {
    /**
     * @param resend path of the form that sends the event again; null if the member may not, or if the webhook is not
     *     active
     * @param facts what was sent, and what came back
     * @param key idempotency key of that form
     * @param response beginning of the last response; empty without one
     */
    public record Delivery(
            String sequence,
            String event,
            Cell status,
            Cell at,
            List<Fact> facts,
            String response,
            @Nullable String resend,
            String key) {}
}
