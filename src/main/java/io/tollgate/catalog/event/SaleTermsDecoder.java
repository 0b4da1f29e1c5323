package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.SaleTerms;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes the sale terms of ticket groups and ticket types. */
final class SaleTermsDecoder {
    private SaleTermsDecoder() {}

    /**
     * Returns the terms by the id of the group or type.
     *
     * @param triggerField the field that names the trigger
     */
    static Map<String, SaleTerms> decode(Collection<ObjectNode> documents, String triggerField) {
        Map<String, SaleTerms> terms = new HashMap<>();
        for (ObjectNode document : documents) {
            String id = document.get("id").textValue();
            String behavior = document.path("availabilityBehavior").asText("always_available");
            terms.put(
                    id,
                    new SaleTerms(
                            id,
                            isEnabled(document),
                            SaleTerms.Behavior.valueOf(behavior.toUpperCase(Locale.ROOT)),
                            time(document, "saleStartOn"),
                            time(document, "saleEndOn"),
                            document.path(triggerField).textValue()));
        }
        return terms;
    }

    /** Returns whether a group or type is neither disabled nor archived. */
    static boolean isEnabled(JsonNode document) {
        return document.path("status").asText("enabled").equals("enabled");
    }

    static @Nullable Instant time(JsonNode document, String field) {
        String text = document.path(field).textValue();
        return text == null ? null : Instant.parse(text);
    }
}
