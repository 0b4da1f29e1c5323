package io.tollgate.storefront;

import io.tollgate.cart.TaxAddress;
import io.tollgate.catalog.PageTax;
import io.tollgate.checkoutpage.HostedPages.HostedPage;
import io.tollgate.page.PageKind;
import io.tollgate.purchase.Visit;
import java.util.Map;
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
    public OrderFormReader.Read read(HostedPage hosted, SubmittedForm form, Visit visit) {
        return OrderFormReader.read(hosted, form, visit);
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
                .build(
                        open.shell(),
                        open.action(),
                        order.csrf(),
                        order.price(),
                        order.notice() != null ? order.notice() : reason,
                        closed != null);
    }

    @Override
    public String fragmentTemplate() {
        return "summary.jte";
    }

    @Override
    public SummaryView fragment(PageRequest<HostedPage> open, OrderState order) {
        return SummaryView.of(open.messages(), order.price(), open.hosted().page(), open.form());
    }

    @Override
    public boolean readsAgain() {
        return false;
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
        boolean once = hosted.page().product().prices().stream()
                .anyMatch(price -> price.isEnabled() && price.recurrence() == null);
        boolean known = once
                || hosted.page().taxMode() != PageTax.Mode.PROCESSOR
                || hosted.page().product().price().recurrence() == null;
        return known && !TaxAddress.isMissing(hosted.page()) ? null : "notice.unsupported";
    }
}
