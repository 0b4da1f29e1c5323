package io.tollgate.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.http.ExampleRequests;
import io.tollgate.platform.records.Capacities.Kind;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.Tasks;
import io.tollgate.sales.subscription.LostCancellations;
import io.tollgate.sales.subscription.Subscriptions;
import io.tollgate.support.PageOrders;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.locks.LockRecorder;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All transactions lock tables in one order, so that no two of them can deadlock: see decision 33. */
@Timeout(600)
class LockOrderTest {
    private static final String ABSENT = "0".repeat(24);

    private final LockRecorder recorder = new LockRecorder(TestDatabase.url());
    private final TestGateway gateway =
            // It shares the database with tests that move the time of their deliveries.
            TestGateway.startPatient(Map.of(
                    "database.url", recorder.url(), "database.directUrl", TestDatabase.url(), "webhooks.max", "0"));
    private final Database database = new Database(
            gateway.vertx(), Config.of(Map.of("database.url", recorder.url())).database());
    private final TestSeller seller = gateway.seller();
    private final TestApi api = seller.live();

    @AfterEach
    void close() {
        database.close();
        gateway.close();
        recorder.close();
    }

    @Test
    void no_two_writes_can_deadlock() {
        for (Endpoint endpoint : ExampleRequests.writes()) {
            new ExampleRequests(seller).send(endpoint).expect(endpoint.writing().status());
            if (endpoint.path().equals("/v1/processor-account")) {
                gateway.accounts().connectSimulator(seller.name());
            }
        }
        bookings();
        coupons();
        taxRates();
        productsAndPages();
        ticketTypes();
        subscriptions();
        files();
        new PageCopies(api, TestGateway.shared().api(seller.liveKey())).send();
        new PageOrders(gateway, seller).send();
        assertThat(AgedRecords.delete(gateway, database, seller)).isGreaterThan(2);
        settled();
        assertThat(recorder.transactions()).isGreaterThan(100);
        assertThat(recorder.tables())
                .contains("capacity", "coupon", "idempotent_answer", "invoice_counter", "order_bump", "page")
                .contains("processor_task", "product", "seller_setting", "simulated_object", "subscription", "tax_rate")
                .contains("checkout", "mail_message", "payment_attempt", "refund", "refund_balance", "registration")
                .contains("checkout_draft", "reminder_recipient", "submission_file", "submitted_form");
        assertThat(recorder.problems()).isEmpty();
    }

