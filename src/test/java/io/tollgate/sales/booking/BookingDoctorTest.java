package io.tollgate.sales.booking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.db.Database;
import io.tollgate.support.Seeds;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.tollgate.tools.demo.Demo;
import io.tollgate.tools.demo.DemoFiles;
import io.tollgate.tools.demo.DemoOptions;
import io.tollgate.tools.demo.Progress;
import io.tollgate.tools.demo.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bookings over the API, their payments and cancellations leave consistent records: the doctor finds nothing. */
class BookingDoctorTest {
    private static TestDatabase database;
    private static TestGateway gateway;
    private static Vertx vertx;
    private static Database client;

    @BeforeAll
    static void start() throws Exception {
        database = new TestDatabase();
        Demo.load(database.jdbcUrl(), new DemoOptions(200, 1, 7, Instant.now(), 100), DemoFiles.NONE, Progress.SILENT);
        gateway = TestGateway.startPatient(Map.of("database.url", database.url()));
        vertx = Vertx.vertx();
        client = new Database(vertx, TestSettings.database(database.url(), "transactionPool=4"));
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        TestSeller.await(vertx.close());
        gateway.close();
        database.close();
    }

    private static TestApi api(String seller, boolean live) {
        return gateway.api(gateway.keys().create(seller, live, "test").key());
    }

    private static String id(String seller) {
        return TestSeller.await(client.get("SELECT id FROM seller WHERE name = $1", Tuple.of(seller)))
                .iterator()
                .next()
                .getString(0);
    }

    /** The events of the demo with their fees, taxes, discounts and fields. */
    @Test
    void events_of_the_demo_are_booked() {
        TestApi api = api("demo", true);
        int booked = 0;
        for (JsonNode event :
                api.get("/v1/events?limit=100&status=published").json().get("data")) {
            ObjectNode body = ((ObjectNode) event).objectNode();
            body.put("eventId", event.get("id").textValue());
            ObjectNode tickets = body.putObject("tickets");
            ObjectNode amounts = body.putObject("ticketPwywAmounts");
            for (JsonNode group : event.get("ticketGroups")) {
                for (JsonNode type : group.get("ticketTypes")) {
                    if (type.get("availabilityStatus").textValue().equals("available")) {
                        tickets.put(type.get("id").textValue(), 1 + booked % 3);
                        if (type.get("pricing").textValue().equals("pwyw")) {
                            amounts.put(
                                    type.get("id").textValue(),
                                    type.get("price").longValue() + 123);
                        }
                    }
                }
            }
            if (!tickets.isEmpty()) {
                answers(body, event);
                body.putObject("paymentOption").put("manualType", "invoice");
                Reply reply = api.post("/v1/bookings", body.toString());
                assertThat(reply.status()).as(reply.body()).isIn(201, 409, 422);
                booked += reply.status() == 201 ? 1 : 0;
            }
        }
        assertThat(booked).isGreaterThan(2);
        assertThat(database.violations()).isEmpty();
    }

    private static void answers(ObjectNode body, JsonNode event) {
        ArrayNode fields = body.putArray("fields");
        for (JsonNode field : event.get("fields")) {
            ObjectNode answer =
                    fields.objectNode().put("fieldId", field.get("id").textValue());
            switch (field.get("type").asText() + field.get("element").asText()) {
                case "emailemail" -> fields.add(answer.put("value", "new@example.com"));
                case "nametext" -> fields.add(answer.put("value", "Zoë Meyer"));
                case "address" -> {
                    answer.putObject("value")
                            .putObject("billing")
                            .put("country", "DE")
                            .put("city", "Köln");
                    fields.add(answer);
                }
                default ->
                    assertThat(field.get("required").booleanValue())
                            .as("%s", field)
                            .isFalse();
            }
        }
    }

