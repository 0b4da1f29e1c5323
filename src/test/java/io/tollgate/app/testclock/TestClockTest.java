package io.tollgate.app.testclock;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The test clock over HTTP: what happens while it moves, compared with dates that java.time computes. */
class TestClockTest {
    private static final String VISA = "4242424242424242";
    /** The bank accepts the first charge, and declines each later one. */
    private static final String LATER_DECLINED = "4000000000007403";

    private static final String CLOCK = "/v1/test-clock";

    private final TestShop shop = TestShop.open();
    private final TestApi test = shop.seller().test();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private Shelf page(String price) {
        return shop.page("{'name': 'Box', 'testmode': true, 'productData': {'title': 'Box', 'prices': [{'amount': 1000,"
                + " 'currency': 'eur', " + price + "}]}}");
    }

    private void subscribe(String price, String card) {
        Shown order = ada.order(page(price).path()).expect(303);
        assertThat(ada.pay(order.path(), card)).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you");
    }

    private Reply move(String body) {
        return test.post(CLOCK, body.replace('\'', '"'));
    }

    private JsonNode advance(String duration) {
        return completed(move("{'advance': '" + duration + "'}"));
    }

    private static JsonNode completed(Reply reply) {
        JsonNode clock = reply.expect(200).json();
        assertThat(clock.get("complete").booleanValue()).as(clock.toString()).isTrue();
        return clock;
    }

    private static List<JsonNode> list(TestApi api, String path) {
        List<JsonNode> records = new ArrayList<>();
        api.get(path + "?limit=100").expect(200).json().get("data").forEach(records::add);
        return records;
    }

