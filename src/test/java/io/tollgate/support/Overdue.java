package io.tollgate.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.mail.MailPurpose;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A daily subscription of a test's seller whose renewal fails. */
public record Overdue(TestShop shop) {
    public static final String EMAIL = "ada@example.com";

    /** The first charge succeeds, and those of the saved card fail. */
    public static final String WITHOUT_FUNDS = "4000000000007403";

    private static final Pattern LINK = Pattern.compile("href=\"([^\"]*/overdue/[^\"]+)\"");

    /** Moves the subscription back by a little more than a day, so that the simulator renews it now. */
    private static final String RENEW = """
            UPDATE simulated_object SET object = jsonb_set(
                jsonb_set(object, '{billing_cycle_anchor}',
                    to_jsonb((object ->> 'billing_cycle_anchor')::bigint - 86460)),
                '{items,data}',
                (SELECT jsonb_agg(item || jsonb_build_object(
                    'current_period_start', (item ->> 'current_period_start')::bigint - 86460,
                    'current_period_end', (item ->> 'current_period_end')::bigint - 86460))
                 FROM jsonb_array_elements(object #> '{items,data}') item))
            WHERE seller_id = $1 AND kind = 'subscription'
            """;

    private static final String DUE_NOW =
            "UPDATE simulated_billing SET due_at = now() - interval '1 minute' WHERE seller_id = $1";

    public JsonNode subscription() {
        return shop.seller().live().get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    public String status() {
        return subscription().get("status").textValue();
    }

    /** Subscribes at 10.00 a day with a card. */
    public void subscribe(String card) {
        subscribe(card, "");
    }

    private void subscribe(String card, String query) {
        TestShop.Shelf shelf = shop.page("""
                {'name': 'Box', 'locale': 'en-US', 'productData': {'title': 'Box', 'prices': [{'amount': 1000,
                 'currency': 'eur', 'recurring': {'interval': 'day', 'intervalCount': 1}}]}}
                """);
        Buyer ada = new Buyer(shop.gateway().url(), EMAIL);
        Buyer.Shown order = ada.order(shelf.path() + query).expect(303);
        assertThat(ada.pay(order.path(), card)).isEqualTo("succeeded");
        ada.comeBack(order.path());
    }

    /** Subscribes with a card, and lets the renewal fail. */
    public void fail(String card) {
        fail(card, "");
    }

    /** @param query query of the address at which the buyer subscribes, such as {@code ?lang=de} */
    public void fail(String card, String query) {
        subscribe(card, query);
        TestSeller.rows(RENEW, shop.seller().id());
        TestSeller.rows(DUE_NOW, shop.seller().id());
        assertThat(shop.settles(() -> status().equals("past_due"))).isTrue();
    }

    /** Returns the path of the link in the e-mail to the subscriber. */
    public String path() {
        String html = new OutboxReader(shop)
                .message(EMAIL, MailPurpose.SUBSCRIPTION_PAYMENT_FAILED)
                .html();
        Matcher link = LINK.matcher(html);
        assertThat(link.find()).as(html).isTrue();
        return URI.create(link.group(1)).getPath();
    }

    /** Returns the number of charges that succeeded at the processor. */
    public long charges() {
        return SimulatorState.objects(shop.seller(), true, "charge").stream()
                .filter(charge -> charge.get("status").textValue().equals("succeeded"))
                .count();
    }
}
