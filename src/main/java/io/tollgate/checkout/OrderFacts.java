package io.tollgate.checkout;

import io.tollgate.cart.Answer;
import io.tollgate.cart.Buyer;
import io.tollgate.cart.ChosenVariant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the pages after a purchase use of an order besides its price.
 *
 * @param answers the answers to the page's fields as text, by the ids of the fields
 * @param optionIds the variant options that the buyer chose
 * @param queryParameters query parameters of the page's address
 */
public record OrderFacts(
        Buyer buyer, Map<String, String> answers, Set<String> optionIds, Map<String, String> queryParameters) {

    static OrderFacts of(PageOrder.Placed placed) {
        Map<String, String> answers = new HashMap<>();
        for (Answer answer : placed.answers().all()) {
            answers.put(answer.field().id(), answer.value());
        }
        Set<String> options = new HashSet<>();
        if (placed.priced() instanceof ProductOrder.PricedProduct product) {
            for (ChosenVariant chosen : product.cart().variants()) {
                chosen.options().forEach(option -> options.add(option.option().id()));
            }
        }
        return new OrderFacts(
                placed.buyer(),
                Map.copyOf(answers),
                Set.copyOf(options),
                placed.priced().order().form().visit().queryParameters());
    }
}
