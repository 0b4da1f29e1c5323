package io.tollgate.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.sales.invoice.Invoices;
import io.tollgate.sales.subscription.Subscriptions;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestSeller;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The kinds of writes that tests cut, with their preconditions and their expected effects. */
final class CutWrites {
    private final CutFixture world;
    private final AtomicInteger numbers = new AtomicInteger();
    private final TestEvent event;
    private final String type;

    CutWrites(CutFixture world) {
        this.world = world;
        event = new TestEvent(world.client, world.scope.sellerId());
        type = event.type(2500);
        event.save();
    }

    /** A kind of write. */
    enum Kind {
        BOOKING,
        CHECK_IN,
        INVOICE_REGENERATION,
        SUBSCRIPTION_END,
        COUPON,
        COUPON_CHANGE,
        COUPON_DELETION,
        FILE_UPLOAD,
        CHECKOUT_PAGE,
        ORDER_BUMP
    }

    /** Returns another write of a kind. Its preconditions are created over a connection that is never cut. */
    RepeatableWrite next(Kind kind) {
        String number = kind.name().toLowerCase(java.util.Locale.ROOT) + numbers.incrementAndGet();
        return switch (kind) {
            case BOOKING -> RepeatableWrite.json("POST", "/v1/bookings", booking(number), number, this::exists);
            case CHECK_IN -> checkIn(number);
            case INVOICE_REGENERATION -> regeneration(number);
            case SUBSCRIPTION_END -> end(number);
            case COUPON -> RepeatableWrite.json("POST", "/v1/coupons", coupon(number), number, this::isAtProcessor);
            case COUPON_CHANGE -> change(number);
            case COUPON_DELETION -> deletion(number);
            case FILE_UPLOAD -> upload(number);
            case CHECKOUT_PAGE ->
                RepeatableWrite.json(
                        "POST",
                        "/v1/checkout-pages",
                        "{'name':'" + number + "'}",
                        number,
                        reply -> isAt("/v1/checkout-pages/", reply));
            case ORDER_BUMP -> orderBump(number);
        };
    }

    private JsonNode made(String path, String body) {
        return world.direct
                .post(path, body.replace('\'', '"'))
                .expect(201)
                .json()
                .get("data");
    }

    private static String id(JsonNode record) {
        return record.get("id").textValue();
    }

    private static JsonNode data(Reply reply) {
        return reply.json().get("data");
    }

    private JsonNode now(String path) {
        return data(world.direct.get(path).expect(200));
    }

    private boolean isAt(String path, Reply reply) {
        return world.direct.get(path + id(data(reply))).status() == 200;
    }

    private String booking(String number) {
        return event.body(number + "@example.com", Map.of(type, 2)).toString();
    }

    private boolean exists(Reply reply) {
        return isAt("/v1/bookings/", reply);
    }

    private RepeatableWrite checkIn(String number) {
        String booked = id(made("/v1/bookings", booking(number)));
        String ticket = world.query("SELECT min(id) FROM ticket WHERE booking_id = '" + booked + "'")
                .get(0);
        String code = world.record("ticket", ticket).get("checkInCode").textValue();
        return RepeatableWrite.json(
                "POST",
                "/v1/tickets/validate/" + code,
                "{}",
                number,
                reply -> now("/v1/tickets/" + ticket).get("checkIns").size() == 1
                        && data(reply).get("success").booleanValue());
    }

    /** Deletes the document of an invoice, so that it differs from its booking. */
    private RepeatableWrite regeneration(String number) {
        String booked = id(made("/v1/bookings", booking(number)));
        String invoice = world.query(
                        "SELECT id FROM invoice WHERE convert_from(record, 'UTF8')::jsonb ->> 'chargeId' = '" + booked
                                + "'")
                .get(0);
        ObjectNode former = world.record("invoice", invoice);
        ObjectNode behind = former.deepCopy().put("customerName", "Nobody");
        TestSeller.await(world.client.write(
                world.scope,
                transaction -> Records.update(
                        transaction,
                        world.scope,
                        Invoices.RESOURCE,
                        former,
                        Stored.rendered(Invoices.RESOURCE, behind))));
        return RepeatableWrite.json(
                "POST",
                "/v1/invoices/" + invoice + "/regenerate",
                "{}",
                number,
                reply -> now("/v1/invoices/" + invoice).get("customerName").equals(former.get("customerName")));
    }

