package io.tollgate.storefront;

import io.tollgate.catalog.BuyerField;
import io.tollgate.catalog.PageTexts.PriceContent;
import io.tollgate.catalog.PageTexts.PricePicker;
import io.tollgate.catalog.PageTexts.ProductContent;
import io.tollgate.catalog.PaymentOption;
import io.tollgate.catalog.Price;
import io.tollgate.catalog.Product;
import io.tollgate.checkoutpage.HostedPages.Bump;
import io.tollgate.checkoutpage.HostedPages.HostedPage;
import io.tollgate.pricing.Currency;
import io.tollgate.pricing.Quote;
import io.tollgate.storefront.CheckoutView.BumpView;
import io.tollgate.storefront.CheckoutView.Choice;
import io.tollgate.storefront.CheckoutView.CouponView;
import io.tollgate.storefront.CheckoutView.ErrorLink;
import io.tollgate.storefront.CheckoutView.FeatureView;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds the view of a checkout page from the page and the form as the buyer filled it in. */
record CheckoutViews(
        HostedPage hosted, Messages messages, SubmittedForm form, FormErrors errors, List<String> revealed) {
    /** The value of the payment option that is no manual one. */
    static final String CARD = "card";

    private static final String SEPARATOR = " – ";

    /**
     * @param quote null if the order cannot be priced
     * @param notice what the buyer needs to know before the form; null for nothing
     * @param closed whether the page sells nothing now
     */
    CheckoutView build(
            Shell shell, String action, String csrf, @Nullable Quote quote, @Nullable String notice, boolean closed) {
        Product product = hosted.page().product();
        ProductContent content = hosted.content().product();
        PricePicker picker = content.pricePicker();
        List<Choice> choices = prices();
        Price price = selected();
        List<Choice> options = options();
        String description = hosted.content().descriptionHtml();
        return new CheckoutView(
                shell,
                action,
                csrf,
                heading(hosted),
                SellerHtml.clean(description == null ? content.description() : description),
                hosted.content().images().isEmpty()
                        ? content.media()
                        : hosted.content().images(),
                notice,
                closed,
                picker == null ? null : picker.title(),
                picker == null ? null : picker.description(),
                choices.size() > 1 ? choices : List.of(),
                choices.size() > 1 || price.payWhatYouWant() ? null : money(price.amount()),
                choices.size() > 1 ? null : money(price.discountedFromPrice()),
                amount(product),
                new VariantViews(hosted, messages, form, errors, revealed).build(product, ""),
                hosted.bumps().stream().filter(this::isShown).map(this::bump).toList(),
                hosted.page().fields().stream().map(this::field).toList(),
                coupon(),
                options.size() > 1 ? options : List.of(),
                SummaryView.of(messages, quote, hosted.page().currency()),
                submit(quote, options),
                links());
    }

    static String heading(HostedPage hosted) {
        String title = hosted.content().title();
        return title == null ? hosted.page().displayTitle() : title;
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
                        price.payWhatYouWant() ? null : money(price.amount()),
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
        return input(
                Inputs.AMOUNT,
                messages.text("price.amount", hosted.page().currency().toUpperCase(Locale.ROOT)),
                least == null ? null : messages.text("price.from", least),
                Objects.requireNonNullElse(form.raw(Inputs.AMOUNT), first));
    }

    private String decimal(long amount) {
        BigDecimal major = Currency.of(hosted.page().currency()).major(amount);
        return major.toPlainString();
    }

    private FieldView input(String name, String label, @Nullable String description, String value) {
        return new FieldView(
                name,
                "input",
                "text",
                label,
                description,
                null,
                value,
                true,
                null,
                null,
                null,
                List.of(),
                errors.of(name),
                null,
                List.of());
    }

    private FieldView field(BuyerField field) {
        return new FieldView.Builder(messages, form, errors, hosted.page().fields())
                .build(field, hosted.content().field(field.id()).orElse(null));
    }

    private boolean isShown(Bump bump) {
        return !bump.content().hidden()
                || bump.product().prices().stream()
                        .anyMatch(price -> revealed.contains(String.valueOf(price.reference())));
    }

    private BumpView bump(Bump bump) {
        String name = Inputs.bump(bump.product().id());
        String quantity = name + Inputs.QUANTITY;
        Price price = bump.product().defaultPrice();
        return new BumpView(
                name,
                Objects.requireNonNullElse(bump.texts().headingText(), messages.text("bump.heading")),
                bump.texts().callToActionText() == null
                        ? bump.product().title()
                        : bump.texts().callToActionText(),
                bump.texts().shortDescription(),
                messages.money(price.amount(), price.currency()),
                bump.texts().features().stream()
                        .filter(feature -> feature.text() != null)
                        .map(feature -> new FeatureView(feature.text(), IconImages.svg(feature.icon())))
                        .toList(),
                SellerHtml.clean(bump.texts().calloutText()),
                IconImages.svg(bump.texts().calloutIcon()),
                form.isSubmitted() ? form.has(name) : bump.content().preselected(),
                bump.rule().allowQuantity() ? quantity : null,
                Objects.requireNonNullElse(form.raw(quantity), "1"),
                new VariantViews(hosted, messages, form, errors, revealed).build(bump.product(), name + "."),
                errors.of(name));
    }

    private @Nullable CouponView coupon() {
        if (!hosted.content().showCouponCodeField()) {
            return null;
        }
        String value = Objects.requireNonNullElse(form.raw(Inputs.COUPON), "");
        boolean open = "field".equals(hosted.content().showCouponCodeFieldType()) || !value.isEmpty();
        return new CouponView(value, open, errors.of(Inputs.COUPON));
    }

    /** Returns the payment options that buyers can choose: payment by card, and manual ones. */
    List<Choice> options() {
        List<PaymentOption> offered = hosted.page().paymentOptions().stream()
                .filter(PaymentOption::isEnabled)
                .filter(option -> option.isManual() || option.type() == PaymentOption.Type.FULL)
                .toList();
        List<Choice> choices = new ArrayList<>();
        String sent = form.text(Inputs.OPTION);
        for (PaymentOption option : offered) {
            String value =
                    option.manualType() == null ? CARD : option.manualType().wire();
            boolean selected = sent == null ? choices.isEmpty() : sent.equals(value);
            choices.add(new Choice(
                    value,
                    Objects.requireNonNullElse(option.name(), messages.text("option.card")),
                    option.description(),
                    null,
                    null,
                    null,
                    null,
                    false,
                    selected));
        }
        return choices;
    }

    private String submit(@Nullable Quote quote, List<Choice> options) {
        boolean card = options.stream()
                .noneMatch(option -> option.selected() && !option.value().equals(CARD));
        boolean free = (quote != null && quote.total() == 0) || hosted.page().testmode();
        return messages.text(free ? "submit.free" : card ? "submit.pay" : "submit.order");
    }

    private List<ErrorLink> links() {
        return errors.byInput().entrySet().stream()
                .map(error ->
                        new ErrorLink("f-" + error.getKey().replace('.', '-'), label(error.getKey()), error.getValue()))
                .toList();
    }

    private String label(String input) {
        BuyerField field = FieldErrors.field(hosted.page().fields(), input);
        if (field != null) {
            return field.label() + new AddressViews(messages, form, errors).label(input) + SEPARATOR;
        }
        if (input.startsWith("variants.")) {
            return hosted.page().product().variants().stream()
                    .filter(variant -> input.startsWith(Inputs.variant(variant.id())))
                    .map(variant -> variant.displayName() + SEPARATOR)
                    .findFirst()
                    .orElse("");
        }
        return "";
    }
}
