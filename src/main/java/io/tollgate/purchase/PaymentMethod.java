package io.tollgate.purchase;

import org.jspecify.annotations.Nullable;

/**
 * How a purchase was paid.
 *
 * @param gateway {@code processor}, {@code paypal} or {@code manual}
 * @param wallet such as {@code apple_pay}, or null
 * @param mode whether an express button was used; null if there is none
 * @param last4 the last digits of the card or account
 * @param card null if it is none
 */
public record PaymentMethod(
        String gateway,
        String method,
        @Nullable String wallet,
        @Nullable String mode,
        @Nullable String last4,
        @Nullable String country,
        @Nullable Card card) {
    /** Payment outside of the processor. */
    public static final PaymentMethod MANUAL = of("manual", "manual");

    /** @param funding {@code credit} or {@code debit} */
    public record Card(String brand, int expMonth, int expYear, String funding) {}

    public static PaymentMethod of(String gateway, String method) {
        return new PaymentMethod(gateway, method, null, null, null, null, null);
    }
}
