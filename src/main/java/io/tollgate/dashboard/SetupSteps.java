package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.dashboard.HomeView.SetupStep;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Guides a new seller to the first sale. */
final class SetupSteps {
    private SetupSteps() {}

    /** Returns the steps, or none once all are done. */
    static List<SetupStep> of(DashboardRequest open, @Nullable ObjectNode report) {
        List<SetupStep> steps = new ArrayList<>();
        boolean done = true;
        if (report != null) {
            for (JsonNode one : report.path("steps")) {
                SetupStep step =
                        step(open, one.path("step").asText(), one.path("done").asBoolean());
                steps.add(step);
                done &= step.done();
            }
        }
        return done ? List.of() : steps;
    }

    private static SetupStep step(DashboardRequest open, String name, boolean done) {
        return switch (name) {
            case "account" ->
                new SetupStep(
                        "Say who you are",
                        "Your name, e-mail and postal address are on invoices.",
                        done,
                        path(open, Section.ACCOUNT, true));
            case "page" ->
                new SetupStep(
                        "Create a checkout page or an event",
                        "Buyers pay there. Embed it in your site, or share its address.",
                        done,
                        path(open, Section.CHECKOUT_PAGES, true));
            case "test_purchase" ->
                new SetupStep(
                        "Buy something in test mode",
                        "Create a page in test mode, publish it there and buy: no money moves. If the page asks for a"
                                + " card, it is 4242 4242 4242 4242.",
                        done,
                        path(open, Section.CHECKOUT_PAGES, false));
            case "processor" ->
                new SetupStep(
                        "Connect the payment processor",
                        "Real payments go to your own account there.",
                        done,
                        path(open, Section.PROCESSOR, true));
            default ->
                new SetupStep(
                        "Publish the page in live mode",
                        "From then on, buyers pay real money.",
                        done,
                        path(open, Section.CHECKOUT_PAGES, true));
        };
    }

    private static @Nullable String path(DashboardRequest open, Section section, boolean live) {
        return section.isOpenTo(open) ? open.path(live, section) : null;
    }
}
