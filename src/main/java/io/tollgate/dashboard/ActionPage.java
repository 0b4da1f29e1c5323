package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.dashboard.ActionView.Change;
import io.tollgate.dashboard.ActionView.Input;
import io.tollgate.dashboard.ListView.Choice;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.schema.Field;
import io.vertx.core.Future;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The pages of actions. The first form asks for the values, the second shows what the write would change, by a dry run,
 * and does it. The second form carries an idempotency key, so that a double click does it once.
 */
record ActionPage(DashboardApi api, FormGuard guard, Sellers sellers, Confirmation confirmation, RecordList list) {
    private static final String STEP = "step";
    private static final String KEY = "key";

    /** Fields that say nothing of what a member changes. */
    private static final Set<String> UNCHANGED = Set.of("updatedAt", "lastSeenAt");

    /** Shows the form of an action. */
    Future<?> show(DashboardRequest open) {
        return opened(open).onSuccess(call -> {
            if (call.needsConfirmation()) {
                call.askForConfirmation();
            } else {
                DashboardRenderer.send(open.ctx(), 200, "action", call.form(SubmittedForm.EMPTY, Map.of(), List.of()));
            }
        });
    }

    /** Shows what an action would change, or does it. */
    Future<?> submit(DashboardRequest open, SubmittedForm form) {
        return opened(open).compose(call -> {
            if (call.needsConfirmation()) {
                call.askForConfirmation();
                return Future.succeededFuture();
            }
            ActionForm body = ActionForm.read(call.fields(), form, call.action.isEdit(), call.record, call.zone);
            if (!body.problems().isEmpty()) {
                DashboardRenderer.send(open.ctx(), 400, "action", call.form(form, body.problems(), List.of()));
                return Future.succeededFuture();
            }
            ObjectNode sent = ActionStates.fixed(call.action).setAll(body.json());
            if (call.isLargeRefund(sent)) {
                call.askForConfirmation();
                return Future.succeededFuture();
            }
            return ("confirm".equals(form.text(STEP)) ? call.write(sent, form) : call.preview(sent, form))
                    .recover(failure -> call.refused(failure, form));
        });
    }

    private Future<Call> opened(DashboardRequest open) {
        String name = open.ctx().pathParam("action");
        Action action = Action.named(list, name == null ? ActionStates.NEW : name);
        String id = name == null ? "" : RecordPage.id(open);
        if (action == null || action.isNew() != id.isEmpty()) {
            return Future.failedFuture(ApiError.notFound("Page"));
        }
        open.caller().require(ActionStates.scope(action, list));
        return Future.all(
                        action.isNew()
                                ? Future.succeededFuture(JsonNodeFactory.instance.objectNode())
                                : RecordPage.record(api, open, list, id),
                        sellers.seller(open.membership().sellerId()),
                        action.fields().stream().anyMatch(ActionForm::isOfPages)
                                ? PageChoices.of(api, open)
                                : Future.succeededFuture(List.<Choice>of()))
                .map(read -> new Call(
                        open,
                        action,
                        id,
                        read.resultAt(0),
                        read.<Sellers.Seller>resultAt(1).zone(),
                        read.resultAt(2)));
    }

    /** One request for an action of a record. */
    private final class Call {
        private final DashboardRequest open;
        private final Action action;
        private final String id;
        private final ObjectNode record;
        private final ZoneId zone;
        private final List<Choice> pages;

        Call(DashboardRequest open, Action action, String id, ObjectNode record, ZoneId zone, List<Choice> pages) {
            this.open = open;
            this.action = action;
            this.id = id;
            this.record = record;
            this.zone = zone;
            this.pages = pages;
        }

        boolean needsConfirmation() {
            return action.isSensitive() && !confirmation.isRecent(open);
        }

        /** Returns whether so much money leaves the account that a session alone is not enough. */
        boolean isLargeRefund(ObjectNode body) {
            if (action != Action.REFUND && action != Action.REFUND_CHARGE) {
                return false;
            }
            long left = record.path("amountPaid").asLong(record.path("amount").asLong())
                    - record.path("amountRefunded").asLong();
            return confirmation.isNeededForRefund(
                    open,
                    body.path("amount").asLong(left),
                    record.path("currency").asText());
        }

        void askForConfirmation() {
            confirmation.show(open, list.section(), back() + "/" + action.path());
        }

