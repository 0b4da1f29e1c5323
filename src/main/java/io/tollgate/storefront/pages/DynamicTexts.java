package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.catalog.form.HostedForms.HostedForm;
import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.PageBehavior;
import io.tollgate.catalog.model.PageTexts;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.sales.checkout.DynamicTerms;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Shows what the address of a page sets, as far as the page allows it: texts, prices and the selected price. */
final class DynamicTexts {
    static final String TITLE = "title";
    static final String DESCRIPTION = "description";
    static final String LABEL = "label";
    static final String FORMER_PRICE = "discountedFromPrice";

    private DynamicTexts() {}

    /** Returns the page as buyers at this address see it. */
    static HostedPage apply(HostedPage hosted, Map<String, String> parameters) {
        PageBehavior behavior = hosted.behavior();
        CheckoutPage page = texts(DynamicTerms.apply(hosted.page(), parameters), behavior, parameters)
                .withPaymentOptions(DynamicTerms.options(hosted.page().paymentOptions(), parameters));
        return new HostedPage(
                hosted.seller(), page, content(hosted.content(), behavior, parameters), hosted.bumps(), behavior);
    }

    /** Returns the event as buyers at this address see it. An address cannot set the prices of tickets. */
    static HostedEvent apply(HostedEvent hosted, Map<String, String> parameters) {
        return new HostedEvent(
                hosted.seller(),
                hosted.page()
                        .withPaymentOptions(DynamicTerms.options(hosted.page().paymentOptions(), parameters)),
                content(hosted.content(), hosted.behavior(), parameters),
                hosted.texts(),
                hosted.bumps(),
                hosted.behavior(),
                hosted.now());
    }

    private static PageTexts content(PageTexts content, PageBehavior behavior, Map<String, String> parameters) {
        String title = behavior.allowDynamicTitle() ? text(parameters.get(TITLE)) : null;
        String description = behavior.allowDynamicDescription() ? text(parameters.get(DESCRIPTION)) : null;
        return content.with(title, description == null ? null : paragraph(description));
    }

    /** Returns the form as visitors at this address see it. */
    static HostedForm apply(HostedForm hosted, Map<String, String> parameters) {
        PageBehavior behavior = hosted.behavior();
        String title = behavior.allowDynamicTitle() ? text(parameters.get(TITLE)) : null;
        String description = behavior.allowDynamicDescription() ? text(parameters.get(DESCRIPTION)) : null;
        return new HostedForm(
                hosted.seller(),
                title == null ? hosted.page() : hosted.page().withTitle(title),
                description == null ? hosted.texts() : hosted.texts().withDescription(paragraph(description)),
                behavior);
    }

    private static CheckoutPage texts(CheckoutPage page, PageBehavior behavior, Map<String, String> parameters) {
        Product product = page.product();
        Price first = product.defaultPrice();
        String label = behavior.allowDynamicLabel() ? text(parameters.get(LABEL)) : null;
        Long former =
                behavior.allowDynamicDiscountedFromPrice() ? DynamicTerms.amount(parameters.get(FORMER_PRICE)) : null;
        if (label == null && former == null) {
            return page;
        }
        Price shown = first.withTexts(
                label == null ? first.label() : label, former == null ? first.discountedFromPrice() : former);
        List<Price> prices = product.prices().stream()
                .map(price -> Objects.equals(price.id(), first.id()) ? shown : price)
                .toList();
        return page.withProduct(product.withPrices(product.price(), prices, product.defaultPriceId()));
    }

    private static @Nullable String text(@Nullable String value) {
        return value == null || value.isBlank() ? null : value.strip();
    }

    private static String paragraph(String text) {
        return "<p>" + text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") + "</p>";
    }
}
