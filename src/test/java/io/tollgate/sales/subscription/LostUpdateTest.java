package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OwnShop;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of subscriptions whose response is lost, and the stock that they take. The doctor checks the result. */
class LostUpdateTest {
    private static final String FAIL = """
            CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'the server crashes'; END $$
            """;
    private static final String BEFORE_COMMIT =
            "CREATE TRIGGER fail BEFORE INSERT ON subscription_update EXECUTE FUNCTION fail()";

    private static final String FAIL_FIRST_DELETION = """
            CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
            IF nextval('deletions') = 1 THEN RAISE EXCEPTION 'the server crashes'; END IF; RETURN OLD; END $$
            """;

    private static final int REPEATS = 1_000;

    @TempDir
    Path folder;

    private static JsonNode subscription(OwnShop shop) {
        return shop.api().get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    /** Sends a change. Repeats it while another request changes the subscription. */
    private static Reply update(OwnShop shop, String body) {
        String path = "/v1/subscriptions/" + subscription(shop).get("id").textValue() + "/update";
        Reply reply = shop.api().post(path, body.replace('\'', '"'));
        for (int repeats = 0; repeats < REPEATS && isBusy(reply); repeats++) {
            reply = shop.api().post(path, body.replace('\'', '"'));
        }
        return reply;
    }

    private static boolean isBusy(Reply reply) {
        return reply.status() == 409 && reply.json().get("code").textValue().equals("idempotency_conflict");
    }

    private static String subscribe(OwnShop shop) {
        TestApi api = shop.api();
        JsonNode page = api.post("/v1/checkout-pages", """
                        {"name": "Box", "locale": "en-US", "productData": {"title": "Box", "stock": 5,
                         "hasUnlimitedStock": false, "prices": [{"amount": 1000, "currency": "eur",
                         "recurring": {"interval": "month", "intervalCount": 1}}]}}
                        """).expect(201).json().get("data");
        api.post("/v1/checkout-pages/" + page.get("id").textValue() + "/publish", "{}");
        order(shop, page.get("id").textValue());
        return page.get("id").textValue();
    }

    private static void order(OwnShop shop, String page) {
        String slug = shop.api()
                .get("/v1/checkout-pages/" + page)
                .expect(200)
                .json()
                .at("/data/slug")
                .textValue();
        Buyer ada = shop.buyer("ada@example.com");
        Shown order = ada.order("/s/market/" + slug).expect(303);
        assertThat(ada.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you");
    }

    private static int left(OwnShop shop, String page) {
        return shop.api()
                .get("/v1/checkout-pages/" + page)
                .expect(200)
                .json()
                .at("/data/product/stock")
                .intValue();
    }

    private static long deletions(OwnShop shop) {
        return number(shop, "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM deletions");
    }

    private static long number(OwnShop shop, String sql) {
        try (var connection = shop.connect();
                var rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long unsettled(OwnShop shop) {
        return number(shop, "SELECT count(*) FROM processor_task WHERE kind = 'CONFIRM_UPDATE'");
    }

    private static List<Long> payments(OwnShop shop) {
        List<Long> amounts = new ArrayList<>();
        shop.api()
                .get("/v1/subscription-payments")
                .expect(200)
                .json()
                .get("data")
                .forEach(payment -> amounts.add(payment.get("amount").longValue()));
        Collections.sort(amounts);
        return amounts;
    }

    /** The server crashes between the answer of the processor and its own commit. */
    @Test
    void changeIsRecordedAfterACrash() throws Exception {
        try (OwnShop shop = OwnShop.stepped(Map.of())) {
            String page = subscribe(shop);
            JsonNode preview = update(shop, "{'quantity': 3, 'preview': true}")
                    .expect(200)
                    .json()
                    .get("data");
            shop.run(FAIL, BEFORE_COMMIT);
            String at = preview.get("prorationDate").textValue();
            assertThat(update(shop, "{'quantity': 3, 'prorationDate': '" + at + "'}")
                            .status())
                    .isGreaterThanOrEqualTo(500);
            assertThat(subscription(shop).get("quantity").longValue()).isEqualTo(1);
            shop.run("DROP TRIGGER fail ON subscription_update");
            shop.settle();
            assertThat(subscription(shop).get("quantity").longValue()).isEqualTo(3);
            assertThat(unsettled(shop)).isZero();
            assertThat(subscription(shop).get("amount").longValue()).isEqualTo(3000);
            assertThat(payments(shop))
                    .containsExactlyInAnyOrder(1000L, preview.get("amountDue").longValue());
            assertThat(left(shop, page)).isEqualTo(2);
            assertThat(update(shop, "{'quantity': 3}")
                            .expect(200)
                            .json()
                            .get("data")
                            .get("amountDue")
                            .longValue())
                    .isZero();
            assertThat(shop.violations()).isEmpty();
        }
    }

    /** The first request has claimed all stock: that must not become the response to the repeated one. */
    @Test
    void repeatedRequestWaitsForTheTask() throws Exception {
        try (OwnShop shop = OwnShop.stepped(Map.of())) {
            String page = subscribe(shop);
            shop.run(FAIL, BEFORE_COMMIT);
            assertThat(keyed(shop).status()).isGreaterThanOrEqualTo(500);
            shop.run("DROP TRIGGER fail ON subscription_update");
            assertThat(left(shop, page)).isZero();
            assertThat(isBusy(keyed(shop))).isTrue();
            shop.settle();
            assertThat(keyed(shop).expect(200).json().at("/data/quantity").intValue())
                    .isEqualTo(5);
            assertThat(payments(shop)).hasSize(2);
            assertThat(shop.violations()).isEmpty();
        }
    }

    private static Reply keyed(OwnShop shop) {
        String path = "/v1/subscriptions/" + subscription(shop).get("id").textValue() + "/update";
        Map<String, String> headers = Map.of("Content-Type", "application/json", "Idempotency-Key", "all");
        return shop.api().send("POST", path, headers, "{\"quantity\": 5}");
    }

    /** Opens a shop whose processor answers no change of a subscription. */
    private OwnShop unreachable() throws IOException {
        Path scenario = folder.resolve("scenario.json");
        String errors = String.join(",", Collections.nCopies(30, "\"error\""));
        Files.writeString(scenario, "{\"calls\": {\"POST /v1/subscriptions/:id\": [" + errors + "]}}");
        return OwnShop.stepped(Map.of("processor.simulatorScenario", scenario.toString()));
    }

    /** The processor never receives the change. */
    @Test
    void stockReturnsIfNothingHappened() throws Exception {
        try (OwnShop shop = unreachable()) {
            String page = subscribe(shop);
            update(shop, "{'quantity': 4}").expect(503);
            assertThat(left(shop, page)).isEqualTo(1);
            shop.settle();
            assertThat(unsettled(shop)).isZero();
            assertThat(left(shop, page)).isEqualTo(4);
            assertThat(subscription(shop).get("quantity").longValue()).isEqualTo(1);
            assertThat(payments(shop)).containsExactly(1000L);
            assertThat(shop.violations()).isEmpty();
        }
    }

    /** The server crashes before the task is deleted, after the processor has told its result. */
    @Test
    void taskThatRunsTwiceReturnsStockOnce() throws Exception {
        try (OwnShop shop = unreachable()) {
            String page = subscribe(shop);
            order(shop, page);
            update(shop, "{'quantity': 3}").expect(503);
            assertThat(left(shop, page)).isEqualTo(1);
            shop.run(
                    "CREATE SEQUENCE deletions",
                    FAIL_FIRST_DELETION,
                    "CREATE TRIGGER fail BEFORE DELETE ON processor_task FOR EACH ROW"
                            + " WHEN (OLD.kind = 'CONFIRM_UPDATE') EXECUTE FUNCTION fail()");
            shop.settle();
            assertThat(deletions(shop)).isEqualTo(1);
            assertThat(unsettled(shop)).isEqualTo(1);
            shop.settle();
            assertThat(unsettled(shop)).isZero();
            assertThat(left(shop, page)).isEqualTo(3);
            assertThat(shop.violations()).isEmpty();
        }
    }

    /** A higher quantity takes stock, and a lower one returns it. */
    @Test
    void quantityTakesStock() throws Exception {
        try (OwnShop shop = OwnShop.stepped(Map.of())) {
            String page = subscribe(shop);
            for (String preview : List.of("true", "false")) {
                assertThat(update(shop, "{'quantity': 6, 'preview': " + preview + "}")
                                .expect(409)
                                .json()
                                .get("code")
                                .textValue())
                        .isEqualTo("sold_out");
            }
            update(shop, "{'quantity': 5, 'preview': true}").expect(200);
            assertThat(left(shop, page)).isEqualTo(4);
            List<Reply> race = Parallel.times(4, call -> update(shop, "{'quantity': 5}"));
            assertThat(race).anySatisfy(reply -> reply.expect(200));
            assertThat(left(shop, page)).isZero();
            update(shop, "{'quantity': 4}").expect(200);
            assertThat(left(shop, page)).isEqualTo(1);
            shop.settle();
            assertThat(unsettled(shop)).isZero();
            assertThat(payments(shop)).hasSize(2);
            assertThat(shop.violations()).isEmpty();
        }
    }
}
