package io.tollgate.tools.demo;

import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.PageTax;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.pricing.Percent;
import io.tollgate.pricing.Taxation;
import io.tollgate.pricing.Taxation.Rate;
import io.tollgate.sales.cart.AppliedCoupon;
import io.tollgate.sales.cart.CouponReference;
import io.tollgate.sales.cart.OrderTax;
import io.tollgate.sales.cart.OrderTax.ProcessorTax;
import io.tollgate.sales.purchase.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Creates the values that all kinds of purchases share. */
final class Sales {
    private static final List<String> SOURCES = List.of("newsletter", "instagram", "google", "freunde");
    private static final Taxation STATE_AND_CITY = new Taxation(
            false,
            List.of(
                    new Rate("NY State Sales Tax", Percent.of(4)),
                    new Rate("NY City Sales Tax", Percent.of(4.5)),
                    new Rate("Metropolitan District Tax", Percent.of(0.375))));
    private static final Taxation VAT_OF_DESTINATION = new Taxation(false, List.of(new Rate("VAT", Percent.of(21))));
    private static final Taxation NOT_COLLECTING = new Taxation(false, List.of(new Rate("Tax", Percent.of(0))));

    private Sales() {}

    /** Creates a cart and requires it to be valid. */
    static <T> T cart(Function<List<Problem>, @Nullable T> rules) {
        List<Problem> problems = new ArrayList<>();
        T cart = rules.apply(problems);
        if (cart == null) {
            throw new IllegalStateException("the demo orders wrongly: " + problems);
        }
        return cart;
    }

    static @Nullable AppliedCoupon applied(@Nullable Coupon coupon) {
        return coupon == null ? null : new AppliedCoupon(coupon, new CouponReference(CouponReference.ID, coupon.id()));
    }

    static OrderTax tax(PageTax.Mode mode, List<String> rateIds, Shop shop, Person person) {
        if (mode == PageTax.Mode.PROCESSOR) {
            return new OrderTax(null, true, byProcessor(person.region().country()), null);
        }
        List<String> ids = OrderTax.rateIds(mode, rateIds);
        return OrderTax.of(
                mode,
                shop.taxRates().stream().filter(rate -> ids.contains(rate.id())).toList());
    }

    private static ProcessorTax byProcessor(String country) {
        return switch (country) {
            case "US" -> new ProcessorTax(country, "NY", "sales_tax", STATE_AND_CITY);
            case "DE", "FR", "PL", "GR", "GB" -> new ProcessorTax(country, null, "vat", VAT_OF_DESTINATION);
            default -> new ProcessorTax(country, null, "vat", NOT_COLLECTING);
        };
    }

    /** Generates the data that a browser sends. */
    static Visit visit(PurchasePlan plan, Person person, DemoRandom random) {
        boolean campaign = random.percent(30);
        return new Visit(
                person.clientIp(),
                random.uuid(),
                person.userAgent(),
                person.screenWidth(),
                plan.live() ? "v_" + random.hex(20) : "vt_" + random.hex(19),
                campaign
                        ? new TreeMap<>(
                                Map.of("utm_source", random.pick(SOURCES), "utm_campaign", "spring-" + random.below(4)))
                        : Map.of(),
                null);
    }
}
