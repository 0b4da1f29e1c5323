package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.OwnShop;
import io.tollgate.support.PageType;
import io.tollgate.support.TestShop.Shelf;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Strangers who enter the addresses of other people cause few messages. */
class CartAbuseTest extends CartScene {
    private static final String OTHER = "other@example.com";

    private Shelf lamp() {
        return shop.page("{'name': 'Lamp', 'locale': 'en-US', 'testmode': true, 'productData': {'title': 'Lamp',"
                + " 'prices': [{'amount': 2900, 'currency': 'eur'}]}}");
    }

    private void execute(String sql) {
        try (Connection connection = DriverManager.getConnection(
                        PostgresUrl.toJdbc(shop.gateway().databaseUrl()));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reminds an address, gives the cart another address, and leaves a cart with the first address on another page. */
    private void leaveRenameAndLeave() {
        remind();
        Shelf mug = mug("");
        leave(mug.path());
        advance("PT1H");
        assertThat(reminders(EMAIL)).isEqualTo(1);
        Map<String, String> renamed = fillIn(ada, mug.path());
        renamed.replaceAll((name, value) -> value.equals(EMAIL) ? OTHER : value);
        save(ada, mug.path(), renamed).expect(204);
        assertThat(list("/v1/payments?status=draft"))
                .singleElement()
                .satisfies(draft ->
                        assertThat(draft.get("customerEmail").textValue()).isEqualTo(OTHER));
        leave(lamp().path());
    }

    @Test
    void anAddressIsRemindedOnceInADayWhateverBecomesOfTheCart() {
        leaveRenameAndLeave();
        // The cart with the other address, and the one on the other page.
        assertThat(types(advance("PT1H")))
                .containsExactlyInAnyOrder("cart.abandoned", "cart.reminded", "cart.abandoned");
        assertThat(reminders(OTHER)).isEqualTo(1);
        assertThat(reminders(EMAIL)).isEqualTo(1);
    }

    /** The control. */
    @Test
    void withoutTheClaimTheAddressIsRemindedAgain() {
        leaveRenameAndLeave();
        execute("DELETE FROM reminder_recipient WHERE seller_id = '"
                + shop.seller().id() + "'");
        assertThat(types(advance("PT1H")))
                .containsExactlyInAnyOrder("cart.abandoned", "cart.reminded", "cart.abandoned", "cart.reminded");
        assertThat(reminders(EMAIL)).isEqualTo(2);
    }

    /** The buyer corrects the address after a reminder went to the wrong one. */
    @Test
    void linksOfAReminderBelongToTheAddressThatReceivedIt() {
        remind();
        Shelf mug = mug("");
        leave(mug.path());
        advance("PT1H");
        String cart = link("cart");
        String stop = link("reminders");
        Map<String, String> renamed = fillIn(ada, mug.path());
        renamed.replaceAll((name, value) -> value.equals(EMAIL) ? OTHER : value);
        save(ada, mug.path(), renamed).expect(204);
        Buyer stranger = new Buyer(shop.gateway().url(), EMAIL);
        String restored = stranger.get(stranger.get(cart).expect(303).path()).html();
        assertThat(restored).doesNotContain(OTHER, "were restored");
        stranger.post(stop, Map.of("List-Unsubscribe", "One-Click")).expect(200);
        leave(lamp().path());
        advance("P1D");
        assertThat(reminders(OTHER)).isEqualTo(2);
        assertThat(reminders(EMAIL)).isEqualTo(1);
    }

    /** Records show an id of the visit to every seller; it is not the one that finds a buyer's cart. */
    @Test
    void visitOfARecordOpensNoCart() {
        remind();
        Shelf mug = mug("");
        leave(mug.path());
        Buyer attacker = new Buyer(shop.gateway().url(), OTHER);
        attacker.setCookie("tollgate_visit", payment().get("visitId").textValue());
        save(attacker, mug.path(), fillIn(attacker, mug.path())).expect(204);
        assertThat(attacker.cookie("tollgate_visit"))
                .as("a visit that Tollgate has not signed is replaced")
                .isNotEqualTo(list("/v1/payments").get(1).get("visitId").textValue());
        assertThat(list("/v1/payments"))
                .extracting(payment -> payment.get("customerEmail").textValue())
                .containsExactlyInAnyOrder(EMAIL, OTHER);
    }

    @Test
    void cartsOfAnAddressThatAreDueAtOnceCauseOneReminder() {
        remind();
        for (int i = 0; i < 6; i++) {
            Buyer browser = new Buyer(shop.gateway().url(), EMAIL);
            String path = lamp().path();
            save(browser, path, fillIn(browser, path)).expect(204);
        }
        advance("PT1H");
        assertThat(reminders(EMAIL)).isEqualTo(1);
        advance("P3D");
        assertThat(reminders(EMAIL)).isLessThanOrEqualTo(4);
    }

    @Test
    void anAddressHasFewOpenCarts() {
        remind();
        for (int i = 0; i < 12; i++) {
            Buyer browser = new Buyer(shop.gateway().url(), EMAIL);
            String path = lamp().path();
            save(browser, path, fillIn(browser, path)).expect(204);
        }
        assertThat(list("/v1/payments?limit=50")).hasSize(10);
    }

    @Test
    void nameThatAdvertisesIsNotInTheReminder() {
        remind();
        Shelf mug = mug("");
        Map<String, String> form = new HashMap<>(fillIn(ada, mug.path()));
        form.replaceAll((name, value) -> value.equals("Ada Lovelace") ? "You won! Go to prize.example/ada" : value);
        save(ada, mug.path(), form).expect(204);
        advance("PT1H");
        assertThat(new OutboxReader(shop)
                        .message(EMAIL, MailPurpose.CART_REMINDER)
                        .html())
                .contains("Your cart is still there", "Hello,")
                .doesNotContain("prize");
    }

    @Test
    void oneNetworkAddressBeginsFewCarts() {
        try (OwnShop market = OwnShop.open(Map.of("rateLimits.buyerCartsPerHour", "2"))) {
            market.api().patch("/v1/account", ON).expect(200);
            String path = market.page(PageType.PRODUCT, 1_900, 100).path();
            for (String name : List.of("a", "b", "c", "b")) {
                Buyer buyer = market.buyer(name + "@example.com");
                buyer.post(path + "/cart", buyer.form(buyer.get(path))).expect(204);
            }
            assertThat(market.api().get("/v1/payments?status=draft").total()).isEqualTo(2);
        }
    }
}
