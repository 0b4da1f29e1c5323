package io.tollgate.sales.booking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every violated rule of a booking's body is reported with its path, and nothing is written. */
class BookingRulesTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final TestEvent event = new TestEvent(seller);
    private final String seat =
            event.type(2500, type -> type.put("minQuantity", 2).put("maxQuantity", 4));
    private final String gift = event.type(500, type -> type.put("pricing", "pwyw"));

    @AfterEach
    void nothing_is_written() {
        assertThat(api.get("/v1/bookings").total()).isZero();
        assertThat(api.get("/v1/customers").total()).isZero();
        assertThat(api.get("/v1/audit-log").total()).isZero();
    }

    private Reply post(Consumer<ObjectNode> change) {
        ObjectNode body = event.body("anna@example.com", Map.of(seat, 2));
        change.accept(body);
        return api.post("/v1/bookings", body.toString());
    }

    private List<String> problems(Consumer<ObjectNode> change) {
        return post(change).problems();
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) MAPPER.readTree(text);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private List<String> answered(String... answers) {
        return problems(body -> {
            ArrayNode fields = (ArrayNode) body.get("fields");
            for (String answer : answers) {
                fields.add(json(answer));
            }
        });
    }

    @Test
    void form_of_the_body() {
        event.save();
        assertThat(api.post("/v1/bookings", "{}").problems()).containsExactly("eventId", "tickets", "fields");
        assertThat(problems(body -> body.put("eventId", "x"))).containsExactly("eventId");
        assertThat(problems(body -> body.put("evntId", "x"))).containsExactly("evntId");
        assertThat(problems(body -> body.putObject("tickets"))).containsExactly("tickets");
        assertThat(problems(body -> body.putObject("tickets").put(seat, 0))).containsExactly("tickets." + seat);
        assertThat(problems(body -> body.putObject("tickets").put(seat, 1001))).containsExactly("tickets." + seat);
        assertThat(problems(body -> body.putObject("tickets").put(seat, 1.5))).containsExactly("tickets." + seat);
        assertThat(problems(body -> body.putObject("tickets").put("seat", 1))).containsExactly("tickets.seat");
        assertThat(problems(body -> body.putObject("tickets").put(seat, 600).put(gift, 600)))
                .containsExactly("tickets", "tickets." + seat, "ticketPwywAmounts." + gift);
        assertThat(problems(body -> body.putArray("fields"))).containsExactly("fields");
        assertThat(problems(body -> body.putObject("paymentOption"))).containsExactly("paymentOption.manualType");
        assertThat(problems(body -> body.putObject("paymentOption").put("manualType", "card")))
                .containsExactly("paymentOption.manualType");
        assertThat(problems(body -> body.putObject("queryParameters").put("a", "x".repeat(501))))
                .containsExactly("queryParameters.a");
        assertThat(problems(body -> body.put("complimentary", true))).containsExactly("paymentOption");
        assertThat(problems(body -> body.put("complimentary", true)
                        .put("couponId", "0".repeat(24))
                        .remove("paymentOption")))
                .containsExactly("couponId");
    }

    @Test
    void tickets_that_the_event_does_not_sell_like_this() {
        event.save();
        String unknown = "f".repeat(24);
        assertThat(problems(body -> body.withObject("/tickets").put(unknown, 1).put(seat, 1)))
                .containsExactly("tickets." + seat, "tickets." + unknown);
        assertThat(problems(body -> body.putObject("tickets").put(seat, 5))).containsExactly("tickets." + seat);
        assertThat(problems(body -> body.withObject("/tickets").put(gift, 1)))
                .containsExactly("ticketPwywAmounts." + gift);
        assertThat(problems(body -> {
                    body.withObject("/tickets").put(gift, 1);
                    body.putObject("ticketPwywAmounts").put(gift, 499);
                }))
                .containsExactly("ticketPwywAmounts." + gift);
        assertThat(problems(body -> body.putObject("ticketPwywAmounts").put(seat, 1000)))
                .containsExactly("ticketPwywAmounts." + seat);
    }

    @Test
    void problems_of_tickets_fields_and_coupon_are_named_in_one_answer() {
        event.field("Terms", "checkbox", "", true, field -> {});
        event.save();
        String unknown = "f".repeat(24);
        Reply refused = post(body -> {
            body.withObject("/tickets").put(unknown, 1);
            body.put("couponId", unknown);
            ((ObjectNode) body.withArray("fields").get(1)).put("value", "no address");
        });
        assertThat(refused.problems()).containsExactly("couponId", "tickets." + unknown, "fields[1].value", "fields");
        assertThat(refused.json().at("/errors/3/message").textValue())
                .isEqualTo("must include an answer to Terms (terms)");
        assertThat(problems(body -> body.remove("paymentOption"))).containsExactly("paymentOption", "fields");
        assertThat(problems(body -> body.put("eventId", unknown).put("couponId", unknown)))
                .containsExactly("eventId", "couponId");
    }

    @Test
    void what_is_owed_has_a_way_to_be_paid() {
        event.save();
        assertThat(problems(body -> body.remove("paymentOption"))).containsExactly("paymentOption");
    }

    @Test
    void answers_name_their_field_and_have_one_value() {
        String name = event.field("Shoe size", "text", "", false, field -> {});
        event.save();
        assertThat(answered("{\"value\":\"1\"}")).containsExactly("fields[2].fieldId");
        assertThat(answered("{\"fieldId\":\"" + name + "\",\"reference\":\"hat_size\",\"value\":\"1\"}"))
                .containsExactly("fields[2].reference");
        assertThat(answered("{\"fieldId\":\"" + name + "\"}")).containsExactly("fields[2].value");
        assertThat(answered("{\"fieldId\":\"" + name + "\",\"value\":\"1\",\"values\":[\"1\"]}"))
                .containsExactly("fields[2].values");
        assertThat(answered("{\"fieldId\":\"" + name + "\",\"value\":5}")).containsExactly("fields[2].value");
        assertThat(answered("{\"reference\":\"hat_size\",\"value\":\"1\"}")).containsExactly("fields[2].reference");
        assertThat(answered("{\"reference\":\"customer_name\",\"value\":\"1\"}"))
                .containsExactly("fields[2].reference");
        assertThat(answered("{\"reference\":\"shoe_size\",\"value\":\"1\",\"meta\":{\"type\":\"eu_vat\"}}"))
                .containsExactly("fields[2].meta");
        assertThat(answered(
                        "{\"reference\":\"shoe_size\",\"value\":\"1\",\"meta\":{\"billing\":{\"country\":\"DE\"}}}"))
                .containsExactly("fields[2].meta");
        assertThat(answered("{\"reference\":\"shoe_size\",\"value\":\"1\",\"name\":\"mine\"}"))
                .containsExactly("fields[2].name");
    }

    @Test
    void required_fields_are_answered() {
        String box = event.field("Terms", "checkbox", "", true, field -> {});
        String why = event.field("Why", "text", "", true, field -> {
            ObjectNode logic = field.putObject("showHideLogic").put("enabled", true);
            logic.put("comparison", "is").put("value", "TRUE");
            logic.putObject("element").put("elementId", box);
        });
        event.field("Secret", "text", "", true, field -> field.put("hidden", true));
        event.save();
        Reply missing = api.post(
                "/v1/bookings", event.body("anna@example.com", Map.of(seat, 2)).toString());
        assertThat(missing.problems()).containsExactly("fields");
        assertThat(missing.body()).contains("Terms (terms)");
        String ticked = "{\"reference\":\"terms\",\"value\":\"TRUE\"}";
        assertThat(answered("{\"reference\":\"terms\",\"value\":\"FALSE\"}")).containsExactly("fields[2].value");
        assertThat(answered(ticked)).containsExactly("fields");
        assertThat(answered(ticked, "{\"fieldId\":\"" + why + "\",\"value\":\"  \"}"))
                .containsExactly("fields[3].value");
        ObjectNode noEmail = event.body("", Map.of(seat, 2));
        assertThat(api.post("/v1/bookings", noEmail.toString()).problems()).contains("fields");
    }

    /** Each element with an answer that it rejects. */
    @Test
    void answers_are_as_their_element_asks() {
        Map<String, List<String>> wrong = Map.of(
                "email", List.of("no", "a@b", "a\u200b@b.cc", "\u202ea@b.cc", "a\u00a0b@c.de"),
                "number", List.of("x", "0", "100", "1e5"),
                "quantity", List.of("1.5", "-1"),
                "date", List.of("2026-13-01", "tomorrow"),
                "time", List.of("25:00"),
                "date-time", List.of("2026-01-31"),
                "phone", List.of("call me"),
                "country", List.of("Germany", "FR", "XX"),
                "select", List.of("Tuesday"),
                "text", List.of("two\\nlines"));
        wrong.keySet()
                .forEach(element -> event.field("F " + element, element, "", false, field -> {
                    field.putObject("minValue").put("enabled", true).put("value", "1");
                    field.putObject("maxValue").put("enabled", true).put("value", "99");
                    field.putObject("limitAllowedCountries")
                            .put("enabled", true)
                            .putArray("countries")
                            .add("DE");
                    field.putArray("options").addObject().put("label", "Monday").put("value", "mon");
                }));
        event.save();
        wrong.forEach((element, answers) -> answers.forEach(
                answer -> assertThat(answered("{\"reference\":\"f_" + element + "\",\"value\":\"" + answer + "\"}"))
                        .as(element + " " + answer)
                        .containsExactly("fields[2].value")));
    }

    private Reply several(String values) {
        ObjectNode body = event.body("anna@example.com", Map.of(seat, 2));
        ((ArrayNode) body.get("fields")).add(json("{\"reference\":\"days\"," + values + "}"));
        return api.post("/v1/bookings", body.toString()).expect(400);
    }

    @Test
    void several_answers_are_sent_as_values() {
        event.field("Days", "multi-select", "", false, field -> {
            ArrayNode options = field.putArray("options");
            options.addObject().put("label", "Monday").put("value", "Monday");
            options.addObject().put("label", "Tuesday").put("value", "Tuesday");
        });
        event.save();
        assertThat(several("\"value\":\"Monday\"").body()).contains("`values`");
        assertThat(several("\"values\":[\"Sunday\"]").body()).contains("has no option \\\"Sunday\\\"");
        assertThat(several("\"values\":[\"Monday\",\"Tuesday\",\"Monday\"]").body())
                .contains("takes at most 2 options");
        assertThat(answered("{\"reference\":\"customer_email\",\"values\":[\"a\"]}"))
                .containsExactly("fields[2].reference");
    }

    @Test
    void addresses_have_the_parts_that_are_asked_for() {
        event.field("Address", "address", "", true, field -> {
            field.put("collect", "billing_and_shipping");
            field.putObject("limitShippingCountries")
                    .put("enabled", true)
                    .putArray("countries")
                    .add("DE");
        });
        event.save();
        String at = "{\"reference\":\"address\",\"value\":%s}";
        assertThat(answered(at.formatted("\"Elm Street 1\""))).containsExactly("fields[2].value");
        assertThat(answered(at.formatted("{}"))).containsExactly("fields[2].value.billing", "fields[2].value.shipping");
        assertThat(answered(at.formatted("{\"billing\":{\"line1\":\"Elm Street 1\"}}")))
                .containsExactly("fields[2].value.billing.country");
        assertThat(answered(at.formatted("{\"billing\":{\"country\":\"DEU\"}}")))
                .containsExactly("fields[2].value.billing.country");
        assertThat(answered(at.formatted("{\"billing\":{\"country\":\"XX\"},\"shipping\":{\"country\":\"DE\"}}")))
                .containsExactly("fields[2].value.billing.country");
        assertThat(answered(at.formatted("{\"billing\":{\"country\":\"FR\"},\"sameAsShipping\":true}")))
                .containsExactly("fields[2].value.shipping.country");
        assertThat(answered(at.formatted("{\"billing\":{\"country\":\"FR\",\"region\":\"A\",\"state\":\"B\"}}")))
                .containsExactly("fields[2].value.billing.region");
    }

    @Test
    void tax_numbers_are_of_a_known_kind() {
        event.field("VAT", "tax-id", "tax-id", false, field -> {});
        event.save();
        assertThat(answered("{\"reference\":\"vat\",\"value\":\"DE1\",\"meta\":{\"type\":\"mars_vat\"}}"))
                .containsExactly("fields[2].meta.type");
    }

    @Test
    void coupons_that_are_not_for_this_order() {
        String unknown = "f".repeat(24);
        String deleted = event.coupon(coupon -> coupon.put("percentOff", 10).put("deleted", true));
        String over = event.coupon(coupon -> coupon.put("percentOff", 10).put("redeemBy", "2026-01-01T00:00:00.000Z"));
        String dollars = event.coupon(coupon -> coupon.put("amountOff", 100).put("currency", "usd"));
        String elsewhere = event.coupon(
                coupon -> coupon.put("percentOff", 10).putArray("pageIds").add(unknown));
        String others = event.coupon(
                coupon -> coupon.put("percentOff", 10).putArray("ticketTypeIds").add(gift));
        event.save();
        for (String coupon : List.of(unknown, deleted, over, dollars, elsewhere, others)) {
            assertThat(problems(body -> body.put("couponId", coupon))).containsExactly("couponId");
        }
        TestSeller stranger = TestGateway.shared().seller();
        TestEvent foreign = new TestEvent(stranger);
        String theirs = foreign.coupon(coupon -> coupon.put("percentOff", 10));
        foreign.save();
        ObjectNode body = event.body("anna@example.com", Map.of(seat, 2));
        JsonNode refused = api.post("/v1/bookings", body.put("couponId", theirs).toString())
                .expect(400)
                .json();
        JsonNode unknownToo = api.post(
                        "/v1/bookings", body.put("couponId", unknown).toString())
                .json();
        assertThat(refused.at("/errors/0/message")).isEqualTo(unknownToo.at("/errors/0/message"));
    }
}
