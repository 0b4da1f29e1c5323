package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.BuyerField.CountryLimit;
import io.tollgate.catalog.model.PageTexts.FieldContent;
import io.tollgate.platform.input.SubmittedForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds the inputs of an address, in the form of the selected country. */
record AddressViews(Messages messages, SubmittedForm form, FormErrors errors) {
    private static final Map<String, String> AUTOCOMPLETE =
            Map.of("city", "address-level2", "state", "address-level1", "postalCode", "postal-code");

    List<FieldView> parts(BuyerField field, @Nullable FieldContent content) {
        String name = Inputs.field(field.id());
        String country = content == null ? null : content.defaultCountry();
        List<FieldView> parts =
                new ArrayList<>(postal(field, name + ".billing.", "billing ", field.limitBillingCountries(), country));
        if (field.collectsShipping()) {
            boolean same = !form.isSubmitted() || form.has(name + ".sameAsShipping");
            parts.add(part(name + ".sameAsShipping", "checkbox", "address.same", same ? "TRUE" : "", null, false));
            parts.add(part(name + ".shipping.name", "input", "address.recipient", null, "shipping name", false));
            if (content != null && content.collectShippingPhone()) {
                parts.add(part(name + ".shipping.phone", "input", "address.phone", null, "shipping tel", false));
            }
            parts.addAll(postal(field, name + ".shipping.", "shipping ", field.limitShippingCountries(), country));
        }
        return parts;
    }

    private List<FieldView> postal(
            BuyerField field, String prefix, String section, @Nullable CountryLimit limit, @Nullable String first) {
        String sent = form.text(prefix + "country");
        String country = sent == null && !form.isSubmitted() ? Objects.requireNonNullElse(first, "") : sent;
        AddressFormat format = AddressFormat.of(country);
        boolean required = field.required() && section.startsWith("billing");
        FieldView select =
                part(prefix + "country", "select", "address.country", country, section + "country", required);
        List<FieldView> parts = new ArrayList<>(List.of(
                select.choosing(countries(limit, Objects.requireNonNullElse(country, ""))),
                part(prefix + "line1", "input", "address.line1", null, section + "address-line1", required),
                part(prefix + "line2", "input", "address.line2", null, section + "address-line2", false)));
        for (String part : format.parts()) {
            parts.add(part(
                    prefix + part,
                    "input",
                    format.label(part),
                    null,
                    section + AUTOCOMPLETE.get(part),
                    required && format.needs(part)));
        }
        return parts;
    }

    List<FieldView.Option> countries(@Nullable CountryLimit limit, String selected) {
        return messages.countries().stream()
                .filter(country -> CountryLimit.allows(limit, country.code()))
                .map(country -> new FieldView.Option(
                        country.code(), country.name(), country.code().equals(selected)))
                .toList();
    }

    /** Returns the label of a part of an address, after a comma; empty for other inputs. */
    String label(String input) {
        String[] names = input.split("\\.", 4);
        if (names.length < 4 || names[3].equals("name") || names[3].equals("phone")) {
            return "";
        }
        String country = form.text(input.substring(0, input.lastIndexOf('.')) + ".country");
        return ", " + messages.text(AddressFormat.of(country).label(names[3]));
    }

    private FieldView part(
            String name,
            String kind,
            String key,
            @Nullable String given,
            @Nullable String autocomplete,
            boolean required) {
        String value = given == null ? Objects.requireNonNullElse(form.raw(name), "") : given;
        return new FieldView(
                name,
                kind,
                "text",
                messages.text(key),
                null,
                null,
                value,
                required,
                autocomplete,
                null,
                null,
                List.of(),
                errors.of(name),
                null,
                List.of());
    }
}
