package io.tollgate.sales.booking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A required field needs an answer only where it is shown. */
class ShownFieldsTest {
    private final TestApi api = TestGateway.shared().seller().live();

    /** An event with a field of each kind that others can depend on, and with the given fields. */
    private JsonNode event(String fields) {
        return api.post("/v1/events", """
                        { "name": "Talk", "fields": [
                          { "label": "Meal", "element": "select", "key": "meal", "reference": "meal",
                            "options": [ { "label": "Fish", "value": "f", "key": "fish" }, { "label": "None" } ] },
                          { "label": "Day", "element": "multiple-choice", "key": "day", "reference": "day",
                            "options": [ { "label": "Monday" }, { "label": "Tuesday" } ] },
                          { "label": "Guest", "element": "checkbox", "key": "guest", "reference": "guest" },
                        """ + fields.replace('\'', '"') + "]}")
                .expect(201)
                .json()
                .get("data");
    }

    private static String field(String label, String trigger, String comparison, String value) {
        return "{'label':'" + label + "','key':'" + label + "','reference':'" + label + "','required':true,"
                + "'showHideLogic':{'enabled':true,'comparison':'" + comparison + "','value':" + value
                + ",'element':{'elementId':'" + trigger + "'}}}";
    }

    private Reply book(JsonNode event, Map<String, String> answers) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("eventId", event.get("id"));
        body.putObject("tickets")
                .put(event.at("/ticketGroups/0/ticketTypes/0/id").textValue(), 1);
        ArrayNode fields = body.putArray("fields");
        fields.addObject().put("reference", "customer_name").put("value", "Anna");
        fields.addObject().put("reference", "customer_email").put("value", "anna@example.com");
        answers.forEach((reference, value) ->
                fields.addObject().put("reference", reference).put("value", value));
        return api.post("/v1/bookings", body.toString());
    }

    private void must(JsonNode event, String label, Map<String, String> answers) {
        Reply refused = book(event, answers);
        assertThat(refused.problems()).containsExactly("fields");
        assertThat(refused.body()).contains("must include an answer to " + label);
    }

    @Test
    void while_another_one_has_an_option() {
        JsonNode event = event(field("bones", "meal", "is", "'fish'"));
        must(event, "bones", Map.of("meal", "Fish"));
        must(event, "bones", Map.of("meal", "f"));
        book(event, Map.of("meal", "Fish", "bones", "no")).expect(201);
        book(event, Map.of("meal", "None")).expect(201);
        book(event, Map.of()).expect(201);
    }

    @Test
    void while_another_one_has_not_an_option() {
        JsonNode event = event(field("why", "day", "is_not", "'Monday'"));
        book(event, Map.of("day", "Monday")).expect(201);
        must(event, "why", Map.of("day", "Tuesday"));
        must(event, "why", Map.of());
    }

    @Test
    void while_another_one_is_answered_at_all() {
        JsonNode any = event(field("sauce", "meal", "is_not_empty", "null"));
        must(any, "sauce", Map.of("meal", "None"));
        book(any, Map.of()).expect(201);
        JsonNode none = event(field("drink", "meal", "is_empty", "null"));
        must(none, "drink", Map.of());
        book(none, Map.of("meal", "None")).expect(201);
    }

    /** An answer to a hidden field is ignored. */
    @Test
    void while_another_one_is_shown_itself() {
        String bones =
                "{'label':'Bones','element':'select','key':'bones','reference':'bones','options':[{'label':'Yes'}],"
                        + "'showHideLogic':{'enabled':true,'value':'fish','element':{'elementId':'meal'}}},";
        JsonNode event = event(bones + field("knife", "bones", "is", "'Yes'"));
        must(event, "knife", Map.of("meal", "Fish", "bones", "Yes"));
        book(event, Map.of("meal", "None", "bones", "Yes")).expect(201);
        book(event, Map.of("meal", "Fish")).expect(201);
    }

    @Test
    void while_a_box_is_ticked_or_is_not() {
        JsonNode ticked = event(field("who", "guest", "is", "'TRUE'"));
        must(ticked, "who", Map.of("guest", "TRUE"));
        book(ticked, Map.of("guest", "FALSE")).expect(201);
        book(ticked, Map.of()).expect(201);
        JsonNode unticked = event(field("alone", "guest", "is_not", "'TRUE'"));
        must(unticked, "alone", Map.of());
        must(unticked, "alone", Map.of("guest", "FALSE"));
        book(unticked, Map.of("guest", "TRUE")).expect(201);
    }
}
