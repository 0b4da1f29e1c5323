package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi.Reply;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** POST that changes the quantity or the price of a subscription. */
class UpdateSubscriptionTest extends UpdateScene {
    @Test
    void previewIsWhatIsCharged() {
        subscribe();
        JsonNode preview = updated("{'quantity': 3, 'preview': true}");
        assertThat(preview.get("preview").booleanValue()).isTrue();
        assertThat(subscription().get("quantity").longValue()).isEqualTo(1);
        advance("P3DT7H");
        String at = preview.get("prorationDate").textValue();
        JsonNode done = updated("{'quantity': 3, 'prorationDate': '" + at + "'}");
        assertThat(done.get("lines")).isEqualTo(preview.get("lines"));
        assertThat(done.get("amountDue")).isEqualTo(preview.get("amountDue"));
        shop.seller().settle();
        assertThat(payments())
                .containsExactlyInAnyOrder(1000L, done.get("amountDue").longValue());
        assertThat(subscription().get("quantity").longValue()).isEqualTo(3);
        assertThat(subscription().get("amount").longValue()).isEqualTo(3000);
        advance("P31D");
        assertThat(payments())
                .containsExactlyInAnyOrder(1000L, done.get("amountDue").longValue(), 3000L);
    }

    /** Compares the difference with whole cents of exact fractions, at random times and prices. */
    @Test
    void differenceIsThatOfTheSeconds() {
        Random random = new Random(7);
        for (int round = 0; round < 6; round++) {
            int price = 100 + random.nextInt(9_000);
            subscribe("{'amount': " + price + ", 'currency': 'eur', " + MONTHLY + "}", VISA);
            advance("PT" + (1 + random.nextInt(2_000_000)) + "S");
            long before = 1;
            for (int change = 0; change < 3; change++) {
                // A lower one, and one that costs too little for a charge, would wait for the next charge.
                long after = before + 5 + random.nextInt(20);
                JsonNode quote = updated("{'quantity': " + after + ", 'preview': true}");
                assertThat(quote.get("lines"))
                        .hasToString(expected(price, before, after, quote).toString());
                JsonNode done = updated("{'quantity': " + after + ", 'prorationDate': '"
                        + quote.get("prorationDate").textValue() + "'}");
                assertThat(done.get("amount").longValue()).isEqualTo(price * after);
                shop.seller().settle();
                before = after;
            }
        }
    }

    private JsonNode expected(long price, long before, long after, JsonNode quote) {
        JsonNode record = subscription();
        Instant start = Instant.parse(record.get("currentPeriodStart").textValue());
        Instant end = Instant.parse(record.get("currentPeriodEnd").textValue());
        Instant at = Instant.parse(quote.get("prorationDate").textValue());
        var lines = JsonNodeFactory.instance.arrayNode();
        if (before != after) {
            lines.addObject()
                    .put("type", "credit")
                    .put("description", "Box")
                    .put("amount", part(price * before, Duration.between(at, end), Duration.between(start, end)))
                    .put("tax", 0);
            lines.addObject()
                    .put("type", "charge")
                    .put("description", "Box")
                    .put("amount", part(price * after, Duration.between(at, end), Duration.between(start, end)))
                    .put("tax", 0);
        }
        return lines;
    }

    private static long part(long amount, Duration rest, Duration whole) {
        return new BigDecimal(BigInteger.valueOf(amount).multiply(BigInteger.valueOf(rest.toSeconds())))
                .divide(BigDecimal.valueOf(whole.toSeconds()), 0, RoundingMode.HALF_UP)
                .longValueExact();
    }

    @Test
    void creditWaitsForTheNextCharge() {
        subscribe();
        updated("{'quantity': 4}");
        advance("P10D");
        JsonNode fewer = updated("{'quantity': 3}");
        assertThat(fewer.get("amountDue").longValue()).isZero();
        assertThat(fewer.get("nextAmount").longValue()).isBetween(2_000L, 2_999L);
        assertThat(payments()).hasSize(2);
        advance("P22D");
        assertThat(payments()).hasSize(3).contains(fewer.get("nextAmount").longValue());
        advance("P31D");
        assertThat(payments()).hasSize(4).contains(3000L);
    }

    @Test
    void differenceCanWaitOrBeWaived() {
        subscribe();
        JsonNode next = updated("{'quantity': 2, 'proration': 'credit_next'}");
        assertThat(next.get("amountDue").longValue()).isZero();
        assertThat(next.get("nextAmount").longValue()).isGreaterThan(2900);
        JsonNode none = updated("{'quantity': 5, 'proration': 'none'}");
        assertThat(none.get("lines")).isEmpty();
        assertThat(payments()).containsExactly(1000L);
        advance("P31D");
        long waited = next.get("nextAmount").longValue() - 2000;
        assertThat(payments()).containsExactlyInAnyOrder(1000L, 5000 + waited);
    }

