package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import java.time.Instant;

/** Maintains {@code enabledAt}, the time at which a setting with {@code enabled} was turned on. */
public final class EnabledAt {
    private EnabledAt() {}

    /**
     * Sets or clears the time after a change.
     *
     * @param former the setting before the change, or a missing node if it is new
     * @param now the setting after the change
     * @param moment the time of the change
     */
    public static void update(JsonNode former, JsonNode now, Instant moment) {
        boolean was = former.path("enabled").asBoolean();
        boolean is = now.path("enabled").asBoolean();
        if (now instanceof ObjectNode turned) {
            JsonNode since = former.path("enabledAt");
            String enabledAt = was && since.isTextual() ? since.textValue() : Times.text(moment);
            if (is || former.isMissingNode() || former.has("enabledAt")) {
                turned.put("enabledAt", is ? enabledAt : null);
            } else {
                // An absent time is read as null, so sending null back must not change the document.
                turned.remove("enabledAt");
            }
        }
    }
}
