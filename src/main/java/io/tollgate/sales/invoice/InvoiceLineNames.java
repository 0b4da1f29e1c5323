package io.tollgate.sales.invoice;

import io.tollgate.pricing.Quote;
import io.tollgate.sales.cart.EventCart;
import io.tollgate.sales.cart.ProductCart;
import java.util.function.UnaryOperator;

/** Translates the names of invoice lines and fees that are not names of the seller. Records have them in English. */
public final class InvoiceLineNames {
    private InvoiceLineNames() {}

    /** @param labels returns the label of a key in the language of the document */
    public static String of(UnaryOperator<String> labels, String name) {
        return switch (name) {
            case ProductCart.SETUP_FEE -> labels.apply("setupFee");
            case EventCart.TICKET_FEE -> labels.apply("bookingFee");
            case Quote.ROUNDING -> labels.apply("rounding");
            default -> name;
        };
    }
}
