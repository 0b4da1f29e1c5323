package io.tollgate.catalog;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** Makes a field or variant depend on the answer to another one, its trigger. */
public record ShowHideLogic(
        boolean enabled,
        @Nullable Comparison comparison,
        @Nullable String value,
        @JsonProperty("element") @Nullable Trigger trigger) {

    /** How the answer is compared with the value. */
    public enum Comparison {
        IS,
        IS_NOT,
        IS_EMPTY,
        IS_NOT_EMPTY,
        CONTAINS
    }

    public record Trigger(@Nullable String elementId) {}

    /** The id of the trigger; null if the logic does not apply. */
    public @Nullable String triggerId() {
        return enabled && trigger != null ? trigger.elementId() : null;
    }
}
