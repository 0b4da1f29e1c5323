package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.catalog.model.PageTexts.PriceContent;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.PriceTabs;
import io.tollgate.catalog.model.Product;
import io.tollgate.storefront.pages.CheckoutView.Choice;
import io.tollgate.storefront.pages.CheckoutView.PriceGroup;
import java.util.List;
import java.util.Objects;

/**
 * Builds the views of the prices of a checkout page.
 *
 * @param selected the price that is selected now
 * @param revealed the references of hidden prices that the address shows
 */
record PriceViews(HostedPage hosted, Messages messages, Price selected, List<String> revealed) {
    /** Returns the prices to choose from, by tab; one group without tabs; empty if there is only one price. */
    List<PriceGroup> groups() {
        Product product = hosted.page().product();
        List<PriceTabs.Tab> tabs = product.tabs(this::isShown);
        if (!tabs.isEmpty()) {
            return tabs.stream().map(this::group).toList();
        }
        List<Choice> choices = product.prices().stream()
                .filter(price -> price.isEnabled() && isShown(price))
                .map(this::choice)
                .toList();
        return choices.size() > 1 ? List.of(new PriceGroup("", null, id(selected), choices)) : List.of();
    }

    private PriceGroup group(PriceTabs.Tab tab) {
        return new PriceGroup(
                tab.name(),
                tab.label() == null ? messages.text("price.tab." + tab.name()) : tab.label(),
                id(tab.prices().stream().anyMatch(this::isSelected) ? selected : tab.first()),
                tab.prices().stream().map(this::choice).toList());
    }

    private Choice choice(Price price) {
        String currency = hosted.page().currency();
        Long former = price.discountedFromPrice();
        return new Choice(
                id(price),
                Objects.requireNonNullElse(price.label(), hosted.page().displayTitle()),
                price.payWhatYouWant() && price.amount() > 0
                        ? messages.text("price.from", messages.money(price.amount(), currency))
                        : null,
                price.badge(),
                IconImages.svg(hosted.content()
                        .price(price.id())
                        .map(PriceContent::badgeIcon)
                        .orElse(null)),
                price.payWhatYouWant() ? null : amount(messages, price, currency),
                former == null ? null : messages.money(former, currency),
                price.payWhatYouWant(),
                isSelected(price));
    }

    /** Returns the amount of a price, with its interval and number of payments if it is charged again and again. */
    static String amount(Messages messages, Price price, String currency) {
        Price.Recurrence recurrence = price.recurrence();
        return recurrence == null
                ? messages.money(price.amount(), currency)
                : new BillingTexts(messages, currency).price(price.amount(), recurrence);
    }

    private boolean isSelected(Price price) {
        return Objects.equals(price.id(), selected.id());
    }

    /** Returns whether an enabled price is shown: a hidden one if it is selected, or if the address names it. */
    private boolean isShown(Price price) {
        return !price.hidden() || isSelected(price) || revealed.contains(String.valueOf(price.reference()));
    }

    private static String id(Price price) {
        return Objects.requireNonNullElse(price.id(), "");
    }
}
