package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.BuyerField.Element;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The attributes of the inputs of fields. */
final class FieldInputs {
    private FieldInputs() {}

    /** Returns the {@code type} of an {@code input}, or what it takes if it is a text that is a number. */
    static String type(Element element) {
        return switch (element) {
            case EMAIL -> "email";
            case PHONE -> "tel";
            case NUMBER -> FieldView.NUMBER;
            case QUANTITY -> FieldView.QUANTITY;
            case DATE -> "date";
            case TIME -> "time";
            case DATE_TIME -> "datetime-local";
            default -> "text";
        };
    }

    /** Returns what browsers fill in; null if nothing is known. */
    static @Nullable String autocomplete(BuyerField field) {
        return switch (Objects.requireNonNullElse(field.type(), "")) {
            case "email", "billing-email" -> "email";
            case "name" -> "name";
            case "first-name" -> "given-name";
            case "last-name" -> "family-name";
            case "company-name" -> "organization";
            case "phone" -> "tel";
            default -> null;
        };
    }
}
