package io.tollgate.sales.cart;

import static io.tollgate.sales.cart.Samples.price;
import static io.tollgate.sales.cart.Samples.product;
import static io.tollgate.sales.cart.Samples.variant;
import static io.tollgate.sales.cart.Samples.when;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.OrderBump;
import io.tollgate.catalog.model.PageStatus;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.model.Selection;
import io.tollgate.catalog.model.ShowHideLogic.Comparison;
import io.tollgate.catalog.model.Variant;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.pricing.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProductCartTest {
    private final List<Problem> problems = new ArrayList<>();

    private @Nullable ProductCart cart(Product product, RequestedProduct requested, BumpCart.Choice... bumps) {
        problems.clear();
        CheckoutPage page = new CheckoutPage(
                "page",
                "slug",
                null,
                PageStatus.PUBLISHED,
                false,
                product,
                List.of(),
                List.of(),
                null,
                List.of(),
                false,
                null,
                false,
                false,
                false,
                null);
        return ProductCart.of(page, requested, List.of(bumps), null, OrderTax.NONE, problems);
    }

    private long total(Product product, RequestedProduct requested, BumpCart.Choice... bumps) {
        return Objects.requireNonNull(cart(product, requested, bumps), problems::toString)
                .quote()
                .total();
    }

    private static RequestedProduct requested(int quantity, RequestedVariant... variants) {
        return new RequestedProduct(null, quantity, null, List.of(variants));
    }

    private static RequestedVariant variantOf(String id, String... options) {
        List<RequestedVariant.Option> wanted = new ArrayList<>();
        for (String option : options) {
            wanted.add(new RequestedVariant.Option(option, null, null));
        }
        return new RequestedVariant(id, wanted);
    }

    @Test
    void the_default_price_is_charged_for_each() {
        assertThat(total(product(price("p", 1500), false), requested(3))).isEqualTo(4500);
    }

    @Test
    void a_price_of_another_product_is_rejected() {
        RequestedProduct other = new RequestedProduct("other", 1, null, List.of());
        assertThat(cart(product(price("p", 1500), false), other)).isNull();
        assertThat(problems).extracting(Problem::param).containsExactly("priceId");
    }

    @Test
    void the_setup_fee_is_charged_once_unless_it_multiplies() {
        Price once = Samples.price("p", 1000, "eur", 300, false, null);
        Price each = Samples.price("p", 1000, "eur", 300, true, null);
        assertThat(total(product(once, false), requested(2))).isEqualTo(2300);
        assertThat(total(product(each, false), requested(2))).isEqualTo(2600);
    }

    @Test
    void a_required_variant_needs_one_of_its_enabled_options() {
        Product product = product(price("p", 1000), false, variant("size", Selection.SINGLE, true, null));
        assertThat(cart(product, requested(1))).isNull();
        assertThat(problems).extracting(Problem::message).containsExactly("must include a selection for Variant size");
        assertThat(cart(product, requested(1, variantOf("size", "gone")))).isNull();
        assertThat(problems).extracting(Problem::param).containsExactly("variants[0].options[0].optionId");
        assertThat(cart(product, requested(1, variantOf("size", "s", "l")))).isNull();
        assertThat(total(product, requested(2, variantOf("size", "l")))).isEqualTo(2500);
    }

    @Test
    void a_variant_that_is_not_shown_cannot_be_chosen_and_need_not_be() {
        Product product = product(
                price("p", 1000),
                true,
                variant("size", Selection.SINGLE, false, null),
                variant("fit", Selection.SINGLE, true, when("size", Comparison.IS, "Large")));
        assertThat(total(product, requested(1, variantOf("size", "s")))).isEqualTo(1000);
        assertThat(cart(product, requested(1, variantOf("size", "s"), variantOf("fit", "s"))))
                .isNull();
        assertThat(problems).extracting(Problem::message).containsExactly("is not offered with this selection");
        assertThat(cart(product, requested(1, variantOf("size", "l")))).isNull();
        assertThat(total(product, requested(1, variantOf("size", "l"), variantOf("fit", "s"))))
                .isEqualTo(1500);
    }

    @Test
    void a_number_of_options_that_cannot_be_counted_is_rejected() {
        Variant.Option large = new Variant.Option("l", "Large", null, null, 500, false, null);
        Variant extra = new Variant(
                "extra", "Extra", null, null, false, false, Selection.QUANTITY, true, Set.of(), null, List.of(large));
        Product product = product(price("p", 1), false, extra);
        RequestedVariant.Option many = new RequestedVariant.Option("l", 9_999_999, null);
        assertThat(cart(product, requested(9_999_999, new RequestedVariant("extra", List.of(many)))))
                .isNull();
        assertThat(problems).extracting(Problem::param).containsExactly("variants[0].options[0].quantity");
    }

    @Test
    void an_order_bump_needs_the_currency_and_the_rhythm_of_the_page() {
        OrderBump bump = new OrderBump("bump", true, false, null);
        Product once = product(price("b", 700), false);
        RequestedBump wanted = new RequestedBump("bump", 1, List.of());
        BumpCart.Choice choice = new BumpCart.Choice(wanted, bump, once, OrderTax.NONE);
        Product main = product(price("p", 1000), false);
        assertThat(total(main, requested(1), choice)).isEqualTo(1700);
        Price.Recurrence monthly = new Price.Recurrence(Interval.MONTH, 1, null, null, null, null);
        Product recurring = product(Samples.price("b", 700, "eur", 0, false, monthly), false);
        assertThat(cart(main, requested(1), new BumpCart.Choice(wanted, bump, recurring, OrderTax.NONE)))
                .isNull();
        Product dollars = product(Samples.price("b", 700, "usd", 0, false, null), false);
        assertThat(cart(main, requested(1), new BumpCart.Choice(wanted, bump, dollars, OrderTax.NONE)))
                .isNull();
        assertThat(cart(main, requested(1), new BumpCart.Choice(wanted, null, once, OrderTax.NONE)))
                .isNull();
        assertThat(cart(main, requested(1), choice, choice)).isNull();
    }

    @Test
    void an_order_bump_can_depend_on_tickets_or_on_the_price() {
        OrderBump.Logic tickets = new OrderBump.Logic(
                true, OrderBump.Subject.TICKET, OrderBump.Comparison.IS, null, Set.of("vip"), Set.of());
        OrderBump beside = new OrderBump("bump", true, false, tickets);
        assertThat(beside.isShown(null, Set.of("vip"), Set.of())).isTrue();
        assertThat(beside.isShown(null, Set.of("other"), Set.of())).isFalse();
        OrderBump.Logic price = new OrderBump.Logic(
                true, OrderBump.Subject.PRICE, OrderBump.Comparison.IS_NOT, "p", Set.of(), Set.of());
        OrderBump not = new OrderBump("bump", true, false, price);
        assertThat(not.isShown(price("p", 1), Set.of(), Set.of())).isFalse();
        assertThat(not.isShown(price("q", 1), Set.of(), Set.of())).isTrue();
    }
}
