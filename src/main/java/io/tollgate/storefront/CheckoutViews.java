package io.tollgate.storefront;

import io.tollgate.catalog.PageTexts.PriceContent;
import io.tollgate.catalog.PageTexts.PricePicker;
import io.tollgate.catalog.PageTexts.ProductContent;
import io.tollgate.catalog.Price;
import io.tollgate.catalog.Product;
import io.tollgate.checkout.OrderPrice;
import io.tollgate.checkoutpage.HostedPages.HostedPage;
import io.tollgate.pricing.Currency;
import io.tollgate.storefront.CheckoutView.Choice;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds the view of a checkout page from the page and the form as the buyer filled it in. */
record CheckoutViews(
        HostedPage hosted, Messages messages, SubmittedForm form, FormErrors errors, List<String> revealed) {
    /**
     * @param quote null if the order cannot be priced
     * @param notice what the buyer needs to know before the form; null for nothing
     * @param closed whether the page sells nothing now
     */
    CheckoutView build(
            Shell shell, String action, String csrf, OrderPrice order, @Nullable String notice, boolean closed) {
        Product product = hosted.page().product();
        ProductContent content = hosted.content().product();
        PricePicker picker = content.pricePicker();
        List<Choice> choices = prices();
        Price price = selected();
        OrderPartViews views = new OrderPartViews(hosted, messages, form, errors, revealed);
        List<Choice> options = views.options();
        String description = hosted.content().descriptionHtml();
        return new CheckoutView(
                shell,
                action,
                csrf,
                hosted.heading(),
                SellerHtml.clean(description == null ? content.description() : description),
                hosted.content().images().isEmpty()
                        ? content.media()
                        : hosted.content().images(),
                notice,
                closed,
                picker == null ? null : picker.title(),
                picker == null ? null : ShortenedText.of(messages, picker.description(), picker.shortenDescription()),
                choices.size() > 1 ? choices : List.of(),
                choices.size() > 1 || price.payWhatYouWant() ? null : amount(price),
                choices.size() > 1 ? null : money(price.discountedFromPrice()),
                amount(product),
                new VariantViews(hosted, messages, form, errors, revealed).build(product, ""),
                views.bumps(),
                views.fields(),
                views.coupon(),
                options,
                SummaryView.of(messages, order, hosted.page(), form),
                views.submit(order),
                views.links());
    }

    /** Returns the amount of a price, with its interval if it is charged again and again. */
    private String amount(Price price) {
        return price.recurrence() == null
                ? messages.money(price.amount(), hosted.page().currency())
                : new BillingTexts(messages, hosted.page().currency()).per(price.amount(), price.recurrence());
    }

    private @Nullable String money(@Nullable Long amount) {
        return amount == null ? null : messages.money(amount, hosted.page().currency());
    }

    private Price selected() {
        Product product = hosted.page().product();
        return product.price(form.text(Inputs.PRICE)).filter(Price::isEnabled).orElseGet(product::defaultPrice);
    }

    private List<Choice> prices() {
        Price selected = selected();
        return hosted.page().product().prices().stream()
                .filter(Price::isEnabled)
                .filter(price -> isShown(price) || Objects.equals(price.id(), selected.id()))
                .map(price -> new Choice(
                        Objects.requireNonNullElse(price.id(), ""),
                        Objects.requireNonNullElse(price.label(), hosted.page().displayTitle()),
                        price.payWhatYouWant() && price.amount() > 0
                                ? messages.text("price.from", String.valueOf(money(price.amount())))
                                : null,
                        price.badge(),
                        IconImages.svg(hosted.content()
                                .price(price.id())
                                .map(PriceContent::badgeIcon)
                                .orElse(null)),
                        price.payWhatYouWant() ? null : amount(price),
                        money(price.discountedFromPrice()),
                        price.payWhatYouWant(),
                        Objects.equals(price.id(), selected.id())))
                .toList();
    }

    /** Returns whether a price is shown: a hidden one only if the address of the page names it. */
    private boolean isShown(Price price) {
        PriceContent content = hosted.content().price(price.id()).orElse(null);
        return content == null || !content.hidden() || revealed.contains(String.valueOf(content.reference()));
    }

    private @Nullable FieldView amount(Product product) {
        Price price = selected();
        boolean any = product.prices().stream().anyMatch(one -> one.isEnabled() && one.payWhatYouWant());
        if (!any) {
            return null;
        }
        Long suggested = price.pwywSuggestedPrice();
        String first = suggested == null || form.isSubmitted() ? "" : decimal(suggested);
        String least = price.payWhatYouWant() ? money(price.amount()) : null;
        return new OrderPartViews(hosted, messages, form, errors, revealed)
                .input(
                        Inputs.AMOUNT,
                        messages.text("price.amount", hosted.page().currency().toUpperCase(Locale.ROOT)),
                        least == null ? null : messages.text("price.from", least),
                        Objects.requireNonNullElse(form.raw(Inputs.AMOUNT), first));
    }

    private String decimal(long amount) {
        BigDecimal major = Currency.of(hosted.page().currency()).major(amount);
        return major.toPlainString();
    }
}
