package io.tollgate.sales.checkout;

import io.tollgate.sales.cart.Answer;
import io.tollgate.sales.cart.Buyer;
import io.tollgate.sales.cart.ChosenVariant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the pages after a purchase use of an order besides its price.
 *
 * @param answers the answers to the page's fields as text, by the ids of the fields
 * @param optionIds the variant options that the buyer chose
 * @param queryParameters query parameters of the page's address
 * @param locale of the pages and messages of the order; null if the page names none
 * @param firstCheckoutId for an accepted offer, the checkout of the first purchase; otherwise null
 */
public record OrderFacts(
        Buyer buyer,
        Map<String, String> answers,
        Set<String> optionIds,
        Map<String, String> queryParameters,
        @Nullable String locale,
        @Nullable String firstCheckoutId) {

    static OrderFacts of(PageOrder.Placed placed) {
        Map<String, String> answers = new HashMap<>();
        for (Answer answer : placed.answers().all()) {
            answers.put(answer.field().id(), answer.value());
        }
        Set<String> options = new HashSet<>();
        List<ChosenVariant> variants = placed.priced() instanceof ProductOrder.PricedProduct product
                ? product.cart().variants()
                : placed.priced() instanceof ProductOrder.PricedSubscription subscription
                        ? subscription.cart().variants()
                        : List.of();
        for (ChosenVariant chosen : variants) {
            chosen.options().forEach(option -> options.add(option.option().id()));
        }
        OrderForm form = placed.priced().order().form();
        return new OrderFacts(
                placed.buyer(),
                Map.copyOf(answers),
                Set.copyOf(options),
                form.visit().queryParameters(),
                form.visit().locale(placed.priced().order().page().locale()),
                placed.offer() == null ? null : placed.offer().checkoutId());
    }
}