        /** Returns the declared fields of the body that the form asks for. */
        List<Field> fields() {
            Body body = api.body(action.method(), action.target(list, id));
            return action.fields().stream()
                    // Test mode makes test keys only.
                    .filter(name -> open.live() || !name.equals("livemode"))
                    .flatMap(name ->
                            body.fields().stream().filter(field -> field.name().equals(name)))
                    .toList();
        }

        private String back() {
            return open.path(list.section()) + (id.isEmpty() ? "" : "/" + id);
        }

        ActionView form(SubmittedForm form, Map<String, String> problems, List<String> general) {
            return view(form, UUID.randomUUID().toString(), false, problems, List.of(), general);
        }

        private ActionView view(
                SubmittedForm form,
                String key,
                boolean preview,
                Map<String, String> problems,
                List<Change> changes,
                List<String> general) {
            List<Input> inputs = ActionForm.inputs(fields(), form, problems, action.isEdit(), record, pages, zone);
            return new ActionView(
                    Frame.of(open, guard, list.section(), action.label()),
                    action.label(),
                    id.isEmpty() ? list.section().label() : list.noun() + " " + RecordPage.title(list, record),
                    back(),
                    back() + "/" + action.path(),
                    key,
                    preview,
                    inputs,
                    changes,
                    general);
        }

        Future<Void> preview(ObjectNode body, SubmittedForm form) {
            return api.write(open, action.method(), action.target(list, id) + "?dryRun=true", body, null)
                    .map(answer -> {
                        ActionView shown = view(
                                form,
                                UUID.randomUUID().toString(),
                                true,
                                Map.of(),
                                changes(answer.path("data")),
                                List.of());
                        DashboardRenderer.send(open.ctx(), 200, "action", shown);
                        return null;
                    });
        }

        /** Returns the values that differ in the response, if it is the record. */
        private List<Change> changes(JsonNode after) {
            List<Change> changes = new ArrayList<>();
            if (!action.isNew() && !after.path("id").asText().equals(id)) {
                return changes;
            }
            ValueFormat format = new ValueFormat(zone);
            for (Field field : api.resource(list.path()).fields()) {
                JsonNode before = record.path(field.name());
                JsonNode next = after.path(field.name());
                boolean unnamed = next.isMissingNode()
                        || (action.isNew() && !action.fields().contains(field.name()));
                if (unnamed || before.equals(next) || UNCHANGED.contains(field.name())) {
                    continue;
                }
                String former = format.plain(field, before, record, pages);
                String later = format.plain(field, next, after, pages);
                if (!former.equals(later)) {
                    changes.add(new Change(ValueFormat.label(field.name()), former, later));
                }
            }
            return changes;
        }

        Future<Void> write(ObjectNode body, SubmittedForm form) {
            return api.write(open, action.method(), action.target(list, id), body, form.text(KEY))
                    .map(answer -> {
                        done(answer.path("data"));
                        return null;
                    });
        }

        /** Shows a new key or secret once, or leads to the record. */
        private void done(JsonNode after) {
            String section = open.path(list.section());
            String secret =
                    after.path(list == RecordList.API_KEYS ? "key" : "secret").asText();
            if (!secret.isEmpty()) {
                DashboardRenderer.send(
                        open.ctx(),
                        200,
                        "newKey",
                        new NewKeyView(
                                Frame.of(open, guard, list.section(), action.label()),
                                RecordPage.title(list, after),
                                list == RecordList.API_KEYS ? "API key" : "Secret",
                                secret,
                                section + "/" + after.path("id").asText()));
                return;
            }
            if (action == Action.DUPLICATE) {
                String copy = section + "/" + after.path("id").asText();
                DashboardRenderer.redirect(open.ctx(), copy + EditorPage.PATH + "?done=copied");
                return;
            }
            String target = action.removes() ? "" : "/" + after.path("id").asText(id);
            DashboardRenderer.redirect(
                    open.ctx(),
                    section + (action.isNew() || action.removes() ? target : "/" + id) + "?done=" + action.path());
        }

        /** Shows why the API refused the write. */
        Future<Void> refused(Throwable failure, SubmittedForm form) {
            if (!(failure instanceof ApiError error) || error.status() >= 500 || error.status() == 403) {
                return Future.failedFuture(failure);
            }
            FormProblems problems = FormProblems.of(error, action.fields());
            ActionView shown = form(form, problems.byParameter(), problems.general());
            DashboardRenderer.send(open.ctx(), error.status(), "action", shown);
            return Future.succeededFuture();
        }
    }
}