    private JsonNode subscription() {
        List<JsonNode> found = list(test, "/v1/subscriptions");
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private List<JsonNode> payments() {
        List<JsonNode> payments = list(test, "/v1/subscription-payments");
        payments.sort(Comparator.comparing(payment -> time(payment, "createdAt")));
        return payments;
    }

    private static Instant time(JsonNode record, String name) {
        return Instant.parse(record.get(name).textValue());
    }

    private static List<String> types(JsonNode clock) {
        return clock.get("events").findValuesAsText("type");
    }

    /** Returns when the periods of a subscription begin, by the calendar. */
    private static List<Instant> months(Instant start, int count) {
        ZonedDateTime first = start.atZone(ZoneOffset.UTC);
        return IntStream.range(0, count)
                .mapToObj(month -> first.plusMonths(month).toInstant())
                .toList();
    }

    @Test
    void threeYearsOfMonthlyRenewalsHappenAtTheirOwnTimes() {
        subscribe("'recurring': {'interval': 'month', 'intervalCount': 1}", VISA);
        Instant start = time(subscription(), "currentPeriodStart");
        JsonNode clock = advance("P3YT1H");
        List<Instant> expected = months(start, 37);
        assertThat(payments()).extracting(payment -> time(payment, "createdAt")).containsExactlyElementsOf(expected);
        assertThat(payments()).allSatisfy(payment -> {
            assertThat(payment.get("paymentStatus").textValue()).isEqualTo("succeeded");
            assertThat(payment.get("amount").longValue()).isEqualTo(1_000);
        });
        assertThat(time(subscription(), "currentPeriodStart")).isEqualTo(expected.get(36));
        assertThat(time(subscription(), "currentPeriodEnd"))
                .isEqualTo(months(start, 38).get(37));
        assertThat(subscription().get("status").textValue()).isEqualTo("active");
        assertThat(types(clock)).hasSize(36).containsOnly("subscription.renewed");
        assertThat(clock.get("eventCount").intValue()).isEqualTo(36);
        assertThat(clock.get("events").findValuesAsText("at").stream().map(Instant::parse))
                .containsExactlyElementsOf(expected.subList(1, 37));
        assertThat(clock.get("events").findValuesAsText("recordId"))
                .containsOnly(subscription().get("id").textValue());
    }

    @Test
    void planOfTwelvePaymentsCompletes() {
        subscribe("'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 12}", VISA);
        Instant start = time(payments().get(0), "createdAt");
        JsonNode clock = advance("P2Y");
        assertThat(payments())
                .extracting(payment -> time(payment, "createdAt"))
                .containsExactlyElementsOf(months(start, 12));
        assertThat(subscription().get("status").textValue()).isEqualTo("completed");
        assertThat(types(clock)).hasSize(12).endsWith("subscription.completed");
    }

    @Test
    void trialEndsWithTheFirstCharge() {
        subscribe("'recurring': {'interval': 'month', 'intervalCount': 1, 'trialPeriodDays': 14}", VISA);
        assertThat(subscription().get("status").textValue()).isEqualTo("trialing");
        Instant trialEnd = time(subscription(), "trialEnd");
        assertThat(types(advance("P13D"))).isEmpty();
        assertThat(subscription().get("status").textValue()).isEqualTo("trialing");
        assertThat(types(advance("P1DT1H"))).contains("subscription.began", "subscription.renewed");
        assertThat(subscription().get("status").textValue()).isEqualTo("active");
        assertThat(payments())
                .extracting(payment -> time(payment, "createdAt"))
                .containsExactly(trialEnd.truncatedTo(ChronoUnit.SECONDS));
    }

    @Test
    void failedRenewalEndsTheSubscription() {
        subscribe("'recurring': {'interval': 'month', 'intervalCount': 1}", LATER_DECLINED);
        JsonNode clock = advance("P3M");
        assertThat(subscription().get("status").textValue()).isEqualTo("canceled");
        assertThat(types(clock)).containsExactly("subscription.payment_failed", "subscription.canceled");
    }

    @Test
    void holdOfAnOrderExpires() {
        Shelf shelf = page("'recurring': {'interval': 'month', 'intervalCount': 1}");
        Shown order = ada.order(shelf.path()).expect(303);
        JsonNode clock = advance("P1D");
        assertThat(types(clock)).containsExactly("order.expired");
        assertThat(order.path()).contains(clock.at("/events/0/recordId").textValue());
        assertThat(ada.get(order.path()).html()).contains("expired");
        assertThat(list(test, "/v1/subscriptions")).isEmpty();
    }

    @Test
    void recordsAreCreatedAtTheTestTimeAndMessagesAndAuditEntriesAtTheRealTime() {
        JsonNode clock = advance("P1Y");
        Shelf shelf = page("'recurring': {'interval': 'month', 'intervalCount': 1}");
        assertThat(time(shelf.record(), "createdAt"))
                .isBefore(time(clock, "realTime").plus(Duration.ofDays(1)));
        Shown order = ada.order(shelf.path()).expect(303);
        ada.pay(order.path(), VISA);
        ada.comeBack(order.path());
        assertThat(time(subscription(), "createdAt")).isAfterOrEqualTo(time(clock, "testTime"));
        assertThat(list(test, "/v1/audit-log"))
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(time(entry, "createdAt"))
                        .isBefore(time(clock, "realTime").plus(Duration.ofDays(1))));
    }

    @Test
    void clockRunsOnFromWhereItStands() {
        JsonNode before = test.get(CLOCK).expect(200).json();
        assertThat(before.get("offsetMilliseconds").longValue()).isZero();
        assertThat(before.get("testTime")).isEqualTo(before.get("realTime"));
        Instant target = time(before, "testTime").plus(Duration.ofDays(40));
        JsonNode moved = completed(move("{'to': '" + target + "'}"));
        JsonNode after = test.get(CLOCK).expect(200).json();
        assertThat(time(moved, "testTime")).isAfterOrEqualTo(target);
        assertThat(time(after, "testTime")).isAfterOrEqualTo(time(moved, "testTime"));
        assertThat(after.get("offsetMilliseconds")).isEqualTo(moved.get("offsetMilliseconds"));
        assertThat(Duration.between(time(after, "realTime"), time(after, "testTime"))
                        .toMillis())
                .isEqualTo(after.get("offsetMilliseconds").longValue());
        assertThat(move("{'to': '" + target + "'}").expect(400).problems()).containsExactly("to");
    }

