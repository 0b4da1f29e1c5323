package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.sales.checkout.FunnelRun;
import io.tollgate.sales.checkout.OrderPrice;
import io.tollgate.storefront.pages.OfferPages.First;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds the view of an offer after a purchase. */
final class OfferViews {
    private static final Map<String, String> BRANDS = Map.of(
            "amex", "American Express",
            "diners", "Diners Club",
            "discover", "Discover",
            "jcb", "JCB",
            "mastercard", "Mastercard",
            "unionpay", "UnionPay",
            "visa", "Visa");

    private OfferViews() {}

    /** @param action where the form sends the buyer's decision */
    static OfferView of(First first, FunnelRun run, HostedPage offered, OrderPrice price, String action, String csrf) {
        Messages messages = first.messages();
        String currency = offered.page().currency();
        long total = Objects.requireNonNull(price.quote()).total();
        String description = offered.content().descriptionHtml();
        String amount = messages.money(total, currency);
        boolean oneClick = run.card() != null && offered.page().methods().card()
                || !run.scope().live();
        return new OfferView(
                first.shell(),
                messages.text("offer.lead", String.valueOf(first.order().orderId())),
                offered.heading(),
                SellerHtml.clean(
                        description == null ? offered.content().product().description() : description),
                offered.content().images().isEmpty()
                        ? offered.content().product().media()
                        : offered.content().images(),
                SummaryView.of(messages, price.quote(), price.subscription(), currency, total),
                action,
                csrf,
                total,
                run.scope().live() ? charge(messages, run.card(), price, currency) : null,
                total == 0
                        ? messages.text("submit.free")
                        : oneClick ? messages.text("offer.accept", amount) : messages.text("submit.pay"));
    }

    /** Returns what is charged to which card, now or later; null if nothing is, or not yet and to no saved card. */
    private static @Nullable String charge(
            Messages messages, FunnelRun.@Nullable Card card, OrderPrice price, String currency) {
        long total = Objects.requireNonNull(price.quote()).total();
        if (total == 0 && (card == null || price.subscription() == null)) {
            return null;
        }
        String amount = messages.money(total, currency);
        if (card == null) {
            return messages.text("offer.chargeNew", amount);
        }
        String brand = BRANDS.getOrDefault(card.brand().toLowerCase(Locale.ROOT), card.brand());
        return total == 0
                ? messages.text("offer.chargeLater", brand, card.last4())
                : messages.text("offer.charge", amount, brand, card.last4());
    }
}
