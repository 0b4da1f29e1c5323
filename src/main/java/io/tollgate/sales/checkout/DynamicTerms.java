package io.tollgate.sales.checkout;

import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.PriceTabs;
import io.tollgate.catalog.model.Product;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The terms of a sale that the address of a page sets, as far as the page allows it: its price, the number of payments
 * of a plan, and the price that is selected at first. Values that are not valid are ignored.
 */
public final class DynamicTerms {
    /** Sets the amount of the price that is selected at first, in minor units. */
    public static final String PRICE = "price";

    /** Selects a price by its id or its reference. */
    public static final String PRESELECTED = "preselectedPrice";

    /** Sets the number of payments of the plan that is selected at first. */
    public static final String ITERATIONS = "planIterations";

    /** Offers a payment option that buyers do not see otherwise, by its type or manual type. */
    public static final String OPTION = "paymentOption";

    /** At most 9999, more than a plan can have. */
    private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,3}");

    /** At most 99,999,999. */
    private static final Pattern AMOUNT = Pattern.compile("0|[1-9][0-9]{0,7}");

    private static final Pattern COMMA = Pattern.compile(",");

    private DynamicTerms() {}

    /** Returns the page with the terms that the query parameters of its address set. */
    public static CheckoutPage apply(CheckoutPage page, Map<String, String> parameters) {
        Product product = preselected(page, parameters);
        Price first = product.defaultPrice();
        Price set = withIterations(page, parameters, withAmount(page, parameters, first));
        if (set == first) {
            return page.withProduct(product);
        }
        List<Price> prices = product.prices().stream()
                .map(price -> Objects.equals(price.id(), first.id()) ? set : price)
                .toList();
        return page.withProduct(
                product.withPrices(first.id() == null ? set : product.price(), prices, product.defaultPriceId()));
    }

    private static Price withAmount(CheckoutPage page, Map<String, String> parameters, Price price) {
        Long amount = page.allowDynamicPrice() ? amount(parameters.get(PRICE)) : null;
        return amount == null || !isFixed(price) ? price : price.withAmount(amount);
    }

    private static Price withIterations(CheckoutPage page, Map<String, String> parameters, Price price) {
        Price.Recurrence plan = price.paymentPlan();
        String sent = page.allowDynamicPlanIterations() ? parameters.get(ITERATIONS) : null;
        if (plan == null || sent == null || !COUNT.matcher(sent).matches()) {
            return price;
        }
        int payments = Integer.parseInt(sent);
        return plan.isPlanOf(payments) ? price.withPaymentPlan(plan.withIterations(payments)) : price;
    }

    private static boolean isFixed(Price price) {
        return !price.payWhatYouWant() && price.recurrence() == null;
    }

    /** Returns the amount in minor units of a parameter; null if it is absent or no valid amount. */
    public static @Nullable Long amount(@Nullable String value) {
        return value != null && AMOUNT.matcher(value).matches() ? Long.valueOf(value) : null;
    }

    /**
     * Returns the payment options that a page offers at an address: the enabled ones that are shown or named by the
     * address. If that is none, a page offers all enabled ones, so that it can always be ordered from.
     */
    public static List<PaymentOption> options(List<PaymentOption> options, Map<String, String> parameters) {
        String named = parameters.get(OPTION);
        List<PaymentOption> offered = options.stream()
                .filter(PaymentOption::isEnabled)
                .filter(option -> option.isShown() || Objects.equals(option.wire(), named))
                .toList();
        return offered.isEmpty() ? options : offered;
    }

    /** Returns the references of hidden prices and other parts of the page that its address shows. */
    public static List<String> revealed(Map<String, String> parameters) {
        return parameters.values().stream().flatMap(COMMA::splitAsStream).toList();
    }

    /** Returns the product with the price that is selected at first as its default price. */
    private static Product preselected(CheckoutPage page, Map<String, String> parameters) {
        Product product = page.product();
        String named = page.allowDynamicPreselectedPrice() ? parameters.get(PRESELECTED) : null;
        return product.prices().stream()
                .filter(price -> named != null
                        && price.isEnabled()
                        && (named.equals(price.id()) || named.equals(price.reference())))
                .findFirst()
                .or(() -> ofFirstTab(product, revealed(parameters)))
                .map(price -> product.withPrices(product.price(), product.prices(), price.id()))
                .orElse(product);
    }

    /** Returns the price that the seller has named for the first tab; empty if there are no tabs or none is named. */
    private static Optional<Price> ofFirstTab(Product product, List<String> revealed) {
        return product.tabs(price -> !price.hidden() || revealed.contains(String.valueOf(price.reference()))).stream()
                .limit(1)
                .filter(PriceTabs.Tab::named)
                .map(PriceTabs.Tab::first)
                .findFirst();
    }

    /**
     * Returns the amount that the address has set for a price of the page; null if it has set none.
     *
     * @param selected the price that the buyer selected
     */
    static @Nullable Long recorded(CheckoutPage page, Map<String, String> parameters, Price selected) {
        Product product = preselected(page, parameters);
        boolean first = Objects.equals(product.defaultPrice().id(), selected.id());
        return first && page.allowDynamicPrice() && isFixed(selected) ? amount(parameters.get(PRICE)) : null;
    }
}
