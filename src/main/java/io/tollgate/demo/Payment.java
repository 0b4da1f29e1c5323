package io.tollgate.demo;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A purchase on a checkout page: the charge and what was bought with it.
 *
 * @param pricePaid of one: the price's amount, or what the buyer or the link chose
 */
record Payment(
        Charge charge,
        Offer offer,
        Offer.Price price,
        long pricePaid,
        int quantity,
        List<Choice> choices,
        @Nullable Long dynamicPrice) {

    /** A variant with the options chosen of it. */
    record Choice(Offer.Variant variant, List<Chosen> options) {}

    /** An option, how many of it, and which line of the quote it is. */
    record Chosen(Offer.Option option, int quantity, int line) {}
}