    @Test
    void priceChangesToAnotherOfTheProduct() {
        subscribe(
                "{'amount': 1000, 'currency': 'eur', " + MONTHLY + "}, {'amount': 2500, 'currency': 'eur', 'label':"
                        + " 'Large', " + MONTHLY + "}, {'amount': 9000, 'currency': 'eur', 'recurring': {'interval':"
                        + " 'year', 'intervalCount': 1}}",
                VISA);
        String large = price(1);
        JsonNode done = updated("{'priceId': '" + large + "', 'quantity': 2}");
        assertThat(done.get("priceId").textValue()).isEqualTo(large);
        JsonNode record = subscription();
        assertThat(record.get("priceId").textValue()).isEqualTo(large);
        assertThat(record.get("productPrice").longValue()).isEqualTo(2500);
        assertThat(record.at("/priceSnapshot/label").textValue()).isEqualTo("Large");
        assertThat(record.get("amount").longValue()).isEqualTo(5000);
        shop.seller().settle();
        assertThat(payments()).contains(done.get("amountDue").longValue());
        assertThat(updated("{'quantity': 1, 'proration': 'none'}").get("amount").longValue())
                .isEqualTo(2500);
        advance("P31D");
        assertThat(payments()).contains(2500L);
        assertThat(update("{'priceId': '" + price(2) + "'}").problems()).containsExactly("priceId");
        assertThat(update("{'priceId': '" + "0".repeat(24) + "'}").problems()).containsExactly("priceId");
    }

    private String price(int index) {
        return shop.seller()
                .live()
                .get("/v1/checkout-pages/" + subscription().get("pageId").textValue())
                .expect(200)
                .json()
                .at("/data/product/prices/" + index + "/id")
                .textValue();
    }

    @Test
    void nothingToChangeIsHarmless() {
        subscribe();
        updated("{'quantity': 2}");
        JsonNode record = subscription();
        JsonNode again = updated("{'quantity': 2}");
        assertThat(again.get("amountDue").longValue()).isZero();
        assertThat(again.get("lines")).isEmpty();
        assertThat(subscription()).isEqualTo(record);
        shop.seller().settle();
        assertThat(payments()).hasSize(2);
    }

    /** A trial costs nothing, so that nothing is prorated. */
    @Test
    void trialChangesTheFirstCharge() {
        subscribe(
                "{'amount': 1000, 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1,"
                        + " 'trialPeriodDays': 7}}",
                VISA);
        JsonNode done = updated("{'quantity': 3}");
        assertThat(done.get("lines")).isEmpty();
        assertThat(done.get("amountDue").longValue()).isZero();
        assertThat(payments()).isEmpty();
        advance("P8D");
        assertThat(payments()).containsExactly(3000L);
    }

    @Test
    void taxAndFeesFollowTheQuantity() {
        String rate = shop.seller()
                .live()
                .post("/v1/tax-rates", "{\"displayName\": \"VAT\", \"percentage\": 19, \"inclusive\": false}")
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        subscribe(
                "{'amount': 1000, 'currency': 'eur', " + MONTHLY + "}",
                VISA,
                ", 'fixedTaxRateIds': ['" + rate + "']}, 'tax': {'enabled': true, 'mode': 'fixed'}, 'fees': [{'name':"
                        + " 'Service', 'percentage': 10}]");
        assertThat(subscription().get("amount").longValue()).isEqualTo(1309);
        JsonNode done = updated("{'quantity': 2}");
        assertThat(subscription().get("amount").longValue()).isEqualTo(2618);
        assertThat(subscription().at("/fees/0/amount").longValue()).isEqualTo(200);
        JsonNode charge = done.at("/lines/1");
        assertThat(charge.get("tax").longValue())
                .isEqualTo(part(charge.get("amount").longValue(), Duration.ofSeconds(418), Duration.ofSeconds(2618)));
    }

    /** Of requests at the same time, one changes the subscription, and it is charged once. */
    @Test
    void raceHasOneEffect() {
        subscribe();
        String path = "/v1/subscriptions/" + subscription().get("id").textValue() + "/update";
        List<Reply> replies = Parallel.times(8, call -> test.post(path, "{\"quantity\": 3}"));
        assertThat(replies).anySatisfy(reply -> reply.expect(200));
        assertThat(replies).allMatch(reply -> reply.status() == 200 || reply.status() == 409);
        shop.seller().settle();
        assertThat(payments()).hasSize(2);
        assertThat(subscription().get("amount").longValue()).isEqualTo(3000);
    }

    @Test
    void retryWithItsKeyReturnsTheSameResponse() {
        subscribe();
        String path = "/v1/subscriptions/" + subscription().get("id").textValue() + "/update";
        Reply first = test.writeWithRetries("POST", path, "more-boxes", "{\"quantity\": 3}");
        Reply second = test.writeWithRetries("POST", path, "more-boxes", "{\"quantity\": 3}");
        assertThat(second.expect(200).json()).isEqualTo(first.expect(200).json());
        shop.seller().settle();
        assertThat(payments()).hasSize(2);
    }

    /** The charge has the receipts of a renewal, and the portal and the messages say what is charged from now on. */
    @Test
    void buyerReceivesAReceipt() {
        subscribe();
        shop.seller().settle();
        int before = new OutboxReader(shop).purposes("ada@example.com").size();
        updated("{'quantity': 3}");
        shop.seller().settle();
        List<MailPurpose> purposes = new OutboxReader(shop).purposes("ada@example.com");
        assertThat(purposes.subList(before, purposes.size())).containsExactly(MailPurpose.SUBSCRIPTION_RECEIPT);
        JsonNode charge = test.get("/v1/subscription-payments?billingReason=subscription_update")
                .expect(200)
                .json()
                .at("/data/0");
        assertThat(charge.get("paid").booleanValue()).isTrue();
        assertThat(charge.get("processorInvoiceId").isTextual()).isTrue();
    }
}
