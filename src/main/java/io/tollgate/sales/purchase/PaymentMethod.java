package io.tollgate.sales.purchase;

import io.tollgate.processor.PaymentState;
import org.jspecify.annotations.Nullable;

/**
 * The payment method of a purchase.
 *
 * @param gateway {@code processor}, {@code paypal} or {@code manual}
 * @param wallet such as {@code apple_pay}, or null
 * @param mode the express button that was used, or null
 * @param last4 the last digits of the card or account
 * @param card null if the method is not a card
 */
public record PaymentMethod(
        String gateway,
        String method,
        @Nullable String wallet,
        @Nullable String mode,
        @Nullable String last4,
        @Nullable String country,
        @Nullable Card card) {
    /** A payment outside of the processor. */
    public static final PaymentMethod MANUAL = of("manual", "manual");

    /** @param funding {@code credit} or {@code debit} */
    public record Card(String brand, int expMonth, int expYear, String funding) {}

    public static PaymentMethod of(String gateway, String method) {
        return new PaymentMethod(gateway, method, null, null, null, null, null);
    }

    /** Returns the method with which a buyer paid at the processor; a card if it is unknown. */
    public static PaymentMethod of(PaymentState.@Nullable Method method) {
        if (method == null) {
            return of("processor", "card");
        }
        PaymentState.Card card = method.card();
        return card == null
                ? new PaymentMethod("processor", method.type(), null, null, null, method.country(), null)
                : new PaymentMethod(
                        "processor",
                        method.type(),
                        card.wallet(),
                        null,
                        card.last4(),
                        method.country(),
                        new Card(card.brand(), card.expMonth(), card.expYear(), card.funding()));
    }
}
