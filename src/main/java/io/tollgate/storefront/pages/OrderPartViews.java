package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.Bump;
import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Variant;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.pricing.Quote;
import io.tollgate.sales.cart.SubscriptionCart;
import io.tollgate.sales.checkout.OrderPrice;
import io.tollgate.storefront.pages.CheckoutView.BumpView;
import io.tollgate.storefront.pages.CheckoutView.Choice;
import io.tollgate.storefront.pages.CheckoutView.CouponView;
import io.tollgate.storefront.pages.CheckoutView.ErrorLink;
import io.tollgate.storefront.pages.CheckoutView.FeatureView;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds the parts that the forms of checkout pages and of events share. */
record OrderPartViews(Hosted hosted, Messages messages, SubmittedForm form, FormErrors errors, List<String> revealed) {
    private String money(long amount) {
        return messages.money(amount, hosted.page().currency());
    }

    /** Returns the view of a required text input. */
    FieldView input(String name, String label, @Nullable String description, String value) {
        return text(name, FieldView.MONEY, label, description, null, value, true, errors.of(name));
    }

    /** Returns the view of a text input whose label says what is expected. */
    static FieldView text(
            String name,
            String type,
            String label,
            @Nullable String description,
            @Nullable String placeholder,
            String value,
            boolean required,
            @Nullable String error) {
        return new FieldView(
                name,
                "input",
                type,
                label,
                description,
                placeholder,
                value,
                required,
                null,
                null,
                null,
                List.of(),
                error,
                null,
                List.of());
    }

    List<FieldView> fields(UploadsView uploads) {
        return hosted.page().fields().stream()
                .map(field -> field(field, uploads))
                .toList();
    }

    List<BumpView> bumps() {
        return hosted.bumps().stream().filter(this::isShown).map(this::bump).toList();
    }

    private FieldView field(BuyerField field, UploadsView uploads) {
        String country = PhoneCountry.of(hosted.page().locale(), hosted.seller().country());
        return new FieldView.Builder(messages, form, errors, hosted.page().fields(), uploads.byField(), country)
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
                ShortenedText.of(
                        messages,
                        bump.texts().shortDescription(),
                        bump.content().shortenDescription()),
                messages.money(price.amount(), price.currency()),
                price.discountedFromPrice() == null
                        ? null
                        : messages.money(price.discountedFromPrice(), price.currency()),
                bump.texts().media().isEmpty() ? null : bump.texts().media().get(0),
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

    @Nullable
    CouponView coupon(LiveOrder live) {
        if (!hosted.content().showCouponCodeField()) {
            return null;
        }
        String value = Objects.requireNonNullElse(form.raw(Inputs.COUPON), "");
        boolean open = "field".equals(hosted.content().showCouponCodeFieldType()) || !value.isEmpty();
        String shown = errors.of(Inputs.COUPON);
        // The problems that are shown may be others: the price is without a coupon that has one.
        String error = shown != null ? shown : live.errors().of(Inputs.COUPON);
        boolean applied = !value.isBlank() && error == null && live.price().quote() != null;
        return new CouponView(value.strip(), open, applied, error);
    }

    /** Returns the payment options that buyers can choose; empty if there is only the payment by card. */
    List<Choice> options() {
        List<PaymentChoice> offered = PaymentChoice.of(hosted.page());
        PaymentChoice selected = PaymentChoice.selected(hosted.page(), form);
        if (offered.size() == 1 && offered.get(0).value().equals(PaymentChoice.CARD)) {
            return List.of();
        }
        return offered.stream()
                .map(choice -> new Choice(
                        choice.value(),
                        name(choice.option()),
                        choice.option() == null ? null : choice.option().description(),
                        null,
                        null,
                        deposit(choice.option()),
                        null,
                        false,
                        choice.equals(selected)))
                .toList();
    }

    private String name(@Nullable PaymentOption option) {
        String name = option == null ? null : option.name();
        return name == null ? messages.text("option.card") : name;
    }

    /** Returns what is paid at once with a deposit; null for other options. */
    private @Nullable String deposit(@Nullable PaymentOption option) {
        Long amount = option == null || option.type() != PaymentOption.Type.PARTIAL ? null : option.partialAmount();
        return amount == null ? null : messages.text("option.now", money(amount));
    }

    SubmitView submit(OrderPrice order) {
        Quote quote = order.quote();
        boolean card = PaymentChoice.selected(hosted.page(), form).isCard();
        SubscriptionCart subscription = order.subscription();
        boolean paysLater = subscription != null && !subscription.isFree();
        if (!paysLater && quote != null && quote.total() == 0) {
            return new SubmitView(
                    messages.text(hosted instanceof HostedEvent ? "submit.freeTickets" : "submit.free"), false);
        }
        if (!paysLater && hosted.page().testmode()) {
            return new SubmitView(messages.text("submit.test"), false);
        }
        return new SubmitView(messages.text(card ? "submit.pay" : "submit.order"), card);
    }

    List<ErrorLink> links() {
        return errors.byInput().entrySet().stream()
                .sorted(Comparator.comparingInt(error -> position(error.getKey())))
                .map(error ->
                        new ErrorLink("f-" + error.getKey().replace('.', '-'), label(error.getKey()), error.getValue()))
                .toList();
    }

    /** Returns where an input is on the page, so that problems are listed in the order of the page. */
    private int position(String input) {
        List<String> parts =
                List.of("priceId", "amount", "variants", "groups", "tickets", "fields", "attendees", "bumps");
        int part = parts.indexOf(input.split("\\.", 2)[0]);
        BuyerField field = FieldErrors.field(hosted.page().fields(), input);
        int within = field == null ? 0 : hosted.page().fields().indexOf(field);
        return (part < 0 ? parts.size() : part) * 1_000 + within;
    }

    private List<Variant> variants() {
        return hosted instanceof HostedPage page ? page.page().product().variants() : List.of();
    }

    private String label(String input) {
        BuyerField field = FieldErrors.field(hosted.page().fields(), input);
        if (field != null) {
            return FieldErrors.label(messages, field) + new AddressViews(messages, form, errors).label(input) + " – ";
        }
        if (input.startsWith("variants.")) {
            return variants().stream()
                    .filter(variant -> input.startsWith(Inputs.variant(variant.id())))
                    .map(variant -> variant.displayName() + " – ")
                    .findFirst()
                    .orElse("");
        }
        return "";
    }
}
