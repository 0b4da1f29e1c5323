package io.tollgate.platform.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.submission.Submissions;
import io.tollgate.sales.ticket.Tickets;
import io.tollgate.support.CsvFile;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers to the fields of pages in lists as CSV. */
class AnswerColumnsTest {
    private static final String FIELDS = """
            [{"label": "Company"}, {"label": "Seats", "element": "number"}, {"label": "Note"}, {"label": "Note"}]""";

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private JsonNode page(String path, String name, String fields) {
        String body = "{\"name\": \"" + name + "\", \"fields\": " + fields + "}";
        return api.post(path, body).expect(201).json().get("data");
    }

    private static String field(JsonNode page, int fromEnd) {
        JsonNode fields = page.get("fields");
        return fields.get(fields.size() - fromEnd).get("id").textValue();
    }

    private static ArrayNode answers(ObjectNode record) {
        return record.putArray("fields");
    }

    private static void answer(ArrayNode answers, JsonNode page, int fromEnd, String value) {
        JsonNode field = page.get("fields").get(page.get("fields").size() - fromEnd);
        answers.addObject()
                .put("fieldId", field.get("id").textValue())
                .put("label", field.get("label").textValue())
                .put("value", value)
                .put("element", field.get("element").textValue());
    }

    private CsvFile csv(String path) {
        return CsvFile.of(api.send("GET", path, ExportedListsTest.CSV));
    }

    private static String cells(CsvFile csv, int row) {
        return String.join(
                "|",
                csv.cell(row, "fields.Company"),
                csv.cell(row, "fields.Seats"),
                csv.cell(row, "fields.Note"),
                csv.cell(row, "fields.Note (2)"));
    }

    @Test
    void each_field_of_a_form_has_a_column_in_the_order_of_the_form() {
        JsonNode form = page("/v1/forms", "Survey", FIELDS);
        seller.create(Submissions.RESOURCE, true, submission -> {
            ArrayNode answers = answers(submission.put("pageId", form.get("id").textValue()));
            answer(answers, form, 1, "second note");
            answer(answers, form, 2, "=first");
            answer(answers, form, 3, "-5");
            answer(answers, form, 4, "-Acme");
        });
        seller.create(
                Submissions.RESOURCE,
                true,
                other -> answers(other.put("pageId", form.get("id").textValue())));
        CsvFile csv = csv("/v1/submissions?pageId=" + form.get("id").textValue());
        int company = csv.header().indexOf("fields.Company");
        assertThat(csv.header().subList(company, company + 5))
                .containsExactly("fields.Company", "fields.Seats", "fields.Note", "fields.Note (2)", "fields");
        assertThat(cells(csv, 1)).isEqualTo("'-Acme|-5|'=first|second note");
        assertThat(cells(csv, 0)).isEqualTo("|||");
        assertThat(csv.column("fields")).containsExactly("", "");
        assertThat(csv("/v1/submissions?columns=id,fields.Seats").rows().get(1).get(1))
                .isEqualTo("-5");
        assertThat(csv("/v1/submissions?columns=fields").header())
                .contains("fields.Company", "fields")
                .doesNotContain("id");
    }

    @Test
    void pages_share_the_columns_of_equal_labels() {
        JsonNode first = page("/v1/forms", "First", FIELDS);
        JsonNode second = page("/v1/forms", "Second", "[{\"label\": \"Age\"}, {\"label\": \"Company\"}]");
        for (JsonNode form : List.of(first, second)) {
            seller.create(
                    Submissions.RESOURCE,
                    true,
                    submission -> answer(
                            answers(submission.put("pageId", form.get("id").textValue())),
                            form,
                            form == first ? 4 : 1,
                            form.get("name").textValue()));
        }
        CsvFile csv = csv("/v1/submissions");
        assertThat(csv.column("fields.Company")).containsExactly("Second", "First");
        assertThat(csv.header()).doesNotHaveDuplicates().contains("fields.Age", "fields.Note (2)");
    }

    @Test
    void answers_to_deleted_fields_are_not_lost() {
        JsonNode form = page("/v1/forms", "Survey", FIELDS);
        String path = "/v1/forms/" + form.get("id").textValue();
        seller.create(Submissions.RESOURCE, true, submission -> {
            ArrayNode answers = answers(submission.put("pageId", form.get("id").textValue()));
            answer(answers, form, 3, "4");
            answer(answers, form, 4, "Acme");
        });
        api.send("DELETE", path + "/fields/" + field(form, 4), java.util.Map.of())
                .expect(200);
        CsvFile csv = csv("/v1/submissions");
        assertThat(csv.header()).doesNotContain("fields.Company");
        assertThat(csv.cell(0, "fields.Seats")).isEqualTo("4");
        assertThat(TestApi.json(csv.cell(0, "fields")).get(0).get("value").textValue())
                .isEqualTo("Acme");
    }

    @Test
    void tickets_have_the_answers_of_their_order() {
        JsonNode event = page("/v1/events", "Concert", FIELDS);
        ObjectNode booking = booked(Bookings.RESOURCE, event, "Acme");
        for (int i = 0; i < 2; i++) {
            seller.create(
                    Tickets.RESOURCE,
                    true,
                    ticket -> ticket.put("pageId", event.get("id").textValue())
                            .put("bookingId", booking.get("id").textValue()));
        }
        seller.create(Tickets.RESOURCE, true, ticket -> {});
        CsvFile csv = csv("/v1/tickets");
        assertThat(csv.rows()).hasSize(3);
        assertThat(csv.column("fields.Company")).containsExactly("", "Acme", "Acme");
        assertThat(csv("/v1/bookings").column("fields.Company")).contains("Acme");
        assertThat(csv("/v1/tickets?columns=bookingId").rows()).hasSize(3);
    }

    private ObjectNode booked(Resource resource, JsonNode page, String company) {
        return seller.create(
                resource,
                true,
                record -> answer(answers(record.put("pageId", page.get("id").textValue())), page, 4, company));
    }
}
