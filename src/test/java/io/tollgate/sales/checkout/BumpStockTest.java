package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options of an order bump are taken from the stock in the quantity that is charged. */
class BumpStockTest {
    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    @ParameterizedTest
    @CsvSource({"true, quantity, 6", "false, quantity, 2", "true, single, 3", "false, single, 1"})
    void optionsAreClaimedAsTheyAreCharged(boolean increases, String selection, int taken) {
        JsonNode fries = created(
                "/v1/products",
                "{'role': 'orderbump', 'title': 'Fries', 'price': {'amount': 300, 'currency': 'eur'}, 'variants': [{"
                        + "'name': 'Dip', 'selectionType': '" + selection + "', 'increasesWithQuantity': " + increases
                        + ", 'manageVariantOptionStock': true, 'options': [{'name': 'Mayo', 'stock': 50,"
                        + " 'additionalChargeAmount': 50}]}]}");
        String bump = fries.get("id").textValue();
        String variant = fries.at("/variants/0/id").textValue();
        String option = fries.at("/variants/0/options/0/id").textValue();
        Shelf burger = shop.product(900);
        created(
                "/v1/checkout-pages/" + burger.id() + "/order-bumps",
                "{'productId': '" + bump + "', 'allowQuantity': true}");
        Map<String, String> choices =
                new HashMap<>(Map.of("bumps." + bump, "true", "bumps." + bump + ".quantity", "3"));
        String input = "bumps." + bump + ".variants." + variant;
        choices.putAll(selection.equals("single") ? Map.of(input, option) : Map.of(input + "." + option, "2"));
        ada.order(burger.path(), choices).expect(303);
        assertThat(TestSeller.rows(
                                "SELECT taken FROM capacity WHERE upper(kind) = 'VARIANT_OPTION' AND owner_id = $1",
                                option)
                        .iterator()
                        .next()
                        .getInteger(0))
                .isEqualTo(taken);
        long dips = 50L * taken;
        assertThat(TestSeller.rows(
                                "SELECT amount FROM checkout WHERE seller_id = $1",
                                shop.seller().id())
                        .iterator()
                        .next()
                        .getLong(0))
                .isEqualTo(900 + 3 * 300 + dips);
    }

    private JsonNode created(String path, String body) {
        return shop.seller()
                .live()
                .post(path, body.replace('\'', '"'))
                .expect(201)
                .json()
                .get("data");
    }
}
