package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.support.Buyer;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestShop.Shelf;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Cards that are tried at payment pages, also for free trials, are limited by order, buyer, address and page. */
class CardAbuseTest extends AbuseScene {
    private static final TestGateway GATEWAY = TestGateway.startPatient(Map.of(
            "trustedProxies", "127.0.0.1",
            "checkout.openPerBuyer", "2",
            "checkout.declinesPerHour", "12",
            "checkout.pageDeclinesPerHour", "20"));

    private static final int CARD_TRIES = 10;

    CardAbuseTest() {
        super(GATEWAY);
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    /** Tries a card that is declined; the page afterwards is that of the order. */
    private static String declined(Buyer buyer, String order) {
        assertThat(buyer.pay(order, "4000000000000002")).isNotEqualTo("succeeded");
        return buyer.comeBack(order).html();
    }

    @Test
    void cardsThatAreTriedAtThePaymentPageAreLimited() {
        Shelf mug = shop.product(1_900);
        Buyer eve = buyer("eve@example.com");
        String first =
                order(eve, "192.0.2.81", mug.path(), Map.of()).expect(303).path();
        for (int i = 1; i < CARD_TRIES; i++) {
            assertThat(declined(eve, first)).as("try %s", i).contains("Your card was declined.");
        }
        // The order ends with its payment.
        assertThat(declined(eve, first)).contains("expired");
        String second =
                order(eve, "192.0.2.82", mug.path(), Map.of()).expect(303).path();
        declined(eve, second);
        declined(eve, second);
        // Another browser, because the same one continues its order.
        order(buyer("eve@example.com"), "192.0.2.83", mug.path(), Map.of()).expect(429);
        order("192.0.2.81", mug.path()).expect(303);
        order("192.0.2.83", mug.path()).expect(303);
        assertThat(eve.pay(second, "4242424242424242")).isEqualTo("succeeded");
    }

    @Test
    void cardsThatOneAddressTriesWithManyNamesAreLimited() {
        Shelf mug = shop.product(1_900);
        for (int i = 0; i < 2; i++) {
            Buyer mallory = buyer("mallory" + i + "@example.com");
            String order = order(mallory, "192.0.2.91", mug.path(), Map.of())
                    .expect(303)
                    .path();
            for (int tries = 0; tries < 6; tries++) {
                declined(mallory, order);
            }
        }
        order("192.0.2.91", mug.path()).expect(429);
        order("192.0.2.91", free().path()).expect(303);
        order("192.0.2.92", mug.path()).expect(303);
    }

    private Shelf trial() {
        String terms = "'recurring': {'interval': 'month', 'intervalCount': 1, 'trialPeriodDays': 7}";
        return shop.page("{'name': 'Box', 'locale': 'en-US', 'productData': {'title': 'Box', 'prices': ["
                + "{'amount': 1900, 'currency': 'eur', " + terms + "}]}}");
    }

    /** A trial charges nothing, so that its cards are saved and not charged. */
    @Test
    void cardsForFreeTrialsAreLimited() {
        Shelf box = trial();
        Buyer eve = buyer("eve-trial@example.com");
        String first =
                order(eve, "192.0.2.101", box.path(), Map.of()).expect(303).path();
        for (int i = 1; i < CARD_TRIES; i++) {
            assertThat(declined(eve, first)).as("try %s", i).contains("Your card was declined.");
        }
        assertThat(declined(eve, first)).contains("expired");
        String second =
                order(eve, "192.0.2.102", box.path(), Map.of()).expect(303).path();
        declined(eve, second);
        shop.seller().settle();
        // The browser does not return, and the processor tells it.
        assertThat(eve.pay(second, "4000000000000002")).isNotEqualTo("succeeded");
        shop.seller().settle();
        assertThat(declines(box)).isEqualTo(CARD_TRIES + 2);
        order(buyer("eve-trial@example.com"), "192.0.2.103", box.path(), Map.of())
                .expect(429);
        order("192.0.2.103", box.path()).expect(303);
        assertThat(eve.pay(second, "4242424242424242")).isEqualTo("succeeded");
    }

    private static long declines(Shelf page) {
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(GATEWAY.databaseUrl()))) {
            return Long.parseLong(
                    FirstColumn.of(connection, "SELECT sum(declines) FROM checkout WHERE page_id = '" + page.id() + "'")
                            .get(0));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void cardsOfOnePageAreLimitedFromAllNetworks() {
        Shelf box = trial();
        Shelf other = trial();
        int declines = 0;
        for (int i = 0; declines < 20; i++) {
            Buyer mallory = buyer("card" + i + "@example.com");
            String order = order(mallory, "192.0.2." + (110 + i), box.path(), Map.of())
                    .expect(303)
                    .path();
            for (int tries = 0; tries < 5; tries++) {
                declined(mallory, order);
                declines++;
            }
        }
        order("192.0.2.120", box.path()).expect(429);
        order("192.0.2.120", other.path()).expect(303);
    }
}
