package io.tollgate.storefront.pages;

import io.tollgate.catalog.file.BuyerUpload;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.sales.cart.PostalAddress;
import io.tollgate.sales.cart.ShippingAddress;
import io.tollgate.sales.cart.SubmittedAnswer;
import io.tollgate.sales.cart.input.AnswerKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answers to the fields of a page from the inputs of its form.
 *
 * @param numbers reads the answers to number fields
 * @param files the uploaded files by the id of their field
 * @param problems receives answers that are too long, and missing parts of addresses
 * @param inputs receives the input of the form for each answer, such as {@code fields[2]}
 */
record AnswerReader(
        List<BuyerField> fields,
        SubmittedForm form,
        NumberReader numbers,
        Map<String, List<BuyerUpload>> files,
        List<Problem> problems,
        Map<String, String> inputs) {
    /** Returns one answer for each field, so that a problem of an empty answer names its field. */
    List<SubmittedAnswer> read() {
        List<SubmittedAnswer> answers = new ArrayList<>();
        for (BuyerField field : fields) {
            SubmittedAnswer answer = answer(field);
            if (answer != null) {
                inputs.put("fields[" + answers.size() + "]", Inputs.field(field.id()));
                answers.add(answer);
            }
        }
        return answers;
    }

    /**
     * Returns the answer to a field; null if no form was sent. Browsers send nothing for boxes that are not ticked.
     * Such an answer is empty, so that a problem names its field.
     */
    private @Nullable SubmittedAnswer answer(BuyerField field) {
        String name = Inputs.field(field.id());
        if (!form.isSubmitted()) {
            return null;
        }
        return switch (field.element()) {
            case ADDRESS -> address(field, name);
            case FILE -> SubmittedAnswer.ofFiles(field.id(), files.getOrDefault(field.id(), List.of()));
            case MULTI_SELECT -> form.has(name) ? answer(field, null, null, form.all(name)) : empty(field);
            case CHECKBOX -> form.has(name) ? answer(field, "TRUE", null, null) : empty(field);
            case PHONE -> form.has(name) ? answer(field, phone(field, name), null, null) : empty(field);
            case NUMBER ->
                form.has(name) ? answer(field, number(name, NumberReader.UNLIMITED), null, null) : empty(field);
            case QUANTITY -> form.has(name) ? answer(field, number(name, 0), null, null) : empty(field);
            case TEXTAREA -> form.has(name) ? answer(field, form.raw(name), null, null) : empty(field);
            default -> form.has(name) ? answer(field, form.line(name), null, null) : empty(field);
        };
    }

    /** Returns the number with the dial code of the country that is selected beside it, if the field has countries. */
    private String phone(BuyerField field, String name) {
        String number = Objects.requireNonNullElse(form.line(name), "");
        return DialCodes.international(form.text(Inputs.country(field.id())), number);
    }

    /** Returns a number in the form of the API; an entry that is not one number stays, so that it is rejected. */
    private @Nullable String number(String name, int decimals) {
        String text = form.text(name);
        if (text == null) {
            return form.line(name);
        }
        NumberReader.Reading reading = numbers.number(text, decimals);
        if (reading instanceof NumberReader.Ambiguous two) {
            problems.add(NumberErrors.ofNumber(name, two));
        }
        return reading instanceof NumberReader.Value one ? one.number().toPlainString() : form.line(name);
    }

    private SubmittedAnswer empty(BuyerField field) {
        return answer(field, "", null, null);
    }

    private SubmittedAnswer answer(
            BuyerField field,
            @Nullable String text,
            SubmittedAnswer.@Nullable Addresses addresses,
            @Nullable List<String> values) {
        if (text != null && text.length() > AnswerKeys.TEXT_MAX) {
            String message = "must be at most " + AnswerKeys.TEXT_MAX + " characters long";
            problems.add(new Problem(Inputs.field(field.id()), message, null));
        }
        return new SubmittedAnswer(field.id(), null, text, addresses, values, null, null);
    }

    private SubmittedAnswer address(BuyerField field, String name) {
        PostalAddress billing = postal(name + ".billing.");
        boolean same = form.has(name + ".sameAsShipping");
        PostalAddress shipping = same || !field.collectsShipping() ? null : postal(name + ".shipping.");
        if (billing == null && shipping == null) {
            return empty(field);
        }
        if (field.required() && billing != null) {
            requireParts(name + ".billing.", billing);
        }
        ShippingAddress ships = shipping == null
                ? null
                : new ShippingAddress(
                        form.text(name + ".shipping.name"), form.text(name + ".shipping.phone"), shipping);
        return answer(field, null, new SubmittedAnswer.Addresses(billing, ships, same), null);
    }

    /** Adds a problem for each part that addresses of the country need. */
    private void requireParts(String prefix, PostalAddress address) {
        AddressFormat format = AddressFormat.of(address.country());
        for (String part : format.parts()) {
            if (format.needs(part) && form.text(prefix + part) == null) {
                problems.add(new Problem(prefix + part, "is required", null));
            }
        }
    }

    /** Returns an address; null if the buyer has entered nothing but the country, which is preselected. */
    private @Nullable PostalAddress postal(String name) {
        PostalAddress address = new PostalAddress(
                form.text(name + "line1"),
                form.text(name + "line2"),
                form.text(name + "city"),
                form.text(name + "state"),
                form.text(name + "postalCode"),
                form.text(name + "country"));
        if (Stream.concat(address.parts().stream(), Stream.of(form.text(name + "name"), form.text(name + "phone")))
                .anyMatch(part -> part != null && part.length() > AnswerKeys.LINE_MAX)) {
            problems.add(new Problem(name + "line1", "has a part that is too long", null));
        }
        boolean blank =
                address.parts().stream().filter(Objects::nonNull).count() == (address.country() == null ? 0 : 1);
        return blank ? null : address;
    }
}
