package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Orders whose hold ends: not paid, paid too late, or paid by a buyer who does not return. */
class CheckoutExpiryTest {
    private static final String VISA = "4242424242424242";

    private final TestShop shop = TestShop.open();
    private final Buyer ada = buyer("ada@example.com");

    private Buyer buyer(String email) {
        return new Buyer(shop.gateway().url(), email);
    }

    private JsonNode payments() {
        return shop.seller().live().get("/v1/payments").expect(200).json().get("data");
    }

    /** Creates a page with a single piece. */
    private Shelf stocked() {
        return stocked("");
    }

    private Shelf stocked(String price) {
        return shop.page("{'name': 'Mug', 'productData': {'title': 'Mug', 'stock': 1, 'hasUnlimitedStock': false,"
                + " 'prices': [{'amount': 1900, 'currency': 'eur'" + price + "}]}}");
    }

    private int stock(Shelf shelf) {
        return shop.seller()
                .live()
                .get("/v1/checkout-pages/" + shelf.id())
                .expect(200)
                .json()
                .at("/data/product/stock")
                .intValue();
    }

    /** Ends the hold of all open orders of the seller, and makes their tasks due. */
    private void endHolds() throws SQLException {
        update("checkout SET hold_until = now() - interval '1 second'");
        update("processor_task SET due_at = now()");
    }

    private void update(String change) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        PostgresUrl.toJdbc(shop.gateway().databaseUrl()));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "UPDATE " + change + " WHERE seller_id = '" + shop.seller().id() + "'");
        }
    }

    @Test
    void unpaidOrderExpiresAndReleasesItsStockOnce() throws SQLException {
        Shelf shelf = stocked();
        Shown order = ada.order(shelf.path()).expect(303);
        ada.get(order.path()).expect(200);
        assertThat(stock(shelf)).isZero();
        endHolds();
        assertThat(shop.settles(() -> stock(shelf) == 1)).isTrue();
        assertThat(ada.get(order.path()).expect(200).html()).contains("This order has expired");
        endHolds();
        ada.get(order.path());
        assertThat(stock(shelf)).isEqualTo(1);
        buyer("bob@example.com").order(shelf.path()).expect(303);
    }

    /** A processor can reject an order for good that Tollgate accepts, for example by a rule that it adds later. */
    @Test
    void orderThatTheProcessorRejectsExpiresAndReleasesItsStock() throws SQLException {
        Shelf shelf = stocked(", 'recurring': {'interval': 'month', 'intervalCount': 1}");
        Shown order = ada.order(shelf.path()).expect(303);
        update("checkout SET order_json = "
                + "regexp_replace(order_json, '\"intervalCount\" *: *1', '\"intervalCount\":48', 'g')");
        assertThat(ada.get(order.path()).status()).isNotEqualTo(200);
        assertThat(stock(shelf)).isZero();
        endHolds();
        assertThat(shop.settles(() -> stock(shelf) == 1)).isTrue();
        assertThat(ada.get(order.path()).expect(200).html()).contains("This order has expired");
    }

    @Test
    void expiredOrderCannotBePaid() throws SQLException {
        Shelf shelf = stocked();
        Shown order = ada.order(shelf.path()).expect(303);
        Shown page = ada.get(order.path()).expect(200);
        endHolds();
        assertThat(shop.settles(() -> stock(shelf) == 1)).isTrue();
        assertThat(ada.payFrom(page, VISA)).as("the payment is canceled").isNotEqualTo("succeeded");
        assertThat(payments()).isEmpty();
    }

    @Test
    void paidOrderIsRecordedAlthoughTheBuyerDoesNotReturn() throws SQLException {
        Shelf shelf = stocked();
        Shown order = ada.order(shelf.path()).expect(303);
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        endHolds();
        assertThat(shop.settles(() -> payments().size() == 1)).isTrue();
        assertThat(payments().get(0).get("status").textValue()).isEqualTo("paid");
        assertThat(stock(shelf)).isZero();
    }
}
