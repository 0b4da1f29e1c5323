package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.BuyerField.Element;
import io.tollgate.catalog.model.PageTexts.FieldContent;
import io.tollgate.catalog.model.ShowHideLogic;
import io.tollgate.platform.input.SubmittedForm;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An input of a checkout page, or a group of them.
 *
 * @param kind how the template shows it: {@code input}, {@code textarea}, {@code select}, {@code checkbox},
 *     {@code radios}, {@code checkboxes}, {@code address}, {@code files}, {@code phone} or {@code hidden}
 * @param type the {@code type} attribute of an {@code input}; {@link #NUMBER}, {@link #QUANTITY} or {@link #MONEY} for
 *     a text that the server reads as a number, because browsers do not read {@code 1.000} as buyers mean it
 * @param value the current value; empty without one. For an address, the formats of all countries
 * @param options of a select, of radio buttons or of checkboxes; for files those that are uploaded already, for a phone
 *     number the countries with their dial codes
 * @param error what is wrong with the value; null if nothing is
 * @param condition when a script shows the input; null for always
 * @param parts the inputs of a group
 */
public record FieldView(
        String name,
        String kind,
        String type,
        String label,
        @Nullable String description,
        @Nullable String placeholder,
        String value,
        boolean required,
        @Nullable String autocomplete,
        @Nullable String min,
        @Nullable String max,
        List<Option> options,
        @Nullable String error,
        @Nullable Condition condition,
        List<FieldView> parts) {

    /** @param selected whether the option is selected now */
    public record Option(String value, String label, boolean selected) {}

    /**
     * Shows an input depending on another one.
     *
     * @param input name of the other input
     * @param comparison such as {@code is_not}
     * @param value what the value of the other input is compared with
     */
    public record Condition(String input, String comparison, String value) {
        static @Nullable Condition of(@Nullable ShowHideLogic logic, String input, String value) {
            if (logic == null) {
                return null;
            }
            String comparison = logic.comparison() == null
                    ? "is"
                    : logic.comparison().name().toLowerCase(Locale.ROOT);
            return new Condition(input, comparison, value);
        }
    }

    static final String NUMBER = "number";
    static final String QUANTITY = "quantity";
    static final String MONEY = "money";

    /** Returns the {@code type} attribute of an {@code input}. */
    public String inputType() {
        return isNumber() ? "text" : type;
    }

    /** Returns the keyboard of a phone for this input; null for that of its type. */
    public @Nullable String inputMode() {
        return type.equals(QUANTITY)
                ? "numeric"
                : isNumber() && !(min != null && min.startsWith("-")) ? "decimal" : null;
    }

    /** Returns whether the value is a number, with or without a currency. */
    public boolean isNumber() {
        return type.equals(NUMBER) || type.equals(QUANTITY) || type.equals(MONEY);
    }

    /** Returns the name of the inputs for files that are uploaded already. */
    public String uploadName() {
        return Inputs.upload(name.substring(name.lastIndexOf('.') + 1));
    }

    public String id() {
        return "f-" + name.replace('.', '-');
    }

    /**
     * Builds the views of a page's fields.
     *
     * @param uploads the files that were uploaded, by field
     * @param country the country of phone numbers whose field sets none
     */
    record Builder(
            Messages messages,
            SubmittedForm form,
            FormErrors errors,
            List<BuyerField> all,
            Map<String, List<Option>> uploads,
            String country) {

        FieldView build(BuyerField field, @Nullable FieldContent content) {
            String name = Inputs.field(field.id());
            String value = value(field, name, content);
            return switch (field.element()) {
                case TEXTAREA -> view(field, content, "textarea", "", value, List.of());
                case CHECKBOX -> view(field, content, "checkbox", "", checked(name, content) ? "TRUE" : "", List.of());
                case SELECT -> view(field, content, "select", "", value, options(field, List.of(value)));
                case MULTIPLE_CHOICE -> view(field, content, "radios", "", value, options(field, List.of(value)));
                case MULTI_SELECT -> view(field, content, "checkboxes", "", value, options(field, form.all(name)));
                case COUNTRY ->
                    view(
                            field,
                            content,
                            "select",
                            "",
                            value,
                            new AddressViews(messages, form, errors).countries(field.limitAllowedCountries(), value));
                case ADDRESS -> address(field, content);
                case FILE -> files(field, content);
                case PHONE -> phone(field, content, value);
                default -> view(field, content, "input", FieldInputs.type(field.element()), value, List.of());
            };
        }

        private String value(BuyerField field, String name, @Nullable FieldContent content) {
            String sent = form.raw(name);
            if (sent != null || form.isSubmitted() || content == null) {
                return Objects.requireNonNullElse(sent, "");
            }
            String initial = Objects.requireNonNullElse(content.initial(), "");
            BigDecimal number = number(field) ? BuyerField.number(initial) : null;
            return number == null ? initial : messages.entry(number);
        }

        private static boolean number(BuyerField field) {
            return field.element() == Element.NUMBER || field.element() == Element.QUANTITY;
        }

        private boolean checked(String name, @Nullable FieldContent content) {
            return form.isSubmitted() ? form.has(name) : content != null && "true".equalsIgnoreCase(content.initial());
        }

        private FieldView view(
                BuyerField field,
                @Nullable FieldContent content,
                String kind,
                String type,
                String value,
                List<Option> options) {
            String name = Inputs.field(field.id());
            return new FieldView(
                    name,
                    field.hidden() ? "hidden" : kind,
                    type,
                    FieldErrors.label(messages, field),
                    content == null ? null : content.description(),
                    content == null ? null : content.placeholder(),
                    value,
                    field.required(),
                    kind.equals("phone") ? "tel-national" : FieldInputs.autocomplete(field),
                    field.element() == Element.QUANTITY && field.min() == null ? "1" : text(field.min()),
                    text(field.max()),
                    options,
                    errors.of(name),
                    condition(field),
                    List.of());
        }

        private static @Nullable String text(@Nullable BigDecimal bound) {
            return bound == null ? null : bound.toPlainString();
        }

        private @Nullable Condition condition(BuyerField field) {
            ShowHideLogic logic = field.showHideLogic();
            String trigger = logic == null ? null : logic.triggerId();
            if (logic == null || trigger == null) {
                return null;
            }
            String value = Objects.requireNonNullElse(logic.value(), "");
            String shown = all.stream()
                    .filter(other -> other.id().equals(trigger))
                    .flatMap(other -> other.options().stream())
                    .filter(option -> option.id().equals(value))
                    .map(BuyerField.Option::label)
                    .findFirst()
                    .orElse(value);
            return Condition.of(logic, Inputs.field(trigger), shown);
        }

        private static List<Option> options(BuyerField field, List<String> selected) {
            return field.options().stream()
                    .map(option -> new Option(
                            option.label(),
                            option.label(),
                            selected.contains(option.label()) || selected.contains(option.value())))
                    .toList();
        }

        private FieldView files(BuyerField field, @Nullable FieldContent content) {
            String type = field.filesMax() > 1 ? "multiple" : "";
            return view(field, content, "files", type, "", uploads.getOrDefault(field.id(), List.of()));
        }

        private FieldView phone(BuyerField field, @Nullable FieldContent content, String value) {
            String type = FieldInputs.type(field.element());
            return content != null && content.showSelectedDialCode()
                    ? view(field, content, "phone", type, value, dialCodes(field, content.defaultCountry()))
                    : view(field, content, "input", type, value, List.of());
        }

        private List<Option> dialCodes(BuyerField field, @Nullable String first) {
            String sent = form.text(Inputs.country(field.id()));
            String given = first == null || first.equals(PhoneCountry.UNSET) ? country : first;
            String selected = Objects.requireNonNullElse(sent, given);
            return messages.countries().stream()
                    .filter(country -> DialCodes.byCountry().containsKey(country.code()))
                    .map(country -> new Option(
                            country.code(),
                            country.name() + " ("
                                    + messages.leftToRight(
                                            "+" + DialCodes.byCountry().get(country.code())) + ")",
                            country.code().equals(selected)))
                    .toList();
        }

        private FieldView address(BuyerField field, @Nullable FieldContent content) {
            FieldView group = view(field, content, "address", "", AddressFormat.all(messages), List.of());
            return group.with(new AddressViews(messages, form, errors).parts(field, content));
        }
    }

    private FieldView with(List<FieldView> inputs) {
        return new FieldView(
                name,
                kind,
                type,
                label,
                description,
                placeholder,
                value,
                required,
                autocomplete,
                min,
                max,
                options,
                error,
                condition,
                inputs);
    }

    FieldView choosing(List<Option> choices) {
        return new FieldView(
                name,
                kind,
                type,
                label,
                description,
                placeholder,
                value,
                required,
                autocomplete,
                min,
                max,
                choices,
                error,
                condition,
                parts);
    }
}