    @Test
    void durationFollowsTheCalendar() {
        Instant start = completed(move("{'to': '2028-01-31T12:00:00Z'}"))
                        .get("testTime")
                        .isTextual()
                ? Instant.parse("2028-01-31T12:00:00Z")
                : Instant.EPOCH;
        JsonNode clock = advance("P1M1W2DT3H4M5S");
        Instant expected = start.atZone(ZoneOffset.UTC)
                .plusMonths(1)
                .plusDays(9)
                .plusHours(3)
                .plusMinutes(4)
                .plusSeconds(5)
                .toInstant();
        assertThat(time(clock, "target")).isBetween(expected, expected.plusSeconds(60));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | advance",
                "{'advance': 'P1D', 'to': '2040-01-01T00:00:00Z'} | to",
                "{'advance': 'P0D'} | advance",
                "{'advance': '-P1D'} | advance",
                "{'advance': 'P-1D'} | advance",
                "{'advance': 'PT'} | advance",
                "{'advance': 'P1DT'} | advance",
                "{'advance': 'P1.5D'} | advance",
                "{'advance': '1 month'} | advance",
                "{'advance': 'P11Y'} | advance",
                "{'advance': 'PT1000000000S'} | advance",
                "{'advance': 'P99999Y99999M'} | advance",
                "{'advance': 5} | advance",
                "{'to': '2020-01-01T00:00:00Z'} | to",
                "{'to': '9999-01-01T00:00:00Z'} | to",
                "{'to': 'tomorrow'} | to"
            })
    void invalidMovesNameTheParameter(String body, String parameter) {
        assertThat(move(body).expect(400).problems()).containsExactly(parameter);
        assertThat(test.get(CLOCK).json().at("/offsetMilliseconds").longValue()).isZero();
    }

    @Test
    void liveKeysHaveNoTestClock() {
        for (Reply reply :
                List.of(shop.seller().live().get(CLOCK), shop.seller().live().post(CLOCK, "{\"advance\": \"P1D\"}"))) {
            assertThat(reply.expect(403).json().at("/code").asText()).isEqualTo("live_key_test_clock");
        }
    }

    /** Control: the other mode and other sellers keep the real time. */
    @Test
    void liveModeAndOtherSellersAreUnaffected() {
        TestShop other = TestShop.open();
        Shelf live = shop.page("{'name': 'Box', 'productData': {'title': 'Box', 'prices': [{'amount': 1000,"
                + " 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1}}]}}");
        Shown order = ada.order(live.path()).expect(303);
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        ada.comeBack(order.path());
        JsonNode clock = advance("P1Y");
        assertThat(clock.get("eventCount").intValue()).isZero();
        assertThat(list(shop.seller().live(), "/v1/subscription-payments")).hasSize(1);
        assertThat(other.seller()
                        .test()
                        .get(CLOCK)
                        .json()
                        .at("/offsetMilliseconds")
                        .longValue())
                .isZero();
        String customers = "/v1/customers";
        assertThat(list(shop.seller().live(), customers))
                .allSatisfy(customer -> assertThat(time(customer, "createdAt")).isBefore(time(clock, "realTime")));
    }

    @Test
    void oneOfSeveralRequestsMovesTheClock() {
        subscribe("'recurring': {'interval': 'month', 'intervalCount': 1}", VISA);
        Instant before = time(test.get(CLOCK).json(), "testTime");
        List<Reply> replies = Parallel.times(6, i -> move("{'advance': 'P3M'}"));
        long moved = replies.stream().filter(reply -> reply.status() == 200).count();
        assertThat(replies).allSatisfy(reply -> assertThat(reply.status()).isIn(200, 409));
        assertThat(moved).isPositive();
        Instant expected = before.atZone(ZoneOffset.UTC).plusMonths(3 * moved).toInstant();
        assertThat(time(test.get(CLOCK).json(), "testTime"))
                .isBetween(expected.minus(Duration.ofDays(3)), expected.plus(Duration.ofDays(3)));
        assertThat(payments()).hasSize((int) (1 + 3 * moved));
    }

    @Test
    void repeatedRequestMovesTheClockOnce() {
        var key = java.util.Map.of("Idempotency-Key", "\"once-more\"", "Content-Type", "application/json");
        Reply first = test.send("POST", CLOCK, key, "{\"advance\": \"P1D\"}").expect(200);
        Reply again = test.send("POST", CLOCK, key, "{\"advance\": \"P1D\"}").expect(200);
        assertThat(again.body()).isEqualTo(first.body());
    }
}
