package io.tollgate.sales.cart;

import io.tollgate.accounts.customer.Countries;
import io.tollgate.catalog.file.BuyerUpload;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.BuyerField.Element;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.schema.EmailAddress;
import io.tollgate.platform.schema.Texts;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Validates the answer to one field. */
final class FieldAnswer {
    private static final int TAX_ID_MAX = 50;

    /** The maximum length of the invoice filter {@code poNumber}. */
    private static final int PO_NUMBER_MAX = 200;

    private final BuyerField field;
    private final String path;
    private final List<Problem> problems;

    FieldAnswer(BuyerField field, String path, List<Problem> problems) {
        this.field = field;
        this.path = path;
        this.problems = problems;
    }

    /** Returns the answer; null if it is empty or invalid. Adds a problem if it is invalid. */
    @Nullable
    Answer validate(SubmittedAnswer submitted) {
        boolean isAddress = field.element() == Element.ADDRESS;
        if (submitted.taxIdType() != null && field.element() != Element.TAX_ID) {
            return reject("meta", "is allowed only for tax ids", null);
        }
        if (submitted.recordedAddresses() != null && !isAddress) {
            return reject("meta", "is allowed only for addresses", null);
        }
        if (submitted.isBlank()) {
            return null;
        }
        if (field.element() == Element.FILE) {
            return files(submitted.files());
        }
        if (!submitted.hasValue() && submitted.values() == null) {
            return reject("value", "is required", null);
        }
        if (field.element() == Element.MULTI_SELECT) {
            return options(submitted);
        }
        if (submitted.hasValues() || !submitted.hasValue()) {
            return reject("values", "is not allowed for this field: send `value`", null);
        }
        if (isAddress) {
            return address(submitted);
        }
        if (submitted.text() == null) {
            return reject("value", "must be a string", null);
        }
        String value = value(submitted.text());
        return value == null ? null : new Answer(field, value, null, submitted.taxIdType(), null, null);
    }

    private @Nullable Answer address(SubmittedAnswer submitted) {
        if (submitted.addresses() != null) {
            return new AddressAnswer(field, path + ".value", problems).validate(submitted.addresses());
        }
        SubmittedAnswer.Addresses recorded = submitted.recordedAddresses();
        return recorded != null && recorded.billing() != null
                ? new AddressAnswer(field, path + ".meta", problems).validate(recorded)
                : reject("value", "must be an object with `billing`", null);
    }

    private <T> @Nullable T reject(String key, String message, @Nullable Object value) {
        problems.add(new Problem(path + "." + key, message, value));
        return null;
    }

    private @Nullable String require(boolean valid, String value, String message) {
        return valid ? value : reject("value", message, value);
    }

    /** Returns the answer in the form that records store: free text as sent, other answers normalized. */
    private @Nullable String value(String sent) {
        String text = sent.strip();
        return switch (field.element()) {
            case TEXT -> ofLength(line(sent, Integer.MAX_VALUE));
            case TEXTAREA -> ofLength(sent);
            case PO_NUMBER -> line(text, PO_NUMBER_MAX);
            case TAX_ID -> line(text, TAX_ID_MAX);
            case ADDRESS, MULTI_SELECT, FILE -> line(sent, Integer.MAX_VALUE);
            case EMAIL -> {
                String address = text.toLowerCase(Locale.ROOT);
                EmailAddress.Fault fault = EmailAddress.fault(address);
                yield fault == null ? address : reject("value", fault.message(), address);
            }
            case CHECKBOX -> checkbox(text);
            case NUMBER, QUANTITY -> number(text);
            case SELECT, MULTIPLE_CHOICE -> {
                BuyerField.Option option = field.option(text).orElse(null);
                yield option == null ? reject("value", "has no option \"" + text + "\"", text) : option.label();
            }
            case DATE -> require(parses(text, LocalDate::parse), text, "must be a date like 2026-01-31");
            case TIME -> require(parses(text, LocalTime::parse), text, "must be a time like 18:30");
            case DATE_TIME ->
                require(
                        parses(text, LocalDateTime::parse) || parses(text, OffsetDateTime::parse),
                        text,
                        "must be a date and time like 2026-01-31T18:30");
            case PHONE -> phone(PlainEntry.of(text));
            case COUNTRY -> country(text.toUpperCase(Locale.ROOT));
        };
    }

