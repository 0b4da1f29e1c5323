package io.tollgate.sales.checkout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Removes the buyer from orders as {@link OrderCodec} stores them. The page of the order asks only for the e-mail
 * afterwards, so that the order stays valid.
 */
final class ErasedOrderCodec {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ErasedOrderCodec() {}

    /** Returns an order with the same price whose only answer is the pseudonym. */
    static String erased(String json, String pseudonym) {
        try {
            ObjectNode order = (ObjectNode) MAPPER.readTree(json);
            ObjectNode page = (ObjectNode) order.path("page");
            ObjectNode form = (ObjectNode) order.path("form");
            JsonNode email = email(page.path("fields"));
            page.putArray("fields").add(email);
            form.putArray("answers")
                    .addObject()
                    .put("fieldId", email.path("id").textValue())
                    .put("text", pseudonym);
            JsonNode language = form.path("visit").path("language");
            form.putObject("visit").set("language", language.isMissingNode() ? null : language);
            ((ObjectNode) form.path("visit")).putObject("queryParameters");
            if (form.has("attendees")) {
                form.putObject("attendees").putObject("byType");
            }
            return MAPPER.writeValueAsString(order);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A stored order cannot be read: " + e.getOriginalMessage(), e);
        }
    }

    private static JsonNode email(JsonNode fields) {
        for (JsonNode field : (ArrayNode) fields) {
            if (field.path("type").asText().equals("email")) {
                return ((ObjectNode) field.deepCopy()).putNull("showHideLogic");
            }
        }
        throw new IllegalStateException("a stored order has no field for the e-mail address");
    }
}
