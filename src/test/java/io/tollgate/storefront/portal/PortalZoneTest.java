package io.tollgate.storefront.portal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buyers read dates in the time zone of the account. One of these zones always has another date than UTC. */
class PortalZoneTest {
    private final TestShop shop = TestShop.open();

    private static String date(Instant time, String zone) {
        return DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG)
                .withLocale(Locale.US)
                .format(time.atZone(ZoneId.of(zone)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Pacific/Kiritimati", "Etc/GMT+12"})
    void datesAreThoseOfTheAccount(String zone) {
        shop.seller()
                .live()
                .patch("/v1/account", "{\"timezone\": \"" + zone + "\"}")
                .expect(200);
        Shelf box = shop.page("{'name': 'Box', 'locale': 'en-US', 'productData': {'title': 'Box', 'prices': ["
                + "{'amount': 1000, 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1,"
                + " 'trialPeriodDays': 14}}]}}");
        Buyer buyer = new Buyer(shop.gateway().url(), "ada@example.com");
        String shown = buyer.get(box.path()).expect(200).html();
        String order = buyer.order(box.path()).expect(303).path();
        assertThat(buyer.pay(order, "4242424242424242")).isEqualTo("succeeded");
        buyer.comeBack(order);
        JsonNode subscription =
                shop.seller().live().get("/v1/subscriptions").expect(200).json().at("/data/0");
        Instant trialEnd = Instant.parse(subscription.get("trialEnd").textValue());
        assertThat(shown).contains(date(trialEnd, zone));
        PortalVisitor ada = PortalVisitor.of(shop, "ada@example.com");
        ada.login();
        String path = ada.portal() + "/orders/" + subscription.get("id").textValue();
        Instant createdAt = Instant.parse(subscription.get("createdAt").textValue());
        assertThat(ada.browser().get(path).expect(200).html()).contains(date(createdAt, zone), date(trialEnd, zone));
        assertThat(ada.browser().get(path + "/cancel").expect(200).html()).contains(date(trialEnd, zone));
        assertThat(ada.browser().get(ada.portal()).expect(200).html()).contains(date(createdAt, zone));
    }
}
