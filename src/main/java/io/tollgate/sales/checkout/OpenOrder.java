package io.tollgate.sales.checkout;

import io.tollgate.catalog.model.TicketGroup;
import java.util.HashMap;
import java.util.Map;

/**
 * An order that its buyer can still pay.
 *
 * @param isReplaceable whether another order of the same browser on the same page takes over what it holds
 * @param held the quantities that it holds, by the ids of what is limited
 */
public record OpenOrder(
        String id,
        String pageId,
        String title,
        long total,
        String currency,
        boolean isReplaceable,
        Map<String, Integer> held) {

    static OpenOrder of(Checkout checkout) {
        Map<String, Integer> held = new HashMap<>(checkout.claims().byOwner());
        if (checkout.order() instanceof TicketOrder tickets) {
            for (TicketGroup group : tickets.page().groups()) {
                int places = group.types().stream()
                        .mapToInt(type -> held.getOrDefault(type.id(), 0))
                        .sum();
                held.merge(group.id(), places, Integer::sum);
            }
        }
        return new OpenOrder(
                checkout.id(),
                checkout.order().page().id(),
                checkout.order().page().displayTitle(),
                checkout.amount(),
                checkout.order().page().currency(),
                checkout.status() == CheckoutStatus.OPEN,
                Map.copyOf(held));
    }
}
