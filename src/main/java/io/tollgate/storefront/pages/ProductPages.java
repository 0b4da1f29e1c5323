package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.catalog.file.BuyerUpload;
import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.PageTax;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.sales.cart.TaxAddress;
import io.tollgate.sales.purchase.Visit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The pages on which buyers order a product. */
record ProductPages() implements SellingPageType<HostedPage> {
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
    public CheckoutView view(PageRequest<HostedPage> open, OrderState order) {
        String closed = closed(open);
        String reason = closed == null ? null : open.messages().text(closed);
        return new CheckoutViews(open.hosted(), open.messages(), open.form(), order.errors(), open.revealed())
                .build(open.shell(), open.action(), order, reason != null ? reason : order.notice(), closed != null);
    }

    @Override
    public String fragmentTemplate() {
        return "checkoutUpdate.jte";
    }

    /** Returns the key of the message that says why the page sells nothing; null if it sells. */
    private static @Nullable String closed(PageRequest<HostedPage> open) {
        HostedPage hosted = open.hosted();
        if (open.isArchived()) {
            return "notice.closed";
        }
        Integer stock = hosted.content().product().stock();
        if (stock != null && stock <= 0 && !hosted.page().testmode()) {
            return "notice.productSoldOut";
        }
        Product product = hosted.page().product();
        boolean sells = Stream.concat(Stream.of(product.price()), product.prices().stream())
                .anyMatch(price -> price.isEnabled() && isSold(hosted, price));
        return sells && !TaxAddress.isMissing(hosted.page()) ? null : "notice.unsupported";
    }

    /** Returns whether the processor can bill the price, a plan costs something, and Tollgate calculates its tax. */
    private static boolean isSold(HostedPage hosted, Price price) {
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
