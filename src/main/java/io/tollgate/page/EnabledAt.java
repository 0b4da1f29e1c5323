package io.tollgate.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import java.time.Instant;

/** Since when a switch is on: {@code enabled} with {@code enabledAt} beside it. */
public final class EnabledAt {
    private EnabledAt() {}

    /**
     * Notes when a switch was turned on, if it was.
     *
     * @param former the switch before the change; missing where it is new
     */
    public static void note(JsonNode former, JsonNode now, Instant moment) {
        boolean was = former.path("enabled").asBoolean();
        boolean is = now.path("enabled").asBoolean();
        if (now instanceof ObjectNode turned) {
            JsonNode since = former.path("enabledAt");
            String stays = was && since.isTextual() ? since.textValue() : Times.text(moment);
            if (is || former.isMissingNode() || former.has("enabledAt")) {
                turned.put("enabledAt", is ? stays : null);
            } else {
                // It is read as null where it is not there: whoever sends that changes nothing.
                turned.remove("enabledAt");
            }
        }
    }
}
