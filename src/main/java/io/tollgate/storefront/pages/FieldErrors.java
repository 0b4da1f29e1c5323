package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.BuyerField;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.schema.EmailAddress;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The problems of answers, in the buyer's language. */
final class FieldErrors {
    private FieldErrors() {}

    /** Returns the label of a field, translated if it is one of the English labels that new pages have. */
    static String label(Messages messages, BuyerField field) {
        return switch (field.label()) {
            case BuyerField.NAME_LABEL -> messages.text("details.name");
            case BuyerField.EMAIL_LABEL -> messages.text("details.email");
            default -> field.label();
        };
    }

    /** Returns the field of an input; null if it is another input. */
    static @Nullable BuyerField field(List<BuyerField> fields, String input) {
        if (!input.startsWith("fields.")) {
            return null;
        }
        String id = input.split("\\.", 3)[1];
        return fields.stream().filter(one -> one.id().equals(id)).findFirst().orElse(null);
    }

    /**
     * Returns the input of a problem.
     *
     * @param inputs the input of the form for the beginning of each parameter that a problem can name
     */
    static String input(List<BuyerField> fields, Map<String, String> inputs, String param) {
        if (param.equals("fields")) {
            return fields.stream()
                    .filter(field -> "email".equals(field.type()))
                    .map(field -> Inputs.field(field.id()))
                    .findFirst()
                    .orElse(param);
        }
        for (Map.Entry<String, String> known : inputs.entrySet()) {
            if (param.equals(known.getKey()) || param.startsWith(known.getKey() + ".")) {
                String rest = param.substring(known.getKey().length());
                boolean part = rest.startsWith(".value.") || rest.startsWith(".meta.");
                return known.getValue() + (part ? addressPart(rest.substring(rest.indexOf('.', 1))) : "");
            }
        }
        return param;
    }

    private static String addressPart(String rest) {
        return rest.equals(".billing") || rest.equals(".shipping") ? rest + ".line1" : rest;
    }

    /** Returns the errors of a form. */
    static FormErrors ofForm(
            Messages messages,
            List<BuyerField> fields,
            SubmittedForm form,
            FormUploads uploads,
            Map<String, String> inputs,
            List<Problem> problems) {
        Map<String, String> errors = new LinkedHashMap<>(uploads.errors());
        for (Problem problem : problems) {
            String input = input(fields, inputs, problem.param());
            BuyerField field = field(fields, input);
            if (field == null) {
                errors.putIfAbsent(input, messages.text("error.required"));
            } else if (field.element() == BuyerField.Element.FILE) {
                boolean some =
                        !uploads.byField().getOrDefault(field.id(), List.of()).isEmpty();
                errors.putIfAbsent(input, some ? files(messages, field) : messages.text("error.required"));
            } else {
                String number = NumberErrors.message(messages, null, problem);
                errors.putIfAbsent(input, number != null ? number : message(messages, field, form, input));
            }
        }
        return new FormErrors(errors);
    }

    private static String files(Messages messages, BuyerField field) {
        BigDecimal min = field.min();
        return min == null
                ? messages.text("error.files.max", field.filesMax())
                : messages.text("error.files.between", messages.number(min), field.filesMax());
    }

    /** Returns what the field accepts, in the buyer's language. */
    static String message(Messages messages, BuyerField field, SubmittedForm form, String input) {
        // The country of a phone number is always selected.
        boolean empty = field.element() == BuyerField.Element.PHONE
                ? form.text(input) == null
                : form.all(Inputs.upload(field.id())).isEmpty()
                        && form.after(input).allMatch(rest -> form.text(input + rest) == null);
        if (empty) {
            return messages.text(field.element() == BuyerField.Element.CHECKBOX ? "error.check" : "error.required");
        }
        return switch (field.element()) {
            case EMAIL -> email(messages, Objects.requireNonNullElse(form.text(input), ""));
            case PHONE -> messages.text("error.phone");
            case NUMBER, QUANTITY -> bounded(messages, field, "error.number");
            case TEXT, TEXTAREA, PO_NUMBER, TAX_ID -> bounded(messages, field, "error.length");
            case MULTI_SELECT -> bounded(messages, field, "error.options");
            case DATE, TIME, DATE_TIME -> messages.text("error.date");
            case COUNTRY -> messages.text("error.country");
            case ADDRESS -> messages.text(input.endsWith(".country") ? "error.country" : "error.required");
            case CHECKBOX -> messages.text("error.check");
            case SELECT, MULTIPLE_CHOICE -> messages.text("error.required");
            case FILE -> files(messages, field);
        };
    }

    /** Returns why an e-mail address cannot be used. */
    static String email(Messages messages, String address) {
        EmailAddress.Fault fault = EmailAddress.fault(address.toLowerCase(Locale.ROOT));
        if (fault == EmailAddress.Fault.CHARACTERS) {
            return messages.text("error.email.characters");
        }
        return fault == EmailAddress.Fault.LENGTH
                ? messages.text("error.email.length", EmailAddress.LOCAL_MAX, EmailAddress.LENGTH_MAX)
                : messages.text("error.email");
    }

    /** Returns a message with the bounds of the field: {@code key.between}, {@code key.min}, {@code key.max}. */
    private static String bounded(Messages messages, BuyerField field, String key) {
        BigDecimal min = field.min();
        BigDecimal max = field.max();
        if (min != null && max != null) {
            return messages.text(key + ".between", messages.number(min), messages.number(max));
        }
        if (min != null) {
            return messages.text(key + ".min", messages.number(min));
        }
        return max == null ? messages.text(key) : messages.text(key + ".max", messages.number(max));
    }
}
