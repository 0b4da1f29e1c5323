package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.dashboard.ActionView.Input;
import io.tollgate.dashboard.TemplatesView.Template;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.pricing.Currency;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** Creates a checkout page, an event or a form from a template, as a draft in the mode of the path. */
record TemplatesPage(DashboardApi api, FormGuard guard, Sellers sellers, Clock clock, RecordList list) {
    private static final String TEMPLATE = "template";
    private static final String NAME = "name";
    private static final String CURRENCY = "currency";
    private static final String KEY = "key";

    /** Returns whether members create records of a list from templates. */
    static boolean has(RecordList list) {
        return !PageTemplate.of(list).isEmpty();
    }

    /** Returns whether a member may create pages of a list, which then belong to all pages of the seller. */
    static boolean isOpenTo(DashboardRequest open, RecordList list) {
        return has(list) && open.mayWithAll(list.writeScope());
    }

    Future<?> show(DashboardRequest open) {
        require(open);
        send(open, 200, SubmittedForm.EMPTY, Map.of(), List.of());
        return Future.succeededFuture();
    }

    private void require(DashboardRequest open) {
        open.caller().require(list.writeScope());
        if (!isOpenTo(open, list)) {
            throw ApiError.forbidden("page_restricted", "You see only some pages of this account.");
        }
    }

    /** Creates the page and leads to its editor. */
    Future<?> submit(DashboardRequest open, SubmittedForm form) {
        require(open);
        PageTemplate template = PageTemplate.of(list).stream()
                .filter(one -> one.id().equals(form.text(TEMPLATE)))
                .findFirst()
                .orElse(null);
        Map<String, String> problems = new HashMap<>();
        String currency = Objects.requireNonNullElse(form.text(CURRENCY), "").toLowerCase(Locale.ROOT);
        if (list != RecordList.FORMS && !Currency.isKnown(currency)) {
            problems.put(CURRENCY, "must be the code of a currency, like EUR");
        }
        if (template == null || !problems.isEmpty()) {
            send(open, 400, form, problems, template == null ? List.of("Choose a template.") : List.of());
            return Future.succeededFuture();
        }
        String name = Objects.requireNonNullElse(form.text(NAME), template.name());
        return sellers.seller(open.membership().sellerId())
                .compose(seller -> api.write(
                        open,
                        HttpMethod.POST,
                        list.path(),
                        template.body(name, currency, !open.live(), clock.now(), seller.zone()),
                        form.text(KEY)))
                .<Void>map(made -> {
                    DashboardRenderer.redirect(open.ctx(), editor(open, made));
                    return null;
                })
                .recover(failure -> refused(open, form, failure));
    }

    private String editor(DashboardRequest open, ObjectNode made) {
        return open.path(list.section()) + "/" + made.at("/data/id").asText() + EditorPage.PATH + "/"
                + EditorSection.TEXTS.path() + "?done=new";
    }

    private Future<Void> refused(DashboardRequest open, SubmittedForm form, Throwable failure) {
        if (!(failure instanceof ApiError error) || error.status() >= 500 || error.status() == 403) {
            return Future.failedFuture(failure);
        }
        FormProblems problems = FormProblems.of(error, List.of(NAME));
        send(open, error.status(), form, problems.byParameter(), problems.general());
        return Future.succeededFuture();
    }

    private void send(
            DashboardRequest open, int status, SubmittedForm form, Map<String, String> problems, List<String> general) {
        List<PageTemplate> templates = PageTemplate.of(list);
        String chosen =
                Objects.requireNonNullElse(form.text(TEMPLATE), templates.get(0).id());
        String label = "Create " + list.noun().toLowerCase(Locale.ROOT);
        String back = open.path(list.section());
        List<Input> inputs = new ArrayList<>();
        inputs.add(input(form, NAME, "Name", "Only you see it. Empty: the name of the template.", "", problems));
        if (list != RecordList.FORMS) {
            inputs.add(input(form, CURRENCY, "Currency", "Three letters, such as EUR.", "EUR", problems));
        }
        DashboardRenderer.send(
                open.ctx(),
                status,
                "templates",
                new TemplatesView(
                        Frame.of(open, guard, list.section(), label),
                        label,
                        back,
                        back + "/" + ActionStates.NEW,
                        Objects.requireNonNullElseGet(
                                status == 400 || status == 422 ? null : form.text(KEY),
                                () -> UUID.randomUUID().toString()),
                        templates.stream()
                                .map(one -> new Template(
                                        one.id(),
                                        one.name(),
                                        one.description(),
                                        one.id().equals(chosen)))
                                .toList(),
                        inputs,
                        general));
    }

    private static Input input(
            SubmittedForm form, String name, String label, String hint, String first, Map<String, String> problems) {
        String value = form.isSubmitted() ? Objects.requireNonNullElse(form.text(name), "") : first;
        boolean required = name.equals(CURRENCY);
        return new Input(name, label, hint, "text", value, required, List.of(), problems.getOrDefault(name, ""));
    }
}
