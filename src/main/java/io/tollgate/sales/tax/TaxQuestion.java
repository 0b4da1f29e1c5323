package io.tollgate.sales.tax;

import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.model.SellingPage;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import io.tollgate.processor.TaxableOrder;
import io.tollgate.sales.cart.BumpCart;
import io.tollgate.sales.cart.OrderTax;
import io.tollgate.sales.cart.PostalAddress;
import io.tollgate.sales.cart.TaxAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Describes an order to the processor, which calculates its tax. */
public final class TaxQuestion {
    /** Countries in which the tax depends on the street. Of other addresses, the processor gets only the region. */
    private static final Set<String> BY_STREET = Set.of("US");

    /** Currencies of countries whose prices usually do not include the tax. */
    private static final Set<String> USUALLY_EXCLUSIVE = Set.of("usd", "cad");

    private TaxQuestion() {}

    /** The tax settings of a product or an event. */
    private record Settings(
            @Nullable String behavior, @Nullable String code) {
        boolean inclusive(String currency) {
            return "inclusive".equals(behavior)
                    || (!"exclusive".equals(behavior) && !USUALLY_EXCLUSIVE.contains(currency));
        }

        @Nullable
        String taxCode() {
            return code == null || code.isEmpty() ? null : code;
        }
    }

    /** Returns whether the tax of an order is missing in its price. */
    public static boolean isOpen(OrderTax tax, Quote quote) {
        return tax.byProcessor() && tax.calculation() == null && quote.total() > 0;
    }

    /**
     * Returns an order for the processor.
     *
     * @param untaxed the price without the tax
     * @param bumps the selected order bumps
     */
    public static TaxableOrder of(SellingPage page, Quote untaxed, List<BumpCart.Choice> bumps, TaxAddress address) {
        Settings settings = new Settings(page.taxBehavior(), page.taxCode());
        List<TaxableOrder.Line> lines = new ArrayList<>();
        for (Part part : untaxed.parts()) {
            if (part.line().kind() == Line.Kind.ORDER_BUMP) {
                settings = bump(bumps, part.line().reference());
            }
            if (part.charged() > 0) {
                lines.add(new TaxableOrder.Line(
                        part.charged(),
                        part.line().quantity(),
                        settings.inclusive(page.currency()),
                        settings.taxCode()));
            }
        }
        return new TaxableOrder(page.currency(), lines, address(address));
    }

    /** Returns the settings of an order bump, which apply to its line and to those of its setup fee and variants. */
    private static Settings bump(List<BumpCart.Choice> bumps, String productId) {
        for (BumpCart.Choice bump : bumps) {
            Product product = bump.product();
            if (product != null && product.id().equals(productId)) {
                return new Settings(product.taxBehavior(), product.taxCode());
            }
        }
        return new Settings(null, null);
    }

    private static TaxableOrder.Address address(TaxAddress of) {
        PostalAddress address = of.address();
        boolean street = BY_STREET.contains(of.country());
        return new TaxableOrder.Address(
                street ? address.line1() : null,
                street ? address.line2() : null,
                street ? address.city() : null,
                address.state(),
                address.postalCode(),
                of.country(),
                of.shipping());
    }
}