    /** Creates a subscription like one of the demo. */
    private RepeatableWrite end(String number) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        String id = Ids.next(now);
        ObjectNode subscription = CutFixture.tree(world.query("SELECT convert_from(record, 'UTF8') FROM subscription"
                        + " WHERE livemode AND status = 'active' AND convert_from(record, 'UTF8')::jsonb"
                        + " ->> 'couponId' IS NULL ORDER BY id LIMIT 1")
                .get(0));
        subscription
                .put("id", id)
                .put("createdAt", Times.text(now))
                .put("updatedAt", Times.text(now))
                .put("orderId", "5%07d".formatted(numbers.get()))
                .put("processorSubscriptionId", "sub_" + id)
                .put("currentPeriodEnd", Times.text(now.plus(Duration.ofDays(30))))
                .put("cancelAtPeriodEnd", false);
        List.of("cancelAt", "canceledAt", "canceledBy", "canceledByApiKey", "canceledByApiKeyName", "reason")
                .forEach(subscription::putNull);
        TestSeller.await(world.client.write(
                world.scope,
                transaction -> Records.insert(
                        transaction,
                        world.scope,
                        Subscriptions.RESOURCE,
                        Stored.rendered(Subscriptions.RESOURCE, subscription))));
        return RepeatableWrite.json(
                "POST",
                "/v1/subscriptions/" + id + "/cancel",
                "{'cancelImmediately':true,'reason':'" + number + "'}",
                number,
                reply -> isCanceled(id, number));
    }

    private boolean isCanceled(String id, String reason) {
        JsonNode here = now("/v1/subscriptions/" + id);
        return here.get("status").textValue().equals("canceled")
                && here.get("reason").textValue().equals(reason)
                && CutFixture.tree(world.atProcessor("sub_" + id).get(0))
                        .get("status")
                        .textValue()
                        .equals("canceled");
    }

    private static String coupon(String number) {
        return "{'label':'" + number + "','code':'" + number + "','percentOff':5,'duration':'once'}";
    }

    private boolean isAtProcessor(Reply reply) {
        JsonNode coupon = now("/v1/coupons/" + id(data(reply)));
        List<String> there = world.atProcessor(coupon.get("processorCouponId").textValue());
        return there.size() == 1 && CutFixture.tree(there.get(0)).get("name").equals(coupon.get("label"));
    }

    private RepeatableWrite change(String number) {
        String path = "/v1/coupons/" + id(made("/v1/coupons", coupon(number)));
        String body = "{'label':'changed " + number + "','maxRedemptions':7}";
        return RepeatableWrite.json(
                "PATCH",
                path,
                body,
                number,
                reply -> isAtProcessor(reply)
                        && now(path).get("label").textValue().equals("changed " + number));
    }

    private RepeatableWrite deletion(String number) {
        JsonNode coupon = made("/v1/coupons", coupon(number));
        String path = "/v1/coupons/" + id(coupon);
        return RepeatableWrite.json(
                "DELETE",
                path,
                "",
                number,
                reply -> now(path).get("deleted").booleanValue()
                        && world.atProcessor(coupon.get("processorCouponId").textValue())
                                .isEmpty());
    }

    private RepeatableWrite upload(String number) {
        byte[] form = FileSamples.form("image", number + ".png", FileSamples.png(3, 2));
        return new RepeatableWrite(
                "POST",
                "/v1/files/upload",
                FileSamples.FORM,
                form,
                number,
                reply -> world.cut.kept().contains(id(data(reply))));
    }

    private RepeatableWrite orderBump(String number) {
        JsonNode page = made("/v1/checkout-pages", "{'name':'" + number + "'}");
        String currency = page.at("/product/price/currency").textValue();
        String product = id(made(
                "/v1/products",
                "{'role':'orderbump','title':'Card','price':{'amount':500,'currency':'" + currency + "'}}"));
        String bumps = "/v1/checkout-pages/" + id(page) + "/order-bumps";
        return RepeatableWrite.json(
                "POST",
                bumps,
                "{'productId':'" + product + "'}",
                number,
                reply -> now(bumps).findValuesAsText("productId").equals(List.of(product)));
    }
}