    private @Nullable String phone(String number) {
        return require(PhoneNumber.isValid(number), number, "must be a phone number");
    }

    private @Nullable String checkbox(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        if (upper.equals("TRUE") || (upper.equals("FALSE") && !field.required())) {
            return upper;
        }
        return reject("value", field.required() ? "must be TRUE" : "must be TRUE or FALSE", text);
    }

    private @Nullable String line(String text, int max) {
        boolean oneLine = text.chars().noneMatch(Character::isISOControl);
        return require(
                oneLine && Texts.length(text) <= max,
                text,
                oneLine ? "must be at most " + max + " characters long" : "must be a single line of text");
    }

    private @Nullable String ofLength(@Nullable String text) {
        if (text == null) {
            return null;
        }
        int length = Texts.length(text);
        BigDecimal min = field.min();
        BigDecimal max = field.max();
        if (min != null && length < min.intValue()) {
            return reject("value", "must be at least " + min + " characters long", text);
        }
        return max != null && length > max.intValue()
                ? reject("value", "must be at most " + max + " characters long", text)
                : text;
    }

    private @Nullable String country(String code) {
        if (!Countries.has(code)) {
            return reject("value", Countries.EXPECTED, code);
        }
        return require(
                BuyerField.CountryLimit.allows(field.limitAllowedCountries(), code), code, "is not an allowed country");
    }

    private @Nullable String number(String text) {
        BigDecimal number = BuyerField.number(text);
        boolean whole = field.element() == Element.QUANTITY;
        if (number == null || (whole && !text.matches("[0-9]+"))) {
            return reject("value", whole ? "must be a whole number" : "must be a number", text);
        }
        BigDecimal min = field.min();
        BigDecimal max = field.max();
        if (min != null && number.compareTo(min) < 0) {
            return reject("value", "must be at least " + min, text);
        }
        return max != null && number.compareTo(max) > 0 ? reject("value", "must be at most " + max, text) : text;
    }

    private @Nullable Answer options(SubmittedAnswer submitted) {
        List<String> values = Objects.requireNonNullElse(submitted.values(), List.of());
        if (values.isEmpty() && submitted.text() != null && !Texts.isBlank(submitted.text())) {
            return reject("value", "is not allowed for this field: send the labels in `values`", null);
        }
        if (values.size() > field.options().size()) {
            return reject("values", "takes at most " + counted(field.options().size()), null);
        }
        Set<BuyerField.Option> selected = new HashSet<>();
        for (String value : values) {
            BuyerField.Option option = field.option(value).orElse(null);
            if (option == null) {
                return reject("values", "has no option \"" + value + "\"", null);
            }
            selected.add(option);
        }
        if (selected.isEmpty()) {
            return null;
        }
        List<String> labels = field.options().stream()
                .filter(selected::contains)
                .map(BuyerField.Option::label)
                .toList();
        BigDecimal min = field.min();
        BigDecimal max = field.max();
        if (max != null && labels.size() > max.intValue()) {
            return reject("values", "takes at most " + counted(max.intValue()), null);
        }
        if (min != null && labels.size() < min.intValue()) {
            return reject("values", "needs at least " + counted(min.intValue()), null);
        }
        return new Answer(field, String.join(", ", labels), labels, null, null, null);
    }

    private @Nullable Answer files(@Nullable List<BuyerUpload> files) {
        if (files == null) {
            return reject("value", "can be sent only with the form on its hosted page", null);
        }
        if (files.isEmpty()) {
            return null;
        }
        BigDecimal min = field.min();
        if (min != null && files.size() < min.intValue()) {
            return reject("value", "needs at least " + min + " files", null);
        }
        return files.size() > field.filesMax()
                ? reject("value", "takes at most " + field.filesMax() + " files", null)
                : Answer.ofFiles(field, files);
    }

    private static String counted(int options) {
        return options + (options == 1 ? " option" : " options");
    }

    /** Parses a text; throws {@link DateTimeException} if it is invalid. */
    private interface Parser {
        Object parse(String text);
    }

    private static boolean parses(String text, Parser parser) {
        try {
            return parser.parse(text) != null;
        } catch (DateTimeException e) {
            return false;
        }
    }
}
