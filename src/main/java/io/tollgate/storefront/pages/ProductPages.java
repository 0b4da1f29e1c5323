package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.catalog.file.BuyerUpload;
import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.PageTax;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.sales.cart.TaxAddress;
import io.tollgate.sales.purchase.Visit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The pages on which buyers order a product.
 *
 * @param publicUrl the address at which buyers reach Tollgate, without a trailing slash
 */
record ProductPages(String publicUrl) implements SellingPageType<HostedPage> {
    /** The key of the message of a page whose product is sold out. */
    static final String SOLD_OUT = "notice.productSoldOut";

    @Override
    public PageKind kind() {
        return PageKind.CHECKOUT;
    }

    @Override
    public Class<HostedPage> pageClass() {
        return HostedPage.class;
    }

    @Override
    public HostedPage addressed(HostedPage hosted, Map<String, String> parameters) {
        return DynamicTexts.apply(hosted, parameters);
    }

    @Override
    public boolean sellsOnce(HostedPage hosted) {
        Product product = hosted.page().product();
        return product.isOncePerCustomer() || product.isOneSubscriptionPerCustomer();
    }

    @Override
    public OrderFormReader.Read read(
            HostedPage hosted,
            SubmittedForm form,
            NumberReader numbers,
            Map<String, List<BuyerUpload>> files,
            Visit visit) {
        return OrderFormReader.read(hosted, form, numbers, files, visit);
    }

    @Override
    public String template() {
        return "checkout.jte";
    }

    @Override
    public @Nullable String closed(PageRequest<HostedPage> open) {
        return reason(open, closedKey(open));
    }

    private static @Nullable String reason(PageRequest<HostedPage> open, @Nullable String closedKey) {
        return closedKey == null ? null : open.messages().text(closedKey);
    }

    @Override
    public CheckoutView view(PageRequest<HostedPage> open, OrderState order) {
        String closed = closedKey(open);
        String reason = reason(open, closed);
        return new CheckoutViews(open.hosted(), open.messages(), open.form(), order.errors(), open.revealed())
                .build(
                        open.shell(),
                        head(open, closed),
                        open.action(),
                        order,
                        reason != null ? reason : order.notice(),
                        closed != null);
    }

    private @Nullable PageHead head(PageRequest<HostedPage> open, @Nullable String closed) {
        HostedPage stored = open.stored();
        return PageHead.of(
                open,
                publicUrl,
                html(stored),
                ProductMarkup.images(stored),
                url -> new ProductMarkup(stored, url, publicUrl, closed).build());
    }

    /** Returns the description of a page, or else of its product; not cleaned. */
    static @Nullable String html(HostedPage hosted) {
        String own = hosted.content().descriptionHtml();
        return own == null ? hosted.content().product().description() : own;
    }

    @Override
    public String fragmentTemplate() {
        return "checkoutUpdate.jte";
    }

    /** Returns the key of the message that says why the page sells nothing; null if it sells. */
    private static @Nullable String closedKey(PageRequest<HostedPage> open) {
        HostedPage hosted = open.hosted();
        if (open.isArchived()) {
            return "notice.closed";
        }
        Integer stock = hosted.content().product().stock();
        if (stock != null && stock <= 0 && !hosted.page().testmode()) {
            return SOLD_OUT;
        }
        Product product = hosted.page().product();
        boolean sells = Stream.concat(Stream.of(product.price()), product.prices().stream())
                .anyMatch(price -> price.isEnabled() && isSold(hosted, price));
        return sells && !TaxAddress.isMissing(hosted.page()) ? null : "notice.unsupported";
    }

    /** Returns whether the processor can bill the price, a plan costs something, and Tollgate calculates its tax. */
    static boolean isSold(HostedPage hosted, Price price) {
        CheckoutPage page = hosted.page();
        Price.Recurrence recurrence = price.recurrence();
        if (recurrence == null) {
            return true;
        }
        boolean costs = price.paymentPlan() == null
                || price.amount() + price.setupFee() > 0
                || page.allowDynamicPrice()
                || !page.product().variants().isEmpty()
                || !hosted.bumps().isEmpty();
        return costs && recurrence.isBillable() && page.taxMode() != PageTax.Mode.PROCESSOR;
    }
}
