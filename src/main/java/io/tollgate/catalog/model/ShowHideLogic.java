package io.tollgate.catalog.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** The condition under which a field or variant is shown, based on the answer to another one, its trigger. */
public record ShowHideLogic(
        boolean enabled,
        @Nullable Comparison comparison,
        @Nullable String value,
        @JsonProperty("element") @Nullable Trigger trigger) {

    /** The comparison of the trigger's answer with {@code value}. */
    public enum Comparison {
        IS,
        IS_NOT,
        IS_EMPTY,
        IS_NOT_EMPTY,
        CONTAINS
    }

    public record Trigger(@Nullable String elementId) {}

    /** Returns the id of the trigger; null if the field or variant is always shown. */
    public @Nullable String triggerId() {
        return enabled && trigger != null ? trigger.elementId() : null;
    }
}
