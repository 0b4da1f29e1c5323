package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.dashboard.ActionView.Input;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.schema.Field;
import io.tollgate.pricing.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of the ceilings of a key: refunds in one currency, and complimentary tickets. Keys with ceilings in
 * several currencies are made over the API; the form leaves their ceilings as they are.
 */
final class CeilingInputs {
    private static final String NAME = "ceilings";
    private static final String CURRENCY = "ceilingCurrency";
    private static final String PER_REFUND = "ceilingPerRefund";
    private static final String PER_DAY = "ceilingPerDay";
    private static final String TICKETS = "ceilingTickets";

    private CeilingInputs() {}

    static boolean is(Field field) {
        return field.name().equals(NAME);
    }

    private static boolean isOfSeveral(@Nullable JsonNode ceilings) {
        return ceilings != null && ceilings.path("refundAmount").size() > 1;
    }

    static void read(ObjectNode json, Map<String, String> problems, SubmittedForm form, boolean edit, JsonNode record) {
        JsonNode former = record.path(NAME);
        if (edit && isOfSeveral(former)) {
            return;
        }
        ObjectNode ceilings = JsonNodeFactory.instance.objectNode();
        String currency = text(form, CURRENCY).toLowerCase(Locale.ROOT);
        if (!currency.isEmpty()
                || !text(form, PER_REFUND).isEmpty()
                || !text(form, PER_DAY).isEmpty()) {
            if (!Currency.isKnown(currency)) {
                problems.put(CURRENCY, "must be the code of a currency, like EUR");
                return;
            }
            ObjectNode refunds = ceilings.putArray("refundAmount").addObject().put("currency", currency);
            amount(refunds, "perRefund", PER_REFUND, problems, form, currency);
            amount(refunds, "perDay", PER_DAY, problems, form, currency);
        }
        String tickets = text(form, TICKETS);
        if (tickets.matches("\\d{1,7}")) {
            ceilings.put("complimentaryTickets", Long.parseLong(tickets));
        } else if (!tickets.isEmpty()) {
            problems.put(TICKETS, "must be a whole number");
        }
        if (!ceilings.isEmpty()) {
            json.set(NAME, ceilings);
        } else if (edit && former.isObject()) {
            json.putNull(NAME);
        }
    }

    private static String text(SubmittedForm form, String name) {
        return Objects.requireNonNullElse(form.text(name), "").strip();
    }

    private static void amount(
            ObjectNode refunds,
            String name,
            String input,
            Map<String, String> problems,
            SubmittedForm form,
            String currency) {
        String text = text(form, input);
        if (!text.isEmpty()) {
            try {
                refunds.put(name, FormValue.amount(text, currency));
            } catch (IllegalArgumentException invalid) {
                problems.put(input, String.valueOf(invalid.getMessage()));
            }
        }
    }

    /** @param current the ceilings that the form begins with; null for a new key */
    static List<Input> of(Field field, SubmittedForm form, Map<String, String> problems, @Nullable JsonNode current) {
        if (isOfSeveral(current)) {
            return List.of();
        }
        JsonNode ceilings = current == null ? JsonNodeFactory.instance.missingNode() : current;
        JsonNode refunds = ceilings.at("/refundAmount/0");
        String currency = refunds.path("currency").asText("").toUpperCase(Locale.ROOT);
        return List.of(
                input(
                        CURRENCY,
                        "Refunds: currency",
                        "Empty: no ceiling. Other currencies cannot be refunded.",
                        form,
                        currency,
                        problems),
                input(
                        PER_REFUND,
                        "Refunds: most of one refund",
                        "Such as 50.00. Empty: no ceiling.",
                        form,
                        major(refunds.path("perRefund"), currency),
                        problems),
                input(
                        PER_DAY,
                        "Refunds: most of a day",
                        "Such as 200.00. Empty: no ceiling.",
                        form,
                        major(refunds.path("perDay"), currency),
                        problems),
                input(
                        TICKETS,
                        "Complimentary tickets of a day",
                        "Empty: no ceiling.",
                        form,
                        ceilings.path("complimentaryTickets").asText(""),
                        problems(field, problems)));
    }

    /** Returns the problems with those that the API reports of the ceilings at the last input. */
    private static Map<String, String> problems(Field field, Map<String, String> problems) {
        return problems.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(field.name()))
                .findFirst()
                .map(entry -> Map.of(TICKETS, entry.getValue()))
                .orElse(problems);
    }

    private static String major(JsonNode amount, String currency) {
        String code = currency.toLowerCase(Locale.ROOT);
        return amount.isIntegralNumber() && Currency.isKnown(code)
                ? Currency.of(code).major(amount.asLong()).toPlainString()
                : "";
    }

    private static Input input(
            String name, String label, String hint, SubmittedForm form, String first, Map<String, String> problems) {
        String value = form.isSubmitted() ? text(form, name) : first;
        return new Input(name, label, hint, "text", value, false, List.of(), problems.getOrDefault(name, ""));
    }
}