    @Test
    void an_amount_that_has_no_rate_to_the_dollar_is_sound() {
        String name = "forint";
        TestApi api = api(name, true);
        TestEvent event = new TestEvent(client, id(name));
        event.with(document -> document.withObject("/eventDetails").put("currency", "huf"));
        String type = event.type(2500);
        event.save();
        JsonNode booking = api.post(
                        "/v1/bookings",
                        event.body("anna@example.com", Map.of(type, 1)).toString())
                .expect(201)
                .json()
                .get("data");
        assertThat(booking.get("amountUsd").isNull()).isTrue();
        assertThat(database.violations()).isEmpty();
    }

    static LongStream seeds() {
        return Seeds.random(4);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void any_event_is_booked(long seed) {
        Random random = new Random(seed);
        String name = "booked-" + seed;
        TestApi live = api(name, true);
        TestApi test = api(name, false);
        TestEvent event = new TestEvent(client, id(name));
        event.with(
                document -> document.withObject("/eventDetails").put("currency", random.nextBoolean() ? "jpy" : "eur"));
        List<String> types = types(event, random);
        event.with(document -> document.putArray("fees")
                .addObject()
                .put("name", "Service")
                .put("percentage", 3.3)
                .put("amount", random.nextInt(50))
                .put("multiplyByTickets", random.nextBoolean()));
        if (random.nextBoolean()) {
            event.taxRate(7.7, random.nextBoolean());
        }
        String coupon = event.coupon(one -> one.put("percentOff", 15).put("appliesToTicketFees", random.nextBoolean()));
        event.save();
        for (int i = 0; i < 12; i++) {
            book(random.nextInt(4) == 0 ? test : live, event, types, coupon, random);
        }
        assertThat(database.violations()).isEmpty();
    }

    /** Some groups, every other one with a bulk discount, and some types in each. */
    private static List<String> types(TestEvent event, Random random) {
        List<String> types = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            int group = i;
            event.group(one -> {
                if (group % 2 == 0) {
                    one.putArray("bulkDiscounts")
                            .addObject()
                            .put("minQuantity", 3)
                            .put("maxQuantity", 100)
                            .put("percentOff", 12.5);
                }
            });
            for (int j = 0; j < 1 + random.nextInt(3); j++) {
                types.add(event.type(random.nextInt(5) * 333, type -> {
                    if (random.nextBoolean()) {
                        type.put("feeAmount", 1 + random.nextInt(99));
                    }
                }));
            }
        }
        return types;
    }

    private static void book(TestApi api, TestEvent event, List<String> types, String coupon, Random random) {
        ObjectNode body = event.body("guest" + random.nextInt(5) + "@example.com", Map.of());
        for (String type : types) {
            if (random.nextBoolean() || type.equals(types.get(0))) {
                ((ObjectNode) body.get("tickets")).put(type, 1 + random.nextInt(5));
            }
        }
        switch (random.nextInt(4)) {
            case 0 -> body.put("complimentary", true).remove("paymentOption");
            case 1 -> body.put("couponId", coupon);
            default -> {}
        }
        JsonNode booking =
                api.post("/v1/bookings", body.toString()).expect(201).json().get("data");
        end(api, booking, random);
    }

    /** Some bookings are paid in part or in full, and some are canceled, with or without single tickets before. */
    private static void end(TestApi api, JsonNode booking, Random random) {
        String path = "/v1/bookings/" + booking.get("id").textValue();
        long due = booking.get("amountDue").longValue();
        if (due > 0 && random.nextBoolean()) {
            long amount = 1 + random.nextLong(due);
            api.post(path + "/record-payment", "{\"method\":\"cash\",\"amount\":" + amount + "}")
                    .expect(200);
        }
        if (random.nextInt(3) == 0) {
            String ticket = api.get("/v1/tickets?bookingId=" + booking.get("id").textValue())
                    .ids()
                    .get(0);
            api.post("/v1/tickets/" + ticket + "/cancel", "{}").expect(200);
        }
        if (random.nextInt(3) == 0) {
            api.post(path + "/cancel", "{}").expect(200);
        }
    }
}
