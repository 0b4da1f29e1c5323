package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.dashboard.ProcessorView.Check;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SubmittedForm;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Connects the seller's account at the payment processor. Payments go to it, so that a change needs a recent sign-in.
 * Keys that were typed are never shown again, also not beside a problem.
 */
record ProcessorPage(DashboardApi api, FormGuard guard, Sellers sellers, Confirmation confirmation) {
    static final String DISCONNECT = "/disconnect";

    private static final String TARGET = "/v1/processor-account";
    private static final String UNANSWERED =
            "The payment processor does not answer: the key could not be checked. Nothing was stored. Try again.";

    private static final List<String> INPUTS = List.of("secretKey", "publishableKey", "eventSecret");

    /** What the page shows elsewhere. */
    private static final Set<String> APART = Set.of("livemode", "status", "eventUrl");

    Future<?> show(DashboardRequest open) {
        boolean asked = open.ctx().request().getParam("check") != null;
        return asked
                ? check(open).compose(check -> send(open, 200, check, Map.of(), List.of()))
                : send(open, 200, null, Map.of(), List.of());
    }

    /** Asks the processor whether it accepts the key. */
    private Future<Check> check(DashboardRequest open) {
        return api.get(open, TARGET + "/check")
                .map(answer -> answer.path("data"))
                .map(check -> check.path("accepted").asBoolean()
                        ? new Check(true, "The payment processor accepts the key.")
                        : new Check(false, check.path("message").asText()))
                .recover(failure -> failure instanceof ApiError error && error.status() >= 403
                        ? Future.succeededFuture(new Check(false, String.valueOf(error.getMessage())))
                        : Future.failedFuture(failure));
    }

    private String path(DashboardRequest open) {
        return open.path(Section.PROCESSOR);
    }

    /** Connects an account, or replaces its keys. */
    Future<?> connect(DashboardRequest open, SubmittedForm form) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        for (String name : INPUTS) {
            String value = form.text(name);
            if (value != null && !value.isBlank()) {
                body.put(name, value.strip());
            }
        }
        return write(open, HttpMethod.POST, body, form, "connect");
    }

    Future<?> disconnect(DashboardRequest open, SubmittedForm form) {
        return write(open, HttpMethod.DELETE, null, form, "disconnect");
    }

    private Future<?> write(
            DashboardRequest open, HttpMethod method, @Nullable ObjectNode body, SubmittedForm form, String done) {
        open.caller().require("processor-account:write");
        if (!confirmation.isRecent(open)) {
            confirmation.show(open, Section.PROCESSOR, path(open));
            return Future.succeededFuture();
        }
        return api.write(open, method, TARGET, body, form.text("key"))
                .onSuccess(written -> DashboardRenderer.redirect(open.ctx(), path(open) + "?done=" + done))
                .<Void>mapEmpty()
                .recover(failure -> refused(open, failure));
    }

    private Future<Void> refused(DashboardRequest open, Throwable failure) {
        if (!(failure instanceof ApiError error) || error.status() == 403) {
            return Future.failedFuture(failure);
        }
        if (error.status() == 503) {
            return send(open, 503, null, Map.of(), List.of(UNANSWERED));
        }
        FormProblems problems = FormProblems.of(error, INPUTS);
        return send(open, error.status(), null, problems.byParameter(), problems.general());
    }

    private Future<Void> send(
            DashboardRequest open,
            int status,
            @Nullable Check check,
            Map<String, String> problems,
            List<String> general) {
        return Future.all(
                        api.get(open, TARGET), sellers.seller(open.membership().sellerId()))
                .map(read -> {
                    ValueFormat format =
                            new ValueFormat(read.<Sellers.Seller>resultAt(1).zone());
                    JsonNode account = read.<ObjectNode>resultAt(0).path("data");
                    DashboardRenderer.send(
                            open.ctx(),
                            status,
                            "processor",
                            new ProcessorView(
                                    Frame.of(open, guard, Section.PROCESSOR, Section.PROCESSOR.label()),
                                    path(open),
                                    UUID.randomUUID().toString(),
                                    done(open),
                                    account.path("status").asText(),
                                    RecordFacts.of(api.schema(TARGET), account, APART, format),
                                    account.path("eventUrl").asText(),
                                    open.live() ? "live" : "test",
                                    open.may("processor-account:write"),
                                    check,
                                    problems,
                                    general));
                    return null;
                });
    }

    private static @Nullable String done(DashboardRequest open) {
        return switch (open.ctx().request().getParam("done", "")) {
            case "connect" -> "Done: connected.";
            case "disconnect" -> "Done: disconnected.";
            default -> null;
        };
    }
}
