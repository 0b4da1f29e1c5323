package io.tollgate.sales.booking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Answers of bookings: the limits of their fields, and rows that were read and are sent back. */
class AnswerRowsTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final TestEvent event = new TestEvent(seller);
    private final String seat = event.type(2500);

    private ObjectNode body(Consumer<ArrayNode> answers) {
        ObjectNode body = event.body("anna@example.com", Map.of(seat, 1));
        answers.accept((ArrayNode) body.get("fields"));
        return body;
    }

    private ObjectNode choosing(String... labels) {
        return body(fields -> {
            ArrayNode values = fields.addObject()
                    .put("reference", "days")
                    .put("value", "Friday")
                    .putArray("values");
            List.of(labels).forEach(values::add);
        });
    }

    private ObjectNode writing(String reference, String text) {
        return body(fields -> fields.addObject().put("reference", reference).put("value", text));
    }

    private JsonNode book(ObjectNode body) {
        return api.post("/v1/bookings", body.toString()).expect(201).json().get("data");
    }

    private JsonNode refused(ObjectNode body) {
        return api.post("/v1/bookings", body.toString()).expect(400).json().at("/errors/0");
    }

    private static void limit(ObjectNode field, String name, int value) {
        field.putObject(name).put("enabled", true).put("value", String.valueOf(value));
    }

    private void days(boolean required) {
        event.field("Days", "multi-select", "", required, field -> {
            ArrayNode options = field.putArray("options");
            List.of("Monday", "Tuesday", "Friday", "Sunday")
                    .forEach(label -> options.addObject().put("label", label).put("value", label));
            limit(field, "minValue", 2);
            limit(field, "maxValue", 3);
        });
    }

    @Test
    void multi_select_takes_as_many_options_as_its_field_allows() {
        days(false);
        event.save();
        assertThat(book(choosing("Friday", "Monday")).at("/fields/2/value").textValue())
                .isEqualTo("Monday, Friday");
        book(choosing("Friday", "Monday", "Tuesday"));
        book(choosing("Friday", "Monday", "Friday"));
        JsonNode few = refused(choosing("Friday"));
        assertThat(few.get("param").textValue()).isEqualTo("fields[2].values");
        assertThat(few.get("message").textValue()).isEqualTo("needs at least 2 options");
        assertThat(refused(choosing("Friday", "Friday")).get("message").textValue())
                .isEqualTo("needs at least 2 options");
        assertThat(refused(choosing("Friday", "Monday", "Tuesday", "Sunday"))
                        .get("message")
                        .textValue())
                .isEqualTo("takes at most 3 options");
        assertThat(book(body(fields -> {})).get("fields")).hasSize(2);
    }

    @Test
    void text_is_as_long_as_its_field_allows() {
        for (String element : List.of("text", "textarea")) {
            event.field("F " + element, element, "", false, field -> {
                limit(field, "minValue", 3);
                limit(field, "maxValue", 5);
            });
        }
        event.save();
        for (String reference : List.of("f_text", "f_textarea")) {
            book(writing(reference, "ünï"));
            book(writing(reference, "😀😀😀😀😀"));
            assertThat(refused(writing(reference, "ab")).get("message").textValue())
                    .isEqualTo("must be at least 3 characters long");
            assertThat(refused(writing(reference, "abcdef")).get("message").textValue())
                    .isEqualTo("must be at most 5 characters long");
        }
    }

    @Test
    void purchase_order_number_is_trimmed() {
        event.field("Order", "po-number", "po-number", false, field -> {});
        event.save();
        JsonNode booking = book(writing("order", "  PO-7 \t"));
        assertThat(booking.at("/fields/2/value").textValue()).isEqualTo("PO-7");
        assertThat(api.get("/v1/invoices?poNumber=PO-7").total()).isOne();
        assertThat(refused(writing("order", "x".repeat(201))).get("param").textValue())
                .isEqualTo("fields[2].value");
    }

    @Test
    void rows_of_a_record_are_accepted_as_they_are_read() {
        days(true);
        event.field("VAT", "tax-id", "tax-id", false, field -> {});
        event.field("Address", "address", "", true, field -> field.put("collect", "billing_and_shipping"));
        event.field("Terms", "checkbox", "", true, field -> {});
        event.save();
        ObjectNode body = choosing("Monday", "Friday");
        ArrayNode fields = (ArrayNode) body.get("fields");
        fields.addObject()
                .put("reference", "vat")
                .put("value", "DE811907980")
                .putObject("meta")
                .put("type", "eu_vat");
        ObjectNode address = fields.addObject().put("reference", "address").putObject("value");
        address.putObject("billing").put("city", "Utrecht").put("region", "UT").put("country", "nl");
        address.putObject("shipping").put("name", "Bob").put("country", "de");
        fields.addObject().put("reference", "terms").put("value", "true");
        JsonNode first = book(body);
        assertThat(first.at("/fields/2/value").textValue()).isEqualTo("Monday, Friday");
        JsonNode second = book(body.deepCopy().set("fields", first.get("fields")));
        assertThat(second.get("fields")).isEqualTo(first.get("fields"));
        assertThat(second.get("billing")).isEqualTo(first.get("billing"));
        assertThat(second.get("shipping")).isEqualTo(first.get("shipping"));
    }

    /** {@code values} has priority over {@code value}, and the field over the names in the row. */
    @Test
    void what_a_row_repeats_is_rebuilt() {
        days(false);
        event.save();
        ObjectNode body = choosing("Monday", "Friday");
        ((ObjectNode) body.at("/fields/2"))
                .put("value", "Sunday")
                .put("label", "Mine")
                .put("element", "text");
        JsonNode row = book(body).at("/fields/2");
        assertThat(row.get("value").textValue()).isEqualTo("Monday, Friday");
        assertThat(row.get("label").textValue()).isEqualTo("Days");
        assertThat(row.get("element").textValue()).isEqualTo("multi-select");
    }
}
