package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Payment methods that pages offer and save. */
class SavedPaymentMethodTest {
    private static final String VISA = "4242424242424242";

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private Shelf shelf(String settings) {
        return shop.page("{'name': 'Mug', " + settings
                + " 'productData': {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
    }

    private void buy(Shelf shelf) {
        Shown order = ada.order(shelf.path()).expect(303);
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you for your order");
    }

    private List<JsonNode> objects(String kind) {
        return SimulatorState.objects(shop.seller(), true, kind);
    }

    private JsonNode customer() {
        return shop.seller().live().get("/v1/customers").expect(200).json().at("/data/0");
    }

    @Test
    void aSavedMethodBelongsToOneCustomerOfTheProcessor() {
        Shelf shelf = shelf("'savePaymentMethod': true,");
        buy(shelf);
        String saved = customer().get("processorCustomerId").textValue();
        assertThat(objects("customer")).singleElement().satisfies(customer -> {
            assertThat(customer.get("id").textValue()).isEqualTo(saved);
            assertThat(customer.get("email").textValue()).isEqualTo("ada@example.com");
        });
        buy(shelf);
        assertThat(objects("customer")).as("reused").hasSize(1);
        assertThat(objects("payment_intent")).hasSize(2).allSatisfy(intent -> {
            assertThat(intent.get("customer").textValue()).isEqualTo(saved);
            assertThat(intent.get("setup_future_usage").textValue()).isEqualTo("off_session");
        });
    }

    @Test
    void aCustomerThatTheAccountDoesNotHaveIsCreatedAgain() {
        Shelf shelf = shelf("'savePaymentMethod': true,");
        buy(shelf);
        String former = customer().get("processorCustomerId").textValue();
        TestSeller.rows(
                "DELETE FROM simulated_object WHERE seller_id = $1 AND kind = 'customer'",
                shop.seller().id());
        buy(shelf);
        assertThat(customer().get("processorCustomerId").textValue())
                .isNotEqualTo(former)
                .isEqualTo(objects("customer").get(0).get("id").textValue());
    }

    @Test
    void otherPagesSaveNothing() {
        buy(shelf(""));
        assertThat(customer().get("processorCustomerId").isNull()).isTrue();
        assertThat(objects("customer")).isEmpty();
        assertThat(objects("payment_intent")).singleElement().satisfies(intent -> {
            assertThat(intent.get("customer").isNull()).isTrue();
            assertThat(intent.get("setup_future_usage").isNull()).isTrue();
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "null # true # auto",
                "{'processor': {'card': {'enabled': true}, 'multiple': {'enabled': true}}} # true # auto",
                "{'processor': {'card': {'enabled': true}, 'multiple': {'enabled': false}}} # false # auto",
                "{'processor': {'agpay': {'enabled': false}, 'multiple': {'enabled': false}}} # false # never"
            })
    void aPageOffersItsMethods(String methods, boolean automatic, String wallets) {
        Shelf shelf = shelf("'paymentMethods': " + methods + ",");
        Shown page = ada.get(ada.order(shelf.path()).expect(303).path()).expect(200);
        assertThat(page.html()).contains("data-wallets=\"" + wallets + "\"");
        assertThat(objects("payment_intent"))
                .singleElement()
                .satisfies(intent -> assertThat(
                                intent.at("/automatic_payment_methods/enabled").asBoolean())
                        .isEqualTo(automatic));
    }
}
