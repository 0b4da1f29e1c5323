package io.tollgate.simulator;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a card number does. The numbers are those of Stripe's test cards; every other number that passes the Luhn check
 * succeeds. Numbers that begin with 4000 0000 0000 7 are the simulator's own.
 *
 * @param decline why a charge fails; null if it succeeds
 * @param authentication whether the buyer must authenticate (3-D Secure) before the charge
 * @param outcomeFollows whether the outcome of the charge follows later
 * @param aftermath what happens to a successful charge later
 * @param saved what later charges of the saved card do
 */
record TestCard(
        String number,
        @Nullable Decline decline,
        boolean authentication,
        boolean outcomeFollows,
        Aftermath aftermath,
        Saved saved) {
    private static final String UNANSWERED = "4000000000007106";

    private static final Map<String, TestCard> CARDS = Map.ofEntries(
            declined("4000000000000002", Decline.GENERIC),
            declined("4000000000009995", Decline.INSUFFICIENT_FUNDS),
            declined("4000000000009987", Decline.LOST_CARD),
            declined("4000000000009979", Decline.STOLEN_CARD),
            declined("4000000000000069", Decline.EXPIRED_CARD),
            declined("4000000000000127", Decline.INCORRECT_CVC),
            declined("4000000000000119", Decline.PROCESSING_ERROR),
            authenticated("4000002500003155", null),
            saved("4000002760003184", null, true, Saved.AUTHENTICATED),
            saved("4000008260003178", Decline.INSUFFICIENT_FUNDS, true, Saved.WITHOUT_FUNDS),
            saved("4000000000000341", Decline.GENERIC, false, Saved.DECLINED),
            saved("4000000000007403", null, false, Saved.WITHOUT_FUNDS),
            saved("4000000000007502", null, false, Saved.RECOVERING),
            authenticated("4000008400001629", Decline.GENERIC),
            processed("4000000000007205", null),
            processed("4000000000007304", Decline.GENERIC),
            followed("4000000000000259", Aftermath.FRAUD_DISPUTE),
            followed("4000000000002685", Aftermath.NOT_RECEIVED_DISPUTE),
            followed("4000000000007726", Aftermath.PENDING_REFUND),
            followed("4000000000005126", Aftermath.FAILING_REFUND));

    /** Returns whether the confirmation with a card is charged and gets no response. */
    static boolean isUnanswered(@Nullable String number) {
        return number != null && number.replace(" ", "").equals(UNANSWERED);
    }

    /** What happens after a charge. */
    enum Aftermath {
        NONE,
        /** The buyer disputes the charge as fraudulent. */
        FRAUD_DISPUTE,
        /** The buyer disputes the charge because nothing arrived. */
        NOT_RECEIVED_DISPUTE,
        /** A refund is pending first and succeeds later. */
        PENDING_REFUND,
        /** A refund succeeds first and fails later. */
        FAILING_REFUND
    }

    /** What the charges of a saved card do, at which the buyer is not present. */
    enum Saved {
        /** They succeed, or are declined like the first charge. The card is not saved if its first charge fails. */
        LIKE_FIRST,
        /** The bank wants the buyer to authenticate each charge. */
        AUTHENTICATED,
        WITHOUT_FUNDS,
        DECLINED,
        /** The first charge of each invoice is declined, and the next one succeeds. */
        RECOVERING
    }

    /** The outcome of a charge of a saved card. */
    record Renewal(boolean authentication, @Nullable Decline decline) {}

    /** Reasons of a declined charge, as Stripe names them. */
    enum Decline {
        GENERIC("card_declined", "generic_decline", "Your card was declined."),
        INSUFFICIENT_FUNDS("card_declined", "insufficient_funds", "Your card has insufficient funds."),
        LOST_CARD("card_declined", "lost_card", "Your card was declined."),
        STOLEN_CARD("card_declined", "stolen_card", "Your card was declined."),
        EXPIRED_CARD("expired_card", null, "Your card has expired."),
        INCORRECT_CVC("incorrect_cvc", null, "Your card's security code is incorrect."),
        PROCESSING_ERROR(
                "processing_error", null, "An error occurred while processing your card. Try again in a little bit."),
        AUTHENTICATION_REQUIRED(
                "authentication_required",
                "authentication_required",
                "Your card was declined. This transaction requires authentication."),
        AUTHENTICATION_FAILED(
                "payment_intent_authentication_failure",
                null,
                "We are unable to authenticate your payment method. Please choose a different payment method and try"
                        + " again.");

        private final String code;
        private final @Nullable String declineCode;
        private final String message;

        Decline(String code, @Nullable String declineCode, String message) {
            this.code = code;
            this.declineCode = declineCode;
            this.message = message;
        }

        String code() {
            return code;
        }

        @Nullable
        String declineCode() {
            return declineCode;
        }

        String message() {
            return message;
        }
    }

    private static Map.Entry<String, TestCard> declined(String number, Decline decline) {
        return Map.entry(number, new TestCard(number, decline, false, false, Aftermath.NONE, Saved.LIKE_FIRST));
    }

    private static Map.Entry<String, TestCard> authenticated(String number, @Nullable Decline decline) {
        return Map.entry(number, new TestCard(number, decline, true, false, Aftermath.NONE, Saved.LIKE_FIRST));
    }

    private static Map.Entry<String, TestCard> processed(String number, @Nullable Decline decline) {
        return Map.entry(number, new TestCard(number, decline, false, true, Aftermath.NONE, Saved.LIKE_FIRST));
    }

    private static Map.Entry<String, TestCard> followed(String number, Aftermath aftermath) {
        return Map.entry(number, new TestCard(number, null, false, false, aftermath, Saved.LIKE_FIRST));
    }

    private static Map.Entry<String, TestCard> saved(
            String number, @Nullable Decline decline, boolean authentication, Saved saved) {
        return Map.entry(number, new TestCard(number, decline, authentication, false, Aftermath.NONE, saved));
    }

    /**
     * Returns the outcome of a charge of the saved card.
     *
     * @param attempts number of failed charges of the invoice so far
     */
    Renewal renewal(int attempts) {
        return switch (saved) {
            case LIKE_FIRST -> new Renewal(false, decline);
            case AUTHENTICATED -> new Renewal(true, null);
            case WITHOUT_FUNDS -> new Renewal(false, Decline.INSUFFICIENT_FUNDS);
            case DECLINED -> new Renewal(false, Decline.GENERIC);
            case RECOVERING -> new Renewal(false, attempts == 0 ? Decline.INSUFFICIENT_FUNDS : null);
        };
    }

    /** Returns why the card cannot be saved without a charge; null if it can. */
    @Nullable
    Decline setupDecline() {
        return saved == Saved.LIKE_FIRST ? decline : null;
    }

    /** Returns the card with a number, which may contain spaces. Fails if no card can have this number. */
    static TestCard of(String sent) {
        String number = sent.replace(" ", "");
        if (!number.matches("\\d{13,19}") || !passesLuhn(number)) {
            throw WireError.card("incorrect_number", "Your card number is incorrect.", "number");
        }
        return Objects.requireNonNullElseGet(
                CARDS.get(number), () -> new TestCard(number, null, false, false, Aftermath.NONE, Saved.LIKE_FIRST));
    }

    private static boolean passesLuhn(String number) {
        int sum = 0;
        for (int i = 0; i < number.length(); i++) {
            int digit = number.charAt(number.length() - 1 - i) - '0';
            int doubled = i % 2 == 0 ? digit : 2 * digit;
            sum += doubled > 9 ? doubled - 9 : doubled;
        }
        return sum % 10 == 0;
    }

    String brand() {
        return switch (number.charAt(0)) {
            case '4' -> "visa";
            case '5', '2' -> "mastercard";
            case '3' -> "amex";
            default -> "unknown";
        };
    }

    String last4() {
        return number.substring(number.length() - 4);
    }
}