    /** Control: a cancellation that locks its task before its subscription, as an earlier version did. */
    @Test
    void the_former_order_of_a_cancellation_is_found() {
        Scope scope = seller.scope(true);
        String id = subscription(record -> {});
        cancel(id, "{'cancelAtPeriodEnd':true}");
        assertThat(recorder.problems()).isEmpty();
        Task task = Task.of(scope, ABSENT, LostCancellations.KIND, id, new JsonObject());
        database.write(
                        scope,
                        transaction -> Tasks.deleteOrFail(transaction, task)
                                .otherwiseEmpty()
                                .compose(struck -> Records.lock(transaction, scope, Subscriptions.RESOURCE, id)))
                .await();
        assertThat(recorder.problems())
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem).contains("processor_task (UPDATE) -> subscription"));
    }

    /** Control: rows of one table are locked in the order of their ids. */
    @Test
    void a_lower_row_after_a_higher_one_is_found() {
        Scope scope = seller.scope(true);
        String first = subscription(record -> {});
        String second = subscription(record -> {});
        database.write(scope, transaction -> both(transaction, first, second)).await();
        assertThat(recorder.problems()).isEmpty();
        database.write(scope, transaction -> both(transaction, second, first)).await();
        assertThat(recorder.problems()).singleElement().asString().contains("a lower row");
    }

    private Future<?> both(SqlConnection transaction, String one, String other) {
        Scope scope = seller.scope(true);
        return Records.lock(transaction, scope, Subscriptions.RESOURCE, one)
                .compose(locked -> Records.lock(transaction, scope, Subscriptions.RESOURCE, other));
    }

    /** Lets the gateway run all processor tasks; those about subscriptions, checkouts and carts are due again later. */
    private void settled() {
        TestSeller.rows("UPDATE processor_task SET due_at = now() WHERE seller_id = $1", seller.id());
        String left = "SELECT FROM processor_task WHERE seller_id = $1"
                + " AND kind NOT IN ('END_SUBSCRIPTION', 'SYNC_SUBSCRIPTION', 'SETTLE_CHECKOUT', 'FOLLOW_DRAFT')";
        assertThat(seller.settles(() -> TestSeller.rows(left, seller.id()).size() == 0))
                .isTrue();
    }

    private JsonNode post(String path, String body) {
        return api.writeWithRetries("POST", path, UUID.randomUUID().toString(), body.replace('\'', '"'))
                .expect(201)
                .json()
                .get("data");
    }

    private void patch(String path, String body) {
        api.patch(path, body.replace('\'', '"')).expect(200);
    }

    private void delete(String path) {
        api.send("DELETE", path, Map.of("Content-Type", "application/json"), "{}")
                .expect(200);
    }

    private static String id(JsonNode record) {
        return record.get("id").textValue();
    }

    private void bookings() {
        TestEvent event = new TestEvent(seller)
                .with(page -> page.withObject("/eventDetails")
                        .putObject("limitRegistrations")
                        .put("enabled", true));
        String group = event.group(hall -> {});
        String first = event.type(1000);
        event.group(hall -> {});
        String second = event.type(0);
        event.taxRate(20, false);
        String coupon = event.coupon(values -> values.put("percentOff", 10));
        event.capacity(Kind.EVENT, event.id(), 50)
                .capacity(Kind.TICKET_GROUP, group, 50)
                .capacity(Kind.TICKET_TYPE, first, 50)
                .capacity(Kind.COUPON, coupon, 50)
                .save();
        ObjectNode body =
                event.body("a@example.com", Map.of(first, 2, second, 1)).put("couponId", coupon);
        post("/v1/bookings", body.toString());
        ObjectNode other = event.body("b@example.com", Map.of(second, 1));
        post("/v1/bookings", other.toString());
        seller.test().post("/v1/bookings", body.toString());
        patch("/v1/events/" + event.id(), "{'slug':'concert-two','eventDetails':{'capacity':60}}");
        patch("/v1/coupons/" + coupon, "{'label':'Renamed','maxRedemptions':40}");
    }

    private void coupons() {
        String coupon = "/v1/coupons/"
                + id(post("/v1/coupons", "{'label':'C','code':'LOCKS','percentOff':5,'duration':'once'}"));
        patch(coupon, "{'label':'D','maxRedemptions':7}");
        TestEvent event = new TestEvent(seller);
        String type = event.type(500);
        event.save();
        ObjectNode body = event.body("c@example.com", Map.of(type, 1)).put("couponId", coupon.substring(12));
        post("/v1/bookings", body.toString());
        seller.test().post("/v1/bookings", body.toString());
        settled();
        delete(coupon);
    }

    private void taxRates() {
        String rate = "{'displayName':'VAT','percentage':20,'inclusive':false,'default':true}";
        String first = id(post("/v1/tax-rates", rate));
        String second = id(post("/v1/tax-rates", rate));
        String taxed = "'tax':{'enabled':true,'mode':'fixed'}";
        post("/v1/checkout-pages", "{'name':'Taxed'," + taxed + "}");
        String event = id(post("/v1/events", "{'name':'Taxed'," + taxed + "}"));
        String named = "{'fixedTaxRateIds':['" + first + "']}";
        patch("/v1/events/" + event, "{'eventDetails':" + named + ",'slug':'taxed-event'}");
        String bump = id(post("/v1/products", "{'role':'orderbump','title':'Card'}"));
        patch("/v1/products/" + bump, named);
        patch("/v1/products/" + pageProduct("Sold"), named);
        patch("/v1/tax-rates/" + first, "{'default':true,'displayName':'BTW'}");
        patch("/v1/tax-rates/" + second, "{'default':true}");
        delete("/v1/tax-rates/" + first);
        delete("/v1/tax-rates/" + second);
    }

    private String pageProduct(String name) {
        return id(post("/v1/checkout-pages", "{'name':'" + name + "'}").get("product"));
    }

    private void productsAndPages() {
        JsonNode page = post("/v1/checkout-pages", "{'name':'Offers'}");
        String currency = page.at("/product/price/currency").asText();
        String price = "'price':{'amount':500,'currency':'" + currency + "'}";
        String bump = id(post("/v1/products", "{'role':'orderbump','title':'Card'," + price + "}"));
        String other = id(post("/v1/products", "{'role':'orderbump','title':'Box'," + price + "}"));
        String bumps = "/v1/checkout-pages/" + id(page) + "/order-bumps";
        post(bumps, "{'productId':'" + bump + "'}");
        post(bumps, "{'productId':'" + other + "'}");
        api.post(bumps + "/reorder", "{\"productIds\":[\"" + other + "\",\"" + bump + "\"]}")
                .expect(200);
        patch("/v1/products/" + bump, "{'title':'Cards','hasUnlimitedStock':false,'stock':5}");
        patch("/v1/products/" + id(page.get("product")), "{'title':'Sold','hasUnlimitedStock':false,'stock':5}");
        patch("/v1/checkout-pages/" + id(page), "{'slug':'offers-two','title':'Offers'}");
        delete("/v1/products/" + bump + "?fromAllPages=true");
        delete(bumps + "/" + other);
        patch("/v1/products/" + other, "{'price':{'currency':'chf'}}");
        String event = id(post("/v1/events", "{'name':'Moved'}"));
        patch("/v1/events/" + event, "{'eventDetails':{'currency':'chf'}}");
    }

    private void ticketTypes() {
        TestEvent event = new TestEvent(seller);
        event.group(hall -> {});
        String type = event.type(1000);
        String group = event.group(hall -> {});
        event.save();
        post("/v1/bookings", event.body("d@example.com", Map.of(type, 1)).toString());
        JsonNode groups = api.get("/v1/events/" + event.id()).expect(200).json().at("/data/ticketGroups");
        String path = "/v1/events/" + event.id() + "/ticket-groups/" + id(groups.get(0)) + "/ticket-types/" + type;
        patch(path, "{'ticketGroupId':'" + group + "','capacity':9}");
    }

    private String subscription(Consumer<ObjectNode> what) {
        ObjectNode record = seller.create(Subscriptions.RESOURCE, true, sample -> {
            for (String name : List.of("cancelAt", "canceledAt", "canceledBy", "canceledByApiKey", "reason")) {
                sample.putNull(name);
            }
            sample.putNull("canceledByApiKeyName")
                    .put("cancelAtPeriodEnd", false)
                    .put("status", "active")
                    .put("currentPeriodEnd", Times.text(Instant.now().plus(Duration.ofDays(30))));
            what.accept(sample);
        });
        return id(record);
    }

    private void cancel(String id, String body) {
        api.post("/v1/subscriptions/" + id + "/cancel", body.replace('\'', '"')).expect(200);
    }

    private void subscriptions() {
        String moved = subscription(record -> {});
        cancel(moved, "{'cancelAtPeriodEnd':true}");
        cancel(moved, "{'cancelAt':'2036-01-31T10:00:00Z'}");
        cancel(moved, "{'cancelImmediately':true}");
        String over = Times.text(Instant.now().minusSeconds(60));
        String unknown =
                subscription(record -> record.put("currentPeriodEnd", over).putNull("processorSubscriptionId"));
        cancel(unknown, "{'cancelAtPeriodEnd':true}");
        cancel(subscription(record -> record.put("currentPeriodEnd", over)), "{'cancelAtPeriodEnd':true}");
        String lost = subscription(record -> record.put("processorSubscriptionId", "sub_simulate:lose"));
        api.post("/v1/subscriptions/" + lost + "/cancel", "{\"cancelImmediately\":true}")
                .expect(503);
        ObjectNode former =
                (ObjectNode) api.get("/v1/subscriptions/" + lost).json().get("data");
        ObjectNode answering = former.deepCopy().put("processorSubscriptionId", "sub_" + lost);
        seller.update(Subscriptions.RESOURCE, true, former, answering);
        TestSeller.rows(
                "UPDATE simulated_object SET id = $2 WHERE seller_id = $1 AND id LIKE '%lose%'",
                seller.id(), "sub_" + lost);
    }

    private void files() {
        String file = id(FileSamples.upload(api, "image", "a.png", FileSamples.png(4, 4))
                .expect(201)
                .json()
                .get("data"));
        patch("/v1/account", "{'logoFileId':'" + file + "'}");
        patch("/v1/account", "{'logoFileId':null}");
        delete("/v1/files/" + file);
    }
}
