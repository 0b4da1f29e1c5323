package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.catalog.model.PageTexts.PricePicker;
import io.tollgate.catalog.model.PageTexts.ProductContent;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.pricing.Currency;
import io.tollgate.storefront.pages.CheckoutView.Choice;
import io.tollgate.storefront.pages.CheckoutView.PriceGroup;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds the view of a checkout page from the page and the form as the buyer filled it in. */
record CheckoutViews(
        HostedPage hosted, Messages messages, SubmittedForm form, FormErrors errors, List<String> revealed) {
    /**
     * @param notice what the buyer needs to know before the form; null for nothing
     * @param closed whether the page sells nothing now
     */
    CheckoutView build(
            Shell shell,
            @Nullable PageHead head,
            String action,
            OrderState order,
            @Nullable String notice,
            boolean closed) {
        Product product = hosted.page().product();
        ProductContent content = hosted.content().product();
        PricePicker picker = content.pricePicker();
        Price price = selected();
        List<PriceGroup> prices = new PriceViews(hosted, messages, price, revealed).groups();
        OrderPartViews views = new OrderPartViews(hosted, messages, form, errors, revealed);
        List<Choice> options = views.options();
        List<CheckoutView.VariantView> variants = variants(product);
        return new CheckoutView(
                shell,
                head,
                action,
                order.csrf(),
                order.uploads().token(),
                hosted.heading(),
                SellerHtml.clean(ProductPages.html(hosted)),
                ProductMarkup.images(hosted),
                notice,
                order.openOrders(),
                closed,
                picker == null ? null : picker.title(),
                picker == null ? null : ShortenedText.of(messages, picker.description(), picker.shortenDescription()),
                prices,
                !prices.isEmpty() || price.payWhatYouWant()
                        ? null
                        : PriceViews.amount(messages, price, hosted.page().currency()),
                prices.isEmpty() ? money(price.discountedFromPrice()) : null,
                discounts(product, variants),
                amount(product),
                variants,
                views.bumps(),
                views.fields(order.uploads()),
                views.coupon(order.live()),
                options,
                SummaryView.of(messages, order.live(), hosted.page(), form),
                views.submit(order.live().price()),
                views.links());
    }

    private List<CheckoutView.VariantView> variants(Product product) {
        return new VariantViews(hosted, messages, form, errors, revealed).build(product, "");
    }

    /** Returns the discounts of options that are shown: others would be named, although they are hidden. */
    private List<String> discounts(Product product, List<CheckoutView.VariantView> variants) {
        Map<String, String> names = new HashMap<>();
        variants.forEach(variant -> variant.options().forEach(option -> names.put(option.id(), option.label())));
        return DiscountTexts.ofProduct(messages, hosted.page().currency()).of(product.discounts(), names);
    }

    private @Nullable String money(@Nullable Long amount) {
        return amount == null ? null : messages.money(amount, hosted.page().currency());
    }

    private Price selected() {
        Product product = hosted.page().product();
        return product.price(form.text(Inputs.PRICE)).filter(Price::isEnabled).orElseGet(product::defaultPrice);
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
        return messages.entry(major);
    }
}
