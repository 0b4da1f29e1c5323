package io.tollgate.platform.records;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The rules of {@code search} from the interface, for each list, in plain Java and without the definitions: one
 * character and one field at a time.
 */
final class SearchRules {
    private SearchRules() {}

    static boolean matches(String path, ObjectNode record, String input) {
        return switch (path) {
            case "/v1/tickets" -> ticket(record, input);
            case "/v1/invoices" -> invoice(record, input);
            default -> contains(record, input, fields(path));
        };
    }

    static List<String> fields(String path) {
        return switch (path) {
            case "/v1/checkout-pages" -> List.of("name", "title", "product.title");
            case "/v1/events", "/v1/forms" -> List.of("name", "title");
            case "/v1/products" -> List.of("title", "sku");
            case "/v1/coupons" -> List.of("label", "code");
            case "/v1/files" -> List.of("name");
            case "/v1/customers" -> List.of("name", "email", "companyName", "taxId");
            case "/v1/payments" -> List.of("customerEmail", "customerName", "productTitle", "orderId");
            case "/v1/bookings" -> List.of("customerEmail", "customerName", "eventTitle", "orderId");
            case "/v1/subscriptions" -> List.of("customerEmail", "customerName", "productTitle", "orderId", "id");
            case "/v1/submissions" -> List.of("customerEmail", "customerName", "formTitle");
            case "/v1/tickets" -> List.of("attendeeEmail", "attendeeName", "ticketShortId", "orderId");
            case "/v1/invoices" -> List.of("customerEmail", "customerName", "productTitle", "invoiceNumber");
            default -> throw new IllegalArgumentException("no rule is defined for " + path);
        };
    }

    private static boolean ticket(ObjectNode record, String input) {
        boolean oneWord = oneWord(input);
        if (oneWord && input.contains("@")) {
            return contains(record, input, List.of("attendeeEmail"));
        }
        if (input.matches("[0-9]{8}")) {
            return record.path("orderId").asText("").equals(input);
        }
        boolean hyphenated = isHyphenated(input.strip());
        if (oneWord && hasCodeCharacter(input) && !hyphenated) {
            return contains(record, input, List.of("ticketShortId", "orderId"));
        }
        if (!oneWord || hyphenated) {
            return contains(record, input, List.of("attendeeName", "ticketShortId"));
        }
        return contains(record, input, List.of("attendeeName", "attendeeEmail", "ticketShortId"));
    }

    private static boolean invoice(ObjectNode record, String input) {
        boolean oneWord = oneWord(input);
        if (oneWord && input.contains("@")) {
            return contains(record, input, List.of("customerEmail"));
        }
        boolean hyphenated = isHyphenated(input.strip());
        if (oneWord && hasCodeCharacter(input) && !hyphenated) {
            return contains(record, input, List.of("invoiceNumber"));
        }
        if (!oneWord || hyphenated) {
            return contains(record, input, List.of("customerName", "productTitle"));
        }
        return contains(record, input, List.of("customerName", "customerEmail", "productTitle"));
    }

    private static boolean oneWord(String input) {
        return !input.strip().matches("(?s).*\\s.*");
    }

    private static boolean hasCodeCharacter(String input) {
        return input.matches("(?s).*[0-9_-].*");
    }

    /** Returns whether hyphens join letters, as in names, and nothing else makes the input a code. */
    private static boolean isHyphenated(String input) {
        int hyphen = input.indexOf('-');
        if (hyphen < 0 || input.codePoints().anyMatch(c -> Character.isDigit(c) || c == '_' || c == '@')) {
            return false;
        }
        String before = input.substring(0, hyphen).replaceAll("\\p{M}+$", "");
        boolean letterBefore = !before.isEmpty() && Character.isLetter(before.codePointBefore(before.length()));
        return letterBefore
                && input.chars().filter(c -> c == '-').count()
                        == Pattern.compile("-\\p{L}").matcher(input).results().count();
    }

    private static boolean contains(ObjectNode record, String input, List<String> fields) {
        return fields.stream()
                .map(field -> record.at("/" + field.replace('.', '/')).asText(""))
                .anyMatch(value -> folded(value).contains(folded(input)));
    }

    /** Folds case of each character alone, so that its neighbors do not affect the result. */
    static String folded(String text) {
        StringBuilder folded = new StringBuilder();
        Normalizer.normalize(text, Normalizer.Form.NFC).codePoints().forEach(c -> {
            String character = Character.toString(c == 'ẞ' ? 'ß' : c);
            boolean turkish = "İIıi".contains(character);
            folded.append(turkish ? "i" : character.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT));
        });
        return folded.toString();
    }
}
